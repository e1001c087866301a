#include "guards/text/encoding_damage.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_lead(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0xC0U; }
bool is_follow(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::size_t length_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && is_follow(text[end])) ++end;
  return end - at;
}

// The letters of a line, with one sign in the place of all that are no ASCII or stand for such.
std::string skeleton(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    const bool other = static_cast<unsigned char>(line[i]) >= 0x80;
    if (other || line[i] == '?') {
      if (out.empty() || out.back() != '\1') out += '\1';
      i += other ? length_at(line, i) : 1;
    } else {
      out += line[i++];
    }
  }
  return out;
}

// A line that went away and says the same in its letters.
const std::string_view* counterpart(const TextChange& change, std::size_t line) {
  const std::string wanted = skeleton(change.after[line]);
  for (const Hunk& hunk : change.hunks) {
    if (line < hunk.after_begin || line >= hunk.after_end) continue;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      if (!is_plain_ascii(change.before[i]) && skeleton(change.before[i]) == wanted) {
        return &change.before[i];
      }
    }
  }
  return nullptr;
}

// UTF-8 that was read as Windows-1252 and written again begins with one of these: `Ã©`, `â€™`.
bool is_mojibake_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const auto second = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  if (rest.size() >= 4 && (rest.starts_with("\u00C3") || rest.starts_with("\u00C2") ||
                           rest.starts_with("\u00C5") || rest.starts_with("\u00C4"))) {
    // Followed by a sign of U+00A0 to U+00BF, which no word has there; a letter begins with C3.
    if (second(2) == 0xC2 && second(3) >= 0x80) {
      return !rest.starts_with("\u00C4") && !rest.starts_with("\u00C5") ? true : second(3) < 0xA0;
    }
    if (rest.starts_with("\u00C3")) {
      return rest.substr(2).starts_with("\u20AC") || rest.substr(2).starts_with("\u2013") ||
             rest.substr(2).starts_with("\u0178") || rest.substr(2).starts_with("\u0153") ||
             rest.substr(2).starts_with("\u2022") || rest.substr(2).starts_with("\u0161");
    }
    return false;
  }
  if (rest.starts_with("\u00E2")) {
    const std::string_view next = rest.substr(2);
    return next.starts_with("\u20AC") || next.starts_with("\u2020") ||
           next.starts_with("\u201A\u00AC") || next.starts_with("\u0153") ||
           next.starts_with("\u201D\u20AC") || next.starts_with("\u2013\u02C6") ||
           next.starts_with("\u0080");
  }
  return rest.starts_with("\u00F0\u0178") || rest.starts_with("\u00EF\u00BB\u00BF");
}

std::size_t mojibake_in(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_lead(line[i]) && is_mojibake_at(line, i)) return i;
  }
  return std::string_view::npos;
}

std::size_t found_times(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

// Where a byte order mark keeps a tool from reading the file.
bool breaks_by_mark(const git::FileChange& file) {
  const std::string_view rest = std::string_view(*file.after).substr(kMark.size());
  if (rest.starts_with("#!")) return true;
  const syntax::Kind kind = syntax::kind_of(file.path, rest);
  const std::string name = lower(file.path.name());
  return kind.format == syntax::Format::json || kind.language == syntax::Language::bash ||
         kind.format == syntax::Format::toml || name.starts_with("dockerfile") ||
         name.starts_with(".env") || name == "makefile" || file.path.extension() == ".php";
}

struct Sign {
  std::string_view text;
  std::string_view plain;
  std::string_view name;
};
constexpr auto kSigns = std::to_array<Sign>({
    {"\u00A0", " ", "a no-break space"},
    {"\u2007", " ", "a figure space"},
    {"\u202F", " ", "a narrow no-break space"},
    {"\u2002", " ", "an en space"},
    {"\u2003", " ", "an em space"},
    {"\u2009", " ", "a thin space"},
    {"\u3000", " ", "an ideographic space"},
    {"\u2018", "'", "a typographic quote"},
    {"\u2019", "'", "a typographic quote"},
    {"\u201C", "\"", "a typographic quote"},
    {"\u201D", "\"", "a typographic quote"},
    {"\u201E", "\"", "a typographic quote"},
    {"\u2013", "-", "an en dash"},
    {"\u2014", "-", "an em dash"},
    {"\u2212", "-", "a minus sign"},
    {"\u037E", ";", "a Greek question mark"},
    {"\uFF08", "(", "a full-width sign"},
    {"\uFF09", ")", "a full-width sign"},
    {"\uFF0C", ",", "a full-width sign"},
    {"\uFF1A", ":", "a full-width sign"},
    {"\uFF1B", ";", "a full-width sign"},
    {"\u2026", "...", "an ellipsis"},
});

std::string with_plain_signs(std::string_view line) {
  std::string out(line);
  for (const Sign& sign : kSigns) {
    if (contains(out, sign.text)) out = replace_all(out, sign.text, sign.plain);
  }
  return out;
}

bool was_there(const TextChange& change, std::size_t line, const std::string& text) {
  for (const Hunk& hunk : change.hunks) {
    if (line < hunk.after_begin || line >= hunk.after_end) continue;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      // `--` often becomes one dash.
      if (change.before[i] == text || replace_all(change.before[i], "--", "-") == text) return true;
    }
  }
  return false;
}

const Sign* sign_at(std::string_view text, std::size_t at) {
  for (const Sign& sign : kSigns) {
    if (text.substr(at).starts_with(sign.text)) return &sign;
  }
  return nullptr;
}

EncodingFault fault_of(std::size_t line, const Sign& sign) {
  return {line, std::string(sign.name) + " stands in code", false};
}

// In the code itself. A quote or a comment mark before it on the line may mean that the grammar was
// lost.
bool stands_in_code(const TextChange& change, std::size_t line, std::size_t at) {
  const std::string_view text = change.after[line];
  if (text.substr(0, at).find_first_of("\"'`#") != std::string_view::npos) return false;
  if (contains(text.substr(0, at), "//") || contains(text.substr(0, at), "/*")) return false;
  if (change.place_at(change.offset_of(line) + at) != Place::plain) return false;
  if (change.kind().language != syntax::Language::bash) return true;
  // A shell takes words as they are: only what should have been a quote or an option is wrong.
  const bool starts = at > 0 && (text[at - 1] == ' ' || text[at - 1] == '=');
  const Sign* sign = sign_at(text, at);
  if (sign->plain == " ") return true;
  const std::size_t next = at + sign->text.size();
  const bool goes_on = next < text.size() && is_letter_or_digit(text[next]);
  return starts && (sign->plain == "\"" || sign->plain == "'" || goes_on);
}

bool is_inside_word(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (text.substr(end).starts_with(kReplacement)) end += kReplacement.size();
  return at > 0 && is_letter(text[at - 1]) && end < text.size() && is_letter(text[end]);
}

// UTF-16 without a mark: what is ASCII has a NUL for every second byte.
bool is_wide(std::string_view text) {
  constexpr std::ptrdiff_t kPartMax = 3;  // letters of other alphabets have none
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  const auto nuls = std::count(text.begin(), text.end(), '\0');
  return nuls * kPartMax > static_cast<std::ptrdiff_t>(text.size());
}

// A text is binary now.
std::optional<EncodingFault> no_text_any_more(const git::FileChange& file) {
  if (repo::is_fixture(file.path)) return std::nullopt;
  const std::string_view after = *file.after;
  if (is_wide(after)) return EncodingFault{0, "the text is UTF-16 now, and was not before", false};
  const bool text = sort_of(file.path, *file.before) != TextSort::other;
  const std::size_t nul = after.find('\0');
  if (!text || nul == std::string_view::npos) return std::nullopt;
  const std::string_view above = after.substr(0, nul);
  const auto line = static_cast<std::size_t>(std::count(above.begin(), above.end(), '\n'));
  return EncodingFault{line, "a NUL stands in the text", false};
}

}  // namespace

std::optional<EncodingFault> encoding_fault(const git::FileChange& file) {
  const std::string_view after = *file.after;
  if (file.before && !looks_binary(*file.before) && looks_binary(after)) {
    if (auto fault = no_text_any_more(file)) return fault;
  }
  if (looks_binary(after) || repo::is_fixture(file.path)) return {};
  const bool marked = after.starts_with(kMark);
  if (marked && !(file.before && file.before->starts_with(kMark))) {
    const bool breaks = breaks_by_mark(file);
    if (breaks || file.before) {
      return EncodingFault{0, "a byte order mark stands before the text", !breaks};
    }
  }
  if (is_utf8(after)) return {};
  const bool was = file.before ? is_utf8(*file.before) && !is_plain_ascii(*file.before) : false;
  const syntax::Kind kind = syntax::kind_of(file.path, after);
  const bool must = kind.format == syntax::Format::json || kind.format == syntax::Format::toml ||
                    kind.format == syntax::Format::yaml ||
                    kind.language == syntax::Language::rust ||
                    kind.language == syntax::Language::go;
  const bool fresh = !file.before || is_utf8(*file.before);
  const bool text = sort_of(file.path, after) != TextSort::other;
  if (!was && !(must && fresh) && !(file.before && fresh && text)) return {};
  if (!text) return {};
  std::size_t line = 0;
  for (const std::string_view row : split_lines(after)) {
    if (!is_utf8(row)) break;
    ++line;
  }
  return EncodingFault{line, "a character is no valid UTF-8", false};
}

// Code that puts the sign in the place of what it cannot decode shows that it does.
bool decodes_lossily(std::string_view text) {
  return contains(text, "lossy") || contains(text, "FFFD") || contains(text, "fffd");
}

std::optional<EncodingFault> letter_fault(const TextChange& change) {
  const RepoPath& path = change.file().path;
  if (change.sort() == TextSort::other || repo::is_fixture(path)) return {};
  // Whoever works on encodings has such letters in strings.
  const bool sample = repo::is_sample_place(path) && change.sort() != TextSort::document;
  const std::string_view before =
      change.file().before ? std::string_view(*change.file().before) : std::string_view();
  bool replaced = contains(change.text(), kReplacement) && !decodes_lossily(change.text());
  replaced =
      replaced && found_times(change.text(), kReplacement) > found_times(before, kReplacement);
  const bool had_letters = !is_plain_ascii(before);
  const bool has_letters = !is_plain_ascii(change.text());
  if (!had_letters && !has_letters) return {};
  for (const std::size_t line : change.added()) {
    const std::string_view text = change.after[line];
    const bool plain = is_plain_ascii(text);
    if (plain && (!had_letters || text.find('?') == std::string_view::npos)) continue;
    const std::size_t mojibake = plain ? std::string_view::npos : mojibake_in(text);
    const std::size_t sign = replaced && !plain ? text.find(kReplacement) : std::string_view::npos;
    if (!plain && mojibake == std::string_view::npos && sign == std::string_view::npos) continue;
    const std::string_view* old = counterpart(change, line);
    if (plain) {
      if (old != nullptr && found_times(text, "?") > found_times(*old, "?")) {
        return EncodingFault{line, "a question mark stands where a letter was", false};
      }
      continue;
    }
    const std::size_t at = std::min(mojibake, sign);
    const bool literal = change.sort() == TextSort::code &&
                         change.place_at(change.offset_of(line) + at) == Place::literal;
    const bool lost = old != nullptr && mojibake_in(*old) == std::string_view::npos &&
                      !contains(*old, kReplacement);
    if (!lost && (literal || sample)) continue;
    if (!lost && sign != std::string_view::npos && mojibake == std::string_view::npos) {
      // Somebody may speak of the sign; nobody writes it inside of a word.
      if (!is_inside_word(text, sign) || change.place_of(line) == Place::literal) continue;
    }
    if (change.sort() == TextSort::document && !lost && contains(text, "`")) continue;
    return EncodingFault{line,
                         sign != std::string_view::npos
                             ? "a replacement character stands where a letter should"
                             : "a letter was read in the wrong encoding and written again",
                         false};
  }
  return {};
}

// `'(…)'`: a text for readers, where the sign is as good as three dots.
bool is_in_quotes(std::string_view text, std::size_t at) {
  const auto open = text.substr(0, at).find_last_of("'\"`");
  if (open == std::string_view::npos || text.find(text[open], at) == std::string_view::npos) {
    return false;
  }
  return found_times(text.substr(0, at), text.substr(open, 1)) % 2 == 1;
}

// `run it   # the field's value`: words within an example.
bool is_behind_comment_mark(std::string_view text, std::size_t at) {
  const std::string_view head = text.substr(0, at);
  return contains(head, " # ") || contains(head, " // ") || trim(head).starts_with("# ") ||
         trim(head).starts_with("// ");
}

std::optional<EncodingFault> odd_sign(const TextChange& change) {
  if (change.sort() == TextSort::other || repo::is_fixture(change.file().path)) return {};
  if (is_plain_ascii(change.text())) return {};
  const bool native = change.kind().language == syntax::Language::c ||
                      change.kind().language == syntax::Language::cpp;
  for (const std::size_t line : change.added()) {
    const std::string_view text = change.after[line];
    if (is_plain_ascii(text) || (native && trim(text).starts_with('#'))) continue;
    for (std::size_t i = 0; i < text.size(); i += length_at(text, i)) {
      if (static_cast<unsigned char>(text[i]) < 0x80) continue;
      const Sign* sign = sign_at(text, i);
      if (sign == nullptr) continue;
      if (change.sort() == TextSort::code) {
        if (stands_in_code(change, line, i)) return fault_of(line, *sign);
        continue;
      }
      const bool indent = text.substr(0, i).find_first_not_of(" \t") == std::string_view::npos;
      const bool source = change.sort() == TextSort::source;
      if (source && sign->plain == " " && indent) return fault_of(line, *sign);
      if (source && sign->plain == "..." && is_in_quotes(text, i)) continue;
      const bool in_code =
          source || (change.place_of(line) == Place::literal && !is_behind_comment_mark(text, i));
      if (in_code && was_there(change, line, with_plain_signs(text))) return fault_of(line, *sign);
      if (!source && !in_code) break;
    }
  }
  return {};
}

}  // namespace pawl::guards
