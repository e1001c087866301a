#include "syntax/outline/test_aliases.hpp"

#include <algorithm>
#include <map>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool is_name(std::string_view text) {
  return text.size() > 1 && (is_letter(text.front()) || text.front() == '_') &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_word(c); }) &&
         !among(
             {"None", "True", "False", "null", "nil", "undefined", "true", "false", "self", "this"},
             text);
}

// The text with `to` for each whole word `from`, but for members.
std::string renamed(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t begin = 0;
  for (auto at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + from.size())) {
    const std::size_t end = at + from.size();
    const char before = at > 0 ? text[at - 1] : ' ';
    const char behind = end < text.size() ? text[end] : ' ';
    if (is_word(before) || before == '.' || is_word(behind)) continue;
    out += text.substr(begin, at - begin);
    out += to;
    begin = end;
  }
  out += text.substr(begin);
  return out;
}

struct Bound {
  std::string_view name;
  std::string_view value;
};

// `const expected = result;`, `expected = result`
Bound bound_by(std::string_view line) {
  line = trim(line);
  if (line.ends_with(';')) line = trim(line.substr(0, line.size() - 1));
  const auto sign = line.find(" = ");
  if (sign == std::string_view::npos) return {};
  std::string_view name = trim(line.substr(0, sign));
  for (const std::string_view word : {"const ", "let ", "var ", "final "}) {
    if (name.starts_with(word)) name = trim(name.substr(word.size()));
  }
  const auto blank = name.rfind(' ');  // a type before it
  if (blank != std::string_view::npos) name = name.substr(blank + 1);
  return {.name = name, .value = trim(line.substr(sign + 3))};
}

}  // namespace

std::string without_aliases(std::string_view above, std::string_view assertion) {
  std::map<std::string_view, std::string_view> values;
  std::map<std::string_view, int> times;
  for (const std::string_view line : split_lines(above)) {
    const Bound bound = bound_by(line);
    if (bound.name.empty()) continue;
    ++times[bound.name];
    if (is_name(bound.name) && is_name(bound.value)) values[bound.name] = bound.value;
  }
  std::string out(assertion);
  for (const auto& [name, value] : values) {
    // What is bound more than once, or counted up, may be another value by then.
    const std::string counted(value);
    const bool changes = contains(above, counted + " +=") || contains(above, counted + "++") ||
                         contains(above, counted + " -=") || contains(above, "++" + counted);
    if (times[name] == 1 && times[value] == 1 && !changes) out = renamed(out, name, value);
  }
  return out;
}

}  // namespace pawl::syntax
