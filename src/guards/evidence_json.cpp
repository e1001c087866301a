#include "guards/evidence_json.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "repo/checks/checks_json.hpp"

namespace pawl::guards {
namespace {

constexpr auto kAnswers = fixed_words("found", "missing", "forbidden", "unchecked");

Result<UrlCheck> url_check(const Json& json) {
  for (std::size_t i = 0; i < kAnswers.size(); ++i) {
    if (json["answer"].text() != kAnswers[i]) continue;
    return UrlCheck{.answer = static_cast<UrlAnswer>(i), .detail = json["detail"].string_or("")};
  }
  return fail(Errc::invalid, "evidence: `" + json.dump() + "` is no answer of a URL check");
}

Result<std::vector<PairedRun>> paired_runs(const Json& list) {
  std::vector<PairedRun> pairs;
  for (const Json& one : list.items()) {
    PairedRun pair;
    if (one.has("base")) {
      TRY_ASSIGN(pair.base, repo::check_run_from_json(one["base"]));
    }
    if (one.has("head")) {
      TRY_ASSIGN(pair.head, repo::check_run_from_json(one["head"]));
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

Json pairs_json(const std::vector<PairedRun>& pairs) {
  Json list = Json::array();
  for (const PairedRun& pair : pairs) {
    Json one = Json::object();
    if (pair.base) one.set("base", to_json(*pair.base));
    if (pair.head) one.set("head", to_json(*pair.head));
    list.push(std::move(one));
  }
  return list;
}

std::vector<ScanFinding> scan_findings(const Json& list) {
  std::vector<ScanFinding> findings;
  for (const Json& one : list.items()) {
    findings.push_back({.rule = one["rule"].string_or(""),
                        .path = one["path"].string_or(""),
                        .line = static_cast<int>(one["line"].int_or(0)),
                        .severity = one["severity"].string_or("warning"),
                        .message = one["message"].string_or(""),
                        .window = one["window"].string_or("")});
  }
  return findings;
}

Json findings_json(const std::vector<ScanFinding>& findings) {
  Json list = Json::array();
  for (const ScanFinding& one : findings) {
    list.push(Json::object({{"rule", one.rule},
                            {"path", one.path},
                            {"line", one.line},
                            {"severity", one.severity},
                            {"message", one.message},
                            {"window", one.window}}));
  }
  return list;
}

std::vector<PairedScan> paired_scans(const Json& list) {
  std::vector<PairedScan> scans;
  for (const Json& one : list.items()) {
    scans.push_back({.tool = one["tool"].string_or(""),
                     .trouble = one["trouble"].string_or(""),
                     .present = one["present"].bool_or(true),
                     .base = scan_findings(one["base"]),
                     .head = scan_findings(one["head"])});
  }
  return scans;
}

Json scans_json(const std::vector<PairedScan>& scans) {
  Json list = Json::array();
  for (const PairedScan& scan : scans) {
    list.push(Json::object({{"tool", scan.tool},
                            {"trouble", scan.trouble},
                            {"present", scan.present},
                            {"base", findings_json(scan.base)},
                            {"head", findings_json(scan.head)}}));
  }
  return list;
}

constexpr auto kFates = fixed_words("noticed", "survived", "no_say");

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> out;
  for (const Json& one : list.items()) out.push_back(one.string_or(""));
  return out;
}

Result<TriedMutant> tried_mutant(const Json& json) {
  const auto fate = std::find(kFates.begin(), kFates.end(), json["fate"].text());
  if (fate == kFates.end()) {
    return fail(Errc::invalid, "evidence: `" + json.dump() + "` is no fate of a mutant");
  }
  return TriedMutant{.path = json["path"].string_or(""),
                     .line = static_cast<int>(json["line"].int_or(0)),
                     .before = json["before"].string_or(""),
                     .after = json["after"].string_or(""),
                     .fate = static_cast<MutantFate>(fate - kFates.begin()),
                     .why = json["why"].string_or(""),
                     .by = texts(json["by"]),
                     .used_by = texts(json["used_by"])};
}

Result<std::vector<MutantTrial>> mutant_trials(const Json& list) {
  std::vector<MutantTrial> trials;
  for (const Json& one : list.items()) {
    MutantTrial trial{
        .file = one["file"].string_or(""), .trouble = one["trouble"].string_or(""), .mutants = {}};
    for (const Json& mutant : one["mutants"].items()) {
      TRY_ASSIGN(TriedMutant tried, tried_mutant(mutant));
      trial.mutants.push_back(std::move(tried));
    }
    trials.push_back(std::move(trial));
  }
  return trials;
}

Json trials_json(const std::vector<MutantTrial>& trials) {
  Json list = Json::array();
  for (const MutantTrial& trial : trials) {
    Json mutants = Json::array();
    for (const TriedMutant& one : trial.mutants) {
      mutants.push(Json::object({{"path", one.path},
                                 {"line", one.line},
                                 {"before", one.before},
                                 {"after", one.after},
                                 {"fate", kFates[static_cast<std::size_t>(one.fate)]},
                                 {"why", one.why},
                                 {"by", Json::array_of(one.by)},
                                 {"used_by", Json::array_of(one.used_by)}}));
    }
    list.push(Json::object(
        {{"file", trial.file}, {"trouble", trial.trouble}, {"mutants", std::move(mutants)}}));
  }
  return list;
}

}  // namespace

Result<Evidence> evidence_from_json(const Json& json) {
  Evidence evidence;
  if (json["urls"].is_object()) {
    evidence.urls.emplace();
    for (const auto& [url, check] : json["urls"].members()) {
      TRY_ASSIGN((*evidence.urls)[url], url_check(check));
    }
  }
  if (json["builds"].is_array()) {
    TRY_ASSIGN(evidence.builds, paired_runs(json["builds"]));
  }
  if (json["tests"].is_array()) {
    TRY_ASSIGN(evidence.tests, paired_runs(json["tests"]));
  }
  evidence.checks_trouble = json["checks_trouble"].string_or("");
  if (json["scans"].is_array()) evidence.scans = paired_scans(json["scans"]);
  if (json["mutants"].is_array()) {
    TRY_ASSIGN(evidence.mutants, mutant_trials(json["mutants"]));
  }
  return evidence;
}

Json to_json(const Evidence& evidence) {
  Json json = Json::object();
  if (evidence.urls) {
    Json urls = Json::object();
    for (const auto& [url, check] : *evidence.urls) {
      urls.set(url, Json::object({{"answer", kAnswers[static_cast<std::size_t>(check.answer)]},
                                  {"detail", check.detail}}));
    }
    json.set("urls", std::move(urls));
  }
  if (evidence.builds) json.set("builds", pairs_json(*evidence.builds));
  if (evidence.tests) json.set("tests", pairs_json(*evidence.tests));
  if (!evidence.checks_trouble.empty()) json.set("checks_trouble", evidence.checks_trouble);
  if (evidence.scans) json.set("scans", scans_json(*evidence.scans));
  if (evidence.mutants) json.set("mutants", trials_json(*evidence.mutants));
  return json;
}

}  // namespace pawl::guards
