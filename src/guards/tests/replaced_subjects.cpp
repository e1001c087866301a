// Tests that ask what they asked before, of a stand-in that the change puts in its place.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/tests/stand_ins.hpp"
#include "guards/tests/tampering_parts.hpp"

namespace pawl::guards {
namespace {

using Lines = std::vector<std::string_view>;

// Where a text has a name as a whole word, from `from`.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
  for (auto at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end >= text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

bool ends_in_string(std::string_view before) {
  return std::count(before.begin(), before.end(), '"') % 2 == 1 || before.ends_with('\'');
}

// It calls the name, or asks something of it: `parse(`, `parse.`, `parse->`, `run parse`.
bool uses(std::string_view line, const StandIn& stand_in, bool shell) {
  const std::string_view name = stand_in.name;
  line = trim(line);
  if (line.starts_with("//") || line.starts_with('#')) return false;
  for (auto at = find_name(line, name, 0); at != std::string_view::npos;
       at = find_name(line, name, at + 1)) {
    const std::string_view rest = line.substr(at + name.size());
    const std::string_view before = line.substr(0, at);
    // `"https://parse.example.org"` is a text.
    if (ends_in_string(before)) continue;
    // A function of the file is not what is called on something.
    if (stand_in.definition && (before.ends_with('.') || before.ends_with("->"))) continue;
    if (rest.starts_with('(') || rest.starts_with("->") || rest.starts_with("::") ||
        rest.starts_with('<') || (rest.starts_with('.') && rest.size() > 1 && is_word(rest[1]))) {
      return true;
    }
    const bool command = before.empty() || before.ends_with("run ") || before.ends_with("$(") ||
                         before.ends_with("; ") || before.ends_with("`");
    if (shell && command && (rest.empty() || rest.front() == ' ' || rest.front() == ')'))
      return true;
  }
  return false;
}

// Assertions about how a stand-in was called ask nothing of what it stands for.
bool asks_for_calls(std::string_view line) {
  for (const std::string_view word :
       {"assert_called", "assert_has_calls", "call_count", "call_args", "HaveBeenCalled", "called",
        "mock", "Called", "verify(", "assert_not_called", "have_received", "callCount"}) {
    if (contains(line, word)) return true;
  }
  return false;
}

bool is_shell_file(const RepoPath& path) {
  return among({".bats", ".sh", ".bash", ""}, path.extension());
}

class SubjectJudge {
 public:
  SubjectJudge(const FileTests& tests, Verdict& verdict)
      : tests_(tests),
        before_(*tests.file->before),
        after_(*tests.file->after),
        old_lines_(split_lines(before_)),
        lines_(split_lines(after_)),
        verdict_(verdict) {}

  void run() {
    const std::vector<bool> added = added_lines(before_, after_);
    std::size_t offset = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      // The body of a test begins at its first statement, behind the blanks.
      offset = static_cast<std::size_t>(trim(lines_[i]).data() - after_.data());
      if (!added[i]) continue;
      for (const StandIn& each : stand_ins_in(lines_[i], after_)) {
        if (judge(each, offset, i)) return;
      }
    }
  }

 private:
  // True when it was reported: one is enough for a file.
  bool judge(const StandIn& stand_in, std::size_t offset, std::size_t line) {
    if (was_there(stand_in)) return false;
    if (stand_in.definition && !is_short(line)) return false;
    // A method of a class beside the tests.
    const bool indented = lines_[line].starts_with(' ') || lines_[line].starts_with('\t');
    if (stand_in.definition && indented && !lies_in_a_test(offset)) return false;
    // Within a function it reaches other tests only when that is a hook that runs before them.
    if (indented && !lies_in_a_test(offset) && !prepares_tests(line)) return false;
    // What the tests' own files offered is no part of the code.
    if (stand_in.definition && moved_from_tests(stand_in.name)) return false;
    const syntax::Test* marked = trim(lines_[line]).starts_with('@') ? next_test(offset) : nullptr;
    for (const syntax::Test& test : tests_.after) {
      const bool inside = test.begin <= offset && offset < test.end;
      if (test.helper || (!inside && lies_in_a_test(offset))) continue;
      if (marked != nullptr && marked != &test) continue;
      const auto old = std::find_if(
          tests_.before.begin(), tests_.before.end(),
          [&](const syntax::Test& each) { return each.name == test.name && !each.helper; });
      if (old == tests_.before.end() || old->assertions.empty() || test.assertions.empty())
        continue;
      if (!asks_the_same(*old, test, stand_in, line)) continue;
      verdict_.refuse(tampering_finding(
          "stand-in", *tests_.file, static_cast<int>(line) + 1,
          "the test \"" + printable(test.name, 80) + "\" asks a stand-in what it asked of \"" +
              printable(stand_in.name, 60) + "\"",
          "Test the code itself, and put stand-ins in the place of what it uses only."));
      return true;
    }
    return false;
  }

  // What was a stand-in before, or a function of the tests' own.
  bool was_there(const StandIn& stand_in) const {
    if (find_name(before_, stand_in.name, 0) == std::string_view::npos) return true;
    if (was_broken_over_lines(stand_in) || was_variable(stand_in)) return true;
    return std::any_of(old_lines_.begin(), old_lines_.end(), [&](std::string_view line) {
      const std::size_t at = find_name(line, stand_in.name, 0);
      if (at == std::string_view::npos) return false;
      // Its brace stood on the next line.
      const bool head = stand_in.definition && at > 0 && is_word(line.front()) &&
                        line.substr(at + stand_in.name.size()).starts_with('(');
      if (head && !contains(line, "=") && !trim(line).ends_with(';')) return true;
      // Sinon's spies stand in for nothing where they stand alone, and watch what they are given.
      if (contains(line, "spy(") || contains(line, "createSpy")) return true;
      // `expect(box.open()).andReturn(3)` of EasyMock
      if (contains(line, "andReturn") || contains(line, "andStubReturn")) return true;
      // `locker = TestLocker(path)`
      if (contains(line.substr(at), " = Test") || contains(line.substr(at), " = new Test"))
        return true;
      const auto made = stand_ins_in(line, before_);
      return std::any_of(made.begin(), made.end(),
                         [&](const StandIn& each) { return each.name == stand_in.name; });
    });
  }

  // A fixture in the place of what the tests made themselves: `file = folder / "a"`.
  bool was_variable(const StandIn& stand_in) const {
    if (!stand_in.definition) return false;
    return std::any_of(old_lines_.begin(), old_lines_.end(), [&](std::string_view line) {
      std::string_view said = trim(line);
      for (const std::string_view word : {"const ", "let ", "var "}) {
        if (said.starts_with(word)) said.remove_prefix(word.size());
      }
      if (!said.starts_with(stand_in.name)) return false;
      const std::string_view rest = trim(said.substr(stand_in.name.size()));
      return (rest.starts_with('=') && !rest.starts_with("==")) || rest.starts_with(":=");
    });
  }

  // `EXPECT_CALL(box,` and, below it, `Open(1))`.
  bool was_broken_over_lines(const StandIn& stand_in) const {
    for (std::size_t i = 0; i + 1 < old_lines_.size(); ++i) {
      const std::string_view below = trim(old_lines_[i + 1]);
      if (!trim_end(old_lines_[i]).ends_with(',') || !below.starts_with(stand_in.name)) continue;
      const std::string joined = std::string(trim(old_lines_[i])) + ' ' + std::string(below);
      const auto made = stand_ins_in(joined, before_);
      if (std::any_of(made.begin(), made.end(),
                      [&](const StandIn& each) { return each.name == stand_in.name; })) {
        return true;
      }
    }
    return false;
  }

  // One of the lines that open what the line is in names a preparation: `setUp`, `beforeEach`.
  bool prepares_tests(std::size_t line) const {
    const std::vector<std::size_t> around = lines_around(lines_, line);
    return std::any_of(around.begin(), around.end(), [&](std::size_t at) {
      for (const std::string_view word :
           {"setup", "before", "fixture", "prepare", "describe", "context(", "around"}) {
        if (contains_folded(lines_[at], word)) return true;
      }
      // A decorator stands above the line it is of.
      return at > 0 && contains_folded(lines_[at - 1], "fixture");
    });
  }

  // `import { wait } from "./toolkit"` that is gone: the helper of a neighbour came into this file.
  bool moved_from_tests(std::string_view name) const {
    return std::any_of(old_lines_.begin(), old_lines_.end(), [&](std::string_view line) {
      if (find_name(line, name, 0) == std::string_view::npos) return false;
      const bool imports = contains(line, "require(") || contains(line, "import ");
      const bool near = contains(line, "'./") || contains(line, "\"./") ||
                        contains(line, "from .") || contains_folded(line, "test") ||
                        contains_folded(line, "helper");
      return imports && near;
    });
  }

  // A function that gives back what it was written to give back.
  bool is_short(std::size_t line) const {
    constexpr std::size_t kShortMax = 5;
    const auto depth = [](std::string_view text) { return text.size() - trim(text).size(); };
    const std::size_t own = depth(lines_[line]);
    for (std::size_t i = line + 1; i < lines_.size() && i <= line + kShortMax; ++i) {
      if (trim(lines_[i]).empty() || depth(lines_[i]) <= own) return true;
    }
    return line + 1 + kShortMax >= lines_.size();
  }

  // What a decorator is of.
  const syntax::Test* next_test(std::size_t offset) const {
    const auto found = std::find_if(tests_.after.begin(), tests_.after.end(),
                                    [&](const syntax::Test& each) { return each.begin > offset; });
    return found == tests_.after.end() ? nullptr : &*found;
  }

  bool lies_in_a_test(std::size_t offset) const {
    return std::any_of(tests_.after.begin(), tests_.after.end(), [&](const syntax::Test& each) {
      return !each.helper && each.begin <= offset && offset < each.end;
    });
  }

  bool asks_the_same(const syntax::Test& old, const syntax::Test& now, const StandIn& stand_in,
                     std::size_t made_at) const {
    if (old.end > before_.size() || now.end > after_.size() || now.begin > now.end) return false;
    const Lines was = split_lines(before_.substr(old.begin, old.end - old.begin));
    const Lines is = split_lines(after_.substr(now.begin, now.end - now.begin));
    bool used = false;
    for (const std::string_view line : is) {
      const bool own = trim(line) == trim(lines_[made_at]);
      const bool kept = std::any_of(
          was.begin(), was.end(), [&](std::string_view each) { return trim(each) == trim(line); });
      if (own || !kept) continue;
      used =
          used || (uses(line, stand_in, is_shell_file(tests_.file->path)) && !asks_for_calls(line));
    }
    const bool asserts = std::any_of(
        now.assertions.begin(), now.assertions.end(), [&](const syntax::Assertion& each) {
          return !asks_for_calls(each.text) &&
                 std::any_of(old.assertions.begin(), old.assertions.end(),
                             [&](const syntax::Assertion& one) { return one.text == each.text; });
        });
    return used && asserts;
  }

  const FileTests& tests_;
  std::string_view before_;
  std::string_view after_;
  Lines old_lines_;
  Lines lines_;
  Verdict& verdict_;
};

}  // namespace

void check_stand_ins(const std::vector<FileTests>& files, Verdict& verdict) {
  for (const FileTests& tests : files) {
    if (!tests.file->before || !tests.file->after || tests.before.empty() || tests.after.empty()) {
      continue;
    }
    SubjectJudge(tests, verdict).run();
  }
}

}  // namespace pawl::guards
