#include "planner/prompts/test_sources.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/prompt_budget.hpp"
#include "syntax/language.hpp"
#include "syntax/outline/definitions.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::planner {
namespace {

constexpr int kAroundPlace = 8;  // lines to either side, of a test without a name

// What a test is called in its own file: the last part of its id, without parameters.
std::string_view own_name(std::string_view id) {
  id = id.substr(0, id.find('['));
  for (const std::string_view mark : {"::", " > ", " › ", "#", "."}) {
    const auto at = id.rfind(mark);
    if (at != std::string_view::npos) id.remove_prefix(at + mark.size());
  }
  // Go: a subtest is in the function before the slash.
  return trim(id.substr(0, id.find('/')));
}

struct TestFile {
  std::string path;
  std::string text;
  std::vector<std::string_view> lines;
  std::optional<syntax::Language> language;

  std::string_view line(int number) const { return lines[static_cast<std::size_t>(number - 1)]; }
  int total() const { return static_cast<int>(lines.size()); }
};

std::size_t depth_of_line(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// From a line to the last that is deeper, and what closes it.
LineSpan by_depth(const TestFile& file, int first) {
  const std::size_t depth = depth_of_line(file.line(first));
  int last = first;
  for (int line = first + 1; line <= file.total(); ++line) {
    const std::string_view text = file.line(line);
    if (trim(text).empty()) continue;
    if (depth_of_line(text) > depth) {
      last = line;
      continue;
    }
    const bool closes =
        std::string_view(")}]").find(trim(text).front()) != std::string_view::npos ||
        trim(text) == "end";
    return {first, closes ? line : last};
  }
  return {first, last};
}

std::optional<LineSpan> by_definition(const TestFile& file, std::string_view name) {
  if (!file.language || name.empty()) return std::nullopt;
  for (const syntax::Definition& each : syntax::definitions(*file.language, file.text)) {
    if (each.name == name && each.kind != "class") return LineSpan{each.line, each.end_line};
  }
  for (const syntax::Test& each : syntax::tests_of(*file.language, file.text)) {
    const bool same = each.name == name || own_name(each.name) == name ||
                      each.name.ends_with(" > " + std::string(name));
    if (same && each.line > 0 && each.line <= file.total()) return by_depth(file, each.line);
  }
  return std::nullopt;
}

// Lines of the file that the output names, in order.
std::vector<int> places_in(const TestFile& file, std::string_view output) {
  std::vector<int> out;
  const auto slash = file.path.rfind('/');
  const std::string name = file.path.substr(slash == std::string::npos ? 0 : slash + 1);
  for (auto at = output.find(name); at != std::string_view::npos; at = output.find(name, at + 1)) {
    std::string_view rest = output.substr(at + name.size());
    for (const std::string_view mark : {":", "\", line ", "(", " line "}) {
      if (!rest.starts_with(mark)) continue;
      rest.remove_prefix(mark.size());
      std::size_t digits = 0;
      while (digits < rest.size() && is_digit(rest[digits])) ++digits;
      const auto line = parse_int(rest.substr(0, digits));
      if (line && *line >= 1 && *line <= file.total()) out.push_back(static_cast<int>(*line));
      break;
    }
  }
  return out;
}

std::string folded(std::string_view text) {
  std::string out;
  for (const std::string_view word : split_words(text)) {
    out += (out.empty() ? "" : " ") + std::string(word);
  }
  return out;
}

// The assertion at a line: an expression over several lines is one to the grammar.
void find_assertion(const TestFile& file, const LineSpan& span, const std::vector<int>& places,
                    TestSource& out) {
  const auto named =
      std::find_if(places.rbegin(), places.rend(), [&](int line) { return span.holds(line); });
  std::vector<syntax::Assertion> within;
  if (file.language) {
    for (const syntax::Test& test : syntax::tests_of(*file.language, file.text)) {
      for (const syntax::Assertion& each : test.assertions) {
        if (span.holds(each.line)) within.push_back(each);
      }
    }
  }
  if (named != places.rend()) {
    out.line = *named;
    const auto exact = std::find_if(within.begin(), within.end(),
                                    [&](const auto& each) { return each.line == *named; });
    out.assertion = exact != within.end() ? exact->text : folded(file.line(*named));
  } else if (within.size() == 1) {
    out.line = within.front().line;
    out.assertion = within.front().text;
  }
}

std::optional<TestSource> source_in(const TestFailure& failure, const TestFile& file) {
  const std::vector<int> places = places_in(file, failure.message);
  std::optional<LineSpan> span = by_definition(file, own_name(failure.id));
  if (!span && places.empty()) return std::nullopt;
  if (!span) span = LineSpan{places.back() - kAroundPlace, places.back() + kAroundPlace};
  TestSource out{.test = failure.id, .path = file.path, .text = {}, .assertion = {}};
  find_assertion(file, *span, places, out);
  // Of a long test the part that fails.
  if (span->last - span->first >= kTestSourceLinesMax && out.line > 0) {
    span->first = std::max(span->first, out.line - kTestSourceLinesMax / 2);
  }
  out.first = std::max(1, span->first);
  const int last = std::min({span->last, file.total(), out.first + kTestSourceLinesMax - 1});
  for (int line = out.first; line <= last; ++line) out.text += std::string(file.line(line)) + "\n";
  return out.text.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace

std::vector<TestSource> test_sources(std::span<const TestFailure> failures,
                                     const repo::RepoView& view) {
  std::vector<TestSource> out;
  for (const TestFailure& failure : failures) {
    if (out.size() == kTestSourcesMax) break;
    for (const std::string& path : files_of(failure, view)) {
      const Result<RepoPath> parsed = RepoPath::from_git(path);
      std::optional<std::string> text = view.text(path);
      if (!parsed || !text || looks_binary(*text)) continue;
      TestFile file{.path = path, .text = to_utf8(*text), .lines = {}, .language = {}};
      file.lines = split_lines(file.text);
      file.language = syntax::kind_of(*parsed, file.text).language;
      std::optional<TestSource> source = source_in(failure, file);
      if (!source) continue;
      const bool shown = std::any_of(out.begin(), out.end(), [&](const TestSource& each) {
        return each.path == source->path && each.text == source->text;
      });
      if (!shown) out.push_back(*std::move(source));
      break;
    }
  }
  return out;
}

}  // namespace pawl::planner
