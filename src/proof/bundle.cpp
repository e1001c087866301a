#include "proof/bundle.hpp"

#include <algorithm>
#include <set>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/digest.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "proof/judged_commits.hpp"
#include "proof/test_changes.hpp"
#include "schema/json_schema.hpp"

namespace pawl::proof {
namespace {

constexpr int kVersion = 1;
constexpr std::string_view kMarkBegin = "<!-- pawl-proof: ";
constexpr std::string_view kMarkEnd = " -->";
constexpr std::size_t kDigestDigits = 64;

Json tip_json(const Tip& tip) {
  return Json::object({{"branch", tip.branch}, {"commit", tip.commit}, {"tree", tip.tree}});
}

Json link_json(const store::Link& link) {
  return Json::object({{"event", static_cast<std::int64_t>(link.seq)}, {"digest", link.hash}});
}

Json verdicts_json(const std::vector<guards::GuardVerdict>& verdicts) {
  Json list = Json::array();
  for (const guards::GuardVerdict& verdict : verdicts) {
    list.push(Json::object({{"guard", verdict.guard},
                            {"ruling", verdict.ruling},
                            {"rules", Json::array_of(verdict.rules)},
                            {"reason", verdict.reason}}));
  }
  return list;
}

Json or_null(const Json& object) { return object.is_object() ? object : Json(); }

Json commit_json(const BundleFacts& facts, const git::CommitInfo& commit,
                 const JudgedCommit& judged) {
  Json json = Json::object({{"commit", commit.id},
                            {"tree", commit.tree},
                            {"subtask", judged.subtask},
                            {"attempt", judged.attempt},
                            {"model", facts.model_name(judged.model)},
                            {"order", or_null(judged.asked.order)},
                            {"policy", or_null(judged.asked.policy)},
                            {"settings", or_null(judged.asked.settings)},
                            {"verdicts", verdicts_json(judged.verdicts)}});
  for (const store::Link& link : facts.chain.links) {
    if (link.seq == judged.seq) json.set("journal", link_json(link));
  }
  return json;
}

Json commits_json(const BundleFacts& facts) {
  const auto judged = judged_commits(facts.events);
  Json list = Json::array();
  for (const git::CommitInfo& commit : facts.commits) {
    const auto found = judged.find(commit.id);
    list.push(commit_json(facts, commit, found == judged.end() ? JudgedCommit{} : found->second));
  }
  return list;
}

void add_commands(Json& list, std::string_view on, std::string_view step,
                  const std::vector<repo::CheckRun>& runs) {
  static constexpr auto kOutcomes = fixed_words("passed", "failed", "unknown");
  for (const repo::CheckRun& run : runs) {
    list.push(
        Json::object({{"on", on},
                      {"step", step},
                      {"stack", run.stack},
                      {"folder", run.folder},
                      {"command", run.command},
                      {"outcome", kOutcomes[static_cast<std::size_t>(run.outcome)]},
                      {"exit_code", run.exit_code ? Json(*run.exit_code) : Json()},
                      {"reason", run.reason},
                      {"tests_passed", run.tests_passed ? Json(*run.tests_passed) : Json()}}));
  }
}

Json commands_json(const BundleFacts& facts) {
  Json list = Json::array();
  add_commands(list, "base", "build", facts.before.builds);
  add_commands(list, "base", "test", facts.before.tests);
  add_commands(list, "head", "build", facts.after.builds);
  add_commands(list, "head", "test", facts.after.tests);
  return list;
}

std::vector<std::string> dependencies_of(const BundleFacts& facts) {
  std::set<std::string> names;
  for (const repo::CheckResults* results : {&facts.before, &facts.after}) {
    for (const auto* runs : {&results->builds, &results->tests}) {
      for (const repo::CheckRun& run : *runs) names.insert(run.dependencies);
    }
  }
  names.erase("");
  return {names.begin(), names.end()};
}

Json environment_json(const BundleFacts& facts) {
  Json programs = Json::object();
  for (const auto& [name, version] : facts.environment.programs) programs.set(name, version);
  Json json = Json::object({{"sandbox", facts.environment.sandbox},
                            {"programs", std::move(programs)},
                            {"dependencies", Json::array_of(dependencies_of(facts))},
                            {"settings", facts.environment.settings}});
  Json out = Json::object({{"digest", digest_hex(Hash::sha256, {json.dump()})}});
  for (const auto& [name, value] : json.members()) out.set(name, value);
  return out;
}

Json use_json(const run::Cost& cost) {
  return Json::object({{"calls", cost.calls},
                       {"tokens_in", cost.tokens_in},
                       {"tokens_out", cost.tokens_out},
                       {"micro_usd", cost.micros},
                       {"unpriced", cost.unpriced}});
}

Json models_json(const BundleFacts& facts) {
  Json list = Json::array();
  for (const auto& [who, cost] : facts.state.costs) {
    Json use = Json::object({{"role", who.first}, {"model", facts.model_name(who.second)}});
    const Json numbers = use_json(cost);
    for (const auto& [name, value] : numbers.members()) use.set(name, value);
    list.push(std::move(use));
  }
  return list;
}

std::string allowed_text(const Json& sanction) {
  const std::string path = sanction["path"].string_or("");
  return sanction["rule"].string_or("") + (path.empty() ? "" : " on " + path) + ": " +
         sanction["why"].string_or("");
}

Json softened_json(const BundleFacts& facts) {
  std::set<std::string> sanctions;
  std::set<std::string> off;
  for (const auto& [commit, judged] : judged_commits(facts.events)) {
    for (const Json& path : judged.asked.order["sanctioned_deletions"].items()) {
      sanctions.insert("deletion of " + path.string_or("") + ": the plan");
    }
    for (const Json& sanction : judged.asked.policy["sanctions"].items()) {
      sanctions.insert(allowed_text(sanction));
    }
    for (const Json& guard : judged.asked.policy["skip"].items()) off.insert(guard.string_or(""));
  }
  std::vector<std::string> suppressions;
  for (const guards::Suppression& one : facts.suppressions) {
    suppressions.push_back(one.rule + " on " + one.path + ": " + one.reason);
  }
  return Json::object({{"sanctions", Json::array_of(sanctions)},
                       {"suppressions", Json::array_of(suppressions)},
                       {"guards_off", Json::array_of(off)},
                       {"settings", facts.softening}});
}

}  // namespace

Json make_bundle(const BundleFacts& facts) {
  Json bundle = Json::object(
      {{"pawl_proof", kVersion},
       {"run", facts.state.run},
       {"pawl", facts.version},
       {"base", tip_json(facts.base)},
       {"head", tip_json(facts.head)},
       {"commits", commits_json(facts)},
       {"commands", commands_json(facts)},
       {"tests", to_json(test_changes(facts.before, facts.after))},
       {"environment", environment_json(facts)},
       {"models", models_json(facts)},
       {"cost", use_json(facts.state.cost)},
       {"softened", softened_json(facts)},
       {"journal", facts.chain.links.empty() ? Json() : link_json(facts.chain.links.back())}});
  if (!facts.goes_on_from.empty()) bundle.set("goes_on_from", facts.goes_on_from);
  return bundle;
}

std::string text_of(const Json& bundle) { return bundle.pretty(); }

std::string digest_of(std::string_view text) { return digest_hex(Hash::sha256, {text}); }

Result<Json> parse_bundle(std::string_view text) {
  TRY_ASSIGN(Json bundle, Json::parse(text).during("reading the proof"));
  const auto schema_text = asset("schemas/proof.json");
  PAWL_CHECK(schema_text.has_value(), "data/schemas/proof.json is embedded");
  TRY_ASSIGN(const Json schema_json, Json::parse(*schema_text));
  TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(schema_json));
  TRY_ASSIGN(const std::vector<schema::Violation> violations, schema.violations(bundle));
  if (violations.empty()) return bundle;
  return fail(Errc::invalid, "this is no proof: " + printable(violations.front().where, 100) +
                                 ": " + printable(violations.front().message, 200));
}

std::string summary_of(const Json& bundle, const std::string& digest, std::string_view ref,
                       const std::function<std::string(std::string_view, std::size_t)>& escaped) {
  std::size_t verdicts = 0;
  for (const Json& commit : bundle["commits"].items()) verdicts += commit["verdicts"].size();
  std::string out = "- " + counted(bundle["commits"].size(), "commit") + " judged by guards, " +
                    counted(verdicts, "verdict") + "\n";
  for (const Json& command : bundle["commands"].items()) {
    if (command["on"].text() != "head" || command["exit_code"].is_null()) continue;
    out += "- " + escaped(command["command"].text(), 200) + ": exit code " +
           std::to_string(command["exit_code"].int_or(0)) + ", " +
           command["outcome"].string_or("") + "\n";
  }
  const auto& commands = bundle["commands"].items();
  const bool tested = std::any_of(commands.begin(), commands.end(), [](const Json& command) {
    return command["step"].text() == "test" && !command["exit_code"].is_null();
  });
  const Json& tests = bundle["tests"];
  if (tested) {
    out += "- Tests: " + std::to_string(tests["fixed"].size()) + " fixed, " +
           std::to_string(tests["broken"].size()) + " broken, " +
           std::to_string(tests["new"].size()) + " new, " + std::to_string(tests["gone"].size()) +
           " gone\n";
  }
  if (bundle.has("goes_on_from")) {
    out += "- All that was there before: the proof with the SHA-256 `" +
           bundle["goes_on_from"].string_or("") + "`, from which this one goes on\n";
  }
  return out + "- All of it: `" + std::string(ref) + "`, SHA-256 `" + digest +
         "`; `pawl verify` does it again\n";
}

std::string proof_mark(std::string_view digest) {
  return std::string(kMarkBegin) + std::string(digest) + std::string(kMarkEnd);
}

std::string marked_digest(std::string_view body) {
  std::string found;
  for (auto at = body.find(kMarkBegin); at != std::string_view::npos;
       at = body.find(kMarkBegin, at + 1)) {
    const std::string_view rest = body.substr(at + kMarkBegin.size());
    const std::string_view digest = rest.substr(0, kDigestDigits);
    const bool whole = rest.substr(digest.size()).starts_with(kMarkEnd) &&
                       digest.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!whole) continue;
    if (!found.empty() && found != digest) return {};
    found = digest;
  }
  return found;
}

std::string proof_ref(std::string_view run) { return "refs/pawl/proofs/" + std::string(run); }

}  // namespace pawl::proof
