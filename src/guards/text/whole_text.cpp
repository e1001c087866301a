#include "guards/text/whole_text.hpp"

#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/cut_text.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kEscapesMin = 3;
constexpr std::size_t kDoubledMin = 6;  // lines that are not blank
constexpr std::size_t kTwiceMin = 4;    // where the text is nothing but itself twice
constexpr std::size_t kWrappedBytesMax = 1U << 20U;
constexpr std::size_t kStartsMax = 40;

std::size_t parts_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

std::size_t filled_lines(const std::vector<std::string_view>& lines) {
  return static_cast<std::size_t>(std::count_if(
      lines.begin(), lines.end(), [](std::string_view line) { return !trim(line).empty(); }));
}

// `\n` outside of quotes.
std::size_t bare_escapes(std::string_view line) {
  std::size_t count = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && i + 1 < line.size()) {
      if (quote == 0 && line[i + 1] == 'n') ++count;
      ++i;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"') {
      quote = c;
    }
  }
  return count;
}

// One of them is in no string: minified code has many that are.
bool is_escape_in_code(const TextChange& change, std::size_t line) {
  constexpr std::size_t kReadBytes = 256U << 10U;
  if (change.text().size() > kReadBytes) return false;
  const std::string_view text = change.after[line];
  std::size_t plain = 0;
  for (auto at = text.find("\\n"); at != std::string_view::npos; at = text.find("\\n", at + 2)) {
    plain += change.place_at(change.offset_of(line) + at) == Place::literal ? 0U : 1U;
  }
  return plain >= 2;
}

// A text of one line, or nearly so, in which line ends are written out.
WholeText escaped_ends(const TextChange& change) {
  const std::string_view text = change.text();
  if (!contains(text, "\\n")) return {};
  const std::size_t lines = filled_lines(change.after);
  const bool data = change.kind().format == syntax::Format::json;
  if (lines == 0 || lines > 2 || data) return {};
  for (std::size_t i = 0; i < change.after.size(); ++i) {
    const std::string_view line = change.after[i];
    if (!change.is_added(i) || parts_in(line, "\\n") < kEscapesMin) continue;
    const bool code = change.sort() == TextSort::code && !line.starts_with("#!");
    const bool bare = bare_escapes(line) >= (code ? 1U : kEscapesMin);
    const bool was_longer = filled_lines(change.before) > lines + 1;
    // Of minified code each `\n` is in a string.
    if (!bare && !was_longer) continue;
    if (code && !is_escape_in_code(change, i)) continue;
    return {WholeFault::escaped, i, "its line ends are written as \\n"};
  }
  return {};
}

constexpr auto kEntities =
    fixed_words("&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&#x27;", "&apos;", "&#34;", "&nbsp;");

std::string unescaped(std::string_view line) {
  std::string out(line);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kPairs = {
      {{"&lt;", "<"},
       {"&gt;", ">"},
       {"&quot;", "\""},
       {"&#39;", "'"},
       {"&#x27;", "'"},
       {"&apos;", "'"},
       {"&#34;", "\""},
       {"&amp;", "&"}}};
  for (const auto& [from, to] : kPairs) out = replace_all(out, from, to);
  return out;
}

// `&lt;` may be the address of a variable.
bool is_a_name_here(std::string_view text, std::string_view entity) {
  if (!is_letter(entity[1])) return false;
  const std::string_view name = entity.substr(1, entity.size() - 2);
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '&');
    const bool ends = at + name.size() >= text.size() || !is_word(text[at + name.size()]);
    if (begins && ends) return true;
  }
  return false;
}

// Entities of HTML in code, outside of strings and comments.
WholeText escaped_signs(const TextChange& change) {
  const std::string_view text = change.text();
  if (!contains(text, "&lt;") && !contains(text, "&gt;") && !contains(text, "&amp;") &&
      !contains(text, "&quot;") && !contains(text, "&#39;")) {
    return {};
  }
  const std::string ending = change.file().path.extension();
  const bool markup = among({".html", ".htm", ".xml", ".svg", ".vue", ".svelte", ".astro",
                             ".csproj", ".props", ".plist", ".xaml", ".erb"},
                            ending);
  if (markup || change.sort() == TextSort::other || change.sort() == TextSort::document) return {};
  for (const std::size_t i : change.added()) {
    const std::string_view line = change.after[i];
    if (line.find('&') == std::string_view::npos) continue;
    for (const std::string_view entity : kEntities) {
      const std::size_t at = line.find(entity);
      if (at == std::string_view::npos) continue;
      const WholeText found{WholeFault::escaped, i,
                            "a sign is written as " + std::string(entity) + ", as in HTML"};
      if (change.sort() == TextSort::code) {
        if (change.place_at(change.offset_of(i) + at) != Place::plain) continue;
        if (is_a_name_here(text, entity)) continue;
        // What a shell or a macro puts in the place of a sign.
        if (at > 0 && (line[at - 1] == '/' || line[at - 1] == '\\')) continue;
        return found;
      }
      // Settings and the like: only where the sign itself was before.
      const std::string plain = unescaped(line);
      if (std::any_of(change.before.begin(), change.before.end(),
                      [&](std::string_view old) { return old == plain; })) {
        return found;
      }
    }
  }
  return {};
}

// `{"path": …, "content": …}` in the place of the file.
WholeText wrapped(const TextChange& change) {
  std::string_view text = trim(change.text());
  if (text.size() < 2 || text.size() > kWrappedBytesMax || change.sort() == TextSort::other) {
    return {};
  }
  if (text.front() != '{' && text.front() != '[') return {};
  if (change.added().empty() || change.is_added(0) == false) return {};
  if (!contains(text.substr(0, 400), "\"")) return {};
  static constexpr auto kHolds = fixed_words(
      "content", "contents", "code", "file_content", "new_content", "new_str", "text", "replace",
      "replacement", "after", "output", "source", "updated_content", "file_text", "body",
      "updated_code", "patch", "diff", "result", "answer", "response");
  static constexpr auto kNames = fixed_words(
      "path", "file", "filename", "file_path", "filepath", "name", "action", "edits", "search",
      "explanation", "language", "operation", "tool", "command", "type", "summary", "status",
      "files", "changes", "thought", "reasoning", "message", "arguments");
  const Result<Json> parsed = Json::parse(text);
  if (!parsed) return {};
  const Json& first =
      parsed->is_array() && !parsed->items().empty() ? parsed->items().front() : *parsed;
  if (!first.is_object() || first.members().empty() || first.members().size() > 10) return {};
  bool holds = false;
  bool names = false;
  std::size_t known = 0;
  for (const auto& [key, value] : first.members()) {
    const std::string name = lower(key);
    const bool long_text = value.is_string() && contains(value.text(), "\n");
    if (among(kHolds, name)) {
      holds = holds || long_text;
      ++known;
    } else if (among(kNames, name)) {
      names = true;
      ++known;
    }
    if (name == "edits" || name == "files" || name == "changes") {
      holds = holds ||
              (value.is_array() && !value.items().empty() && value.items().front().is_object());
    }
  }
  const bool json =
      change.kind().format == syntax::Format::json || change.kind().format == syntax::Format::jsonc;
  const bool all = known == first.members().size();
  const std::string_view own = change.file().path.name();
  const bool own_name = contains(text.substr(0, std::min<std::size_t>(text.size(), 600)), own);
  if (json ? holds && names && all && own_name : known > 0 && (holds || names)) {
    return {WholeFault::wrapped, 0, "an object of JSON stands in the place of the file"};
  }
  // No code or prose is one object of JSON.
  const bool prose = !json && change.kind().format != syntax::Format::yaml &&
                     (change.sort() == TextSort::document || change.sort() == TextSort::code);
  if (prose && filled_lines(change.before) > 2 && parsed->is_object()) {
    return {WholeFault::wrapped, 0, "an object of JSON stands in the place of the file"};
  }
  return {};
}

// How many lines from `second` on are those from `first` on, up to `second`.
std::size_t same_lines(const std::vector<std::string_view>& lines, std::size_t first,
                       std::size_t second, std::size_t& filled) {
  std::size_t count = 0;
  filled = 0;
  while (first + count < second && second + count < lines.size() &&
         lines[first + count] == lines[second + count]) {
    filled += trim(lines[first + count]).empty() ? 0U : 1U;
    ++count;
  }
  return count;
}

// The text, or most of it, follows on itself.
std::size_t doubled_at(const std::vector<std::string_view>& lines) {
  std::size_t first = 0;
  while (first < lines.size() && trim(lines[first]).empty()) ++first;
  if (first == lines.size()) return 0;
  std::size_t starts = 0;
  const std::size_t all = filled_lines(lines);
  if (all < 2 * kTwiceMin) return 0;
  for (std::size_t i = first + 1; i < lines.size() && starts < kStartsMax; ++i) {
    if (lines[i] != lines[first]) continue;
    ++starts;
    std::size_t filled = 0;
    const std::size_t count = same_lines(lines, first, i, filled);
    // Up to the place where it begins anew, or to its end; both are the better part of the text.
    const bool whole = first + count == i || i + count == lines.size();
    const bool twice = first + count == i && i + count == lines.size();
    if (twice && filled >= kTwiceMin) return i;
    if (whole && filled >= kDoubledMin && filled * 5 >= all * 2) return i;
  }
  return 0;
}

bool has_variety(const std::vector<std::string_view>& lines, std::size_t end) {
  std::vector<std::string_view> seen;
  for (std::size_t i = 0; i < end && seen.size() < kTwiceMin; ++i) {
    if (!trim(lines[i]).empty() && !among(seen, lines[i])) seen.push_back(lines[i]);
  }
  return seen.size() == kTwiceMin;
}

WholeText doubled(const TextChange& change) {
  if (change.sort() == TextSort::other || change.added().size() < kTwiceMin) return {};
  const std::size_t at = doubled_at(change.after);
  if (at == 0 || !has_variety(change.after, at) || doubled_at(change.before) != 0) return {};
  return {WholeFault::doubled, at, "the text stands there twice"};
}

}  // namespace

WholeText whole_text_fault(const TextChange& change) {
  using Check = WholeText (*)(const TextChange&);
  for (const Check check : {&wrapped, &escaped_ends, &escaped_signs, &doubled}) {
    if (WholeText found = check(change); found.fault != WholeFault::none) return found;
  }
  if (const auto line = cut_off(change)) {
    return {WholeFault::cut_off, *line,
            "the text ends in the middle, and the rest of the file is gone"};
  }
  return {};
}

}  // namespace pawl::guards
