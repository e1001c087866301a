// What pytest (and CTest, whose reports have the same form) and unittest print.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kPythonMessageBytesMax = 600;

std::string first_words(std::string_view text) {
  return head_and_tail(trim(text), kPythonMessageBytesMax);
}

// pytest's own way to write a test: `t/test_a.py::TestK::test_m`.
std::string pytest_id(const XmlElement& test) {
  const std::string name(test.attribute("name"));
  const std::string_view file = test.attribute("file");
  const std::string_view owner = test.attribute("classname");
  if (file.empty()) {
    if (owner.empty() || owner == name) return name;
    return std::string(owner) + "::" + name;
  }
  const auto dot = file.rfind('.');
  const std::string module = replace_all(file.substr(0, dot), "/", ".");
  std::string id(file);
  if (owner.size() > module.size() && owner.starts_with(module)) {
    id += "::" + replace_all(owner.substr(module.size() + 1), ".", "::");
  }
  return id + "::" + name;
}

void take_case(const XmlElement& test, EndOrdinals& ordinals, TestReport& report) {
  const std::string_view status = test.attribute("status");  // CTest's
  const XmlElement* fault = test.child("failure");
  if (fault == nullptr) fault = test.child("error");
  const XmlElement* skipped = test.child("skipped");
  if (fault == nullptr && status == "notrun") fault = skipped;
  if (fault == nullptr) {
    const bool ran = skipped == nullptr && status != "disabled";
    if (ran) report.passed = report.passed.value_or(0) + 1;
    Ordinals& names = ran ? ordinals.passing : ordinals.skipped;
    (ran ? report.passing : report.skipped)
        .push_back(
            {names.named(stable_name(pytest_id(test))), std::string(test.attribute("file"))});
    return;
  }
  FailingTest failing;
  failing.id = ordinals.failing.named(stable_name(pytest_id(test)));
  failing.file = test.attribute("file");
  std::string message(fault->attribute("message"));
  const XmlElement* output = test.child("system-out");
  if (message.empty() && output != nullptr) message = output->text;
  if (message == "collection failure" || trim(message).empty()) message = fault->text;
  failing.message = stable_name(first_words(message));
  add_once(report, std::move(failing));
}

void take_suites(const XmlElement& element, EndOrdinals& ordinals, TestReport& report) {
  for (const XmlElement& child : element.children) {
    if (child.name == "testcase") {
      take_case(child, ordinals, report);
    } else {
      take_suites(child, ordinals, report);
    }
  }
}

// `test_a (u_test.A.test_a)`, or `test_a (u_test.A)` before Python 3.11.
std::string unittest_id(std::string_view title) {
  const auto open = title.find(" (");
  const auto close = title.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return stable_name(title);
  const std::string name(title.substr(0, open));
  std::string owner(title.substr(open + 2, close - open - 2));
  if (!owner.ends_with("." + name)) owner += "." + name;
  // A module that cannot be imported is reported as a test of a stand-in class.
  owner = replace_all(owner, "unittest.loader._FailedTest.", "");
  return stable_name(owner + std::string(title.substr(close + 1)));
}

// `test_a (u_test.A.test_a) ... ok`.
void take_unittest_line(std::string_view line, std::string_view before, TestReport& report) {
  const auto dots = line.rfind(" ... ");
  if (dots == std::string_view::npos) return;
  const std::string_view end = line.substr(dots + 5);
  const std::string_view name = line.substr(0, dots);
  const std::string_view title = name.ends_with(')') && contains(name, " (") ? name : before;
  if (!title.ends_with(')') || !contains(title, " (")) return;
  if (end == "ok" || end == "expected failure") report.passing.push_back({unittest_id(title), {}});
  if (end.starts_with("skipped")) report.skipped.push_back({unittest_id(title), {}});
}

// `  File "/x/t.py", line 6, in test_sub` → the path.
std::string frame_file(std::string_view line) {
  const std::string_view row = trim(line);
  if (!row.starts_with("File \"")) return {};
  const auto end = row.find('"', 6);
  return end == std::string_view::npos ? std::string() : std::string(row.substr(6, end - 6));
}

// Of the comparison below an assertion's message: `- a`, `? ^`, `+ b`.
bool is_of_comparison(std::string_view line) {
  return line.starts_with("- ") || line.starts_with("+ ") || line.starts_with("? ");
}

}  // namespace

TestReport parse_junit(std::string_view text) {
  TestReport report;
  const XmlElement root = parse_xml(text);
  EndOrdinals ordinals;
  take_suites(root, ordinals, report);
  return report;
}

TestReport parse_unittest(std::string_view text) {
  TestReport report;
  int ran = 0;
  bool block = false;
  int not_passed = 0;
  std::string_view before;  // a test with a description has its name on the line above
  for (const std::string_view line : split_lines(text)) {
    take_unittest_line(line, before, report);
    before = line;
    const bool title = line.starts_with("FAIL: ") || line.starts_with("ERROR: ");
    if (title) {
      const std::string id = unittest_id(line.substr(line.find(' ') + 1));
      const std::size_t before_it = report.failing.size();
      add_once(report, {.id = id, .file = {}, .message = {}});
      block = report.failing.size() > before_it;
    } else if (line.starts_with("Ran ")) {
      const std::string_view count = line.substr(4, line.find(' ', 4) - 4);
      ran = static_cast<int>(parse_int(count).value_or(0));
      block = false;
    } else if (line.starts_with("FAILED (") || line.starts_with("OK (")) {
      for (const std::string_view part : split(line, ',')) {
        const auto equals = part.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view digits = part.substr(equals + 1);
        not_passed += static_cast<int>(
            parse_int(digits.substr(0, digits.find_first_not_of("0123456789"))).value_or(0));
      }
    } else if (block && !line.starts_with("---") && !line.starts_with("===")) {
      FailingTest& test = report.failing.back();
      if (const std::string file = frame_file(line); !file.empty()) {
        test.file = file;
      } else if (!trim(line).empty() && !line.starts_with(' ') && !line.starts_with("Traceback") &&
                 (test.message.empty() || !is_of_comparison(line))) {
        test.message = stable_name(first_words(line));
      }
    }
  }
  if (ran > 0) report.passed = std::max(0, ran - not_passed);
  return report;
}

}  // namespace pawl::repo
