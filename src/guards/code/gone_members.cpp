#include "guards/code/gone_members.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/known_types.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "syntax/outline/members.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

// More is no edit: a type was written anew.
constexpr std::size_t kGoneMembersMax = 24;
// Of one member.
constexpr std::size_t kGoneUsesMax = 3;
constexpr std::size_t kUserFilesMax = 60;

struct ByOwnerAndName {
  bool operator()(const TypeMember& a, const TypeMember& b) const {
    return std::tie(a.owner, a.name) < std::tie(b.owner, b.name);
  }
};
using TypeMembers = std::set<TypeMember, ByOwnerAndName>;

bool is_type_member(const Symbol& symbol) { return !owner_of(symbol.definition.qualified).empty(); }

TypeMembers members_in(const std::string& path, const Outline& outline, const std::string& text) {
  TypeMembers out;
  const auto language = index::language_of(path, text);
  if (!language) return out;
  for (syntax::Member& each : syntax::members_of(*language, text)) {
    out.insert({.owner = std::move(each.owner), .name = std::move(each.name)});
  }
  for (const Symbol& each : outline.symbols) {
    if (!is_type_member(each)) continue;
    out.insert({.owner = std::string(bare_name(owner_of(each.definition.qualified))),
                .name = each.definition.name,
                .method = is_function(each.definition)});
  }
  return out;
}

class GoneMembers {
 public:
  GoneMembers(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), uses_(code, index), out_(out) {}

  void run() {
    if (!may_have_lost()) return;
    const TypeMembers gone = find_gone();
    if (gone.size() > kGoneMembersMax) return;
    for (const TypeMember& each : gone) look_at(each);
  }

 private:
  // Cheap: a name that stood among the members or methods does not any more.
  bool may_have_lost() const {
    if (code_.family == Family::bash || code_.family == Family::other) return false;
    const auto& now = code_.after->members;
    const auto lost = [&](const std::string& name) {
      return !std::binary_search(now.begin(), now.end(), name);
    };
    if (std::any_of(code_.before->members.begin(), code_.before->members.end(), lost)) return true;
    const auto& symbols = code_.before->symbols;
    return std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& each) {
      return is_type_member(each) &&
             symbol_named(code_.after.get(), each.definition.qualified) == nullptr;
    });
  }

  TypeMembers find_gone() const {
    TypeMembers out = members_in(code_.path, *code_.before, *code_.file->before);
    for (const TypeMember& each : members_in(code_.path, *code_.after, *code_.file->after)) {
      out.erase(each);
    }
    const std::string& before = *code_.file->before;
    const ChangedSpan span = changed_span(before, *code_.file->after);
    const auto cut = [](const std::string& text, const ChangedSpan::Range& range) {
      return std::string_view(text).substr(range.begin, range.end - range.begin);
    };
    const std::string_view lines = cut(before, span.before);
    // Rust: a type within a macro keeps its fields.
    const std::string_view now =
        code_.family == Family::rust ? cut(*code_.file->after, span.after) : std::string_view();
    std::erase_if(out, [&](const TypeMember& each) {
      return !contains(lines, each.name) || contains(now, each.name + ":") || each.owner.empty() ||
             each.name.size() < 2 || each.name.starts_with("__") || each.name == each.owner ||
             is_of_trait(each);
    });
    return out;
  }

  // Rust: what a trait asks for it may also bring along.
  bool is_of_trait(const TypeMember& gone) const {
    if (code_.family != Family::rust) return false;
    const std::string_view before = *code_.file->before;
    return std::any_of(code_.before->symbols.begin(), code_.before->symbols.end(),
                       [&](const Symbol& each) {
                         if (each.definition.name != gone.name || !is_type_member(each))
                           return false;
                         const auto at = before.substr(0, each.definition.begin).rfind("\nimpl");
                         if (at == std::string_view::npos) return false;
                         return contains(before.substr(at, before.find('{', at) - at), " for ");
                       });
  }

  static std::ptrdiff_t uses_in(const Outline& outline, const std::string& name) {
    return std::count_if(outline.references.begin(), outline.references.end(),
                         [&](const Reference& each) { return each.name == name; });
  }

  // The type went to another file, and the member with it.
  bool moved_along(const TypeMember& gone) const {
    if (gone.type.path == code_.path) return false;
    const index::OutlinePtr there = head_.outline(gone.type.path);
    return there != nullptr &&
           std::binary_search(there->members.begin(), there->members.end(), gone.name);
  }

  void look_at(TypeMember gone) {
    gone.type = known_type(head_, code_.family, gone.owner);
    if (!gone.type || !is_of_file(gone.type.path) || embeds(gone) || moved_along(gone)) return;
    gone.elsewhere = is_known_elsewhere(gone.name);
    gone.fewer_uses = uses_in(*code_.after, gone.name) < uses_in(*code_.before, gone.name);
    gone.in_reach = gone.elsewhere && is_in_reach(gone.name);
    if (gone.elsewhere && (!gone.type.lone || gone.method)) return;
    std::size_t looked = 0;
    std::size_t found = 0;
    for (const std::string& path : head_.tree().with_key(index::use_key(gone.name))) {
      if (head_.family_of(path) != code_.family) continue;
      if (++looked > kUserFilesMax) return;
      const index::OutlinePtr is = head_.outline(path);
      const index::OutlinePtr was = base_.outline(path);
      if (is == nullptr || was == nullptr || (is->has_errors && code_.family != Family::c)) {
        continue;
      }
      for (const Reference& each : is->references) {
        if (each.name != gone.name || each.kind == ReferenceKind::text) continue;
        if (is_other_kind(gone, each)) continue;
        if (!was_used(*was, each) || !uses_.means(gone, path, *is, each)) continue;
        if (++found <= kGoneUsesMax) report(gone, path, each.line);
      }
    }
  }

  // Fields of Rust and Java are not called, `config.name(true)` is a method.
  bool is_other_kind(const TypeMember& gone, const Reference& use) const {
    const bool apart = code_.family == Family::rust || code_.family == Family::java;
    return apart && !gone.method && use.kind == ReferenceKind::method_call;
  }

  // Go: a struct has what the types have that stand in it without a name.
  bool embeds(const TypeMember& gone) const {
    if (code_.family != Family::go || gone.type.symbol == nullptr) return false;
    const auto text = head_.tree().text(gone.type.path);
    const syntax::Definition& type = gone.type.symbol->definition;
    if (!text || type.end > text->size()) return false;
    const auto lines =
        split_lines(std::string_view(*text).substr(type.begin, type.end - type.begin));
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
      line = trim(line);
      if (line.starts_with('*')) line.remove_prefix(1);
      return !line.empty() &&
             std::all_of(line.begin(), line.end(), [](char c) { return is_word(c) || c == '.'; });
    });
  }

  // Methods of Go and Rust may stand beside their type.
  bool is_of_file(const std::string& path) const {
    if (path == code_.path || code_.family == Family::rust) return true;
    return code_.family == Family::go && folder_of(path) == folder_of(code_.path);
  }

  // Another type of the repository has it, a function is called so, or a string says it where
  // strings name members.
  bool is_known_elsewhere(const std::string& name) const {
    const auto in_family = [&](const std::string& path) {
      return head_.family_of(path) == code_.family;
    };
    const std::vector<std::string> holders = head_.holders_of(name);
    if (std::any_of(holders.begin(), holders.end(), in_family)) return true;
    for (const index::Place& place : head_.definers_of(name)) {
      if (in_family(place.path)) return true;
    }
    const bool dynamic = code_.family == Family::python || code_.family == Family::script ||
                         code_.family == Family::ruby;
    if (!dynamic) return false;
    const std::vector<index::Site> sites = head_.references_to(name);
    return std::any_of(sites.begin(), sites.end(), [&](const index::Site& site) {
      return site.kind == ReferenceKind::text && in_family(site.path);
    });
  }

  // Another type of the file may stand around the use; functions and constants are seen from
  // everywhere.
  bool is_in_reach(const std::string& name) const {
    const auto& own = code_.after->members;
    if (std::binary_search(own.begin(), own.end(), name)) return true;
    const std::vector<index::Place> places = head_.definers_of(name);
    return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
      if (head_.family_of(place.path) != code_.family) return false;
      // Java: of other files the types are bare, here that of the name.
      return code_.family != Family::java || place.path == code_.path || place.qualified == name;
    });
  }

  void report(const TypeMember& gone, const std::string& path, int line) {
    if (++reported_ > kFindingsPerFileMax) return;
    out_.push_back({.rule = "caller-contract/gone",
                    .kind = RuleKind::defect,
                    .path = path,
                    .line = line,
                    .message = "uses " + gone.name + ", which " + gone.owner + " in " + code_.path +
                               " no longer has",
                    .feedback = "Keep " + gone.name + " of " + gone.owner + ", or change " + path +
                                ":" + std::to_string(line) + " along with it."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  MemberUses uses_;
  std::vector<Finding>& out_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> gone_members(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_understood_on_both_sides(code)) GoneMembers(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
