#include "guards/code/member_uses.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/receiver_types.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

bool is_inside_type(const std::string& owner, const Outline& outline, const Reference& use) {
  if (use.enclosing < 0) return false;
  const Symbol& around = outline.symbols[static_cast<std::size_t>(use.enclosing)];
  if (around.definition.name == owner && !is_function(around.definition)) return true;
  return bare_name(owner_of(around.definition.qualified)) == owner;
}

// Java: what each exception, thread and class has, whoever else has a method called so. Rust: what
// the API Guidelines (C-CONV, C-GETTER) call the methods of any wrapper, and what readers, writers
// and sockets are asked for.
bool is_of_language(Family family, std::string_view name) {
  static constexpr auto kRust = fixed_words(
      "into_inner", "get_ref", "get_mut", "as_bytes", "to_bytes", "into_bytes", "into_string",
      "into_boxed_slice", "into_parts", "from_parts", "into_raw", "from_raw", "with_capacity",
      "local_addr", "peer_addr", "set_nonblocking", "set_nodelay", "try_clone", "read_exact",
      "read_to_end", "read_to_string", "write_all", "write_fmt", "poll_read", "poll_write",
      "poll_flush", "poll_next", "poll_ready", "poll_shutdown");
  if (family == Family::rust) return among(kRust, name);
  if (family != Family::java) return false;
  static constexpr auto kNames = fixed_words(
      "addSuppressed", "currentThread", "desiredAssertionStatus", "fillInStackTrace",
      "getAnnotation", "getAnnotations", "getCanonicalName", "getClassLoader", "getComponentType",
      "getConstructor", "getConstructors", "getContextClassLoader", "getDeclaredConstructor",
      "getDeclaredConstructors", "getDeclaredField", "getDeclaredFields", "getDeclaredMethod",
      "getDeclaredMethods", "getEnclosingClass", "getEnclosingMethod", "getEnumConstants",
      "getGenericInterfaces", "getGenericSuperclass", "getInterfaces", "getLocalizedMessage",
      "getMessage", "getModifiers", "getPackageName", "getPriority", "getResource",
      "getResourceAsStream", "getSimpleName", "getStackTrace", "getSuperclass", "getSuppressed",
      "getThreadGroup", "getTypeName", "getTypeParameters", "getUncaughtExceptionHandler",
      "initCause", "isAnnotation", "isAnnotationPresent", "isAssignableFrom", "isInterface",
      "isInterrupted", "newInstance", "printStackTrace", "setContextClassLoader", "setDaemon",
      "setPriority", "setStackTrace", "setUncaughtExceptionHandler");
  return among(kNames, name);
}

bool binds_at_top(const Outline& outline, std::string_view name) {
  return among(outline.bindings, name);
}

// The directive of the preprocessor that begins on the line, with all lines it goes on to.
std::string_view directive_at(std::string_view text, int line) {
  const std::string_view first = line_of(text, line);
  if (!trim(first).starts_with('#')) return {};
  const auto begin = static_cast<std::size_t>(first.data() - text.data());
  std::size_t end = begin + first.size();
  while (end < text.size() && trim_end(text.substr(begin, end - begin)).ends_with('\\')) {
    end = std::min(text.find('\n', end + 1), text.size());
  }
  return text.substr(begin, end - begin);
}

// C: `Type name(…)` in the text of a macro, which makes what it uses.
bool is_made_in_macro(std::string_view text, const Reference& use) {
  const std::string_view macro = directive_at(text, use.line);
  for (auto at = macro.find(use.name); at != std::string_view::npos;
       at = macro.find(use.name, at + 1)) {
    const std::size_t end = at + use.name.size();
    if (at == 0 || is_word(macro[at - 1]) || (end < macro.size() && is_word(macro[end]))) continue;
    std::size_t type = at;
    while (type > 0 && contains(" *&", macro.substr(type - 1, 1))) --type;
    if (type < at && type > 0 && is_word(macro[type - 1])) return true;
  }
  return false;
}

}  // namespace

bool is_own_object(std::string_view receiver) {
  return among({"self", "this", "cls", "Self"}, receiver);
}

std::string_view bare_name(std::string_view qualified) {
  const auto at = qualified.find_last_of(".:");
  return at == std::string_view::npos ? qualified : qualified.substr(at + 1);
}

bool is_distinctive_name(std::string_view name) {
  if (name.size() >= 14) return true;
  if (name.size() < 7) return false;
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    const bool hump = is_upper(name[i]) && !is_upper(name[i - 1]);
    if (hump || (name[i] == '_' && name[i - 1] != '_')) return true;
  }
  return false;
}

bool is_prototype(const index::Graph& graph, const index::Place& place) {
  if (index::family_of(place.path) != Family::c) return false;
  const index::OutlinePtr outline = graph.outline(place.path);
  const Symbol* symbol = symbol_named(outline.get(), place.qualified);
  const auto text = graph.tree().text(place.path);
  return symbol != nullptr && text &&
         std::string_view(*text).substr(0, symbol->definition.end).ends_with(';');
}

bool was_used(const Outline& outline, const Reference& use) {
  return std::any_of(
      outline.references.begin(), outline.references.end(), [&](const Reference& each) {
        return each.name == use.name && each.kind == use.kind && each.receiver == use.receiver;
      });
}

bool MemberUses::means(const TypeMember& member, const std::string& path, const Outline& outline,
                       const Reference& use) const {
  const bool bare = use.receiver.empty() && use.kind != ReferenceKind::attribute &&
                    use.kind != ReferenceKind::method_call;
  if (bare) {
    const bool other = member.elsewhere && (member.in_reach || !member.type.lone);
    return !other && is_bare_member(member, path, outline, use);
  }
  if (is_own_object(use.receiver)) return is_inside_type(member.owner, outline, use);
  if (bare_name(use.receiver) == member.owner && !use.local) {
    return names_type(head_, path, use.receiver, member.type);
  }
  const std::string type = type_of(path, outline, use);
  if (!type.empty()) return names_type(head_, path, type, member.type);
  if (member.elsewhere || member.fewer_uses) return false;
  if (!is_distinctive_name(member.name) || hands_on(member)) return false;
  if (is_of_language(code_.family, member.name)) return false;
  return !is_foreign(path, outline, use.receiver);
}

bool MemberUses::is_held_beside(const std::string& name) const {
  const std::vector<std::string> holders = head_.holders_of(name);
  return std::any_of(holders.begin(), holders.end(), [&](const std::string& path) {
    return path != code_.path && head_.family_of(path) == code_.family;
  });
}

bool MemberUses::is_defined_beside(const std::string& name) const {
  const std::vector<index::Place> places = head_.definers_of(name);
  return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
    return place.path != code_.path && head_.family_of(place.path) == code_.family &&
           !is_prototype(head_, place);
  });
}

// Java: `case NAME:` names a constant of what the switch is about.
bool MemberUses::is_label(const std::string& path, const Reference& use) const {
  const auto text = head_.tree().text(path);
  return text && trim(line_of(*text, use.line)).starts_with("case ");
}

// Where members need no receiver: Java, C++, Ruby; constants of C's enumerations.
bool MemberUses::is_bare_member(const TypeMember& member, const std::string& path,
                                const Outline& outline, const Reference& use) const {
  if (use.local || use.kind == ReferenceKind::type || binds_at_top(outline, member.name))
    return false;
  for (const syntax::Import& import : outline.imports) {
    for (const syntax::ImportedName& each : import.names) {
      if (each.alias == member.name || each.name == "*") return false;
    }
  }
  const bool inside = is_inside_type(member.owner, outline, use);
  switch (code_.family) {
    case Family::java: return inside && !is_label(path, use);
    case Family::ruby: return use.kind == ReferenceKind::call && inside;
    case Family::c:
      return inside || (binds_at_top(*code_.before, member.name) &&
                        !is_made_in_macro(head_.tree().text(path).value_or(""), use));
    default: return false;
  }
}

std::string MemberUses::type_of(const std::string& path, const Outline& outline,
                                const Reference& use) const {
  if (use.enclosing < 0) return {};
  const auto text = head_.tree().text(path);
  if (!text) return {};
  const auto& around = outline.symbols[static_cast<std::size_t>(use.enclosing)].definition;
  return type_of_receiver(code_.family,
                          std::string_view(*text).substr(around.begin, around.end - around.begin),
                          use.receiver);
}

// It only called the same of something else, which is still there.
bool MemberUses::hands_on(const TypeMember& member) const {
  const std::string_view before = *code_.file->before;
  for (const Symbol& each : code_.before->symbols) {
    if (each.definition.name != member.name) continue;
    const std::string_view body =
        before.substr(each.definition.begin, each.definition.end - each.definition.begin);
    for (const std::string_view mark : {".", "->", "::"}) {
      if (contains(body, std::string(mark) + member.name)) return true;
    }
  }
  return false;
}

// What the receiver begins with comes from another library.
bool MemberUses::is_foreign(const std::string& path, const Outline& outline,
                            std::string_view receiver) const {
  const std::string_view root = receiver.substr(0, receiver.find_first_of(".:"));
  if (root.empty()) return false;
  for (const syntax::Import& import : outline.imports) {
    const bool named =
        import.alias == root || std::any_of(import.names.begin(), import.names.end(),
                                            [&](const auto& each) { return each.alias == root; });
    if (named && head_.resolve(path, import).origin != index::Origin::file) return true;
  }
  return false;
}

}  // namespace pawl::guards
