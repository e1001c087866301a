#include "guards/code/header_names.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kHeadersMax = 60;

// Inside of brackets, or a member: `f(int name)`, `struct { int name; }`.
bool is_inner(std::string_view text, std::size_t at, std::size_t end) {
  int round = 0;
  int curly = 0;
  for (std::size_t i = at; i > 0; --i) {
    const char c = text[i - 1];
    if (c == ')') ++round;
    if (c == '(' && --round < 0) return true;
    if (c == '}') ++curly;
    if (c == '{' && --curly < 0) {
      const std::string_view behind = trim(text.substr(end, 4));
      return behind.starts_with(';') || behind.starts_with('[') || behind.starts_with(')');
    }
    if (c == '#') return false;
  }
  return false;
}

bool brings(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if (at > 0 && is_identifier_byte(text[at - 1])) continue;
    if (end < text.size() && is_identifier_byte(text[end])) continue;
    if (!is_inner(text, at, end)) return true;
  }
  return false;
}

}  // namespace

bool is_made_by_header(const index::Graph& head, const CodeFile& code, const std::string& name) {
  if (!code.path.ends_with(".c")) return may_stand_in_header(head, code, name);
  if (contains(*code.file->after, "define " + name)) return true;
  std::vector<std::string> left{code.path};
  std::set<std::string> seen{code.path};
  while (!left.empty()) {
    const std::string path = left.back();
    left.pop_back();
    const index::OutlinePtr outline = head.outline(path);
    if (outline == nullptr || seen.size() > kHeadersMax) return true;
    if (path != code.path && brings(head.tree().text(path).value_or(name), name)) return true;
    for (const syntax::Import& import : outline->imports) {
      for (const std::string& found : head.resolve(path, import).paths) {
        if (seen.insert(found).second) left.push_back(found);
      }
    }
  }
  return false;
}

bool may_stand_in_header(const index::Graph& head, const CodeFile& code, const std::string& name) {
  if (contains(*code.file->after, "define " + name)) return true;
  for (const std::string& path : head.tree().with_key(index::use_key(name))) {
    if (path != code.path && index::family_of(path) == index::Family::c) return true;
  }
  for (const syntax::Import& import : code.after->imports) {
    const index::Resolution found = head.resolve(code.path, import);
    for (const std::string& path : found.paths) {
      if (contains(head.tree().text(path).value_or(name), name)) return true;
    }
  }
  return false;
}

}  // namespace pawl::guards
