#include "guards/code/doubled.hpp"

#include <algorithm>
#include <string>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;
using syntax::Language;

// More are overloads, or were made by a program.
constexpr std::size_t kSameNameMax = 24;

bool is_script(Language language) {
  return language == Language::javascript || language == Language::typescript ||
         language == Language::tsx;
}

std::size_t column_of(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return newline == std::string_view::npos ? at : at - newline - 1;
}

// The head of a definition without blanks: what tells overloads, accessors and statics apart.
std::string head_of(std::string_view text, const Definition& definition) {
  std::string_view whole = text.substr(definition.begin, definition.end - definition.begin);
  int depth = 0;
  std::size_t end = 0;
  for (; end < whole.size(); ++end) {
    const char c = whole[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && (c == '{' || c == ';')) break;
  }
  std::string out;
  for (const char c : whole.substr(0, end)) {
    if (!is_space(c)) out += c;
  }
  return out;
}

// `get`, `static`, `self.`: what stands before the name.
std::string lead_of(std::string_view text, const Definition& definition) {
  const std::string_view whole = text.substr(definition.begin, definition.end - definition.begin);
  const std::string_view name = definition.name;
  std::size_t at = whole.find(name);
  while (at != std::string_view::npos && at > 0 && is_word(whole[at - 1])) {
    at = whole.find(name, at + 1);
  }
  return std::string(trim(whole.substr(0, at)));
}

// Java: what a method takes, without blanks and `final`: annotations and modifiers make no other.
std::string takes(std::string_view text, const Definition& definition) {
  const std::string_view whole = text.substr(definition.begin, definition.end - definition.begin);
  auto open = whole.find(definition.name + "(");
  while (open != std::string_view::npos && open > 0 && is_word(whole[open - 1])) {
    open = whole.find(definition.name + "(", open + 1);
  }
  if (open == std::string_view::npos) return std::to_string(definition.begin);
  int depth = 0;
  std::string out;
  for (const char c : whole.substr(open + definition.name.size())) {
    if (c == '(') ++depth;
    if (!is_space(c)) out += c;
    if (c == ')' && --depth == 0) break;
  }
  return replace_all(out, "final", "");
}

class DoubleSearch {
 public:
  explicit DoubleSearch(const FileSides& sides) : sides_(sides) {}

  std::vector<Doubled> run() {
    std::vector<Doubled> out;
    for (const Definition& each : sides_.after.definitions()) {
      const auto& all = sides_.after.all(each.qualified);
      const auto& before = sides_.before.all(each.qualified);
      if (all.size() <= before.size() || all.size() < 2 || all.size() > kSameNameMax) continue;
      if (&each == all.front() || !can_be_doubled(each) || has_pair(sides_.before, before))
        continue;
      const auto first = std::find_if(all.begin(), all.end(), [&](const Definition* other) {
        return other->begin < each.begin && collide(sides_.after, *other, each);
      });
      if (first != all.end()) out.push_back({.first = *first, .second = &each});
    }
    return out;
  }

 private:
  bool can_be_doubled(const Definition& each) const {
    if (each.name == "_" || each.name == "default") return false;
    if (sides_.language == Language::go && (each.name == "init" || each.name == "main")) {
      return each.name == "main";
    }
    return is_function(each) || each.kind == "class" || each.kind == "struct";
  }

  bool has_pair(const Side& side, const std::vector<const Definition*>& all) const {
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (collide(side, *all[i - 1], *all[i])) return true;
    }
    return false;
  }

  bool collide(const Side& side, const Definition& a, const Definition& b) const {
    if (a.kind != b.kind || a.begin >= b.begin || a.end > b.begin) return false;
    const std::string_view text = side.text();
    if (sides_.language == Language::bash) return only_definitions_between(side, a, b);
    const bool java = sides_.language == Language::java;
    if (!java && (is_decorated(text, a) || is_decorated(text, b))) return false;
    if (!has_body(text, a) || !has_body(text, b)) return false;
    if (column_of(text, a.begin) != column_of(text, b.begin)) return false;
    if (java && is_function(a))
      return takes(text, a) == takes(text, b) && stand_side_by_side(text, a, b);
    if (lead_of(text, a) != lead_of(text, b)) return false;
    if (by_head(a) && head_of(text, a) != head_of(text, b)) return false;
    return stand_side_by_side(text, a, b) && !is_used_between(text, a, b);
  }

  // A shell takes each where it comes to it: scripts and tests define functions anew on purpose.
  // Where no command stands between the two, nothing ever calls the first.
  static bool only_definitions_between(const Side& side, const Definition& a, const Definition& b) {
    std::string between(side.text().substr(a.end, b.begin - a.end));
    for (const Definition& each : side.definitions()) {
      if (each.begin < a.end || each.end > b.begin) continue;
      between.replace(each.begin - a.end, each.end - each.begin, each.end - each.begin, ' ');
    }
    const std::vector<std::string_view> lines = split_lines(between);
    return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
      line = trim(line);
      return line.empty() || line.starts_with('#') || line == "function";
    });
  }

  // Languages that tell functions of one name apart by what they take.
  bool by_head(const Definition& definition) const {
    switch (sides_.language) {
      case Language::cpp:
      case Language::java: return true;
      case Language::typescript:
      case Language::tsx: return definition.kind != "class";
      case Language::rust: return definition.kind == "method";
      default: return false;
    }
  }

  bool has_body(std::string_view text, const Definition& definition) const {
    if (sides_.language == Language::python || sides_.language == Language::ruby) return true;
    return contains(text.substr(definition.begin, definition.end - definition.begin), "{") ||
           is_script(sides_.language);
  }

  // Decorators register, attributes choose by platform.
  static bool is_decorated(std::string_view text, const Definition& definition) {
    const auto row =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(definition.begin),
                       '\n');
    return row != definition.line;
  }

  // No line between the two stands further left: an `else`, the end of a block, another type.
  bool stand_side_by_side(std::string_view text, const Definition& a, const Definition& b) const {
    const std::size_t column = column_of(text, b.begin);
    const std::string_view between = text.substr(a.end, b.begin - a.end);
    bool first = true;
    for (const std::string_view line : split_lines(between)) {
      const std::string_view said = trim(line);
      const std::string_view directive = said.starts_with('#') ? trim(said.substr(1)) : "";
      if (directive.starts_with("if") || directive.starts_with("el") ||
          directive.starts_with("endif")) {
        return false;
      }
      const bool counts = !first && !said.empty() && !said.starts_with('#') &&
                          !said.starts_with("//") && !said.starts_with('*');
      first = false;
      if (counts && line.find_first_not_of(" \t") < column) return false;
    }
    return true;
  }

  // `x = property(get)` and then another `get`; `alias old f`; a script that calls the first one.
  bool is_used_between(std::string_view text, const Definition& a, const Definition& b) const {
    const std::size_t column = column_of(text, b.begin);
    for (const std::string_view line : split_lines(text.substr(a.end, b.begin - a.end))) {
      const std::size_t indent = line.find_first_not_of(" \t");
      if (indent == std::string_view::npos || indent > column) continue;
      const std::string_view said = trim(line);
      if (said.starts_with('#') || said.starts_with("//") || said.starts_with('*')) continue;
      if (contains_word_folded(said, b.name)) return true;
    }
    return false;
  }

  const FileSides& sides_;
};

}  // namespace

std::vector<Doubled> doubled(const FileSides& sides) { return DoubleSearch(sides).run(); }

}  // namespace pawl::guards
