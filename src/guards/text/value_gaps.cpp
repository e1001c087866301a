#include "guards/text/value_gaps.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// `REPLACE_ME`, `YOUR_API_KEY`, `your-name-here`.
bool is_gap_name(std::string_view word) {
  const std::string plain = replace_all(lower(word), "-", "_");
  if (among({"replace_me",
             "change_me",
             "changeme",
             "replaceme",
             "fill_me_in",
             "fill_in",
             "fillme",
             "insert_here",
             "todo_replace",
             "replace_this",
             "replace_with_actual",
             "your_value",
             "insert_value",
             "placeholder_value",
             "value_here",
             "todo_fill_in",
             "fill_this_in",
             "placeholder_text",
             "to_be_filled",
             "to_be_determined",
             "insert_value_here",
             "enter_value_here",
             "replace_with_your_value",
             "xxx_replace_me",
             "your_string_here"},
            plain)) {
    return true;
  }
  const bool shout = std::none_of(word.begin(), word.end(), is_lower);
  return (plain.starts_with("your_") && (shout || plain.ends_with("_here"))) ||
         (plain.starts_with("insert_") && (shout || plain.ends_with("_here"))) ||
         (plain.starts_with("replace_with_") && shout);
}

// `your value here`, `INSERT VALUE`: what stands between brackets.
bool is_gap_phrase(std::string_view inside) {
  const std::string said = lower(inside);
  const bool words = said.find_first_not_of("abcdefghijklmnopqrstuvwxyz _-'") == std::string::npos;
  if (!words || said.size() > 60) return false;
  return (said.starts_with("your ") || said.starts_with("your_") || said.starts_with("insert ") ||
          said.starts_with("add your ") || said.starts_with("enter ") ||
          said.starts_with("replace with ") || said.starts_with("fill in") ||
          said.starts_with("todo fill") || said.starts_with("to be filled") ||
          said.starts_with("placeholder")) &&
         said.size() > 8;
}

// The first gap of a line, with its brackets.
Span find_gap(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '[' || c == '<') {
      const std::size_t close = line.find(c == '[' ? ']' : '>', i + 1);
      if (close != std::string_view::npos && is_gap_phrase(line.substr(i + 1, close - i - 1))) {
        return {i, close + 1};
      }
    }
    // `$INSERT_LINK` is filled in by the program.
    const bool variable = line.substr(0, i).ends_with('$') || line.substr(0, i).ends_with("${");
    const bool joined = variable || (i > 0 && (is_word(line[i - 1]) || line[i - 1] == '-'));
    const bool starts = is_letter(c) && !joined;
    if (!starts) continue;
    std::size_t end = i;
    while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
    if (is_gap_name(line.substr(i, end - i))) return {i, end};
    i = end - 1;
  }
  return {};
}

bool may_hold_gap(std::string_view line) {
  return line.find_first_of("_-[<eE") != std::string_view::npos &&
         (contains_folded(line, "your") || contains_folded(line, "replace") ||
          contains_folded(line, "insert") || contains_folded(line, "change") ||
          contains_folded(line, "fill") || contains_folded(line, "placeholder"));
}

// What belongs to a person or a place of its own.
bool names_credential(std::string_view line) {
  static constexpr auto kWords =
      fixed_words("key", "token", "secret", "passw", "credential", "auth", "client_id", "clientid",
                  "account", "tenant", "user", "login", "email", "webhook", "dsn", "bearer");
  const std::string said = lower(line);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return contains(said, word); });
}

// Long, and of letters and digits.
bool may_be_credential(std::string_view value) {
  constexpr std::size_t kLengthMin = 20;
  const bool digits = std::any_of(value.begin(), value.end(), is_digit);
  const bool letters = std::any_of(value.begin(), value.end(), is_letter);
  return value.size() >= kLengthMin && digits && letters &&
         value.find_first_of(" ./") == std::string_view::npos;
}

// The line is an old one in which a value gave way.
bool gave_way(std::string_view old, std::string_view line, const Span& gap) {
  const std::string_view head = line.substr(0, gap.begin);
  const std::string_view tail = trim_end(line.substr(gap.end));
  old = trim_end(old);
  if (old.size() <= head.size() + tail.size() || !old.starts_with(head) || !old.ends_with(tail)) {
    return false;
  }
  const std::string_view value = old.substr(head.size(), old.size() - head.size() - tail.size());
  if (names_credential(head) || may_be_credential(value)) return false;
  // Another gap, or an example of one.
  return find_gap(value).end == 0 && !contains_folded(value, "example") &&
         value.find_first_not_of("x*. ") != std::string_view::npos;
}

// `Bearer <your-token-here>`, `YOUR_WIFI_NAME`, `put your unique phrase here`.
bool is_gap_value(std::string_view value) {
  constexpr std::size_t kValueMax = 100;
  value = trim(value);
  if (value.size() < 6 || value.size() > kValueMax) return false;
  if (find_gap(value).end != 0) return true;
  const std::string said = replace_all(lower(value), "-", "_");
  const bool word =
      said.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (word && (said.starts_with("your_") || contains(said, "_your_"))) return true;
  const bool here = said.ends_with(" here") || said.ends_with("_here");
  return here && (said.starts_with("put your ") || said.starts_with("enter your ") ||
                  said.starts_with("insert_") || said.starts_with("insert ") ||
                  said.starts_with("paste your "));
}

// A message or an example shows people what to write.
bool is_message(std::string_view line) {
  static constexpr auto kWords =
      fixed_words("e.g", "example", "usage", "please", "help", "message", "error", "warn", "print",
                  "echo", "log", "description", "summary", "title", "hint", "throw", "raise");
  const std::string said = lower(line);
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return contains(said, word); });
}

// The quoted texts of a line, and in settings what stands behind `:` or `=`.
std::vector<std::string_view> values_of(std::string_view line, bool settings) {
  std::vector<std::string_view> values;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!contains("\"'`", line.substr(at, 1))) continue;
    const std::size_t end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) break;
    values.push_back(line.substr(at + 1, end - at - 1));
    at = end;
  }
  const std::size_t sign = line.find_first_of(":=");
  if (settings && values.empty() && sign != std::string_view::npos) {
    values.push_back(line.substr(sign + 1));
  }
  return values;
}

// In the place of a credential a gap is what should be there.
bool took_out_credential(const TextChange& change, std::size_t line) {
  for (const Hunk& hunk : change.hunks) {
    if (line < hunk.after_begin || line >= hunk.after_end) continue;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      if (names_credential(change.before[i])) return true;
    }
  }
  return false;
}

// `namespace: <NAMESPACE>`: no setting is written so. In code `<stdin>` is a name.
bool is_bracketed_whole(std::string_view value) {
  value = trim(value);
  if (value.size() < 5 || value.front() != '<' || value.back() != '>') return false;
  value = value.substr(1, value.size() - 2);
  return std::all_of(value.begin(), value.end(),
                     [](char c) { return is_letter(c) || c == '_' || c == '-' || c == ' '; });
}

void find_new_gaps(const TextChange& change, std::vector<Remain>& found) {
  const syntax::Format format = change.kind().format;
  const bool settings = format == syntax::Format::yaml || format == syntax::Format::toml ||
                        format == syntax::Format::ini ||
                        contains(change.file().path.name(), ".env");
  for (const std::size_t line : change.added()) {
    const std::string_view text = change.after[line];
    const bool bracket = settings && contains(text, "<") && trim_end(text).ends_with('>');
    if (text.size() > 400 || !(bracket || may_hold_gap(text)) || is_message(text)) continue;
    if (change.place_of(line) != Place::plain || uncommented(text).is_comment) continue;
    const auto values = values_of(text, settings);
    const bool gap = std::any_of(values.begin(), values.end(), [&](std::string_view value) {
      return is_gap_value(value) || (bracket && is_bracketed_whole(value));
    });
    if (!gap) continue;
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const Remain& each) { return each.line == line; });
    if (known || took_out_credential(change, line)) continue;
    found.push_back({line, "a gap that somebody was to fill in"});
  }
}

}  // namespace

std::vector<Remain> value_gaps(const TextChange& change) {
  std::vector<Remain> found;
  const RepoPath& path = change.file().path;
  const TextSort sort = change.sort();
  if (sort == TextSort::other || sort == TextSort::document) return found;
  if (contains_folded(path.text(), "template") || contains_folded(path.text(), "example") ||
      contains_folded(path.text(), "sample") || contains_folded(path.text(), "prompt")) {
    return found;
  }
  for (const Hunk& hunk : change.hunks) {
    const std::size_t rows = hunk.after_end - hunk.after_begin;
    if (rows != hunk.before_end - hunk.before_begin) continue;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::string_view line = change.after[hunk.after_begin + i];
      if (line.size() > 400 || !may_hold_gap(line)) continue;
      const Span gap = find_gap(line);
      if (gap.end == 0 || !gave_way(change.before[hunk.before_begin + i], line, gap)) continue;
      found.push_back({hunk.after_begin + i, "a gap that somebody was to fill in"});
    }
  }
  if (!repo::is_sample_place(path) && !repo::lies_among_tests(path)) find_new_gaps(change, found);
  return found;
}

}  // namespace pawl::guards
