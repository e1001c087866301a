#include "guards/code/shell_text.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/name_places.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

// Commands that say a name and give it no value.
constexpr auto kBaringCommands = fixed_words("local", "unset", "declare", "typeset", "readonly");

std::string_view line_around_place(std::string_view text, std::size_t at) {
  const auto before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

bool opens_shell_word(char c) { return contains(" \t\n;&|({`\"'", std::string_view(&c, 1)); }

// `: <<'END'`: what follows is given to a command that does nothing with it.
void blank_idle_documents(std::string& text) {
  std::string end;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    const std::string line(trim(std::string_view(text).substr(at, stop - at)));
    if (!end.empty()) {
      if (line == end) end.clear();
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
                text.begin() + static_cast<std::ptrdiff_t>(stop), ' ');
    } else if (line.starts_with(": <<") || line.starts_with(":<<")) {
      const std::string_view mark = std::string_view(line).substr(line.find("<<") + 2);
      for (const char c : mark) {
        if (is_word(c)) end += c;
      }
    }
    at = stop + 1;
  }
}

}  // namespace

std::string without_shell_comments(std::string_view text) {
  std::string out = syntax::blank_comments(syntax::Language::bash, text);
  blank_idle_documents(out);
  return out;
}

bool is_read_at(std::string_view text, std::size_t at) {
  std::string_view before = text.substr(0, at);
  if (before.ends_with('$')) return true;
  if (before.ends_with('#') || before.ends_with('!')) before.remove_suffix(1);
  return before.ends_with("${");
}

bool may_be_unset_at(std::string_view text, std::size_t at, std::size_t size) {
  if (!text.substr(0, at).ends_with("${")) return false;
  std::string_view rest = text.substr(at + size);
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    // `${name:1:2}` takes a part of it.
    return !rest.empty() && contains("-=?+", rest.substr(0, 1));
  }
  return !rest.empty() && contains("-=?+", rest.substr(0, 1));
}

std::optional<std::string_view> assigned_at(std::string_view text, std::size_t at,
                                            std::size_t size) {
  if (at > 0 && !opens_shell_word(text[at - 1])) return std::nullopt;
  std::string_view rest = text.substr(at + size);
  if (rest.starts_with('+')) rest.remove_prefix(1);
  if (!rest.starts_with('=') || rest.starts_with("==")) return std::nullopt;
  rest.remove_prefix(1);
  return rest.substr(0, rest.find('\n'));
}

bool is_bared_at(std::string_view text, std::size_t at, std::size_t size) {
  if (text.substr(at + size).starts_with('=')) return false;
  const std::string_view line = trim(line_around_place(text, at));
  if (!among(kBaringCommands, line.substr(0, line.find_first_of(" \t")))) return false;
  return !contains(line, " -n") && !contains(line, "\\");
}

bool evaluates_anything(std::string_view text) {
  for (const std::size_t at : places_of(text, "eval")) {
    std::string_view rest = text.substr(at + 4);
    rest = rest.substr(0, rest.find('\n'));
    if (!rest.starts_with(' ') && !rest.starts_with('\t')) continue;
    rest = trim(rest);
    while (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
    const auto end =
        std::find_if_not(rest.begin(), rest.end(), [](char c) { return is_word(c) || c == '-'; });
    const std::string_view word(rest.data(), static_cast<std::size_t>(end - rest.begin()));
    const bool command = !word.empty() && end != rest.end() && *end == ' ' && word != "function";
    if (!command || contains(rest, "()")) return true;
  }
  return false;
}

bool stands_alone(const CodeFile& code, const index::CodeIndex& index, std::string_view text) {
  if (!code.after->imports.empty() || contains(text, "eval ")) return false;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view said = trim(line);
    if (said.starts_with(". ") || said.starts_with("\\. ") || contains(said, "source ") ||
        contains(said, " . ") || said.starts_with("load ")) {
      return false;
    }
  }
  return index.head().importers_of(code.path).empty();
}

}  // namespace pawl::guards
