// G7: definitions survive the edit, with their members, their bodies and their place in what the
// file offers. What was renamed, or moved within the change, is not lost. Tests are G25's.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/code/body_likeness.hpp"
#include "guards/code/broken_edit.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/copied.hpp"
#include "guards/code/definition_docs.hpp"
#include "guards/code/definition_sides.hpp"
#include "guards/code/doubled.hpp"
#include "guards/code/hollow_bodies.hpp"
#include "guards/code/python_offers.hpp"
#include "guards/code/stub.hpp"
#include "guards/code/thinned_docs.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/index.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"
#include "syntax/body.hpp"
#include "syntax/comments.hpp"
#include "syntax/outline/loose_functions.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {
namespace {

// Two bodies that share so many words are one that was renamed.
constexpr double kRenamedMin = 0.7;

using syntax::Definition;

Side side_of(const RepoPath& path, const std::optional<std::string>& text) {
  if (!text) return {};
  const syntax::Kind kind = syntax::kind_of(path, *text);
  if (!kind.language) return {*text, {}};
  return {*text, syntax::definitions(*kind.language, *text)};
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
  for (const syntax::Test& test : syntax::tests_of(sides.language, sides.before.text())) {
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

class DefinitionJudge {
 public:
  DefinitionJudge(const std::vector<FileSides>& all, const FileSides& sides, const Context& context,
                  Verdict& verdict)
      : all_(all), sides_(sides), context_(context), verdict_(verdict) {}

  void run() {
    find_removed();
    find_loose_removed();
    report_removed();
    for (const Definition& now : sides_.after.definitions()) {
      const Definition* old = sides_.before.find(now.qualified);
      if (old != nullptr) compare(*old, now);
    }
    if (sides_.file->after && reported_ == 0) {
      if (const auto inner = hollow_inner(all_, sides_)) report_hollow(inner->now, inner->is);
    }
    compare_docs();
    if (sides_.language == syntax::Language::python && sides_.file->after) compare_offers();
  }

  // What is wrong in a new file, too.
  void run_new() {
    for (const Definition& now : sides_.after.definitions()) {
      if (is_function(now) && sides_.before.find(now.qualified) == nullptr) find_endless(now);
    }
    if (sides_.file->before) find_copies();
    if (!sides_.file->before && sides_.language == syntax::Language::java) find_misnamed();
    for (const Doubled& each : doubled(sides_)) {
      report("doubled", each.second->line,
             each.second->qualified + " is defined here and in line " +
                 std::to_string(each.first->line) + " of the same scope",
             "Keep one definition of " + each.second->qualified + ".", RuleKind::defect);
    }
  }

 private:
  void report(std::string_view rule, int line, std::string message, std::string feedback,
              RuleKind kind = RuleKind::scope) {
    if (++reported_ > kFindingsPerFileMax) return;
    verdict_.refuse({.rule = "top-definitions/" + std::string(rule),
                     .kind = kind,
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
      const auto& called = other.after.called(old.name);
      return std::any_of(called.begin(), called.end(), [&](const Definition* each) {
        return each->top_level == old.top_level &&
               (is_native() || other.before.find(each->qualified) == nullptr);
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
    for (const Definition& now : sides_.after.definitions()) {
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
    for (const Definition& old : sides_.before.definitions()) {
      if (old.name.empty()) continue;
      const bool member = is_member(old);
      if (stays(old, member) || (member && (!is_function(old) || !owner_stays(old)))) continue;
      if (is_test(old.name) || moved(old) || renamed(old)) continue;
      std::vector<std::string>& list = member ? removed_members_ : removed_;
      const std::string& name = member ? old.qualified : old.name;
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
  }

  // Functions in blocks, wrappers and objects, and those a grammar does not follow: by their names
  // alone, and only where the change takes the name away altogether.
  void find_loose_removed() {
    const std::string_view before = sides_.before.text();
    const std::string_view after = sides_.after.text();
    if (after.empty() || repo::is_test_file(sides_.file->path)) return;
    const ChangedSpan span = changed_span(before, after);
    for (const syntax::LooseFunction& each :
         syntax::loose_functions(sides_.language, before, sides_.before.definitions(),
                                 span.before.begin, span.before.end)) {
      const std::string_view name = each.name;
      const bool somewhere =
          contains_word_folded(after, name) ||
          std::any_of(all_.begin(), all_.end(), [&](const FileSides& other) {
            return &other != &sides_ && contains_word_folded(other.after.text(), name);
          });
      if (!somewhere && std::find(removed_.begin(), removed_.end(), name) == removed_.end()) {
        removed_.push_back(each.name);
      }
    }
  }

  // What stands at the top may have got another name space. `res.send` is not `send`, though, when
  // both were there before.
  bool stays(const Definition& old, bool member) const {
    if (sides_.after.find(old.qualified) != nullptr) return true;
    if (member) return false;
    const auto& called = sides_.after.called(old.name);
    return std::any_of(called.begin(), called.end(), [&](const Definition* each) {
      return each->top_level && sides_.before.find(each->qualified) == nullptr;
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
    if (python && old.top_level && below_dead_condition(sides_.after.text(), now) &&
        !below_dead_condition(sides_.before.text(), old)) {
      report("conditional", now.line,
             now.qualified + " stands below a condition that is never true",
             "Keep " + now.qualified + " at the top level of the file.");
    }
    if (same || !is_function(now)) return;
    if (may_be_lost(now) && !is_test(now.name) && (compare_bodies(old, now) || find_hollow(now))) {
      return;
    }
    if (outside_target(now)) {
      report("outside-target", now.line,
             now.qualified + " changes, and the subtask is not about it",
             "Leave " + now.qualified + " as it was; the subtask is about " +
                 listed(context_.targets) + ".");
    }
  }

  // Asked first: which names are tests is a matter of the whole file.
  bool may_be_lost(const Definition& now) {
    return stub_of(sides_.language, sides_.after.text(), now) != Stub::none ||
           hollow_body(all_, sides_, now) != Hollow::none;
  }

  // Whether the body is told to be gone.
  bool compare_bodies(const Definition& old, const Definition& now) {
    // Of overloads, and of one name in two traits, it cannot be said which was which.
    const bool alone =
        sides_.before.all(old.qualified).size() == 1 && sides_.after.all(now.qualified).size() == 1;
    if (!alone) return false;
    const Stub is = stub_of(sides_.language, sides_.after.text(), now);
    if (is == Stub::none) return false;
    const Stub was = stub_of(sides_.language, sides_.before.text(), old);
    const bool gone = is == Stub::endless || (is == Stub::refuses && !lives_on(now));
    if (was != Stub::none && !(was == Stub::constant && gone)) return false;
    if (!gone && (says_where(now) || is_maker(now))) return false;
    if (!gone && went_with_its_fields(sides_.language, {sides_.before.text(), old},
                                      {sides_.after.text(), now})) {
      return false;
    }
    if (is == Stub::constant && !has_steps(old)) return false;
    if (gone) {
      report("stubbed", now.line,
             now.qualified + (is == Stub::endless ? " calls itself whatever it is given"
                                                  : " only says that it is not there"),
             "Keep what " + now.qualified + " does.", RuleKind::defect);
    } else if (!find_hollow(now)) {
      report("emptied", now.line, "the body of " + now.qualified + " is gone",
             "Keep what " + now.qualified + " does.");
    }
    return true;
  }

  // It makes a value of its type out of what it is given: the list of initialisers of C++, `Self {
  // … }`, `Type::default()`.
  bool is_maker(const Definition& now) const {
    const std::string_view text = sides_.after.text_of(now);
    if (sides_.language == syntax::Language::rust) {
      return contains(text, "Self {") || contains(text, "Self(") || contains(text, "::default()");
    }
    if (sides_.language == syntax::Language::go) return makes_what_changes(text);
    if (sides_.language != syntax::Language::cpp) return false;
    const std::size_t close = text.find(')');
    return close != std::string_view::npos && trim(text.substr(close + 1)).starts_with(':');
  }

  // `return &Box{}`, where the change gives the struct other fields.
  bool makes_what_changes(std::string_view text) const {
    const auto& types = sides_.after.definitions();
    return std::any_of(types.begin(), types.end(), [&](const Definition& type) {
      if (is_function(type) || !contains(text, type.name + "{}")) return false;
      const Definition* old = sides_.before.find(type.qualified);
      return old != nullptr && sides_.before.text_of(*old) != sides_.after.text_of(type);
    });
  }

  // One of the texts that it gave before, and it was never asked for anything: `def source`.
  bool gives_an_old_text(const Definition& now) const {
    constexpr std::size_t kTextMin = 8;
    const Definition* old = sides_.before.find(now.qualified);
    const auto body = syntax::body_of(sides_.language, sides_.after.text(), now);
    if (old == nullptr || !body || !body->parameters.empty() || body->statements.size() != 1) {
      return false;
    }
    std::string_view said = trim(body->statements.front());
    if (said.starts_with("return ")) said = trim(said.substr(7));
    while (said.ends_with(';')) said.remove_suffix(1);
    const bool text = said.size() >= kTextMin && said.front() == said.back() &&
                      contains("\"'`", said.substr(0, 1));
    return text && contains(sides_.before.text_of(*old), said);
  }

  // A remark with an address, where its work is done now.
  bool says_where(const Definition& now) const {
    const std::string_view text = sides_.after.text_of(now);
    if (!contains(text, "://")) return false;
    const auto remarks = syntax::comments(sides_.language, text);
    return std::any_of(remarks.begin(), remarks.end(), [&](const syntax::Comment& each) {
      return contains(text.substr(each.begin, each.end - each.begin), "://");
    });
  }

  bool find_hollow(const Definition& now) {
    return report_hollow(now, hollow_body(all_, sides_, now));
  }

  bool report_hollow(const Definition& now, Hollow is) {
    if (is == Hollow::none || says_where(now) || is_maker(now) || gives_an_old_text(now)) {
      return false;
    }
    const bool short_of = is == Hollow::cut_short;
    report("hollow", now.line,
           now.qualified + (short_of ? " ends behind its first steps, and nothing comes of them"
                                     : " answers the same whatever it is asked, and does nothing"),
           "Keep what " + now.qualified + " does for those who call it.", RuleKind::defect);
    return true;
  }

  // Of a lone expression a constant may be the right successor.
  bool has_steps(const Definition& old) const {
    const auto body = syntax::body_of(sides_.language, sides_.before.text(), old);
    return body && body->statements.size() > 1;
  }

  // Somebody else has what it did: a type that is built on this one, another file of the change.
  bool lives_on(const Definition& now) const {
    return std::any_of(all_.begin(), all_.end(), [&](const FileSides& other) {
      const auto& called = other.after.called(now.name);
      return std::any_of(called.begin(), called.end(), [&](const Definition* each) {
        return each->qualified != now.qualified || &other != &sides_;
      });
    });
  }

  void find_endless(const Definition& now) {
    if (stub_of(sides_.language, sides_.after.text(), now) != Stub::endless) return;
    if (sides_.after.all(now.qualified).size() > 1) return;
    report("stubbed", now.line, now.qualified + " calls itself whatever it is given",
           "Say in " + now.qualified + " what it does.", RuleKind::defect);
  }

  // Java: a public type is in the file of its name. Without a package a file may be run as it
  // is, whatever it is called.
  void find_misnamed() {
    const std::string stem(index::stem_of(sides_.file->path.text()));
    const auto& all = sides_.after.definitions();
    const auto of_file = [&](const Definition& each) {
      return each.top_level && each.name == stem;
    };
    const bool packaged = contains(sides_.after.text(), "package ");
    if (!packaged || std::any_of(all.begin(), all.end(), of_file)) return;
    for (const Definition& each : all) {
      if (!each.top_level || !each.is_public || is_function(each)) continue;
      report("misnamed", each.line, each.name + " is public and stands in a file of another name",
             "Keep " + each.name + " in " + each.name + ".java, or give both the new name.",
             RuleKind::defect);
    }
  }

  void find_copies() {
    for (const Copied& each : copied(all_, sides_)) {
      if (is_test(each.first->name)) continue;
      report("copied", each.copy->line,
             each.copy->qualified + " is " + each.first->qualified +
                 " once more, and nothing calls it",
             "Change " + each.first->qualified + " itself, or take the copy out.",
             RuleKind::defect);
    }
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

  void compare_docs() {
    const bool string = sides_.language == syntax::Language::python;
    for (const LostDefinitionDoc& each : lost_definition_docs(all_, sides_)) {
      if (is_test(each.now->name)) continue;
      const std::string what = string ? "docstring" : "doc comment";
      report(
          "docstring-removed", each.now->line,
          "the " + what + " of " + each.now->qualified + " is gone",
          "Keep the " + what + " of " + each.now->qualified + ", or say in it what is true now.");
    }
    for (const ThinnedDoc& each : thinned_docs(all_, sides_)) {
      if (is_test(each.now->name)) continue;
      const std::string of = (string ? "docstring of " : "doc comment of ") + each.now->qualified;
      report(each.empty ? "docstring-hollow" : "docstring-removed", each.now->line,
             "the " + of + " " + each.what,
             "Keep what the " + of + " said, or say in it what is true now.",
             each.empty ? RuleKind::defect : RuleKind::scope);
    }
    for (const LostDoc& each : lost_member_docs(all_, sides_)) {
      const std::string of =
          each.of.empty() ? std::string("the file") : "`" + printable(each.of, 60) + "`";
      report("docstring-removed", each.line, "the comment that documents " + of + " is gone",
             "Keep what the comment says of " + of + ", or say in it what is true now.");
    }
  }

  void compare_offers() {
    const NameSet after = offered(sides_.after.text());
    if (after.empty()) return;
    std::vector<std::string> gone;
    for (const std::string& name : offered(sides_.before.text())) {
      const bool reported = std::find(removed_.begin(), removed_.end(), name) != removed_.end();
      const bool defined = contains_word_folded(sides_.after.text(), name);
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
  std::vector<std::string> removed_;
  std::vector<std::string> removed_members_;
  std::size_t reported_ = 0;
};

}  // namespace

Verdict top_definitions(const git::Change& change, const Context& context) {
  Verdict verdict;
  std::vector<FileSides> all;
  for (const git::FileChange& file : change.files) {
    if (file.before == file.after || repo::is_test_data(file.path)) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, file.before ? *file.before : *file.after);
    if (!kind.language) continue;
    all.push_back(
        {&file, *kind.language, side_of(file.path, file.before), side_of(file.path, file.after)});
  }
  for (const FileSides& sides : all) {
    const git::FileChange& file = *sides.file;
    if (file.after && !file.before && repo::is_generated(file.path)) continue;
    // A text that does not parse has lost its definitions to the parser, not to the edit; the
    // syntax guard has better advice.
    if (newly_broken(file)) continue;
    verdict.applies();
    DefinitionJudge judge(all, sides, context, verdict);
    if (file.after) judge.run_new();
    if (file.before && !sanctioned(file, context)) judge.run();
  }
  return verdict;
}

}  // namespace pawl::guards
