// What cargo, rustc and libtest print.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {
namespace {

// `src/lib.rs:10:17` with any of its numbers missing.
void take_panic_place(std::string_view place, Diagnostic& into) {
  const auto parts = split(place, ':');
  into.path = parts[0];
  if (parts.size() > 1) into.line = static_cast<int>(parse_int(parts[1]).value_or(0));
  if (parts.size() > 2) into.column = static_cast<int>(parse_int(parts[2]).value_or(0));
}

// `target/debug/deps/crate_box-1c5ef6b7574c2a1e` → `crate_box`.
std::string crate_of(std::string_view binary) {
  const auto slash = binary.rfind('/');
  std::string_view name = slash == std::string_view::npos ? binary : binary.substr(slash + 1);
  return std::string(name.substr(0, name.rfind('-')));
}

// A documentation test is named after the line it starts on, which any edit above it moves.
std::string without_line(std::string_view name) {
  const auto at = name.rfind(" (line ");
  return std::string(at == std::string_view::npos ? name : name.substr(0, at));
}

constexpr std::size_t kFileBytesMax = 4'096;
constexpr std::size_t kBlockLinesMax = 50'000;

class CargoTestReader {
 public:
  TestReport read(std::string_view text) {
    for (const std::string_view line : split_lines(text)) take(line);
    for (FailingTest& test : report_.failing) add_message(test);
    return std::move(report_);
  }

 private:
  void take(std::string_view line) {
    const std::string_view words = trim(line);
    if (words.starts_with("Running ") && line.starts_with(' ')) {
      const auto open = words.rfind('(');
      if (open == std::string_view::npos) return;
      crate_ = bounded_name(crate_of(words.substr(open + 1, words.size() - open - 2)));
      const auto file = split_words(words.substr(0, open));
      file_ = file.back().substr(0, kFileBytesMax);
    } else if (words.starts_with("Doc-tests ")) {
      crate_ = bounded_name("doc " + std::string(words.substr(10)));
      file_.clear();
    } else if (line.starts_with("test result: ")) {
      take_counts(line);
    } else if (line.starts_with("test ")) {
      take_test(line.substr(5));
    } else if (line.starts_with("---- ") && line.ends_with(" stdout ----")) {
      block_ = bounded_name(std::string(line.substr(5, line.size() - 17)));
    } else if (line.starts_with("failures:")) {
      block_.clear();
    } else if (!block_.empty() && blocks_.size() < kBlockLinesMax) {
      blocks_.push_back({crate_, block_, std::string(line)});
    }
  }

  void take_test(std::string_view rest) {
    const auto dots = rest.rfind(" ... ");
    if (dots == std::string_view::npos) return;
    const std::string_view end = rest.substr(dots + 5);
    std::string_view name = rest.substr(0, dots);
    if (name.ends_with(" - should panic")) name.remove_suffix(15);
    const std::string id = crate_ + "::" + stable_name(without_line(name));
    const std::string file =
        crate_.starts_with("doc ") ? std::string(name.substr(0, name.find(" - "))) : file_;
    if (report_.passing.size() + report_.skipped.size() > kTestsMax) return;
    if (end == "ok") report_.passing.push_back({id, file});
    if (end.starts_with("ignored")) report_.skipped.push_back({id, file});
    if (!end.starts_with("FAILED")) return;
    FailingTest test{.id = id, .file = file, .message = {}};
    test.message = bounded_name(std::string(name));  // add_message puts the real one here
    add_once(report_, std::move(test));
  }

  void take_counts(std::string_view line) {
    const auto words = split_words(line);
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i] != "passed;") continue;
      report_.passed =
          report_.passed.value_or(0) + static_cast<int>(parse_int(words[i - 1]).value_or(0));
    }
  }

  // The panic's own words, and the file it happened in when the tool names it.
  void add_message(FailingTest& test) const {
    const std::string name = test.message;
    test.message.clear();
    const std::string crate = test.id.substr(0, test.id.find("::"));
    bool after_panic = false;
    for (const Line& line : blocks_) {
      if (line.crate != crate || line.test != name) continue;
      const auto at = line.text.find(" panicked at ");
      if (at != std::string::npos) {
        Diagnostic place;
        take_panic_place(trim(std::string_view(line.text).substr(at + 13)), place);
        if (!crate.starts_with("doc ") && !place.path.starts_with('/')) test.file = place.path;
        after_panic = true;
      } else if (after_panic && line.text.starts_with("stack backtrace")) {
        return;
      } else if ((after_panic || line.text.starts_with("note: test did not panic")) &&
                 !trim(line.text).empty() && test.message.size() < 400) {
        if (line.text.starts_with("note: run with")) return;
        if (!test.message.empty()) test.message += '\n';
        test.message += stable_name(line.text);
      }
    }
  }

  struct Line {
    std::string crate;
    std::string test;
    std::string text;
  };
  TestReport report_;
  std::string crate_;
  std::string file_;
  std::string block_;
  std::vector<Line> blocks_;
};

}  // namespace

std::vector<Diagnostic> parse_cargo_messages(std::string_view text) {
  std::vector<Diagnostic> found;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with('{')) continue;
    const Json entry = Json::parse(line).value_or(Json());
    const Json& message = entry["message"];
    if (entry["reason"].text() != "compiler-message" || message["level"].text() != "error") {
      continue;
    }
    Diagnostic error;
    error.tool = "cargo check";
    error.code = message["code"]["code"].string_or("");
    error.message = message["message"].string_or("");
    for (const Json& span : message["spans"].items()) {
      if (!span["is_primary"].bool_or(false)) continue;
      error.path = span["file_name"].string_or("");
      error.line = static_cast<int>(span["line_start"].int_or(0));
      error.column = static_cast<int>(span["column_start"].int_or(0));
      const std::string_view label = span["label"].text();
      if (!label.empty()) error.message += " (" + std::string(label) + ")";
      break;
    }
    const bool summary = error.message.starts_with("aborting due to");
    if (!summary) add_once(found, std::move(error));
  }
  return found;
}

std::vector<Diagnostic> parse_rustc_errors(std::string_view text) {
  std::vector<Diagnostic> found;
  Diagnostic error;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("error")) {
      error = {};
      error.tool = "rustc";
      const auto colon = line.find(": ");
      if (colon == std::string_view::npos) continue;
      if (line.starts_with("error[")) error.code = line.substr(6, line.find(']') - 6);
      error.message = line.substr(colon + 2);
    } else if (const std::string_view row = trim(line);
               row.starts_with("--> ") && !error.message.empty()) {
      take_panic_place(row.substr(4), error);
      add_once(found, std::move(error));
      error = {};
    }
  }
  return found;
}

TestReport parse_cargo_test(std::string_view text) { return CargoTestReader().read(text); }

}  // namespace pawl::repo
