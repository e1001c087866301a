#include "repo/checks/checks_json.hpp"

#include "base/text/fixed_words.hpp"

namespace pawl::repo {
namespace {

constexpr auto kOutcomes = fixed_words("passed", "failed", "unknown");

Json diagnostic_json(const Diagnostic& one) {
  Json json = Json::object();
  if (!one.path.empty()) json.set("path", one.path);
  if (one.line > 0) json.set("line", one.line);
  if (one.column > 0) json.set("column", one.column);
  if (!one.code.empty()) json.set("code", one.code);
  json.set("message", one.message);
  if (!one.tool.empty()) json.set("tool", one.tool);
  return json;
}

Diagnostic diagnostic_from(const Json& json) {
  return {.path = json["path"].string_or(""),
          .line = static_cast<int>(json["line"].int_or(0)),
          .column = static_cast<int>(json["column"].int_or(0)),
          .code = json["code"].string_or(""),
          .message = json["message"].string_or(""),
          .tool = json["tool"].string_or("")};
}

Json failing_json(const std::vector<FailingTest>& tests) {
  Json list = Json::array();
  for (const FailingTest& test : tests) {
    Json json = Json::object({{"id", test.id}});
    if (!test.file.empty()) json.set("file", test.file);
    if (!test.message.empty()) json.set("message", test.message);
    if (test.times != 1) json.set("times", test.times);
    if (!test.alike) json.set("alike", false);
    list.push(std::move(json));
  }
  return list;
}

std::vector<FailingTest> failing_from(const Json& list) {
  std::vector<FailingTest> tests;
  for (const Json& one : list.items()) {
    tests.push_back({.id = one["id"].string_or(one.text()),
                     .file = one["file"].string_or(""),
                     .message = one["message"].string_or(""),
                     .times = static_cast<int>(one["times"].int_or(1)),
                     .alike = one["alike"].bool_or(true)});
  }
  return tests;
}

// A name without a file is its text alone: there are thousands of them.
Json names_json(const std::vector<TestName>& tests) {
  Json list = Json::array();
  for (const TestName& test : tests) {
    list.push(test.file.empty() ? Json(test.id)
                                : Json::object({{"id", test.id}, {"file", test.file}}));
  }
  return list;
}

std::vector<TestName> names_from(const Json& list) {
  std::vector<TestName> tests;
  for (const Json& one : list.items()) {
    tests.push_back({one["id"].string_or(one.text()), one["file"].string_or("")});
  }
  return tests;
}

Result<CheckOutcome> outcome_from(const Json& json) {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (json.text() == kOutcomes[i]) return static_cast<CheckOutcome>(i);
  }
  return fail(Errc::invalid, "`" + json.dump() + "` is no outcome of a check");
}

Json runs_json(const std::vector<CheckRun>& runs) {
  Json list = Json::array();
  for (const CheckRun& run : runs) list.push(to_json(run));
  return list;
}

Result<std::vector<CheckRun>> runs_from(const Json& list) {
  std::vector<CheckRun> runs;
  for (const Json& one : list.items()) {
    TRY_ASSIGN(CheckRun run, check_run_from_json(one));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

Json to_json(const CheckRun& run) {
  Json json = Json::object({{"stack", run.stack},
                            {"folder", run.folder},
                            {"command", run.command},
                            {"outcome", kOutcomes[static_cast<std::size_t>(run.outcome)]},
                            {"reason", run.reason}});
  Json diagnostics = Json::array();
  for (const Diagnostic& one : run.diagnostics) diagnostics.push(diagnostic_json(one));
  json.set("diagnostics", std::move(diagnostics));
  if (!run.remarks.empty()) {
    Json remarks = Json::array();
    for (const Diagnostic& one : run.remarks) remarks.push(diagnostic_json(one));
    json.set("remarks", std::move(remarks));
  }
  json.set("failing", failing_json(run.failing));
  json.set("flaky", failing_json(run.flaky));
  json.set("inconclusive", failing_json(run.inconclusive));
  json.set("unjudged", failing_json(run.unjudged));
  json.set("passing", names_json(run.passing));
  json.set("skipped", names_json(run.skipped));
  json.set("every_id", run.every_id);
  json.set("no_tests", run.no_tests);
  json.set("out_of_time", run.out_of_time);
  if (run.tests_passed) json.set("tests_passed", *run.tests_passed);
  if (run.exit_code) json.set("exit_code", *run.exit_code);
  if (!run.dependencies.empty()) json.set("dependencies", run.dependencies);
  if (!run.own_commands.empty()) json.set("own_commands", run.own_commands);
  if (run.own_counts) {
    json.set("own_counts",
             Json::object({{"now", run.own_counts->now}, {"before", run.own_counts->before}}));
  }
  json.set("output", run.output);
  json.set("ms", run.duration.count());
  return json;
}

Result<CheckRun> check_run_from_json(const Json& json) {
  CheckRun run;
  run.stack = json["stack"].string_or("");
  run.folder = json["folder"].string_or("");
  run.command = json["command"].string_or("");
  TRY_ASSIGN(run.outcome, outcome_from(json["outcome"]));
  run.reason = json["reason"].string_or("");
  for (const Json& one : json["diagnostics"].items()) {
    run.diagnostics.push_back(diagnostic_from(one));
  }
  for (const Json& one : json["remarks"].items()) run.remarks.push_back(diagnostic_from(one));
  run.failing = failing_from(json["failing"]);
  run.flaky = failing_from(json["flaky"]);
  // Runs of 0.1.0 have them under another name.
  run.inconclusive = failing_from(json[json.has("inconclusive") ? "inconclusive" : "doubtful"]);
  run.unjudged = failing_from(json["unjudged"]);
  run.passing = names_from(json["passing"]);
  run.skipped = names_from(json["skipped"]);
  run.every_id = json["every_id"].bool_or(false);
  run.no_tests = json["no_tests"].bool_or(false);
  run.out_of_time = json["out_of_time"].bool_or(false);
  if (json.has("tests_passed")) {
    run.tests_passed = static_cast<int>(json["tests_passed"].int_or(0));
  }
  if (json.has("exit_code")) run.exit_code = static_cast<int>(json["exit_code"].int_or(0));
  run.dependencies = json["dependencies"].string_or("");
  run.own_commands = json["own_commands"].string_or("");
  if (const Json& counts = json["own_counts"]; counts.is_object()) {
    run.own_counts = OwnCounts{.now = static_cast<int>(counts["now"].int_or(0)),
                               .before = static_cast<int>(counts["before"].int_or(0))};
  }
  run.output = json["output"].string_or("");
  run.duration = Milliseconds(json["ms"].int_or(0));
  return run;
}

Json to_json(const CheckResults& results) {
  const std::string level(os::to_string(results.sandbox.level));
  return Json::object(
      {{"ran", results.ran},
       {"builds", runs_json(results.builds)},
       {"tests", runs_json(results.tests)},
       {"sandbox", Json::object({{"level", level}, {"reason", results.sandbox.reason}})}});
}

Result<CheckResults> check_results_from_json(const Json& json) {
  CheckResults results;
  results.ran = json["ran"].bool_or(false);
  TRY_ASSIGN(results.builds, runs_from(json["builds"]));
  TRY_ASSIGN(results.tests, runs_from(json["tests"]));
  results.sandbox.level = os::sandbox_level_of(json["sandbox"]["level"].string_or(""));
  results.sandbox.reason = json["sandbox"]["reason"].string_or("");
  return results;
}

}  // namespace pawl::repo
