#include "guards/code/hidden_names.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/code/known_types.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

// More is no edit.
constexpr std::size_t kHiddenMax = 24;
// Of one name.
constexpr std::size_t kHiddenUsesMax = 3;

std::ptrdiff_t named_count(const Outline& outline, const std::string& name) {
  return std::count_if(outline.symbols.begin(), outline.symbols.end(),
                       [&](const Symbol& each) { return each.definition.name == name; });
}

class HiddenNames {
 public:
  HiddenNames(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), uses_(code, index), out_(out) {}

  void run() {
    std::size_t hidden = 0;
    for (const Symbol& was : code_.before->symbols) {
      if (!was.definition.is_public) continue;
      const Symbol* is = symbol_named(code_.after.get(), was.definition.qualified);
      if (is == nullptr || is->definition.is_public || is_seen_in_part(*is)) continue;
      const std::string& name = was.definition.name;
      // An overload may stay public.
      if (named_count(*code_.before, name) != 1 || named_count(*code_.after, name) != 1) continue;
      if (++hidden > kHiddenMax) return;
      if (uses_.is_defined_beside(name)) continue;
      if (owner_of(was.definition.qualified).empty()) {
        look_at(was);
      } else {
        look_at_member(was);
      }
    }
  }

 private:
  // Rust: `pub(crate)` hides a name from other crates alone, `pub(super)` not from those beside it.
  bool is_seen_in_part(const Symbol& is) const {
    if (code_.family != Family::rust) return false;
    const auto& at = is.definition;
    const std::string_view text =
        std::string_view(*code_.file->after).substr(at.begin, at.end - at.begin);
    return contains(text.substr(0, text.find(at.name)), "pub");
  }

  // C: `static` ends at the file; Rust: without `pub` a name is seen in its module and below.
  void look_at(const Symbol& was) {
    const bool looks =
        code_.family == Family::rust || (code_.path.ends_with(".c") && is_function(was.definition));
    if (!looks) return;
    std::size_t found = 0;
    for (const index::Site& site : head_.uses_of(code_.path, was.definition.qualified)) {
      if (site.path == code_.path || site.kind == ReferenceKind::text) continue;
      if (!is_certain(site) || is_below(site.path) || !was_there(site.path, was.definition.name))
        continue;
      if (++found <= kHiddenUsesMax) report(was, site.path, site.line);
    }
  }

  bool is_certain(const index::Site& site) const {
    if (site.confidence == index::Confidence::exact) return true;
    if (code_.family == Family::c) {
      return site.receiver.empty() && site.confidence == index::Confidence::likely;
    }
    // `module::name`
    const std::string_view stem = index::stem_of(code_.path);
    const std::string_view module = stem == "mod" ? index::name_of(folder_of(code_.path)) : stem;
    return bare_name(site.receiver) == module;
  }

  void look_at_member(const Symbol& was) {
    TypeMember member{.owner = std::string(bare_name(owner_of(was.definition.qualified))),
                      .name = was.definition.name,
                      .method = true};
    const bool looks = code_.family == Family::java || code_.family == Family::script ||
                       code_.family == Family::c || code_.family == Family::rust ||
                       code_.family == Family::ruby;
    if (!looks || uses_.is_held_beside(member.name)) return;
    member.type = known_type(head_, code_.family, member.owner);
    if (!member.type || member.type.path != code_.path) return;
    std::size_t found = 0;
    for (const std::string& path : head_.tree().with_key(index::use_key(member.name))) {
      if (path == code_.path || head_.family_of(path) != code_.family || is_below(path)) continue;
      const index::OutlinePtr is = head_.outline(path);
      const index::OutlinePtr was_there = base_.outline(path);
      if (is == nullptr || was_there == nullptr || is->has_errors) continue;
      for (const Reference& each : is->references) {
        const bool call = each.name == member.name && each.kind == ReferenceKind::method_call;
        if (!call || is_own_object(each.receiver) || each.receiver.starts_with("super")) continue;
        if (!was_used(*was_there, each) || !uses_.means(member, path, *is, each)) continue;
        if (++found <= kHiddenUsesMax) report(was, path, each.line);
      }
    }
  }

  bool is_below(std::string_view path) const {
    if (code_.family != Family::rust) return false;
    const std::string_view stem = index::stem_of(code_.path);
    const bool root = stem == "mod" || stem == "lib" || stem == "main";
    std::string folder(folder_of(code_.path));
    if (!root) folder += (folder.empty() ? "" : "/") + std::string(stem);
    return folder.empty() || path.starts_with(folder + "/");
  }

  bool was_there(const std::string& path, const std::string& name) const {
    const index::OutlinePtr was = base_.outline(path);
    return was != nullptr && std::any_of(was->references.begin(), was->references.end(),
                                         [&](const Reference& each) { return each.name == name; });
  }

  void report(const Symbol& was, const std::string& path, int line) {
    if (++reported_ > kFindingsPerFileMax) return;
    const std::string& name = was.definition.qualified;
    out_.push_back({.rule = "caller-contract/hidden",
                    .kind = RuleKind::defect,
                    .path = path,
                    .line = line,
                    .message = "uses " + name + ", which " + code_.path + " now keeps to itself",
                    .feedback = "Keep " + name + " visible, or change " + path + ":" +
                                std::to_string(line) + " along with it."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  MemberUses uses_;
  std::vector<Finding>& out_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> hidden_names(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_read_on_both_sides(code)) HiddenNames(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
