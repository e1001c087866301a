// What ran before still runs, and whoever asks for it hears when it fails: no early return above
// it, no condition that is never true, no handler that drops every failure, no comment marks.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/commented_out.hpp"
#include "guards/code/idle_script.hpp"
#include "guards/code/replaced_code.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"
#include "syntax/idle_code.hpp"
#include "syntax/language.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::guards {
namespace {

using syntax::IdleCode;
using syntax::Idleness;

// Of the lines that say something, how many must have stood there before: in per cent.
constexpr std::size_t kKnownMin = 60;

using Lines = std::unordered_set<std::string_view>;

// Brackets, `else` and `end` stand everywhere.
bool says_something(std::string_view line) {
  return std::count_if(line.begin(), line.end(), is_word) >= 5;
}

Lines lines_of_text(std::string_view text) {
  Lines out;
  for (const std::string_view line : split_lines(text)) out.insert(trim(line));
  return out;
}

std::string_view slice(std::string_view text, std::size_t begin, std::size_t end) {
  return text.substr(begin, end - begin);
}

class LiveCheck {
 public:
  LiveCheck(const git::Change& change, const git::FileChange& file, syntax::Language language,
            Verdict& verdict)
      : change_(change), file_(file), language_(language), verdict_(verdict) {}

  void run() {
    const ChangedSpan span = changed_span(*file_.before, *file_.after);
    const auto found = syntax::idle_code(language_, *file_.after, span.after.begin, span.after.end);
    if (!found.empty() && was_read()) {
      was_idle_ = syntax::idle_code(language_, *file_.before, 0, file_.before->size());
      for (const IdleCode& each : found) look_at(each);
    }
    for (const CommentedOut& each : commented_out(language_, *file_.before, *file_.after, span)) {
      report("commented-out", RuleKind::scope, each.line,
             counted(each.lines, "line") + " of code " + (each.lines == 1 ? "is" : "are") +
                 " a comment now",
             "Keep the code, or take it out: what is only switched off nobody reads again.");
    }
    for (const ReplacedCode& each : replaced_code(language_, *file_.before, *file_.after, span)) {
      look_at(each);
    }
  }

 private:
  // Of a file that the parser did not follow nobody knows what was idle in it.
  bool was_read() const {
    const auto outline = outline_of(file_.path.text(), *file_.before);
    return outline != nullptr && !outline->has_errors;
  }

  void look_at(const IdleCode& idle) {
    const std::string_view code = slice(*file_.after, idle.begin, idle.end);
    const bool counts = (idle.what == Idleness::endless && is_new_loop(idle)) ||
                        stood_before(idle, code) ||
                        (idle.what == Idleness::unreachable && does_more(idle, code));
    if (!counts || fails_still(idle, code) || take_known(idle, code)) return;
    const std::string what = first_line(code);
    switch (idle.what) {
      case Idleness::unreachable:
        return report("unreachable", RuleKind::defect, idle.line,
                      "nothing comes to what stands behind this statement: " + what,
                      "Take the statement away that leaves the block above `" + what +
                          "`, or put it below a condition.");
      case Idleness::ended:
        if (has_remark(idle.line)) {
          return report("retired", RuleKind::scope, idle.line,
                        "the file ends here and says why, above what it did: " + what,
                        "Let the file come to `" + what + "`, or take it out.");
        }
        return report("ended", RuleKind::defect, idle.line,
                      "the file ends here, above what it did: " + what,
                      "Let the file come to `" + what + "`, or take it out.");
      case Idleness::never:
        return report("never-true", RuleKind::defect, idle.line,
                      "code that ran stands below a condition that is never met: " + what,
                      "Keep `" + what + "` where it runs, or take it out.");
      case Idleness::always:
        if (!was_guarded(idle, code)) return;
        return report("always-true", RuleKind::defect, idle.line,
                      "a condition that was asked is always met now: " +
                          printable(trim(line_of(*file_.after, idle.line)), 80),
                      "Ask what was asked above `" + what + "`, or take the condition out.");
      case Idleness::disabled:
        return report("disabled", RuleKind::scope, idle.line,
                      "code that was compiled stands below #if 0: " + what,
                      "Keep `" + what + "` where it is compiled, or take it out.");
      case Idleness::endless:
        return report(
            "endless", RuleKind::defect, idle.line,
            "nothing ends this loop: " + printable(trim(line_of(*file_.after, idle.line)), 80),
            "Count the attempts of `" + what + "`, and stop behind the last.");
      case Idleness::swallowed:
        if (!is_clean_up(code) && !stands_in_clean_up(idle.line)) {
          return report("silenced", RuleKind::defect, idle.line,
                        "the failure of this step was heard, and is dropped now: " + what,
                        "Let the failure of `" + what + "` through, or handle it.");
        }
        return report("swallowed", RuleKind::scope, idle.line,
                      "every failure of what stands in this block is dropped: " + what,
                      "Let the failure through, or handle the one that is expected.");
    }
  }

  void look_at(const ReplacedCode& code) {
    const std::string what = printable(code.said, 80);
    switch (code.what) {
      case Replaced::by_words:
        if (says_why(code.line) && lost_its_function(code.said)) return;
        return report("words-for-code", RuleKind::defect, code.line,
                      "a remark stands where the function did this: " + what,
                      "Keep the code from `" + what + "` on, or write what takes its place.");
      case Replaced::silenced:
        if (stands_in_clean_up(code.line)) return;
        return report("silenced", RuleKind::defect, code.line,
                      "the failure of this step was heard, and is dropped now: " + what,
                      "Let the failure of `" + what + "` through, or handle it.");
      case Replaced::repeated:
        return report("repeated", RuleKind::defect, code.line,
                      "the remark is the code beside it once more: " + what,
                      "Take the remark out; what the code was is in the history.");
    }
  }

  // A few words on the line, which may be what the program says, or a remark above it.
  bool has_remark(int line) const {
    const auto says = [](std::string_view remark) {
      return !remark.starts_with("#!") && split_words(remark).size() >= 3;
    };
    const std::string_view own = line_of(*file_.after, line);
    const std::size_t mark = std::min({own.find('#'), own.find("//"), own.find_first_of("\"'")});
    if (mark != std::string_view::npos && says(own.substr(mark))) return true;
    const std::string_view above = line < 2 ? "" : trim(line_of(*file_.after, line - 1));
    return (above.starts_with('#') || above.starts_with("//")) && says(above);
  }

  // `// Ranges follow the order of the keys, so a new name keeps them.`
  bool says_why(int line) const {
    const std::string_view remark = trim(line_of(*file_.after, line));
    if (split_words(remark).size() < 8) return false;
    return contains(remark, ", so ") || contains(remark, " because ") ||
           contains(remark, " since ");
  }

  // It called what another file of the change defined and defines no more, and nobody says there.
  bool lost_its_function(std::string_view code) const {
    const std::size_t open =
        code.rfind("()") != std::string_view::npos ? code.rfind("()") : code.find('(');
    if (open == std::string_view::npos) return false;
    std::size_t begin = open;
    while (begin > 0 && is_word(code[begin - 1])) --begin;
    const std::string name(code.substr(begin, open - begin));
    if (name.size() < 4) return false;
    bool gone = false;
    for (const git::FileChange& each : change_.files) {
      if (each.after && contains(*each.after, name + "(")) return false;
      if (&each == &file_ || gone || !each.before || !contains(*each.before, name + "(")) continue;
      for (const syntax::Definition& old : syntax::definitions(language_, *each.before)) {
        gone = gone || old.name == name;
      }
    }
    return gone;
  }

  static std::string first_line(std::string_view code) {
    for (const std::string_view line : split_lines(code)) {
      const std::string_view said = trim(line);
      if (says_something(said)) return printable(said, 80);
    }
    return printable(trim(code), 80);
  }

  // It is old code: the file had most of its lines. A lone statement must have stood in the same
  // function, as `return result;` stands in many.
  bool stood_before(const IdleCode& idle, std::string_view code) {
    std::size_t known = 0;
    std::size_t all = 0;
    const std::vector<std::string_view> lines = split_lines(code);
    const Lines* before = nullptr;
    for (const std::string_view each : lines) {
      std::string_view line = trim(each);
      if (!says_something(line) || line.starts_with('#')) continue;
      if (before == nullptr) before = &lines_before(idle);
      // What is new and handed to it may be as old as can be.
      const bool swallows = all == 0 && idle.what == Idleness::swallowed;
      if (swallows && (!before->contains(line) || is_further_copy(line))) return false;
      ++all;
      const bool stood = before->contains(line) || before->contains(without_braces(line)) ||
                         (language_ == syntax::Language::ruby && had_condition(*before, line));
      if (stood) ++known;
    }
    return all > 0 && known * 100 >= all * kKnownMin;
  }

  // It still stands wherever it stood, and here as well.
  bool is_further_copy(std::string_view wanted) const {
    const auto count_in = [&](std::string_view text) {
      const auto lines = split_lines(text);
      return std::count_if(lines.begin(), lines.end(),
                           [&](std::string_view line) { return trim(line) == wanted; });
    };
    return count_in(*file_.after) > count_in(*file_.before);
  }

  // A lone step that may well fail: something is put away, closed, or ended.
  static bool is_clean_up(std::string_view code) {
    static constexpr auto kSteps =
        fixed_words("close", "remove", "unlink", "delete", "clean", "kill", "quit", "stop",
                    "shutdown", "destroy", "cancel", "abort", "disconnect", "release", "free", "rm",
                    "flush", "dispose", "terminate", "unsubscribe", "import", "require");
    if (line_count(trim(code)) > 3) return false;
    const std::string words = lower(code);
    return std::any_of(kSteps.begin(), kSteps.end(),
                       [&](std::string_view step) { return contains(words, step); });
  }

  // A block around the line is called so: `def teardown_thread(self, thread):`, `afterEach(() =>
  // {`.
  bool stands_in_clean_up(int line) const {
    static constexpr auto kNames = fixed_words("teardown", "tear_down", "aftereach", "after_each",
                                               "cleanup", "clean_up", "dispose");
    const auto lines = split_lines(*file_.after);
    const std::vector<std::size_t> around =
        lines_around(lines, static_cast<std::size_t>(std::max(line, 1)) - 1);
    return std::any_of(around.begin(), around.end(), [&](std::size_t at) {
      const std::string head = lower(lines[at]);
      // What a type or a suite is called says nothing of each part of it.
      if (contains(head, "class ") || contains(head, "describe")) return false;
      return std::any_of(kNames.begin(), kNames.end(),
                         [&](std::string_view name) { return contains(head, name); });
    });
  }

  // The line that opens the loop was not there.
  bool is_new_loop(const IdleCode& idle) {
    return !lines_before(idle).contains(trim(line_of(*file_.after, idle.line)));
  }

  // Ruby: what is new of the line is the condition behind it.
  static bool had_condition(const Lines& before, std::string_view line) {
    return std::any_of(before.begin(), before.end(), [&](std::string_view old) {
      if (!old.starts_with(line)) return false;
      const std::string_view rest = old.substr(line.size());
      return rest.starts_with(" if ") || rest.starts_with(" unless ");
    });
  }

  // `x || true`, or the code stood below a condition before, which is gone.
  bool was_guarded(const IdleCode& idle, std::string_view code) {
    const std::string_view condition = line_of(*file_.after, idle.line);
    for (const std::string_view word : {"||", " or ", " -o "}) {
      if (contains(condition, word)) return true;
    }
    std::string_view first;
    for (const std::string_view line : split_lines(code)) {
      first = without_braces(trim(line));
      if (says_something(first)) break;
    }
    if (!says_something(first)) return false;
    const Lines& before = lines_before(idle);
    std::string_view above;
    for (const std::string_view each : split_lines(*file_.before)) {
      const std::string_view line = trim(each);
      if (line.empty()) continue;
      const bool same_line = line != first && line.ends_with(first);
      const std::string_view asked = same_line ? line : above;
      above = line;
      // Ruby: `save if open`
      if (line.starts_with(first) && contains(line.substr(first.size()), " if ")) {
        if (!contains(*file_.after, line)) return true;
      }
      if (line != first && !same_line) continue;
      if (asks(asked) && before.contains(asked) && !contains(*file_.after, asked)) return true;
    }
    return false;
  }

  static bool asks(std::string_view line) {
    while (line.starts_with('}') || line.starts_with(' ')) line.remove_prefix(1);
    if (line.starts_with("else ")) line = trim(line.substr(5));
    for (const std::string_view word : {"if ", "if(", "elif ", "elsif ", "unless "}) {
      if (line.starts_with(word)) return true;
    }
    return false;
  }

  // Go: `os.Exit(1)` above the `return` of an error, which the compiler asks for: the way failed
  // before, and fails still.
  bool fails_still(const IdleCode& idle, std::string_view code) const {
    if (language_ != syntax::Language::go || idle.what != Idleness::unreachable) return false;
    const std::string_view leaves = trim(line_of(*file_.after, idle.line));
    if (!leaves.starts_with("os.Exit(") || leaves == "os.Exit(0)") return false;
    const std::string_view given = trim(code);
    if (contains(given, "\n")) return false;
    return given == "return err" || given.starts_with("return fmt.Errorf(") ||
           given.starts_with("return errors.New(");
  }

  // New code behind a statement that leaves: a compiler may ask for a further jump there, and
  // behind a call that ends the program for a value, but for nothing else.
  bool does_more(const IdleCode& idle, std::string_view code) const {
    static constexpr auto kJumps =
        fixed_words("return", "throw", "raise", "break", "continue", "next", "goto");
    const auto jumps = [&](std::string_view line) {
      const auto end = std::find_if_not(line.begin(), line.end(), is_word);
      return among(kJumps, line.substr(0, static_cast<std::size_t>(end - line.begin())));
    };
    if (!jumps(trim(line_of(*file_.after, idle.line)))) return false;
    const std::string first = first_line(code);
    for (const std::string_view word :
         {"unreachable", "UNREACHABLE", "NOTREACHED", "not reached"}) {
      if (contains(code, word)) return false;
    }
    return says_something(first) && !jumps(first) && !first.starts_with("assert");
  }

  // `{ f(); }` of `if (false) { f(); }`.
  static std::string_view without_braces(std::string_view line) {
    if (line.starts_with('{')) line.remove_prefix(1);
    if (line.ends_with('}')) line.remove_suffix(1);
    return trim(line);
  }

  const Lines& lines_before(const IdleCode& idle) {
    const syntax::Definition* around = nullptr;
    for (const syntax::Definition& each : definitions(after_, *file_.after)) {
      const bool function = each.kind == "function" || each.kind == "method";
      if (function && each.begin <= idle.begin && idle.end <= each.end) around = &each;
    }
    if (around != nullptr) {
      for (const syntax::Definition& each : definitions(before_, *file_.before)) {
        if (each.qualified != around->qualified) continue;
        const auto [at, is_new] = function_lines_.try_emplace(around->qualified);
        if (is_new) at->second = lines_of_text(slice(*file_.before, each.begin, each.end));
        return at->second;
      }
    }
    const auto [at, is_new] = function_lines_.try_emplace(std::string());
    if (is_new) at->second = lines_of_text(*file_.before);
    return at->second;
  }

  const std::vector<syntax::Definition>& definitions(
      std::optional<std::vector<syntax::Definition>>& kept, std::string_view text) const {
    if (!kept) kept = syntax::definitions(language_, text);
    return *kept;
  }

  // Each place that was idle before excuses one that is.
  bool take_known(const IdleCode& idle, std::string_view code) {
    const auto same = std::find_if(was_idle_.begin(), was_idle_.end(), [&](const IdleCode& was) {
      if (was.what != idle.what) return false;
      const std::string_view old = slice(*file_.before, was.begin, was.end);
      return first_line(old) == first_line(code) || shares_lines(old, code);
    });
    if (same == was_idle_.end()) return false;
    was_idle_.erase(same);
    return true;
  }

  // The same block, with a line or two edited.
  static bool shares_lines(std::string_view old, std::string_view code) {
    const Lines before = lines_of_text(old);
    std::size_t known = 0;
    std::size_t all = 0;
    for (const std::string_view each : split_lines(code)) {
      const std::string_view line = trim(each);
      if (!says_something(line)) continue;
      ++all;
      if (before.contains(line)) ++known;
    }
    return 2 * known > all;
  }

  void report(std::string_view rule, RuleKind kind, int line, std::string message,
              std::string feedback) {
    if (++reported_ > kFindingsPerFileMax) return;
    verdict_.refuse({.rule = "live-code/" + std::string(rule),
                     .kind = kind,
                     .path = file_.path.text(),
                     .line = line,
                     .message = std::move(message),
                     .feedback = std::move(feedback)});
  }

  const git::Change& change_;
  const git::FileChange& file_;
  syntax::Language language_;
  Verdict& verdict_;
  std::vector<IdleCode> was_idle_;
  std::optional<std::vector<syntax::Definition>> before_;
  std::optional<std::vector<syntax::Definition>> after_;
  std::unordered_map<std::string, Lines> function_lines_;
  std::size_t reported_ = 0;
};

}  // namespace

Verdict live_code(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !file.after || file.before == file.after) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
    if (!kind.language || repo::is_vendored(file.path) || repo::is_generated(file.path)) continue;
    verdict.applies();
    LiveCheck(change, file, *kind.language, verdict).run();
  }
  if (context.index != nullptr) {
    for (Finding& each : idle_scripts(change, *context.index)) verdict.refuse(std::move(each));
  }
  return verdict;
}

}  // namespace pawl::guards
