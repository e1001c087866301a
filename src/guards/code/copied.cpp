#include "guards/code/copied.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"
#include "syntax/body.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;

// Two short functions may well do the same.
constexpr std::size_t kBodyBytesMin = 40;
constexpr std::size_t kNewFunctionsMax = 40;

// `upload` in `upload_v2`, `newUpload`, `upload2`.
bool is_named_after(std::string_view name, std::string_view other) {
  const std::string folded = lower(name);
  const std::string part = lower(other);
  return part.size() >= 3 && folded.size() > part.size() && contains(folded, part);
}

// `super::upload` in a function `upload` is another one.
bool is_of_other_module(std::string_view statement, std::size_t at) {
  const std::string_view before = statement.substr(0, at);
  return before.ends_with("::") && !before.ends_with("Self::");
}

// The statements without blanks, the function's own name left out.
std::string substance(const FileSides& sides, const Definition& definition) {
  std::string out;
  const auto body = syntax::body_of(sides.language, sides.after.text(), definition);
  if (!body) return out;
  for (const std::string_view statement : body->statements) {
    for (std::size_t i = 0; i < statement.size();) {
      std::size_t end = i;
      while (end < statement.size() && is_word(statement[end])) ++end;
      const std::string_view word = statement.substr(i, std::max<std::size_t>(end - i, 1));
      const bool own = word == definition.name && !is_of_other_module(statement, i);
      if (!own && !is_space(word.front())) out += word;
      i += word.size();
    }
  }
  return out;
}

// Another file of the change calls it.
bool is_used_beside(const std::vector<FileSides>& all, const FileSides& own,
                    std::string_view name) {
  return std::any_of(all.begin(), all.end(), [&](const FileSides& other) {
    return &other != &own && contains_word_folded(other.after.text(), name);
  });
}

bool is_named_elsewhere(std::string_view text, const Definition& definition) {
  const std::string_view name = definition.name;
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !is_identifier_byte(text[at - 1])) &&
                       (end >= text.size() || !is_identifier_byte(text[end]));
    if (whole && (at < definition.begin || at >= definition.end)) return true;
  }
  return false;
}

}  // namespace

std::vector<Copied> copied(const std::vector<FileSides>& all, const FileSides& sides) {
  std::vector<const Definition*> added;
  for (const Definition& each : sides.after.definitions()) {
    const bool is_new = is_function(each) && sides.before.called(each.name).empty();
    if (is_new && each.end_line - each.line >= 2) added.push_back(&each);
  }
  std::vector<Copied> out;
  if (added.size() > kNewFunctionsMax) return out;
  for (const Definition* each : added) {
    std::string what;
    for (const Definition& other : sides.after.definitions()) {
      const bool stands = is_function(other) && sides.before.find(other.qualified) != nullptr;
      if (!stands || !is_named_after(each->name, other.name)) continue;
      if (is_named_elsewhere(sides.after.text(), *each)) break;
      if (is_used_beside(all, sides, each->name)) break;
      if (what.empty()) what = substance(sides, *each);
      if (what.size() < kBodyBytesMin) break;
      if (substance(sides, other) != what) continue;
      out.push_back({.copy = each, .first = &other});
      break;
    }
  }
  return out;
}

}  // namespace pawl::guards
