// What `npm test` prints: the runners people use with it, told apart by their marks.
#include <algorithm>
#include <span>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kTitlesMax = 20;  // of groups in each other
constexpr std::string_view kCross = "✖";
constexpr auto kTicks = fixed_words("✔ ", "✓ ", "√ ");
constexpr auto kSkipMarks = fixed_words("﹣ ");

std::string first_word(std::string_view text) {
  const auto words = split_words(text);
  return words.empty() ? std::string() : std::string(words.front());
}

// The text behind one of the marks a line may begin with; empty when it begins with none.
std::string_view marked_name(std::string_view row, WordsView marks) {
  for (const std::string_view mark : marks) {
    if (row.starts_with(mark)) return trim(row.substr(mark.size()));
  }
  return {};
}

// A tick stands before what passed, also before `name # TODO`, which says nothing.
void take_passing(std::string id, TestReport& report) {
  const auto directive = id.rfind(" # ");
  const bool passed = directive == std::string::npos;
  if (!passed) id.resize(directive);
  add_named(passed ? report.passing : report.skipped, std::move(id));
}

// The first test of that name whose file is not known yet.
void take_place(TestReport& report, const std::string& name, std::string_view place) {
  const std::string end = " > " + name;
  for (FailingTest& test : report.failing) {
    if (!test.file.empty() || (test.id != name && !test.id.ends_with(end))) continue;
    test.file = without_place(place);
    return;
  }
}

// node:test's spec reporter lists what failed a second time, each below `test at file:line:column`.
void read_spec(std::string_view text, TestReport& report) {
  Groups groups;
  std::string place;
  bool summary = false;
  std::size_t placed = 0;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view row = trim(line);
    if (const auto passed = number_at(line, "ℹ pass "); passed) report.passed = passed;
    if (row.starts_with("▶ ")) groups.enter(indent_of(line), stable_name(row.substr(4)));
    if (row.starts_with("✖ failing tests:")) summary = true;
    if (row.starts_with("test at ")) place = row.substr(8);
    if (const std::string_view name = marked_name(row, kTicks); !name.empty()) {
      take_passing(groups.path(indent_of(line), stable_name(name)), report);
    }
    if (const std::string_view name = marked_name(row, kSkipMarks); !name.empty()) {
      const std::string_view plain = name.substr(0, name.find(" # "));
      add_named(report.skipped, groups.path(indent_of(line), stable_name(plain)));
    }
    if (!row.starts_with(kCross) || row.starts_with("✖ failing tests:")) continue;
    const std::string name = stable_name(row.substr(kCross.size()));
    if (!summary) {
      const std::string id = groups.path(indent_of(line), name);
      if (!fails_below(report, id)) add_once(report, {.id = id, .file = {}, .message = {}});
    } else if (placed++ <= kFailingMax) {
      take_place(report, name, place);
    }
  }
}

// mocha's spec reporter: titles of groups from two blanks on, ticks below them. What a test prints
// itself stands at the left edge most often, and is no group.
void take_mocha_line(std::string_view line, Groups& groups, TestReport& report) {
  const std::size_t indent = indent_of(line);
  const std::string_view row = trim(line);
  if (row.empty() || indent < 2) return;
  if (const std::string_view name = marked_name(row, kTicks); !name.empty()) {
    add_named(report.passing, groups.path(indent, stable_name(name)));
  } else if (row.starts_with("- ")) {
    add_named(report.skipped, groups.path(indent, stable_name(row.substr(2))));
  } else if (const auto bracket = row.find(") ");
             bracket == std::string_view::npos || !parse_int(row.substr(0, bracket))) {
    groups.enter(indent, stable_name(row));
  }
}

// `at Context.<anonymous> (test/a.js:3:5)` → test/a.js; empty where it is no line of a stack.
std::string frame_path(std::string_view row) {
  if (!row.starts_with("at ")) return {};
  row.remove_prefix(3);
  if (const auto open = row.rfind('('); open != std::string_view::npos && row.ends_with(')')) {
    row = row.substr(open + 1, row.size() - open - 2);
  }
  if (row.starts_with("file://")) row.remove_prefix(7);
  return without_place(row);
}

using Lines = std::span<const std::string_view>;

// The lines that belong to one entry of a list of failures.
Lines until_next(Lines lines, bool (*begins)(std::string_view line)) {
  constexpr std::size_t kLinesMax = 60;
  lines = lines.first(std::min(lines.size(), kLinesMax));
  return lines.first(
      static_cast<std::size_t>(std::find_if(lines.begin(), lines.end(), begins) - lines.begin()));
}

bool begins_mocha_entry(std::string_view line) {
  const std::string_view row = trim(line);
  const auto bracket = row.find(") ");
  return indent_of(line) == 2 && bracket != std::string_view::npos &&
         parse_int(row.substr(0, bracket)).has_value();
}

bool begins_jest_entry(std::string_view line) {
  return line.starts_with("  ● ") || line.starts_with("FAIL ") || line.starts_with("PASS ") ||
         line.starts_with("Test Suites: ");
}

// The test file that the stack of an entry of mocha's list leads through: mocha names none itself.
std::string test_file_in_stack(Lines lines) {
  for (const std::string_view line : lines) {
    const Result<RepoPath> path = RepoPath::from_git(frame_path(trim(line)));
    if (path && is_test_file(*path)) return path->text();
  }
  return {};
}

// The first line that says something, and where it came from in code of the repository.
std::string message_with_stack(Lines lines) {
  constexpr int kFramesMax = 6;
  while (!lines.empty() && trim(lines.front()).empty()) lines = lines.subspan(1);
  if (lines.empty()) return {};
  std::string message = stable_name(lines.front());
  int frames = 0;
  for (const std::string_view line : lines.subspan(1)) {
    const Result<RepoPath> path = RepoPath::from_git(frame_path(trim(line)));
    const bool own = path && path->text().find('.') != std::string::npos && !is_vendored(*path) &&
                     !path->text().starts_with("node:");
    if (own && ++frames <= kFramesMax) message += "\n" + stable_name(line);
  }
  return message;
}

// mocha's numbered list at the end: `  2) box`, deeper titles below, the last one with a colon.
void read_mocha(std::string_view text, TestReport& report) {
  const auto lines = split_lines(text);
  bool list = false;
  bool counts = false;
  std::size_t entries = 0;
  Groups groups;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view row = trim(lines[i]);
    const auto words = split_words(row);
    if (words.size() > 1 && words[1] == "passing") {
      report.passed = static_cast<int>(parse_int(words[0]).value_or(0));
      counts = true;
    }
    if (!counts) take_mocha_line(lines[i], groups, report);
    list = list || (words.size() == 2 && words[1] == "failing");
    const auto bracket = row.find(") ");
    const bool entry = list && bracket != std::string_view::npos && indent_of(lines[i]) == 2 &&
                       parse_int(row.substr(0, bracket)).has_value();
    // More entries than may fail are not read: too many have failed by then.
    if (!entry || ++entries > kFailingMax + 1) continue;
    std::string id(trim(row.substr(bracket + 2)));
    std::size_t next = i + 1;
    const std::size_t last = std::min(lines.size(), i + kTitlesMax);
    while (!id.ends_with(':') && next < last && !trim(lines[next]).empty()) {
      id += " > " + std::string(trim(lines[next++]));
    }
    if (!id.ends_with(':')) continue;
    id.pop_back();
    const Lines below = until_next(std::span(lines).subspan(next), begins_mocha_entry);
    add_once(report, {.id = stable_name(id),
                      .file = test_file_in_stack(below),
                      .message = message_with_stack(below)});
  }
}

// `src/a.test.js` of `dom src/a.test.js (5.2 s)`: a project of several stands before it.
std::string jest_file(std::string_view text) {
  const auto words = split_words(text);
  const auto is_path = [](std::string_view word) {
    return contains(word, ".") && !word.starts_with('(');
  };
  const auto path = std::find_if(words.begin(), words.end(), is_path);
  return path == words.end() ? first_word(text) : std::string(*path);
}

// jest: `FAIL path` and `  ● box › adds` below it.
void read_jest(std::string_view text, TestReport& report) {
  std::string file;
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (line.starts_with("FAIL ")) file = bounded_name(jest_file(line.substr(5)));
    if (line.starts_with("Tests: ")) {
      const auto words = split_words(line);
      for (std::size_t w = 1; w < words.size(); ++w) {
        if (words[w].starts_with("passed")) {
          report.passed = static_cast<int>(parse_int(words[w - 1]).value_or(0));
        }
      }
    }
    constexpr std::string_view kBullet = "  ● ";
    if (!line.starts_with(kBullet) || line.starts_with("  ● Console")) continue;
    const std::string name = replace_all(line.substr(kBullet.size()), " › ", " > ");
    const Lines below = until_next(std::span(lines).subspan(i + 1), begins_jest_entry);
    add_once(report, {.id = file + " > " + stable_name(name),
                      .file = file,
                      .message = message_with_stack(below)});
  }
}

// vitest: ` FAIL  v/a.test.js > box > adds`, the error on the next line.
void read_vitest(std::string_view text, TestReport& report) {
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view row = trim(lines[i]);
    if (row.starts_with("Tests ") && contains(row, " passed")) {
      const auto words = split_words(row);
      for (std::size_t w = 1; w < words.size(); ++w) {
        if (words[w] == "passed") {
          report.passed = static_cast<int>(parse_int(words[w - 1]).value_or(0));
        }
      }
    }
    if (!lines[i].starts_with(" FAIL  ")) continue;
    const std::string_view id = trim(lines[i].substr(7));
    const std::string message = i + 1 < lines.size() ? stable_name(lines[i + 1]) : std::string();
    add_once(report, {.id = stable_name(id), .file = first_word(id), .message = message});
  }
}

}  // namespace

TestReport parse_node_tests(std::string_view text) {
  const std::string plain = without_colours(text);
  if (contains(plain, "TAP version 1") || contains(plain, "\n1..")) return parse_tap(plain);
  TestReport report;
  if (contains(plain, "ℹ tests ")) {
    read_spec(plain, report);
  } else if (contains(plain, "Test Suites: ")) {
    read_jest(plain, report);
  } else if (contains(plain, " Test Files  ")) {
    read_vitest(plain, report);
  } else if (!contains(plain, " passing (") &&
             (contains(plain, " [fail]: ") || contains(plain, " tests passed\n"))) {
    return parse_ava(plain);
  } else {
    read_mocha(plain, report);
  }
  return report;
}

}  // namespace pawl::repo
