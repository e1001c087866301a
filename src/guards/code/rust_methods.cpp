#include "guards/code/rust_methods.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/compiled_doubts.hpp"
#include "guards/code/known_types.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/code/rust_macros.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Definition;
using syntax::Outline;

constexpr std::size_t kOwnerFilesMax = 60;
constexpr std::size_t kTraitsMax = 24;
constexpr std::size_t kImplHeadMax = 600;

// Traits of the standard library, and of serde, with few methods; all of these are below.
constexpr auto kPlainTraits = fixed_words(
    "Add", "AddAssign", "AsMut", "AsRef", "Binary", "BitAnd", "BitAndAssign", "BitOr",
    "BitOrAssign", "BitXor", "BitXorAssign", "Borrow", "BorrowMut", "Clone", "Copy", "Debug",
    "Default", "Deserialize", "Display", "Div", "DivAssign", "Drop", "Eq", "Error", "Extend",
    "From", "FromIterator", "FromStr", "Hash", "Index", "IndexMut", "Into", "IntoIterator",
    "LowerExp", "LowerHex", "Mul", "MulAssign", "Neg", "Not", "Octal", "Ord", "PartialEq",
    "PartialOrd", "Product", "RefUnwindSafe", "Rem", "RemAssign", "Send", "Serialize", "Shl",
    "ShlAssign", "Shr", "ShrAssign", "Sized", "Sub", "SubAssign", "Sum", "Sync", "ToString",
    "TryFrom", "TryInto", "Unpin", "UnwindSafe", "UpperExp", "UpperHex");
// What they, and impls for every type, can be asked on an object.
constexpr auto kPlainMethods = fixed_words(
    "add", "add_assign", "as_mut", "as_ref", "backtrace", "bitand", "bitand_assign", "bitor",
    "bitor_assign", "bitxor", "bitxor_assign", "borrow", "borrow_mut", "cause", "clamp", "clone",
    "clone_from", "clone_into", "cmp", "deref", "deref_mut", "description", "div", "div_assign",
    "drop", "eq", "extend", "fmt", "ge", "gt", "hash", "index", "index_mut", "into", "into_iter",
    "le", "lt", "max", "min", "mul", "mul_assign", "ne", "neg", "not", "partial_cmp", "rem",
    "rem_assign", "serialize", "shl", "shl_assign", "shr", "shr_assign", "source", "sub",
    "sub_assign", "to_owned", "to_string", "try_into", "type_id");
constexpr auto kPlainMacros =
    fixed_words("assert", "assert_eq", "assert_ne", "compile_error", "const_assert", "debug_assert",
                "macro_rules", "static_assertions", "thread_local");

// `io::Write<T>` → `Write`
std::string_view last_segment(std::string_view path) {
  path = trim(path.substr(0, path.find('<')));
  const auto at = path.rfind(':');
  return trim(at == std::string_view::npos ? path : path.substr(at + 1));
}

// What follows `impl` and the parameters in angle brackets that may be behind it.
std::string_view without_parameters(std::string_view head) {
  head = trim(head);
  if (!head.starts_with('<')) return head;
  int depth = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '<') ++depth;
    const bool arrow = i > 0 && head[i - 1] == '-';
    if (head[i] == '>' && !arrow && --depth == 0) return trim(head.substr(i + 1));
  }
  return {};
}

bool is_in_function(const Outline& outline, std::size_t at) {
  return std::any_of(outline.symbols.begin(), outline.symbols.end(), [&](const auto& each) {
    const Definition& definition = each.definition;
    return is_function(definition) && definition.begin <= at && at < definition.end;
  });
}

class MethodSources {
 public:
  MethodSources(const index::Graph& head, std::string_view owner) : head_(head), owner_(owner) {}

  // All of them are known, and none of them makes a method of this name.
  bool are_known(std::string_view name) {
    const std::vector<std::string> paths = head_.tree().with_key(index::use_key(owner_));
    std::size_t looked = 0;
    for (const std::string& path : paths) {
      if (head_.family_of(path) != Family::rust) continue;
      if (++looked > kOwnerFilesMax || !is_known_file(path, name)) return false;
    }
    return true;
  }

 private:
  bool is_known_file(const std::string& path, std::string_view name) {
    const index::OutlinePtr outline = head_.outline(path);
    const auto text = head_.tree().text(path);
    if (outline == nullptr || outline->has_errors || !text) return false;
    if (contains(*text, "include!") || macro_may_make(*text, name)) return false;
    return !is_made_by_macro(*outline, *text) && has_known_impls(*text);
  }

  // A macro between items that is given the type, or is within an impl or a module.
  bool is_made_by_macro(const Outline& outline, std::string_view text) const {
    std::size_t at = 0;
    for (const std::string_view line : split_lines(text)) {
      const std::size_t begin = at;
      at += line.size() + 1;
      const std::string_view said = trim(line);
      std::size_t end = 0;
      while (end < said.size() && (is_identifier_byte(said[end]) || said[end] == ':')) ++end;
      if (end == 0 || end >= said.size() || said[end] != '!') continue;
      if (among(kPlainMacros, last_segment(said.substr(0, end)))) continue;
      if (is_in_function(outline, begin)) continue;
      const bool within = !line.empty() && (line[0] == ' ' || line[0] == '\t');
      if (within || contains_word_folded(text.substr(begin, kImplHeadMax), owner_)) return true;
    }
    return false;
  }

  // `impl<T> Trait<T> for Owner<T> {`
  bool has_known_impls(std::string_view text) {
    for (auto at = text.find("impl"); at != std::string_view::npos;
         at = text.find("impl", at + 4)) {
      const std::string_view before = text.substr(0, at);
      const auto row = before.rfind('\n');
      const std::string_view left =
          trim(row == std::string_view::npos ? before : before.substr(row + 1));
      if (!left.empty() && left != "unsafe" && left != "default") continue;
      std::string_view head = text.substr(at + 4, kImplHeadMax);
      if (head.empty() || is_identifier_byte(head.front())) continue;
      head = without_parameters(head.substr(0, head.find('{')));
      const auto of = head.find(" for ");
      if (of == std::string_view::npos) continue;
      std::string_view type = trim(head.substr(of + 5));
      type = type.substr(0, type.find("where"));
      if (contains_word_folded(type, owner_) && !is_known_trait(last_segment(head.substr(0, of)))) {
        return false;
      }
    }
    return true;
  }

  // Its methods are defined in the repository, and those of the traits it asks for, too.
  bool is_known_trait(std::string_view trait) {
    if (among(kPlainTraits, trait)) return true;
    if (!traits_.insert(std::string(trait)).second) return true;
    if (traits_.size() > kTraitsMax) return false;
    const std::vector<index::Place> places = head_.definers_of(trait);
    if (places.size() != 1) return false;
    const index::OutlinePtr outline = head_.outline(places.front().path);
    const auto text = head_.tree().text(places.front().path);
    const syntax::Symbol* symbol = symbol_named(outline.get(), places.front().qualified);
    if (symbol == nullptr || !text || outline->has_errors) return false;
    const Definition& definition = symbol->definition;
    if (definition.kind != "trait") return false;
    const std::string_view whole =
        std::string_view(*text).substr(definition.begin, definition.end - definition.begin);
    const std::string_view head = whole.substr(0, whole.find('{'));
    const auto name = head.find("trait ");
    if (name == std::string_view::npos || has_macro_between(whole)) return false;
    const auto colon = head.find(':', name);
    if (colon == std::string_view::npos) return true;
    if (contains(head.substr(0, colon), "<")) return false;
    std::string_view bounds = head.substr(colon + 1);
    bounds = bounds.substr(0, bounds.find(" where"));
    for (const std::string_view bound : split(bounds, '+')) {
      const std::string_view asked = last_segment(bound);
      if (!asked.empty() && !asked.starts_with('\'') && !is_known_trait(asked)) return false;
    }
    return true;
  }

  static bool has_macro_between(std::string_view trait) {
    for (const std::string_view line : split_lines(trait)) {
      const std::string_view said = trim(line);
      const auto end = std::find_if_not(said.begin(), said.end(), &is_identifier_byte);
      if (end != said.begin() && end != said.end() && *end == '!') return true;
    }
    return false;
  }

  const index::Graph& head_;
  std::string owner_;
  std::set<std::string> traits_;
};

}  // namespace

bool is_of_standard_trait(std::string_view method) { return among(kPlainMethods, method); }

bool rust_type_lacks(const index::Graph& head, std::string_view path, const Definition& around,
                     std::string_view name) {
  if (is_of_standard_trait(name)) return false;
  const std::string_view owner = bare_name(owner_of(around.qualified));
  const KnownType type = owner.empty() ? KnownType{} : known_type(head, Family::rust, owner);
  if (!type || !among({"struct", "enum", "union"}, type.symbol->definition.kind)) return false;
  const auto own = head.tree().text(path);
  const auto text = head.tree().text(type.path);
  if (!own || !text || around.end > own->size()) return false;
  const std::string_view function =
      std::string_view(*own).substr(around.begin, around.end - around.begin);
  // `self: Pin<&mut Self>`; an impl or a closure's type within the function
  if (contains(function.substr(0, function.find('{')), "self:") || contains(function, "impl ")) {
    return false;
  }
  return !has_making_attribute(*text) && !has_making_attribute(*own) &&
         MethodSources(head, owner).are_known(name);
}

}  // namespace pawl::guards
