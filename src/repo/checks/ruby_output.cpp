// What RSpec, minitest and test-unit report.
#include <utility>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kRubyMessageBytesMax = 600;

std::string plain_path(std::string_view path) {
  return std::string(path.starts_with("./") ? path.substr(2) : path);
}

// `BoxTest#test_add` of `BoxTest#test_add [test/box_test.rb:6]:` and of `BoxTest#test_add:`.
struct MinitestTitle {
  std::string id;
  std::string file;
};

MinitestTitle minitest_title(std::string_view line) {
  MinitestTitle title;
  const auto open = line.rfind(" [");
  const auto close = line.rfind("]:");
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    title.file = plain_path(without_place(line.substr(open + 2, close - open - 2)));
    line = line.substr(0, open);
  } else if (line.ends_with(':')) {
    line.remove_suffix(1);
  }
  title.id = stable_name(line);
  return title;
}

// `  1) Failure:` and `  2) Error:` head a block whose next line names the test.
bool heads_block(std::string_view line, std::string_view kind) {
  const std::string_view row = trim(line);
  const auto bracket = row.find(") ");
  return bracket != std::string_view::npos && bracket > 0 && bracket < 6 &&
         parse_int(row.substr(0, bracket)).has_value() && row.substr(bracket + 2) == kind;
}

// minitest -v writes `ATest#test_good = ` before a test and `0.00 s = .` after it, and whatever the
// test itself prints between the two.
class VerboseLines {
 public:
  VerboseLines(EndOrdinals& ordinals, TestReport& report) : ordinals_(ordinals), report_(report) {}

  void take(std::string_view line) {
    const auto equals = line.find(" = ");
    const auto sharp = line.find('#');
    if (equals != std::string_view::npos && sharp < equals && sharp > 0) {
      under_way_ = stable_name(line.substr(0, equals));
    }
    const auto mark = line.rfind(" s = ");
    if (under_way_.empty() || mark == std::string_view::npos) return;
    const std::string_view end = trim(line.substr(mark + 5));
    if (end.size() != 1 || std::string_view(".SFE").find(end) == std::string_view::npos) return;
    const std::string id = std::exchange(under_way_, {});
    if (end == ".") {
      report_.passed = report_.passed.value_or(0) + 1;
      add_named(report_.passing, ordinals_.passing.named(id));
    } else if (end == "S") {
      add_named(report_.skipped, ordinals_.skipped.named(id));
    }
  }

 private:
  EndOrdinals& ordinals_;
  TestReport& report_;
  std::string under_way_;
};

}  // namespace

TestReport parse_rspec(std::string_view text) {
  TestReport report;
  const Result<Json> json = Json::parse(text);
  if (!json) return report;
  EndOrdinals ordinals;
  for (const Json& example : (*json)["examples"].items()) {
    const std::string file = plain_path(example["file_path"].text());
    const std::string name = stable_name(example["full_description"].text());
    const std::string id = bounded_name(file.empty() ? name : file + ": " + name);
    const std::string_view status = example["status"].text();
    if (status == "passed") {
      report.passed = report.passed.value_or(0) + 1;
      if (report.passing.size() <= kTestsMax) {
        report.passing.push_back({ordinals.passing.named(id), file});
      }
    } else if (status == "failed") {
      add_once(report, {.id = ordinals.failing.named(id),
                        .file = file,
                        .message = stable_name(head_and_tail(
                            trim(example["exception"]["message"].text()), kRubyMessageBytesMax))});
    } else if (report.skipped.size() <= kTestsMax) {
      report.skipped.push_back({ordinals.skipped.named(id), file});
    }
  }
  // What went wrong outside examples: a file that cannot be loaded.
  const auto errors = (*json)["summary"]["errors_outside_of_examples_count"].int_or(0);
  if (errors > 0) {
    std::string said;
    for (const Json& message : (*json)["messages"].items()) {
      said += std::string(message.text()) + "\n";
    }
    add_once(report, {.id = "files that cannot be loaded",
                      .file = {},
                      .message = stable_name(head_and_tail(trim(said), kRubyMessageBytesMax))});
  }
  return report;
}

TestReport parse_minitest(std::string_view text) {
  TestReport report;
  EndOrdinals ordinals;
  VerboseLines verbose(ordinals, report);
  FailingTest* open = nullptr;
  bool title_next = false;
  for (const std::string_view line : split_lines(text)) {
    if (heads_block(line, "Failure:") || heads_block(line, "Error:")) {
      title_next = true;
      open = nullptr;
    } else if (heads_block(line, "Skipped:")) {
      title_next = false;
      open = nullptr;
    } else if (title_next) {
      title_next = false;
      MinitestTitle title = minitest_title(line);
      open = add_once(report, {.id = ordinals.failing.named(std::move(title.id)),
                               .file = std::move(title.file),
                               .message = {}});
    } else if (open != nullptr && !trim(line).empty()) {
      if (open->message.size() < kRubyMessageBytesMax && !line.starts_with("    ")) {
        open->message += (open->message.empty() ? "" : "\n") + stable_name(line);
      }
      if (open->file.empty() && line.starts_with("    ")) {
        open->file = plain_path(without_place(trim(line).substr(0, trim(line).find(":in "))));
      }
    } else {
      open = nullptr;
      verbose.take(line);
    }
  }
  return report;
}

}  // namespace pawl::repo
