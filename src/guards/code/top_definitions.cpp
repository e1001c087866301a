// G7: definitions survive the edit, with their members, their bodies and their place in what the
// file offers. What was renamed, or moved within the change, is not lost. Tests are G25's.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/code/body_likeness.hpp"
#include "guards/code/broken_edit.hpp"
#include "guards/documents/doc_comment.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/outline/definitions.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {
namespace {

// Two bodies that share so many words are one that was renamed.
constexpr double kRenamedMin = 0.7;

using syntax::Definition;

struct Side {
  std::string_view text;
  std::vector<Definition> definitions;

  std::string_view text_of(const Definition& definition) const {
    return text.substr(definition.begin, definition.end - definition.begin);
  }
  const Definition* find(std::string_view qualified) const {
    for (const Definition& each : definitions) {
      if (each.qualified == qualified) return &each;
    }
    return nullptr;
  }
};

struct FileSides {
  const git::FileChange* file = nullptr;
  syntax::Language language{};
  Side before;
  Side after;
};

Side side_of(const RepoPath& path, const std::optional<std::string>& text) {
  if (!text) return {};
  const syntax::Kind kind = syntax::kind_of(path, *text);
  if (!kind.language) return {.text = *text, .definitions = {}};
  return {.text = *text, .definitions = syntax::definitions(*kind.language, *text)};
}

bool sanctioned(const git::FileChange& file, const Context& context) {
  for (const RepoPath& path : context.sanctioned_deletions) {
    if (path == file.path) return file.action == git::Action::remove;
  }
  return false;
}

// Names of tests and of what holds them.
NameSet test_names(const FileSides& sides) {
  NameSet names;
  for (const syntax::Test& test : syntax::tests_of(sides.language, sides.before.text)) {
    const bool dotted = !contains(test.name, " ");
    for (const std::string_view part : split(test.name, '.')) {
      if (dotted) names.emplace(part);
    }
  }
  return names;
}

// Where the owner of a member ends in its qualified name.
std::string_view owner_before_name(const Definition& member) {
  const std::string_view all = member.qualified;
  std::string_view owner = all.substr(0, all.size() - std::min(all.size(), member.name.size()));
  while (!owner.empty() && (owner.back() == '.' || owner.back() == ':' || owner.back() == '#')) {
    owner.remove_suffix(1);
  }
  return owner;
}

std::string listed(const std::vector<std::string>& names) {
  return printable(join(names, ", "), 400);
}

// Names that `__all__` of a Python module offers.
NameSet offered(std::string_view text) {
  NameSet names;
  const std::size_t at = text.starts_with("__all__") ? 0 : text.find("\n__all__");
  if (at == std::string_view::npos) return names;
  const std::size_t open = text.find_first_of("[(", at);
  const std::size_t close = text.find_first_of("])", at);
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return names;
  for (const std::string_view part : split(text.substr(open + 1, close - open - 1), ',')) {
    const std::string_view name = trim(part);
    if (name.size() > 2 && (name.front() == '"' || name.front() == '\'')) {
      names.emplace(name.substr(1, name.size() - 2));
    }
  }
  return names;
}

// A condition that keeps a definition from ever being there at run time.
bool below_dead_condition(std::string_view text, const Definition& definition) {
  const auto lines = split_lines(text);
  const auto row = static_cast<std::size_t>(definition.line - 1);
  if (row >= lines.size() || !lines[row].starts_with(' ')) return false;
  for (std::size_t i = row; i-- > 0;) {
    if (lines[i].empty() || lines[i].front() == ' ' || lines[i].front() == '#') continue;
    return lines[i].starts_with("if TYPE_CHECKING") || lines[i].starts_with("if False") ||
           lines[i].starts_with("if typing.TYPE_CHECKING") || lines[i].starts_with("if 0:");
  }
  return false;
}

class DefinitionJudge {
 public:
  DefinitionJudge(const std::vector<FileSides>& all, const FileSides& sides, const Context& context,
                  Verdict& verdict)
      : all_(all), sides_(sides), context_(context), verdict_(verdict) {}

  void run() {
    find_removed();
    report_removed();
    for (const Definition& now : sides_.after.definitions) {
      const Definition* old = sides_.before.find(now.qualified);
      if (old != nullptr) compare(*old, now);
    }
    for (const Definition& old : sides_.before.definitions) compare_docs(old);
    if (sides_.language == syntax::Language::python && sides_.file->after) compare_offers();
  }

 private:
  void report(std::string_view rule, int line, std::string message, std::string feedback) {
    if (++reported_ > kFindingsPerFileMax) return;
    verdict_.refuse({.rule = "top-definitions/" + std::string(rule),
                     .kind = RuleKind::scope,
                     .path = sides_.file->path.text(),
                     .line = line,
                     .message = std::move(message),
                     .feedback = std::move(feedback)});
  }

  bool is_test(std::string_view name) {
    if (!tests_known_) tests_ = test_names(sides_);
    tests_known_ = true;
    return tests_.contains(name);
  }

  // C and C++ say a name twice, in a header and beside its body.
  bool is_native() const {
    return sides_.language == syntax::Language::c || sides_.language == syntax::Language::cpp;
  }

  // A file of the change has a definition of that name now, where it had none.
  bool moved(const Definition& old) const {
    return std::any_of(all_.begin(), all_.end(), [&](const FileSides& other) {
      return std::any_of(other.after.definitions.begin(), other.after.definitions.end(),
                         [&](const Definition& each) {
                           return each.name == old.name && each.top_level == old.top_level &&
                                  (is_native() || other.before.find(each.qualified) == nullptr);
                         });
    });
  }

  // Go's methods stand at the top level of their file.
  bool is_member(const Definition& definition) const {
    if (!definition.top_level) return true;
    return sides_.language == syntax::Language::go && definition.qualified != definition.name;
  }

  // A new definition of this file with nearly the same words.
  bool renamed(const Definition& old) {
    for (const Definition& now : sides_.after.definitions) {
      const bool fits = now.kind == old.kind && now.top_level == old.top_level &&
                        sides_.before.find(now.qualified) == nullptr &&
                        !renames_.contains(now.qualified);
      if (!fits || (is_member(old) && owner_before_name(now) != owner_before_name(old))) continue;
      if (likeness(sides_.before.text_of(old), old.name, sides_.after.text_of(now), now.name) <
          kRenamedMin) {
        continue;
      }
      renames_.insert(now.qualified);
      return true;
    }
    return false;
  }

  void find_removed() {
    for (const Definition& old : sides_.before.definitions) {
      if (old.name.empty()) continue;
      const bool member = is_member(old);
      if (stays(old, member) || (member && (!is_function(old) || !owner_stays(old)))) continue;
      if (is_test(old.name) || moved(old) || renamed(old)) continue;
      std::vector<std::string>& list = member ? removed_members_ : removed_;
      const std::string& name = member ? old.qualified : old.name;
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
  }
  // What stands at the top may have got another name space. `res.send` is not `send`, though, when
  // both were there before.
  bool stays(const Definition& old, bool member) const {
    if (sides_.after.find(old.qualified) != nullptr) return true;
    if (member) return false;
    return std::any_of(sides_.after.definitions.begin(), sides_.after.definitions.end(),
                       [&](const Definition& each) {
                         return each.top_level && each.name == old.name &&
                                sides_.before.find(each.qualified) == nullptr;
                       });
  }
  // A member goes with its type, which is told by itself; Go's and Rust's types may stand in
  // another file.
  bool owner_stays(const Definition& member) const {
    const std::string_view owner = owner_before_name(member);
    if (owner.empty()) return false;
    return sides_.after.find(owner) != nullptr || sides_.before.find(owner) == nullptr;
  }

  void report_removed() {
    const std::string path = sides_.file->path.text();
    if (!removed_.empty()) {
      report("removed", 0, "these definitions are gone: " + listed(removed_),
             "Keep " + listed(removed_) + " in " + path +
                 " as they were and change only what the subtask asks for.");
    }
    if (!removed_members_.empty()) {
      report("removed-member", 0, "these members are gone: " + listed(removed_members_),
             "Keep " + listed(removed_members_) + " in " + path + ".");
    }
  }

  void compare(const Definition& old, const Definition& now) {
    if (old.kind != now.kind) return;
    const std::string_view before = sides_.before.text_of(old);
    const std::string_view after = sides_.after.text_of(now);
    const bool same = trim(before) == trim(after);
    // C and C++ hide with `static` what only one file uses.
    if (old.top_level && old.is_public && !now.is_public && !is_native()) {
      report("removed-export", now.line, now.qualified + " is not public any more",
             "Keep " + now.qualified + " public.");
    }
    const bool python = sides_.language == syntax::Language::python;
    if (python && old.top_level && below_dead_condition(sides_.after.text, now) &&
        !below_dead_condition(sides_.before.text, old)) {
      report("conditional", now.line,
             now.qualified + " stands below a condition that is never true",
             "Keep " + now.qualified + " at the top level of the file.");
    }
    if (same || !is_function(now)) return;
    if (is_emptied(before, after) && !is_test(now.name)) {
      report("emptied", now.line, "the body of " + now.qualified + " is gone",
             "Keep what " + now.qualified + " does.");
      return;
    }
    if (outside_target(now)) {
      report("outside-target", now.line,
             now.qualified + " changes, and the subtask is not about it",
             "Leave " + now.qualified + " as it was; the subtask is about " +
                 listed(context_.targets) + ".");
    }
  }

  // By name and not one by one: overloads share a name, and one comment may speak for them all.
  void compare_docs(const Definition& old) {
    if (!old.documented || !old.is_public || old.name.empty()) return;
    const Definition* now = sides_.after.find(old.qualified);
    if (now == nullptr || !now->is_public || is_test(old.name)) return;
    if (!compared_docs_.insert(old.qualified).second) return;
    const auto count = [&](const Side& side, bool documented) {
      return std::count_if(
          side.definitions.begin(), side.definitions.end(), [&](const Definition& each) {
            return each.qualified == old.qualified && (each.documented || !documented);
          });
    };
    const auto lost = count(sides_.before, true) - count(sides_.after, true);
    const auto gone = count(sides_.before, false) - count(sides_.after, false);
    if (lost <= 0 || lost <= gone || still_said(old)) return;
    const bool string = sides_.language == syntax::Language::python;
    const std::string what = string ? "docstring" : "doc comment";
    report("docstring-removed", now->line, "the " + what + " of " + now->qualified + " is gone",
           "Keep the " + what + " of " + now->qualified + ", or say in it what is true now.");
  }

  // A comment whose words stand elsewhere in the change was moved. One of a word or two above a
  // definition is often a heading.
  bool still_said(const Definition& old) const {
    const auto lines = doc_lines(sides_.language, sides_.before.text, old);
    std::size_t words = 0;
    for (const std::string_view line : lines) words += split_words(line).size();
    if (words == 0 || (words < 3 && sides_.language != syntax::Language::python)) return true;
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
      if (lines.size() > 1 && split_words(line).size() < 3) return false;
      std::size_t before = 0;
      std::size_t after = 0;
      for (const FileSides& each : all_) {
        before += occurrences(each.before.text, line);
        after += occurrences(each.after.text, line);
      }
      return after >= before;
    });
  }

  bool is_emptied(std::string_view before, std::string_view after) const {
    return is_stub(sides_.language, after) && !is_stub(sides_.language, before);
  }

  bool outside_target(const Definition& definition) const {
    if (context_.targets.empty() || repo::is_test_file(sides_.file->path)) return false;
    const std::string all = replace_all(definition.qualified, "::", ".");
    return std::none_of(
        context_.targets.begin(), context_.targets.end(), [&](const std::string& each) {
          const std::string target = replace_all(each, "::", ".");
          return target == all || target == definition.name || all.starts_with(target + ".") ||
                 all.ends_with("." + target) || target.ends_with("." + all);
        });
  }

  void compare_offers() {
    const NameSet after = offered(sides_.after.text);
    if (after.empty()) return;
    std::vector<std::string> gone;
    for (const std::string& name : offered(sides_.before.text)) {
      const bool reported = std::find(removed_.begin(), removed_.end(), name) != removed_.end();
      const bool defined = contains_word_folded(sides_.after.text, name);
      if (!after.contains(name) && !reported && defined) gone.push_back(name);
    }
    if (gone.empty()) return;
    report("removed-export", 0, "__all__ does not name these any more: " + listed(gone),
           "Keep " + listed(gone) + " in __all__.");
  }

  const std::vector<FileSides>& all_;
  const FileSides& sides_;
  const Context& context_;
  Verdict& verdict_;
  NameSet tests_;
  bool tests_known_ = false;
  NameSet renames_;
  NameSet compared_docs_;
  std::vector<std::string> removed_;
  std::vector<std::string> removed_members_;
  std::size_t reported_ = 0;
};

}  // namespace

Verdict top_definitions(const git::Change& change, const Context& context) {
  Verdict verdict;
  std::vector<FileSides> all;
  for (const git::FileChange& file : change.files) {
    if (file.before == file.after) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, file.before ? *file.before : *file.after);
    if (!kind.language) continue;
    all.push_back(
        {&file, *kind.language, side_of(file.path, file.before), side_of(file.path, file.after)});
  }
  for (const FileSides& sides : all) {
    const git::FileChange& file = *sides.file;
    if (!file.before) continue;
    // A text that does not parse has lost its definitions to the parser, not to the edit; the
    // syntax guard has better advice.
    if (newly_broken(file)) continue;
    verdict.applies();
    if (!sanctioned(file, context)) DefinitionJudge(all, sides, context, verdict).run();
  }
  return verdict;
}

}  // namespace pawl::guards
