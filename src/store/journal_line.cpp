#include "store/journal_line.hpp"

#include "base/text/text.hpp"
#include "store/journal.hpp"
#include "store/json_reader.hpp"

namespace pawl::store {
namespace {

constexpr std::string_view kVersionKey = "pawl_journal";
constexpr std::size_t kTimeLength = 24;  // 2026-04-20T09:30:00.125Z

constexpr std::size_t kHourLength = 14;  // 2026-04-20T09:

}  // namespace

std::string journal_header(std::string_view run) {
  return Json::object({{std::string(kVersionKey), kJournalVersion}, {"run", run}}).dump() + "\n";
}

Result<std::string> parse_journal_header(std::string_view line) {
  auto header = Json::parse(line);
  if (!header || !header->has(kVersionKey)) {
    return fail(Errc::invalid, "not a journal: its first line is no journal header");
  }
  const std::int64_t version = (*header)[kVersionKey].int_or(0);
  if (version > kJournalVersion) {
    return fail(Errc::invalid, "the journal has version " + std::to_string(version) +
                                   ", this Pawl reads up to " + std::to_string(kJournalVersion) +
                                   "; use the newer Pawl that wrote it");
  }
  if (version < 1) return fail(Errc::invalid, "the journal header has no valid version");
  return (*header)["run"].string_or("");
}

std::string journal_line(const JournalEvent& event) {
  std::string line;
  line.reserve(256);
  line += R"({"seq":)";
  line += std::to_string(event.seq);
  line += R"(,"at":")";
  line += to_iso8601(event.at);
  line += R"(","kind":")";
  line += event.name;  // the name of a kind: nothing in it needs escaping
  line += '"';
  if (event.version != 1) line += R"(,"v":)" + std::to_string(event.version);
  if (!event.node.empty()) line += R"(,"node":)" + Json(event.node).dump();
  line += R"(,"data":)";
  line += event.data.dump();
  line += "}\n";
  return line;
}

// Most lines are of the same hour as the line before.
std::optional<Timestamp> LineParser::time(std::string_view text) {
  const auto digit = [&](std::size_t at) { return static_cast<unsigned>(text[at]) - '0'; };
  const bool same = text.size() == kTimeLength && text.substr(0, kHourLength) == hour_;
  if (same && text[16] == ':' && text[19] == '.' && text[23] == 'Z') {
    bool digits = true;
    for (const unsigned at : {14U, 15U, 17U, 18U, 20U, 21U, 22U}) digits = digits && digit(at) < 10;
    if (digits && digit(14) < 6 && digit(17) < 6) {
      const unsigned seconds = (digit(14) * 10 + digit(15)) * 60 + digit(17) * 10 + digit(18);
      const unsigned millis = digit(20) * 100 + digit(21) * 10 + digit(22);
      return hour_began_ + Milliseconds(seconds * 1000 + millis);
    }
  }
  const auto at = parse_iso8601(text);
  if (at && text.size() == kTimeLength) {
    hour_ = text.substr(0, kHourLength);
    hour_began_ = std::chrono::floor<std::chrono::hours>(*at);
  }
  return at;
}

// The form this very version writes; false when the line has another one.
bool LineParser::own_form(std::string_view line, JournalEvent& event) {
  JsonReader reader(line);
  if (!reader.skip(R"({"seq":)")) return false;
  const auto seq = reader.number();
  if (!seq || !reader.skip(R"(,"at":")")) return false;
  const auto written = reader.take(kTimeLength);
  if (!written || !reader.skip(R"(","kind":)") || !reader.string(&event.name)) return false;
  const auto at = time(*written);
  if (!at || event.name.empty()) return false;
  if (reader.skip(R"(,"node":)") && !reader.string(&event.node)) return false;
  if (!reader.skip(R"(,"data":)") || !reader.starts_object()) return false;
  const bool wanted = wanted_ == nullptr || wanted_(event.name);
  if (!reader.value(wanted ? &event.data : nullptr)) return false;
  if (reader.skip(R"(,"chain":)") && !reader.string(nullptr)) return false;
  if (!reader.skip("}") || !reader.at_end()) return false;
  event.seq = *seq;
  event.at = *at;
  return true;
}

Result<JournalEvent> LineParser::parse(std::string_view line) {
  JournalEvent event;
  if (own_form(line, event)) return event;
  TRY_ASSIGN(const Json value, Json::parse(line));
  const Json& seq = value["seq"];
  const auto at = parse_iso8601(value["at"].text());
  if (!seq.is_int() || seq.int_or(0) < 0 || !at || value["kind"].text().empty() ||
      !value["data"].is_object()) {
    return fail(Errc::invalid,
                "not an event: seq, at, kind or data is missing or has a wrong type");
  }
  return JournalEvent{.seq = static_cast<std::uint64_t>(seq.int_or(0)),
                      .at = *at,
                      .name = value["kind"].string_or(""),
                      .data = value["data"],
                      .node = value["node"].string_or(""),
                      .version = static_cast<int>(value["v"].int_or(1))};
}

Json redacted(const Json& value, const Redactor& redactor) {
  if (value.is_string()) return Json(redactor.apply(value.text()));
  if (value.is_array()) {
    Json::Array items;
    for (const Json& item : value.items()) items.push_back(redacted(item, redactor));
    return Json(std::move(items));
  }
  if (!value.is_object()) return value;
  Json::Object members;
  for (const auto& [key, member] : value.members()) {
    members.emplace_back(redactor.apply(key), redacted(member, redactor));
  }
  return Json::object_of(std::move(members));
}

}  // namespace pawl::store
