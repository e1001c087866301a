#include "syntax/grammar_gaps.hpp"

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool is_script_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

bool word_at(std::string_view line, std::size_t at) {
  return at < line.size() && is_script_word(line[at]);
}

// `f<<T extends A>(x: T) => B>(y)`: a generic function type as the first type argument, which the
// grammar takes for a shift.
bool has_generic_type_argument(std::string_view line) {
  for (std::size_t at = line.find("<<"); at != std::string_view::npos;
       at = line.find("<<", at + 1)) {
    if (at == 0 || !is_script_word(line[at - 1]) || !word_at(line, at + 2)) continue;
    if (contains(line.substr(at), ">(") && contains(line.substr(at), "=>")) return true;
  }
  return false;
}

// `%HaveSameMap(a, b)`: V8's own functions, with --allow-natives-syntax.
bool has_native_call(std::string_view line) {
  for (std::size_t at = line.find('%'); at != std::string_view::npos; at = line.find('%', at + 1)) {
    if (at + 1 >= line.size() || line[at + 1] < 'A' || line[at + 1] > 'Z') continue;
    std::size_t end = at + 1;
    while (word_at(line, end)) ++end;
    const std::string_view before = trim_end(line.substr(0, at));
    const bool operand = !before.empty() && (is_script_word(before.back()) || before.back() == ')');
    if (end < line.size() && line[end] == '(' && !operand) return true;
  }
  return false;
}

// `class A<in out T>`, `static accessor a`: newer than the grammar.
bool has_new_modifier(std::string_view line) {
  for (const std::string_view word : {"<in ", "<out ", ", in ", ", out ", " accessor "}) {
    if (contains(line, word)) return true;
  }
  return false;
}

}  // namespace

bool beyond_grammar(Language language, std::string_view line) {
  switch (language) {
    case Language::typescript:
    case Language::tsx:
      return has_generic_type_argument(line) || has_native_call(line) || has_new_modifier(line);
    case Language::javascript: return has_native_call(line);
    default: return false;
  }
}

}  // namespace pawl::syntax
