// What go test -json prints.
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kGoMessageBytesMax = 600;

// `    box_test.go:8: Add(1, 2) = -1` names the file; the frame lines of the runner do not count.
std::string file_of(std::string_view output) {
  for (const std::string_view line : split_lines(output)) {
    const std::string_view row = trim(line);
    const auto end = row.find(".go:");
    if (end == std::string_view::npos || row.find(' ') < end) continue;
    const std::string_view path = row.substr(0, end + 3);
    if (path.ends_with("_test.go") || path.find('/') == std::string_view::npos) {
      return std::string(path);
    }
  }
  return {};
}

std::string message_of(std::string_view output) {
  std::string message;
  for (const std::string_view line : split_lines(output)) {
    const std::string_view row = trim(line);
    const bool frame = row.starts_with("=== ") || row.starts_with("--- ") || row.empty();
    if (row.starts_with("goroutine ")) break;
    if (frame || message.size() > kGoMessageBytesMax) continue;
    if (!message.empty()) message += '\n';
    message += stable_name(row);
  }
  return message;
}

struct GoPackage {
  std::map<std::string, std::string> outputs;  // of each test
  std::vector<std::string> failed;
  std::string own_output;
  bool failed_itself = false;
};

void report_package(const std::string& name, const GoPackage& package, TestReport& report) {
  const std::set<std::string_view> all(package.failed.begin(), package.failed.end());
  for (const std::string& test : package.failed) {
    // A parent that fails because of its subtests says nothing of its own.
    const auto child = all.lower_bound(test + "/");
    if (child != all.end() && child->starts_with(test + "/")) continue;
    const auto output = package.outputs.find(test);
    const std::string text = output == package.outputs.end() ? std::string() : output->second;
    if (report.failing.size() > kFailingMax) return;
    report.failing.push_back(
        {.id = name + "." + stable_name(test), .file = file_of(text), .message = message_of(text)});
  }
  if (package.failed_itself && package.failed.empty()) {
    const bool build = contains(package.own_output, "[build failed]") ||
                       contains(package.own_output, "[setup failed]");
    report.failing.push_back({.id = name + (build ? " [does not build]" : " [fails as a whole]"),
                              .file = {},
                              .message = message_of(package.own_output)});
  }
}

// A package that does not build is reported outside the JSON before Go 1.24.
void take_plain_failure(std::string_view line, std::string_view name,
                        std::map<std::string, GoPackage>& packages) {
  GoPackage& package = packages[std::string(name)];
  package.failed_itself = true;
  package.own_output += line;
}

}  // namespace

TestReport parse_go_test(std::string_view text) {
  TestReport report;
  std::map<std::string, GoPackage> packages;
  for (const std::string_view line : split_lines(text)) {
    if (const auto words = split_words(line); words.size() > 1 && words[0] == "FAIL") {
      take_plain_failure(line, words[1], packages);
      continue;
    }
    if (!line.starts_with('{')) continue;
    const Json event = Json::parse(line).value_or(Json());
    const std::string action = event["Action"].string_or("");
    const std::string name = event["Package"].string_or("");
    const std::string test = event["Test"].string_or("");
    if (action.empty() || name.empty()) continue;
    GoPackage& package = packages[name];
    if (action == "output") {
      (test.empty() ? package.own_output : package.outputs[test]) += event["Output"].text();
    } else if (action == "fail" && !test.empty()) {
      package.failed.push_back(test);
    } else if (action == "fail") {
      package.failed_itself = true;
    } else if (action == "pass" && !test.empty()) {
      report.passed = report.passed.value_or(0) + 1;
      report.passing.push_back({name + "." + stable_name(test), {}});
    } else if (action == "skip" && !test.empty()) {
      report.skipped.push_back({name + "." + stable_name(test), {}});
    }
  }
  for (const auto& [name, package] : packages) report_package(name, package, report);
  return report;
}

}  // namespace pawl::repo
