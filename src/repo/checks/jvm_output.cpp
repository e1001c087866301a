// What Surefire and Gradle write of JUnit, TestNG and their like: one file a test class.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kJvmMessageBytesMax = 600;
constexpr std::size_t kOwnFramesMax = 6;

// Frames of what runs and helps tests say nothing of the code.
bool is_frame_of_tools(std::string_view frame) {
  static constexpr auto kTools =
      fixed_words("java.", "java.base/", "jdk.", "sun.", "junit.", "kotlin.", "groovy.",
                  "org.junit.", "org.opentest4j.", "org.testng.", "org.hamcrest.", "org.assertj.",
                  "org.mockito.", "org.apache.maven.surefire.", "org.gradle.");
  return std::any_of(std::begin(kTools), std::end(kTools),
                     [&](std::string_view tool) { return frame.starts_with(tool); });
}

// What was said, and where in the project: the stack without the frames of tools.
std::string jvm_message(const XmlElement& fault) {
  constexpr std::string_view kAt = "at ";
  std::string out;
  std::size_t frames = 0;
  for (const std::string_view line : split_lines(trim(fault.text))) {
    const std::string_view row = trim(line);
    const bool frame = row.starts_with(kAt) && row.ends_with(')');
    if (frame && (is_frame_of_tools(row.substr(kAt.size())) || ++frames > kOwnFramesMax)) continue;
    if (row.starts_with("... ") && row.ends_with(" more")) continue;
    out += (out.empty() ? "" : "\n") + std::string(row);
  }
  if (out.empty()) out = trim(fault.attribute("message"));
  return stable_name(head_and_tail(out, kJvmMessageBytesMax));
}

// `com.acme.BoxTest` → com/acme/BoxTest; a class inside another is in the other's file.
std::string path_of_class(std::string_view name) {
  return replace_all(name.substr(0, name.find('$')), ".", "/");
}

void take_jvm_case(const XmlElement& test, EndOrdinals& ordinals, TestReport& report) {
  const std::string owner(test.attribute("classname"));
  const std::string_view name = test.attribute("name");
  // What breaks a class as a whole has its name alone.
  const bool whole = name.empty() || name == owner;
  const std::string id = stable_name(whole ? owner : owner + "." + std::string(name));
  const std::string file = path_of_class(owner);
  const XmlElement* fault = test.child("failure");
  if (fault == nullptr) fault = test.child("error");
  if (fault != nullptr) {
    add_once(report,
             {.id = ordinals.failing.named(id), .file = file, .message = jvm_message(*fault)});
    return;
  }
  const bool ran = test.child("skipped") == nullptr;
  if (ran) report.passed = report.passed.value_or(0) + 1;
  std::vector<TestName>& list = ran ? report.passing : report.skipped;
  if (list.size() > kTestsMax) return;
  list.push_back({(ran ? ordinals.passing : ordinals.skipped).named(id), file});
}

void take_jvm_suites(const XmlElement& element, EndOrdinals& ordinals, TestReport& report) {
  for (const XmlElement& child : element.children) {
    if (child.name == "testcase") {
      take_jvm_case(child, ordinals, report);
    } else {
      take_jvm_suites(child, ordinals, report);
    }
  }
}

}  // namespace

TestReport parse_jvm_reports(std::string_view text) {
  TestReport report;
  EndOrdinals ordinals;
  take_jvm_suites(parse_xml(text), ordinals, report);
  return report;
}

}  // namespace pawl::repo
