#include "planner/concerns/past_offers.hpp"

#include <algorithm>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr auto kStates = fixed_words("open", "merged", "closed");
constexpr std::size_t kDayLength = 10;  // of `2026-04-20T09:30`

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// About one bug or one report, whichever lines it is in.
bool is_one_fault(const std::string& concern) {
  return concern.starts_with("test:") || concern.starts_with("issue:");
}
// The metric of a concern that is a metric and a file, with its colon; empty for any other.
std::string_view metric_of(std::string_view concern) {
  const bool other = concern.starts_with("test:") || concern.starts_with("issue:") ||
                     concern.starts_with("recipe:");
  return other ? std::string_view() : concern.substr(0, concern.find(':') + 1);
}

std::set<std::string_view> metrics_of(std::span<const std::string> concerns) {
  std::set<std::string_view> metrics;
  for (const std::string& concern : concerns) metrics.insert(metric_of(concern));
  metrics.erase(std::string_view());
  return metrics;
}

// What is the same work under another wording. A fault of its own may be mended in lines that
// something else was about.
Likeness likeness_of(const PastOffer& offer, std::span<const std::string> concerns) {
  const bool other_fault =
      std::any_of(concerns.begin(), concerns.end(), [&](const std::string& concern) {
        return is_one_fault(concern) && !has(offer.concerns, concern);
      });
  if (other_fault || offer.state == OfferState::merged) {
    return {.other_words = false, .by_section = false, .by_definition = false};
  }
  const auto mine = metrics_of(concerns);
  const auto theirs = metrics_of(offer.concerns);
  return {.other_words = true,
          .by_section = !mine.empty() && !theirs.empty(),
          .by_definition = std::any_of(mine.begin(), mine.end(), [&](std::string_view metric) {
            return theirs.contains(metric);
          })};
}

}  // namespace

std::string_view to_string(OfferState state) { return kStates[static_cast<std::size_t>(state)]; }

OfferState offer_state_named(std::string_view name) {
  const auto found = std::find(kStates.begin(), kStates.end(), name);
  return found == kStates.end() ? OfferState::open
                                : static_cast<OfferState>(found - kStates.begin());
}

const PastOffer* offer_about(std::span<const PastOffer> offers,
                             std::span<const std::string> concerns) {
  if (concerns.empty()) return nullptr;
  for (const PastOffer& offer : offers) {
    if (offer.state == OfferState::merged) continue;
    const bool all = std::all_of(concerns.begin(), concerns.end(), [&](const std::string& concern) {
      return has(offer.concerns, concern);
    });
    if (all) return &offer;
  }
  return nullptr;
}

const PastOffer* offer_of_change(std::span<const PastOffer> offers,
                                 std::span<const std::string> concerns,
                                 std::span<const FileTrace> change) {
  for (const PastOffer& offer : offers) {
    if (is_repeated(change, offer.traces, likeness_of(offer, concerns))) return &offer;
  }
  return nullptr;
}

std::string why_left(const PastOffer& offer) {
  const std::string pull =
      "pull request #" + std::to_string(offer.number) + " (" + printable(offer.url, 200) + ")";
  const std::string day = to_iso8601(offer.since).substr(0, kDayLength);
  const std::string way_out =
      "; `pawl memory forget TARGET --pull " + std::to_string(offer.number) + "` lifts that";
  switch (offer.state) {
    case OfferState::open: return pull + " offers it already, and is open";
    case OfferState::closed:
      return pull + " offered it, and was closed without a merge (" + day + ")" + way_out;
    case OfferState::merged:
      return pull + " brought it (" + day + "), and somebody took it back" + way_out;
  }
  return pull;
}

std::string offers_lines(std::span<const PastOffer> offers) {
  constexpr std::size_t kLinesMax = 15;
  constexpr std::size_t kLineBytesMax = 300;
  std::string out;
  std::size_t lines = 0;
  for (const PastOffer& offer : offers) {
    if (offer.state == OfferState::merged || lines == kLinesMax) continue;
    ++lines;
    const std::string state = offer.state == OfferState::open ? "offered, waits for a person"
                                                              : "offered, declined by a person";
    out += printable(state + ", not wanted again: " + offer.title + " (" +
                         join(offer.concerns, ", ") + ")",
                     kLineBytesMax) +
           "\n";
  }
  return out;
}

Json to_json(const PastOffer& offer) {
  return Json::object({{"number", offer.number},
                       {"url", offer.url},
                       {"title", offer.title},
                       {"state", to_string(offer.state)},
                       {"since", to_iso8601(offer.since)},
                       {"concerns", Json::array_of(offer.concerns)},
                       {"traces", to_json(offer.traces)}});
}

Result<PastOffer> past_offer_from_json(const Json& json) {
  const auto since = parse_iso8601(json["since"].text());
  if (!since) return fail(Errc::invalid, "an offer of an earlier run does not say since when");
  PastOffer offer{.number = json["number"].int_or(0),
                  .url = json["url"].string_or(""),
                  .title = json["title"].string_or(""),
                  .state = offer_state_named(json["state"].text()),
                  .since = *since};
  for (const Json& concern : json["concerns"].items()) {
    offer.concerns.push_back(concern.string_or(""));
  }
  offer.traces = traces_from_json(json["traces"]);
  return offer;
}

}  // namespace pawl::planner
