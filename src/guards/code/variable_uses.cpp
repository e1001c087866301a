#include "guards/code/variable_uses.hpp"

#include <algorithm>
#include <string>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/near_miss.hpp"

namespace pawl::guards {

using index::Family;
using syntax::Reference;
using syntax::ReferenceKind;

namespace {

// A slip of the hand; of a word of four letters one may be left out.
bool is_near(std::string_view word, std::string_view known) {
  if (near_miss(word, known)) return true;
  if (known.size() != 4 || word.size() != 3) return false;
  std::size_t at = 0;
  for (const char c : known)
    if (at < word.size() && word[at] == c) ++at;
  return at == word.size();
}

// `item` beside `items`: two names, not one and its slip.
bool is_plural(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.size() == a.size() + 1 && b.starts_with(a) && (b.back() == 's' || is_digit(b.back()));
}

// Within a text, but for `{name}`.
bool is_prose(std::string_view line, std::size_t at) {
  const std::string_view before = line.substr(0, at);
  const auto marks = std::count(before.begin(), before.end(), '"');
  return marks % 2 == 1 && !before.ends_with('{');
}

}  // namespace

bool is_slip_of(std::string_view word, std::string_view known) {
  return known.size() > 3 && !is_plural(known, word) && is_near(word, known);
}

std::string_view root_of(const Reference& each) {
  if (each.kind == ReferenceKind::text || each.kind == ReferenceKind::type) return {};
  if (!each.receiver.empty()) {
    const std::string_view receiver = each.receiver;
    return contains(receiver, ":") ? std::string_view() : receiver.substr(0, receiver.find('.'));
  }
  const bool member =
      each.kind == ReferenceKind::method_call || each.kind == ReferenceKind::attribute;
  return member ? std::string_view() : std::string_view(each.name);
}

bool names_field(const Reference& each, std::string_view line) {
  if (!each.receiver.empty()) return false;
  for (auto at = line.find(each.name); at != std::string_view::npos;
       at = line.find(each.name, at + 1)) {
    const std::string_view rest = line.substr(at + each.name.size());
    if (rest.starts_with(':') && !rest.starts_with(":=")) return true;
  }
  return false;
}

bool is_plain_use(const CodeFile& code, const Reference& use, std::string_view name) {
  const std::string_view line = line_of(*code.file->after, use.line);
  if (code.family == Family::c && contains(line, "#")) return false;
  if (code.family == Family::rust && contains(*code.file->after, "fn " + std::string(name))) {
    return false;
  }
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool spread = at > 1 && line.substr(at - 2, 2) == "..";
    if (at > 0 && !spread &&
        (is_identifier_byte(line[at - 1]) || contains(".:@$'\"", line.substr(at - 1, 1)))) {
      continue;
    }
    if (end < line.size() && is_identifier_byte(line[end])) continue;
    if (code.family != Family::rust) return true;
    if (is_prose(line, at)) continue;
    const std::string_view behind = trim(line.substr(end));
    const bool key =
        (behind.starts_with(':') || behind.starts_with('=')) && !behind.starts_with("==");
    if (!key) return true;
  }
  return false;
}

bool stands_on_one_line(const CodeFile& code, const Reference& use, std::string_view name) {
  int line = 1;
  const std::string_view text = *code.file->after;
  std::size_t last = 0;
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(last),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    last = at;
    const std::size_t end = at + name.size();
    const bool whole = (at == 0 || !is_identifier_byte(text[at - 1])) &&
                       (end >= text.size() || !is_identifier_byte(text[end]));
    if (whole && line != use.line) return false;
  }
  return true;
}

bool is_made_by_assignment(const CodeFile& code, std::string_view name) {
  return code.family == Family::script && is_assigned_in(*code.file->after, name);
}

bool is_assigned_in(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    const std::string_view rest = trim(text.substr(at + name.size(), 4));
    const bool whole = at == 0 || (!is_identifier_byte(text[at - 1]) && text[at - 1] != '.');
    if (!whole || !rest.starts_with('=') || rest.starts_with("==")) continue;
    // A function that declares a name of its own makes none for others.
    const std::string_view before = trim_end(text.substr(0, at));
    if (!before.ends_with("const") && !before.ends_with("let")) return true;
  }
  return false;
}

}  // namespace pawl::guards
