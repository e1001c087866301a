#include "inspect/sarif.hpp"

#include <map>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "guards/page.hpp"

namespace pawl::inspect {
namespace {

using guards::Evaluated;
using guards::Finding;
using guards::Standing;

std::string_view level_of(const Finding& finding) {
  if (finding.standing == Standing::pre_existing) return "note";
  if (finding.standing == Standing::refuses) return "error";
  return finding.kind == guards::RuleKind::defect ? "error" : "warning";
}

// A path as a relative URI: everything but unreserved characters and slashes is escaped.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool plain = letter || (c >= '0' && c <= '9') || contains("-._~/", std::string(1, c));
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

// `link-grounding/missing-target` as `LinkGroundingMissingTarget`.
std::string name_of(std::string_view id) {
  std::string out;
  bool begins = true;
  for (const char c : id) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter) out += begins && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    begins = !letter;
  }
  return out;
}

Json rule_json(std::string_view id, std::string_view level, std::string_view summary,
               std::string_view title, const std::string& page) {
  const std::string full = to_utf8(title) + ": refuses " + to_utf8(summary) + ".";
  return Json::object({{"id", id},
                       {"name", name_of(id)},
                       {"shortDescription", Json::object({{"text", to_utf8(summary)}})},
                       {"fullDescription", Json::object({{"text", full}})},
                       {"help", Json::object({{"text", page}, {"markdown", page}})},
                       {"defaultConfiguration", Json::object({{"level", level}})}});
}

// The rules that found something, with the place of each.
class Rules {
 public:
  explicit Rules(const guards::Evaluation& evaluation) {
    for (const Evaluated& result : evaluation.results) {
      for (const Finding& finding : result.verdict.findings) add(*result.guard, finding);
    }
  }

  std::size_t place(const std::string& rule) const { return places_.at(rule); }
  Json take() { return std::move(list_); }

 private:
  void add(const guards::Guard& guard, const Finding& finding) {
    if (!places_.emplace(finding.rule, places_.size()).second) return;
    std::string summary(guard.title);
    for (const guards::RuleRow& row : guards::rules_of(guard)) {
      if (row.rule == finding.rule) summary = row.summary;
    }
    const bool defect = finding.kind == guards::RuleKind::defect;
    list_.push(rule_json(finding.rule, defect ? "error" : "warning", summary, guard.title,
                         std::string(guards::page_of(guard).value_or(""))));
  }

  std::map<std::string, std::size_t> places_;
  Json list_ = Json::array();
};

Json location_json(const Finding& finding) {
  Json region = Json::object({{"startLine", finding.line > 0 ? finding.line : 1}});
  return Json::object(
      {{"physicalLocation",
        Json::object({{"artifactLocation",
                       Json::object({{"uri", uri_of(finding.path)}, {"uriBaseId", "%SRCROOT%"}})},
                      {"region", std::move(region)}})}});
}

Json result_json(const Finding& finding, std::size_t rule) {
  Json locations = Json::array();
  if (!finding.path.empty()) locations.push(location_json(finding));
  const std::string text = finding.message + "\n" + finding.feedback;
  Json json =
      Json::object({{"ruleId", finding.rule},
                    {"ruleIndex", static_cast<long long>(rule)},
                    {"level", level_of(finding)},
                    {"message", Json::object({{"text", to_utf8(text)}})},
                    {"locations", std::move(locations)},
                    {"partialFingerprints", Json::object({{"pawl/v1", finding.fingerprint()}})},
                    {"properties", Json::object({{"kind", to_string(finding.kind)},
                                                 {"standing", to_string(finding.standing)}})}});
  const bool set_aside =
      finding.standing == Standing::suppressed || finding.standing == Standing::sanctioned;
  if (set_aside) {
    Json suppression = Json::object(
        {{"kind", "external"}, {"status", "accepted"}, {"justification", to_utf8(finding.why)}});
    Json list = Json::array();
    list.push(std::move(suppression));
    json.set("suppressions", std::move(list));
  }
  return json;
}

Json notification_json(const Evaluated& result) {
  const std::string text =
      std::string(result.guard->id) + " could not check: " + result.verdict.reason;
  return Json::object({{"level", "warning"},
                       {"message", Json::object({{"text", to_utf8(text)}})},
                       {"descriptor", Json::object({{"id", result.guard->id}})}});
}

}  // namespace

Json sarif_of(const guards::Evaluation& evaluation) {
  Rules rules(evaluation);
  Json results = Json::array();
  Json notifications = Json::array();
  for (const Evaluated& result : evaluation.results) {
    for (const Finding& finding : result.verdict.findings) {
      results.push(result_json(finding, rules.place(finding.rule)));
    }
    if (result.verdict.ruling == guards::Ruling::unknown) {
      notifications.push(notification_json(result));
    }
  }
  Json driver =
      Json::object({{"name", "Pawl"}, {"semanticVersion", version()}, {"rules", rules.take()}});
  Json invocations = Json::array();
  invocations.push(Json::object(
      {{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(notifications)}}));
  Json run = Json::object({{"tool", Json::object({{"driver", std::move(driver)}})},
                           {"invocations", std::move(invocations)},
                           {"columnKind", "utf16CodeUnits"},
                           {"results", std::move(results)}});
  Json runs = Json::array();
  runs.push(std::move(run));
  return Json::object({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", std::move(runs)}});
}

}  // namespace pawl::inspect
