#include "stages/offers.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "recipes/recipe.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kMergedMax = 50;
constexpr Seconds kHour{3'600};

bool is_of(const forge::Pull& pull, const std::string& run) {
  return !run.empty() && pull.run == run;
}

// Where the commits of a pull request are on this machine, if anywhere.
Json traces_of(const ForgePlace& place, const forge::Pull& pull) {
  if (place.target.kind != git::TargetKind::local) return {};
  const std::string& folder = place.target.location;
  for (const std::string& commit : {pull.base_commit, pull.head_commit}) {
    const auto found = place.git.resolve(folder, commit + "^{commit}");
    if (commit.empty() || !found || !*found) return {};
  }
  // A forge may name the tip of the base branch, which has moved on.
  const auto start = place.git.text(folder, {"merge-base", pull.base_commit, pull.head_commit});
  if (!start) return {};
  const auto traces = traces_between(place.git, folder, *start, pull.head_commit);
  return traces ? planner::to_json(*traces) : Json();
}

// The commits themselves, by a merge or a push of a person's.
bool has_commits(const ForgePlace& place, const forge::Pull& pull) {
  if (place.target.kind != git::TargetKind::local) return false;
  const std::string& folder = place.target.location;
  const auto base = place.git.resolve(folder, "refs/heads/" + pull.base);
  const auto head = place.git.resolve(folder, pull.head_commit + "^{commit}");
  if (!base || !*base || !head || !*head) return false;
  return place.git.is_ancestor(folder, **head, **base).value_or(false);
}

// Or its files as the pull request makes them, by a squash under another name.
bool has_files(const ForgePlace& place, const forge::Pull& pull,
               std::span<const planner::FileTrace> traces) {
  if (place.target.kind != git::TargetKind::local || traces.empty()) return false;
  git::ObjectReader objects(place.git, place.target.location);
  return std::all_of(traces.begin(), traces.end(), [&](const planner::FileTrace& trace) {
    const auto path = RepoPath::parse(trace.path);
    const auto found = objects.read("refs/heads/" + pull.base + ":" + trace.path);
    if (!path || !found) return false;
    if (!*found) return trace.after.empty();
    return planner::trace_of(*path, std::nullopt, (*found)->content).after == trace.after;
  });
}

// What became of it: as the forge says, unless its base holds its work. That is looked for while it
// is open and when it was closed; what was merged once stays so.
std::string became_of(const ForgePlace& place, const forge::Pull& pull, const memory::Offer* known,
                      std::span<const planner::FileTrace> traces) {
  const std::string merged(to_string(forge::PullState::merged));
  const std::string state(to_string(pull.state));
  if (state == merged || (known != nullptr && known->state == merged)) return merged;
  const bool settled = known != nullptr && known->state == state;
  if (settled && pull.state == forge::PullState::closed) return state;
  return has_commits(place, pull) || has_files(place, pull, traces) ? merged : state;
}

// What is known of a pull request need not be found out again.
bool is_known(const memory::Offer& known, const forge::Pull& pull) {
  return !known.traces.is_null() && known.head_commit == pull.head_commit;
}

planner::PastOffer past_offer(memory::Offer offer) {
  return {.number = offer.number,
          .url = std::move(offer.url),
          .title = std::move(offer.title),
          .state = planner::offer_state_named(offer.state),
          .since = offer.since,
          .concerns = std::move(offer.concerns),
          .traces = planner::traces_from_json(offer.traces)};
}

}  // namespace

Result<std::vector<forge::Pull>> open_pulls(const ForgePlace& place) {
  TRY_ASSIGN(std::vector<forge::Pull> pulls,
             forge::all_pages<forge::Pull>([&](const forge::PageRequest& page) {
               return place.forge.pulls().list(forge::PullState::open, page);
             }));
  std::erase_if(
      pulls, [&](const forge::Pull& pull) { return pull.run.empty() || has_commits(place, pull); });
  return pulls;
}

std::string pulls_listed(std::span<const forge::Pull> pulls) {
  constexpr std::size_t kListedMax = 10;
  std::vector<std::string> parts;
  for (const forge::Pull& pull : pulls) {
    if (parts.size() == kListedMax) {
      parts.push_back(std::to_string(pulls.size() - kListedMax) + " more");
      break;
    }
    parts.push_back("#" + std::to_string(pull.number) + " " + printable(pull.title, 100) +
                    (pull.frozen ? " (somebody pushed to its branch: it is left alone)" : ""));
  }
  return join(parts, ", ");
}

Status check_room(const config::Config& config, std::span<const forge::Pull> open,
                  const std::string& run) {
  const auto most = static_cast<std::size_t>(config.open_pulls_max);
  const bool own = std::any_of(open.begin(), open.end(),
                               [&](const forge::Pull& pull) { return is_of(pull, run); });
  if (most == 0 || own || open.size() < most) return Done{};
  return fail(Errc::denied,
              counted(open.size(), "pull request") + " of Pawl's " +
                  (open.size() == 1 ? "is" : "are") + " open here, and no more than " +
                  std::to_string(most) + " may be (forge.open_max): " + pulls_listed(open) +
                  "; merge or close one (pawl pr merge, pawl pr close), or allow more");
}

bool opens_one(std::string_view pipeline) { return pipeline != "fix-ci" && pipeline != "review"; }

Status check_access(forge::Forge& forge, const config::Config& config, const std::string& name) {
  TRY_ASSIGN(const forge::Access access, forge.pulls().check_write());
  if (access == forge::Access::push || config.forge_fork) return Done{};
  return fail(Errc::denied, "the token may not push to " + name +
                                "; use one that may, or allow a fork (forge.fork)");
}

Status check_pace(const config::Config& config, std::span<const forge::Pull> opened,
                  const std::string& run, Timestamp now) {
  const auto most = static_cast<std::size_t>(config.opened_hour_max);
  std::vector<forge::Pull> counted_ones;
  std::optional<Timestamp> oldest;
  for (const forge::Pull& pull : opened) {
    const auto at = parse_iso8601(pull.created_at);
    if (is_of(pull, run)) return Done{};
    if (pull.run.empty() || (at && *at + kHour <= now)) continue;
    counted_ones.push_back(pull);
    if (at && (!oldest || *at < *oldest)) oldest = *at;
  }
  if (most == 0 || counted_ones.size() < most) return Done{};
  return fail(Errc::denied, counted(counted_ones.size(), "pull request") + " of Pawl's " +
                                (counted_ones.size() == 1 ? "was" : "were") +
                                " opened here within the last hour, and no more than " +
                                std::to_string(most) +
                                " may be (forge.open_per_hour): " + pulls_listed(counted_ones) +
                                (oldest ? "; try again after " + to_iso8601(*oldest + kHour) : "") +
                                ", or allow more");
}

Result<std::vector<forge::Pull>> check_quota(const ForgePlace& place, const config::Config& config,
                                             const std::string& run, Timestamp now) {
  TRY_ASSIGN(std::vector<forge::Pull> open, open_pulls(place));
  TRY(check_room(config, open, run));
  // The pace spares people whom each pull request sends mail; those on this machine ask nobody.
  if (config.opened_hour_max == 0 || place.forge.kind() == "local") return open;
  TRY_ASSIGN(const std::vector<forge::Pull> opened, place.forge.pulls().opened_since(now - kHour));
  TRY(check_pace(config, opened, run, now));
  return open;
}

Status check_not_offered(std::span<const forge::Pull> open, std::span<const std::string> concerns,
                         const std::string& run) {
  for (const forge::Pull& pull : open) {
    const std::vector<std::string> others = planner::concerns_in(pull.body);
    const bool all = !concerns.empty() &&
                     std::all_of(concerns.begin(), concerns.end(), [&](const std::string& concern) {
                       return among(others, concern);
                     });
    if (!all || is_of(pull, run)) continue;
    return fail(Errc::denied,
                "pull request #" + std::to_string(pull.number) + " (" + printable(pull.url, 200) +
                    ") is open and about the same: " + printable(join(concerns, ", "), 300));
  }
  return Done{};
}

memory::Offer offer_of(const ForgePlace& place, const forge::Pull& pull) {
  return {.repository = place.target.key,
          .forge = std::string(place.forge.kind()),
          .number = pull.number,
          .run = pull.run,
          .target = place.target.location,
          .url = pull.url,
          .title = pull.title,
          .state = std::string(to_string(pull.state)),
          .since = parse_iso8601(pull.updated_at).value_or(Timestamp()),
          .head_commit = pull.head_commit,
          .concerns = planner::concerns_in(pull.body),
          .traces = Json()};
}

Status learn_offers(const ForgePlace& place, memory::OfferTable& table) {
  TRY_ASSIGN(const std::vector<memory::Offer> known, table.find(place.target.key));
  std::map<std::int64_t, const memory::Offer*> by_number;
  for (const memory::Offer& offer : known) {
    if (offer.forge == place.forge.kind()) by_number[offer.number] = &offer;
  }
  TRY_ASSIGN(const std::vector<forge::Pull> pulls,
             forge::all_pages<forge::Pull>([&](const forge::PageRequest& page) {
               return place.forge.pulls().list(std::nullopt, page);
             }));
  std::vector<memory::Offer> offers;
  for (const forge::Pull& pull : pulls) {
    if (pull.run.empty()) continue;
    memory::Offer offer = offer_of(place, pull);
    const auto found = by_number.find(pull.number);
    const memory::Offer* before = found == by_number.end() ? nullptr : found->second;
    const bool looked_at = before != nullptr && is_known(*before, pull);
    if (!looked_at) offer.traces = traces_of(place, pull);
    offer.state = became_of(place, pull, before,
                            planner::traces_from_json(looked_at ? before->traces : offer.traces));
    offers.push_back(std::move(offer));
  }
  return table.put(offers);
}

Result<std::vector<planner::PastOffer>> past_offers(memory::OfferTable& table,
                                                    const std::string& repository) {
  TRY_ASSIGN(std::vector<memory::Offer> offers, table.find(repository));
  std::vector<planner::PastOffer> out;
  std::size_t merged = 0;
  for (memory::Offer& offer : offers) {
    const planner::OfferState state = planner::offer_state_named(offer.state);
    if (offer.forgotten && state != planner::OfferState::open) continue;
    if (state == planner::OfferState::merged && ++merged > kMergedMax) continue;
    out.push_back(past_offer(std::move(offer)));
  }
  return out;
}

std::vector<planner::PastOffer> binding_offers(const RunSettings& settings,
                                               std::vector<planner::PastOffer> offers) {
  const Request& request = settings.request;
  const auto off = planner::parse_rule_ids(settings.config.plan_rules_off);
  if (off && among(*off, "earlier-offers")) return {};
  const bool asked = request.issue || !request.task.empty() || !request.plan_file.empty() ||
                     !request.recipes.empty();
  if (!asked) return offers;
  std::erase_if(offers, [](const planner::PastOffer& offer) {
    return offer.state != planner::OfferState::open;
  });
  return offers;
}

planner::ConcernNames concern_names(const Request& request) {
  return {.of_recipe =
              [](const std::string& name) {
                const recipes::Recipe* recipe = recipes::find(name);
                return recipe == nullptr ? std::string() : std::string(recipe->concern);
              },
          .issue = request.issue ? request.issue->number : 0};
}

Result<std::vector<planner::FileTrace>> traces_between(git::Git& git, const std::string& folder,
                                                       const std::string& base,
                                                       const std::string& head) {
  git::ObjectReader objects(git, folder);
  TRY_ASSIGN(const git::ReadChange read, git::change_between(objects, base, head));
  std::vector<planner::FileTrace> traces;
  for (const git::FileChange& file : read.change.files) {
    traces.push_back(planner::trace_of(file.path, file.before, file.after));
  }
  return traces;
}

}  // namespace pawl::stages
