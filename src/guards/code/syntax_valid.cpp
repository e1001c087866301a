// G2: a touched file still parses. What did not parse before is no reason to refuse, unless the
// change adds a fault of another kind. A grammar may be older than the language: the language's
// own parser decides where there is one.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/moved_files.hpp"
#include "guards/snapshot_inputs.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"
#include "syntax/brackets.hpp"
#include "syntax/check.hpp"
#include "syntax/grammar_gaps.hpp"
#include "syntax/limits.hpp"

namespace pawl::guards {
namespace {

using Faults = std::vector<syntax::Diagnostic>;

// Tells apart what the old text also had; lines may have moved.
class KnownFaults {
 public:
  explicit KnownFaults(const Faults& before) {
    for (const syntax::Diagnostic& old : before) messages_.push_back(old.message);
  }
  // Each old fault excuses one new fault.
  bool take(const syntax::Diagnostic& now) {
    const auto same = std::find(messages_.begin(), messages_.end(), now.message);
    if (same == messages_.end()) return false;
    messages_.erase(same);
    return true;
  }

 private:
  std::vector<std::string> messages_;
};

Finding syntax_finding(const RepoPath& path, const syntax::Diagnostic& fault) {
  const std::string place = std::to_string(fault.line) + ":" + std::to_string(fault.column);
  return {.rule = "syntax/parse-error",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = "does not parse at " + place + ": " + fault.message,
          .feedback = "Give a text of " + path.text() + " that parses; look at line " +
                      std::to_string(fault.line) + "."};
}

bool has_erb(std::string_view text) { return contains(text, "<%") && contains(text, "%>"); }

// Marks of Jinja, ERB, Liquid, Go's and Helm's templates. `${{ … }}` is an expression of CI
// definitions, which are no templates.
bool looks_like_template(std::string_view text) {
  if (contains(text, "{%") && contains(text, "%}")) return true;
  if (has_erb(text)) return true;
  for (std::size_t at = text.find("{{"); at != std::string_view::npos;
       at = text.find("{{", at + 2)) {
    if (at > 0 && text[at - 1] == '$') continue;
    if (text.find("}}", at) != std::string_view::npos) return true;
  }
  return false;
}

// Verbs that a program fills in where they stand: `__%[1]s_complete()` of Go, `%(name)s` of Python.
// No language has either outside of a text.
bool has_named_verb(std::string_view line) {
  for (std::size_t at = line.find('%'); at != std::string_view::npos; at = line.find('%', at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    const bool index = rest.starts_with('[');
    if (!index && !rest.starts_with('(')) continue;
    std::size_t end = 1;
    while (end < rest.size() && (index ? is_digit(rest[end]) : is_word(rest[end]))) ++end;
    if (end > 1 && end + 1 < rest.size() && rest[end] == (index ? ']' : ')') &&
        among({"s", "d", "q", "v"}, rest.substr(end + 1, 1))) {
      return true;
    }
  }
  return false;
}

template <typename Holds>
bool on_every_line_of(const Faults& faults, std::string_view text, const Holds& holds) {
  const auto lines = split_lines(text);
  return std::all_of(faults.begin(), faults.end(), [&](const syntax::Diagnostic& fault) {
    const auto line = static_cast<std::size_t>(fault.line);
    return line >= 1 && line <= lines.size() && holds(lines[line - 1]);
  });
}

enum class Doubt : std::uint8_t {
  none,      // the fault is one
  grammar,   // the grammar may not understand what the language allows
  no_fault,  // the language's own parser says that it is none
};

bool is_native(const syntax::Kind& kind) {
  return kind.language == syntax::Language::c || kind.language == syntax::Language::cpp;
}

// Macros keep any grammar from understanding C, but not from counting brackets. Branches of the
// preprocessor may open one bracket twice, so that each branch is counted by itself.
bool brackets_say_broken(const git::FileChange& file) {
  const bool branches = contains(*file.after, "#else") || contains(*file.after, "#elif");
  if (branches && !file.before) return false;
  const auto differ = [&](syntax::Branch branch) {
    return syntax::brackets_in(*file.after, branch) !=
           (file.before ? syntax::brackets_in(*file.before, branch) : syntax::Brackets());
  };
  return differ(syntax::Branch::first) || differ(syntax::Branch::last);
}

// Tests of parsers and tools bring texts that are wrong on purpose, or output in a file whose
// ending says otherwise.
bool may_be_wrong(const git::FileChange& file, const syntax::Kind& kind,
                  const repo::RepoView* tree) {
  if (repo::is_test_data(file.path) || is_snapshot_input(file.path, tree)) return true;
  if (file.before) return false;
  return repo::is_fixture(file.path) || (!kind.language && repo::is_sample_place(file.path));
}

// A file that ERB fills in may parse by luck, as long as only values are filled in.
bool is_in_erb(const git::FileChange& file, const Faults& added) {
  return file.before && has_erb(*file.before) && on_every_line_of(added, *file.after, has_erb);
}

// Cirrus CI reads each `task:` of its file, though the key is a repeated one.
bool is_list_of_tasks(const RepoPath& path, const Faults& added) {
  return among({".cirrus.yml", ".cirrus.yaml"}, path.name()) &&
         std::all_of(added.begin(), added.end(), [](const syntax::Diagnostic& fault) {
           return contains(fault.message, "repeated key \"task\"");
         });
}

// `before`: what the old text had; `added`: what the new one has besides.
Doubt doubt_of(const git::FileChange& file, const syntax::Kind& kind, const Faults& before,
               const Faults& added, const Context& context) {
  if (may_be_wrong(file, kind, context.head)) return Doubt::grammar;
  if (is_list_of_tasks(file.path, added)) return Doubt::no_fault;
  if (on_every_line_of(added, *file.after, has_named_verb)) return Doubt::grammar;
  if (!kind.language) {
    if (is_in_erb(file, added)) return Doubt::grammar;
    const bool parsed_once = file.before && before.empty();
    return !parsed_once && looks_like_template(*file.after) ? Doubt::grammar : Doubt::none;
  }
  if (context.own_parser) {
    const auto parses = context.own_parser(*kind.language, file.path, *file.after);
    if (parses) return *parses ? Doubt::no_fault : Doubt::none;
  }
  if (is_native(kind)) return brackets_say_broken(file) ? Doubt::none : Doubt::grammar;
  const auto beyond = [&](std::string_view line) {
    return syntax::beyond_grammar(*kind.language, line);
  };
  if (on_every_line_of(added, *file.after, beyond)) return Doubt::grammar;
  // What the grammar did not understand before it need not understand now.
  if (!before.empty()) return Doubt::grammar;
  return !file.before && looks_like_template(*file.after) ? Doubt::grammar : Doubt::none;
}

void judge_faults(const git::FileChange& file, const syntax::Kind& kind, const Faults& before,
                  const Faults& now, const Context& context, Verdict& verdict) {
  KnownFaults known(before);
  Faults added;
  for (const syntax::Diagnostic& fault : now) {
    if (known.take(fault)) {
      verdict.note(syntax_finding(file.path, fault));
    } else {
      added.push_back(fault);
    }
  }
  if (added.empty()) return;
  switch (doubt_of(file, kind, before, added, context)) {
    case Doubt::no_fault: return;
    case Doubt::grammar:
      verdict.cannot(file.path.text() + ":" + std::to_string(added.front().line) +
                     " may be wrong on purpose, or more than the grammar understands: " +
                     added.front().message);
      return;
    case Doubt::none: break;
  }
  if (added.size() > kTextFaultsPerFileMax) added.resize(kTextFaultsPerFileMax);
  for (const syntax::Diagnostic& fault : added) verdict.refuse(syntax_finding(file.path, fault));
}

void check_syntax(const git::Change& change, const git::FileChange& file, const syntax::Kind& kind,
                  const Context& context, Verdict& verdict) {
  const Faults now = syntax::check(kind, *file.after);
  if (now.empty()) return;
  const auto faults_before = [](const git::FileChange& old) {
    return syntax::check(syntax::kind_of(old.path, *old.before), *old.before);
  };
  if (file.before) return judge_faults(file, kind, faults_before(file), now, context, verdict);
  const git::FileChange* origin = moved_from(change, file);
  if (origin == nullptr) return judge_faults(file, kind, {}, now, context, verdict);
  git::FileChange moved = file;
  moved.before = origin->before;
  judge_faults(moved, kind, faults_before(*origin), now, context, verdict);
}

// A change must not put itself beyond what can be judged: what was read before is read after.
void judge_unreadable(const git::FileChange& file, const std::string& why, Verdict& verdict) {
  const bool left_alone = repo::is_vendored(file.path) || repo::is_generated(file.path);
  const bool read_before =
      file.before && !syntax::unreadable(syntax::kind_of(file.path, *file.before), *file.before);
  verdict.cannot(file.path.text() + " " + why);
  if (left_alone || (file.before && !read_before)) return;
  verdict.refuse({.rule = read_before ? "syntax/became-unreadable" : "syntax/unreadable",
                  .kind = read_before ? RuleKind::defect : RuleKind::scope,
                  .path = file.path.text(),
                  .line = 1,
                  .message = why + ", so nothing in it can be judged",
                  .feedback = "Keep " + file.path.text() +
                              " small and plain enough to be read: divide it, or leave it as it "
                              "was."});
}

}  // namespace

Verdict syntax_valid(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || looks_binary(*file.after) || file.mode_after == git::kSymlinkMode) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
    if (kind.format == syntax::Format::other) continue;
    if (file.before != file.after) {
      if (const auto why = syntax::unreadable(kind, *file.after)) {
        verdict.applies();
        judge_unreadable(file, *why, verdict);
        continue;
      }
    }
    if (kind.format == syntax::Format::markdown) continue;
    if (kind.format == syntax::Format::ini) continue;  // config-syntax knows who reads which how
    verdict.applies();
    check_syntax(change, file, kind, context, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
