#include "guards/code/gone_names.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/text/text.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/java_bases.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/code/name_places.hpp"
#include "guards/code/shell_text.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "repo/views/view.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Symbol;

bool looks_at(Family family) {
  return family == Family::c || family == Family::java || family == Family::ruby ||
         family == Family::bash;
}

// Ruby calls a function without arguments by its bare name.
bool calls(const syntax::Reference& each, std::string_view name, Family family) {
  const bool bare = family == Family::ruby && is_distinctive_name(name) &&
                    each.kind == syntax::ReferenceKind::name;
  return each.name == name && !each.local && each.receiver.empty() &&
         (each.kind == syntax::ReferenceKind::call || bare);
}

class GoneSearch {
 public:
  GoneSearch(const git::FileChange& file, const index::CodeIndex& index, std::vector<Finding>& out)
      : file_(file),
        path_(file.path.text()),
        family_(family_of(file)),
        base_(index.base()),
        head_(index.head()),
        out_(out) {}

  void run() {
    before_ = outline_of(path_, *file_.before);
    after_ = head_.outline(path_);
    if (before_ == nullptr || after_ == nullptr) return;
    if (before_->has_errors || after_->has_errors) return;
    std::unordered_set<std::string_view> kept;
    std::unordered_set<std::string_view> promised;
    for (const Symbol& each : after_->symbols) {
      (is_promise(*file_.after, each) ? promised : kept).insert(each.definition.name);
    }
    for (const std::string& each : after_->bindings) {
      if (!promised.contains(each)) kept.insert(each);
    }
    for (const syntax::Import& import : after_->imports) {
      for (const syntax::ImportedName& each : import.names) kept.insert(each.alias);
    }
    for (const Symbol& each : before_->symbols) {
      if (is_method_apart(each)) look_for_own_calls(each, kept);
      const bool gone = is_function(each.definition) && !kept.contains(each.definition.name);
      if (gone && has_body(each.definition) && is_certain(each)) look_for_calls(each);
    }
  }

 private:
  // A prototype: a body has to stand somewhere else.
  bool is_promise(std::string_view text, const Symbol& symbol) const {
    return family_ == Family::c && is_function(symbol.definition) &&
           text.substr(0, symbol.definition.end).ends_with(';');
  }

  // C++: defined outside of its class, `void A::go() {`.
  bool is_method_apart(const Symbol& symbol) const {
    const syntax::Definition& definition = symbol.definition;
    if (family_ != Family::c || definition.kind != "method" || !definition.top_level) return false;
    const std::string_view owner = bare_name(owner_of(definition.qualified));
    const char first = definition.name.front();
    const bool plain = is_identifier_byte(first) && definition.name != owner &&
                       !definition.name.starts_with("operator");
    return plain && has_body(definition) && !contains(*file_.after, "##");
  }

  // The class still declares it, nobody defines it, and its own methods call it.
  void look_for_own_calls(const Symbol& gone, const std::unordered_set<std::string_view>& kept) {
    const std::string& name = gone.definition.name;
    if (kept.contains(name)) return;
    const std::string_view owner = bare_name(owner_of(gone.definition.qualified));
    bool declared = false;
    for (const index::Place& place : head_.definers_of(name)) {
      if (index::family_of(place.path) != family_) continue;
      if (bare_name(owner_of(place.qualified)) != owner || defines(place)) return;
      declared = true;
    }
    if (!declared) return;
    for (const syntax::Reference& each : after_->references) {
      const bool own = each.receiver.empty() || each.receiver == "this";
      if (each.name != name || each.local || !own || each.enclosing < 0) continue;
      if (each.kind != syntax::ReferenceKind::call &&
          each.kind != syntax::ReferenceKind::method_call) {
        continue;
      }
      const Symbol& around = after_->symbols[static_cast<std::size_t>(each.enclosing)];
      if (bare_name(owner_of(around.definition.qualified)) != owner) continue;
      if (++reported_ > kFindingsPerFileMax) return;
      report(path_, each.line, name);
    }
  }

  bool has_body(const syntax::Definition& definition) const {
    return family_ != Family::c || file_.before->substr(0, definition.end).ends_with('}');
  }

  bool is_certain(const Symbol& gone) const {
    const std::string& name = gone.definition.name;
    const std::string& after = *file_.after;
    switch (family_) {
      case Family::c:
        return gone.definition.top_level && gone.definition.kind == "function" &&
               !contains(after, "define " + name) && !contains(after, "##");
      case Family::java: return is_closed_java(gone);
      case Family::ruby: return is_closed_ruby(gone);
      case Family::bash: return is_certain_in_shell(name);
      default: return false;
    }
  }

  // Whoever extends a class may have the method from there.
  bool is_closed_java(const Symbol& gone) const {
    return gone.decorators.empty() && !has_static_star(*file_.after) &&
           !declares_method(*file_.after, gone.definition.name) &&
           !may_inherit(head_, path_, gone.definition.name);
  }

  bool is_closed_ruby(const Symbol& gone) const {
    const std::string& after = *file_.after;
    if (contains(after, ":" + gone.definition.name) || is_defined_otherwise(gone)) return false;
    if (is_distinctive_name(gone.definition.name)) {
      return !contains(after, "method_missing") && !contains(after, "define_method") &&
             !contains(after, "_eval");
    }
    for (const std::string_view maker :
         {"method_missing", "define_method", "include ", "extend ", "prepend ", "delegate", "alias",
          "class_eval", "instance_eval", " < ", "Struct.new", "require"}) {
      if (contains(after, maker) && (maker != "require" || gone.definition.top_level)) return false;
    }
    return true;
  }

  // `alias each_line each`, `def self.from_error(…)` within `Data.define(…) do`.
  bool is_defined_otherwise(const Symbol& gone) const {
    const std::string after = syntax::blank_comments(syntax::Language::ruby, *file_.after);
    const std::string_view code = std::string_view(after).substr(0, after.find("\n__END__"));
    const std::vector<std::size_t> places = places_of(code, gone.definition.name);
    return std::any_of(places.begin(), places.end(), [&](std::size_t at) {
      const std::string_view before = code.substr(0, at);
      return before.ends_with("alias ") || before.ends_with("def ") ||
             before.ends_with("def self.");
    });
  }

  // Without a new function beside it, what is left may be a command of that name.
  bool is_certain_in_shell(const std::string& name) const {
    const std::string after = without_shell_comments(*file_.after);
    if (evaluates_anything(after)) return false;
    for (const std::size_t at : places_of(after, name)) {
      const std::string_view behind = std::string_view(after).substr(at + name.size());
      if (behind.starts_with("()") || behind.starts_with(" ()") ||
          std::string_view(after).substr(0, at).ends_with("function ")) {
        return false;
      }
    }
    if (contains(name, "_")) return true;
    return std::any_of(after_->symbols.begin(), after_->symbols.end(), [&](const Symbol& each) {
      return symbol_named(before_.get(), each.definition.qualified) == nullptr;
    });
  }

  void look_for_calls(const Symbol& gone) {
    const std::string& name = gone.definition.name;
    // Java: what another class has does not count where no base has it (is_closed_java).
    if (family_ == Family::java) return look_in(path_, gone);
    const std::vector<index::Place> definers = head_.definers_of(name);
    const bool defined = std::any_of(definers.begin(), definers.end(),
                                     [&](const index::Place& place) { return defines(place); });
    if (defined) return;
    if (family_ == Family::bash) return look_in_shell(gone);
    const bool shared = family_ == Family::c && gone.definition.is_public;
    if (shared && may_be_of_library(name) && !path_.ends_with(".c")) return;
    const bool own_only = !shared;
    if (own_only) return look_in(path_, gone);
    std::string last;
    for (const index::Site& site : head_.references_to(name)) {
      if (site.path == last || head_.family_of(site.path) != family_) continue;
      last = site.path;
      look_in(last, gone);
    }
  }

  // The scripts that source the file have its functions as well.
  void look_in_shell(const Symbol& gone) {
    look_in(path_, gone);
    if (!contains(gone.definition.name, "_")) return;
    std::set<std::string> users;
    for (const index::Site& site : head_.importers_of(path_)) users.insert(site.path);
    for (const std::string& each : users) look_in(each, gone);
  }

  // `fputs`: in one word, a system or a library has it, too.
  static bool may_be_of_library(std::string_view name) {
    return std::none_of(name.begin(), name.end(),
                        [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
  }

  // A prototype promises a body that somebody else has to bring along.
  bool defines(const index::Place& place) const {
    if (head_.family_of(place.path) != family_) return false;
    if (family_ != Family::c) return true;
    const index::OutlinePtr outline = head_.outline(place.path);
    const Symbol* symbol = symbol_named(outline.get(), place.qualified);
    const auto text = head_.tree().text(place.path);
    return symbol == nullptr || !text ||
           std::string_view(*text).substr(0, symbol->definition.end).ends_with('}');
  }

  void look_in(const std::string& path, const Symbol& gone) {
    const std::string& name = gone.definition.name;
    const index::OutlinePtr now = head_.outline(path);
    const index::OutlinePtr was = base_.outline(path);
    if (now == nullptr || was == nullptr || now->has_errors) return;
    const auto called = [&](const syntax::Reference& each) { return calls(each, name, family_); };
    const auto& then = was->references;
    if (std::none_of(then.begin(), then.end(), called)) return;
    const auto& bound = now->bindings;
    const bool promised =
        std::any_of(now->symbols.begin(), now->symbols.end(), [&](const Symbol& each) {
          return each.definition.name == name &&
                 is_promise(head_.tree().text(path).value_or(""), each);
        });
    if (!promised && std::find(bound.begin(), bound.end(), name) != bound.end()) return;
    for (const syntax::Reference& each : now->references) {
      if (!called(each) || ++reported_ > kFindingsPerFileMax) continue;
      report(path, each.line, name);
    }
  }

  void report(const std::string& path, int line, const std::string& name) {
    out_.push_back({.rule = "caller-contract/gone",
                    .kind = RuleKind::defect,
                    .path = path,
                    .line = line,
                    .message = "calls " + name + ", which " + path_ + " no longer has",
                    .feedback = "Change the call in " + path + ":" + std::to_string(line) +
                                ", or keep " + name + " in " + path_ + "."});
  }

  const git::FileChange& file_;
  std::string path_;
  Family family_;
  const index::Graph& base_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
  index::OutlinePtr before_;
  index::OutlinePtr after_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> calls_of_gone_names(const git::Change& change, const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !file.after || file.before == file.after) continue;
    if (repo::is_vendored(file.path) || repo::is_generated(file.path)) continue;
    if (looks_at(family_of(file))) GoneSearch(file, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
