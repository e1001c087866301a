#include "analyzers/definition_notes.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

using syntax::Definition;
using syntax::Language;

constexpr int kLinesAboveMax = 16;

bool hash_comments(Language language) {
  return language == Language::python || language == Language::ruby || language == Language::bash;
}

bool is_comment(Language language, std::string_view line) {
  if (hash_comments(language)) return line.starts_with('#');
  return line.starts_with("//") || line.starts_with("/*") ||
         (line.ends_with("*/") && !contains(line, "/*")) || line.starts_with("* ") || line == "*";
}

// `@x`, `#[x]`, `[[x]]`, `template <x>`, `export`, and macros such as GAUGE_API.
bool is_attribute(std::string_view line) {
  if (line.starts_with('@') || line.starts_with("#[") || line.starts_with("[[") ||
      line.starts_with("template") || line == "export" || line.starts_with("#if") ||
      line.starts_with("#endif")) {
    return true;
  }
  const std::string_view name = line.substr(0, line.find('('));
  return !name.empty() &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == std::string_view::npos;
}

bool comment_above(Language language, const std::vector<std::string_view>& lines, int line) {
  bool blank = false;
  for (int i = 0; i < kLinesAboveMax && line - 2 - i >= 0; ++i) {
    const std::string_view above = trim(lines[static_cast<std::size_t>(line - 2 - i)]);
    if (above.empty()) {
      if (blank) return false;
      blank = true;
    } else if (is_comment(language, above)) {
      return !above.starts_with("#!");
    } else if (!is_attribute(above)) {
      // One comment may speak for a block of declarations.
      const bool declares =
          (language == Language::c || language == Language::cpp) && above.ends_with(';') && !blank;
      if (!declares) return false;
    }
  }
  return false;
}

bool comment_behind(Language language, std::string_view line) {
  if (hash_comments(language)) return contains(line, " # ");
  return contains(line, " // ") || contains(line, "/*");
}

// The line before the first of which the offset is behind.
int line_at(std::string_view text, std::size_t offset) {
  return static_cast<int>(
             std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n')) +
         1;
}

// Is the offset inside of `impl Trait for Type { … }`, going by the nearest head above?
bool in_trait_impl(std::string_view text, std::size_t offset) {
  const auto lines = split_lines(text.substr(0, offset));
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string_view bare = trim(*line);
    const bool impl =
        bare.starts_with("impl ") || bare.starts_with("impl<") || bare.starts_with("unsafe impl");
    if (bare.starts_with("pub trait ") || bare.starts_with("trait ")) return false;
    if (!impl) continue;
    const auto begin = static_cast<std::size_t>(line->data() - text.data());
    const std::string_view head = text.substr(begin, text.find('{', begin) - begin);
    return contains(replace_all(head, "for<", ""), " for ");
  }
  return false;
}

// C's macros hide from a grammar what they are: the text from the begin of a definition to its name
// may hold a macro of the line above, and the comment below that.
std::string_view head_of(std::string_view text, const Definition& definition) {
  const std::string_view body =
      text.substr(definition.begin, definition.end - std::min(definition.begin, definition.end));
  return body.substr(0, std::min(body.find(definition.name), body.size()));
}

bool is_elsewhere(Language language, std::string_view text,
                  const std::vector<std::string_view>& lines, const Definition& definition) {
  const auto at = static_cast<std::size_t>(std::max(definition.line, 1) - 1);
  if (language == Language::rust) {
    return definition.kind == "method" && in_trait_impl(text, definition.begin);
  }
  if (language == Language::java) {
    const std::size_t last = static_cast<std::size_t>(line_at(text, definition.begin));
    for (std::size_t i = at; i < std::min(lines.size(), last + 3); ++i) {
      if (contains(lines[i], "@Override")) return true;
      if (contains(lines[i], "{")) break;
    }
    return false;
  }
  if (language == Language::c || language == Language::cpp) {
    // `WARNINGS(push(…))`: a call inside of a macro's.
    return definition.kind == "function" && trim_end(head_of(text, definition)).ends_with('(');
  }
  // A method of one object belongs to no interface.
  return language == Language::ruby && at < lines.size() &&
         (contains(lines[at], ":nodoc:") || contains(lines[at], "def @"));
}

}  // namespace

void complete_definitions(Language language, std::string_view text,
                          std::vector<Definition>& definitions) {
  const auto lines = split_lines(text);
  std::set<std::string> documented;
  for (Definition& definition : definitions) {
    const int first = std::min(definition.line, line_at(text, definition.begin));
    const auto at = static_cast<std::size_t>(std::max(definition.line, 1) - 1);
    definition.documented = definition.documented || comment_above(language, lines, first) ||
                            (at < lines.size() && comment_behind(language, lines[at]));
    const bool native = language == Language::c || language == Language::cpp;
    if (native &&
        (contains(head_of(text, definition), "//") || contains(head_of(text, definition), "/*"))) {
      definition.documented = true;
    }
    if (definition.documented) documented.insert(definition.qualified);
    if (is_elsewhere(language, text, lines, definition)) definition.is_public = false;
  }
  for (Definition& definition : definitions) {
    definition.documented = definition.documented || documented.contains(definition.qualified);
    // What belongs to a hidden type is hidden with it.
    const std::string_view owner =
        std::string_view(definition.qualified).substr(0, definition.qualified.find_first_of(".:"));
    if (owner.size() == definition.qualified.size()) continue;
    const bool hidden = std::any_of(definitions.begin(), definitions.end(), [&](const auto& one) {
      return one.qualified == owner && !one.is_public;
    });
    if (hidden) definition.is_public = false;
  }
}

}  // namespace pawl::analyzers
