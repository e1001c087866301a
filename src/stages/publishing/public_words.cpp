#include "stages/publishing/public_words.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::stages {
namespace {

// More of a text is not looked at; what is shown of it is shorter.
constexpr std::size_t kReadBytesMax = 4000;
constexpr std::size_t kMarkBytesMax = 60;
// Taking one thing out may put another one together; a text that goes on doing so loses its signs.
constexpr int kRoundsMax = 8;

std::vector<std::vector<std::string_view>> rows_of(std::string_view name) {
  std::vector<std::vector<std::string_view>> rows;
  const auto text = asset(name);
  PAWL_CHECK(text.has_value(), name);
  for (const std::string_view line : split_lines(*text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    std::vector<std::string_view> cells = split(line, '|');
    for (std::string_view& cell : cells) cell = trim(cell);
    PAWL_CHECK(cells.size() == 3, line);
    rows.push_back(std::move(cells));
  }
  return rows;
}

// The words of a mark in lower case with single blanks between them.
std::string words_of(std::string_view text) {
  std::string out;
  for (const char c : lower(text)) {
    if (is_letter(c) || is_digit(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return std::string(trim_end(out));
}

struct Tables {
  std::set<std::string> bracketed;       // `skip ci`
  std::vector<std::string> plain_marks;  // `***no_ci***`
  std::set<std::string_view> trailers;
  std::set<std::string_view> paths;
  std::set<std::string_view> closing;
  std::set<std::string_view> nouns;
};

Tables read_tables() {
  Tables tables;
  for (const auto& row : rows_of("words/ci-marks.txt")) {
    const std::string_view mark = row[0];
    if (mark.starts_with('[') && mark.ends_with(']')) {
      tables.bracketed.insert(words_of(mark));
    } else {
      tables.plain_marks.emplace_back(mark);
    }
  }
  for (const auto& row : rows_of("words/trailers.txt")) tables.trailers.insert(row[0]);
  for (const auto& row : rows_of("words/references.txt")) {
    auto& set = row[1] == "path"      ? tables.paths
                : row[1] == "closing" ? tables.closing
                                      : tables.nouns;
    set.insert(row[0]);
  }
  return tables;
}

const Tables& tables() {
  static const Tables kTables = read_tables();
  return kTables;
}

std::string one_blank(std::string_view text) {
  const auto words = split_words(text);
  return join(words, " ");
}

// `[skip ci]` in any spelling; the innermost brackets first.
std::string without_bracketed_marks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '[' ? text.find(']', at) : std::string_view::npos;
    const std::string_view group =
        end == std::string_view::npos ? std::string_view() : text.substr(at, end + 1 - at);
    const bool is_mark = group.size() > 2 && group.size() <= kMarkBytesMax &&
                         !contains(group.substr(1), "[") &&
                         tables().bracketed.contains(words_of(group));
    if (is_mark) {
      at = end + 1;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::string without_plain_marks(std::string text) {
  for (const std::string& mark : tables().plain_marks) {
    for (auto at = lower(text).find(mark); at != std::string::npos; at = lower(text).find(mark)) {
      text.erase(at, mark.size());
    }
  }
  return text;
}

// `<!-- … -->` and `<img …>`, also one that does not end.
std::string without_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool comment = text.starts_with("<!--");
    const bool image = starts_with_folded(text, "<img");
    if (!comment && !image) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    const std::string_view close = comment ? "-->" : ">";
    const auto end = text.find(close, comment ? 4 : 0);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + close.size());
  }
  return out;
}

// `![what it shows](address)` becomes what it shows.
std::string without_images(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto middle = text.starts_with("![") ? text.find("](") : std::string_view::npos;
    const auto end = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (end == std::string_view::npos) {
      out += text.front();
      text.remove_prefix(1);
    } else {
      out += text.substr(2, middle - 2);
      text.remove_prefix(end + 1);
    }
  }
  return out;
}

// `https://github.com/o/r/issues/1` becomes `github.com/o/r issues 1`.
std::string unlinked(std::string_view word) {
  const std::string folded = lower(word);
  const bool is_address = contains(folded, "://") || contains(folded, "www.");
  if (!is_address) return std::string(word);
  const auto parts = split(word, '/');
  bool refers = false;
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool kind = i + 1 < parts.size() && !parts[i + 1].empty() && is_word(parts[i + 1][0]) &&
                      tables().paths.contains(lower(parts[i]));
    const bool behind_kind = i > 0 && tables().paths.contains(lower(parts[i - 1]));
    out += (i == 0 ? "" : kind || behind_kind ? " " : "/") + std::string(parts[i]);
    refers = refers || kind;
  }
  if (!refers) return std::string(word);
  for (const std::string_view scheme : {"https://", "http://", "git://", "ssh://", "www."}) {
    for (auto at = lower(out).find(scheme); at != std::string::npos; at = lower(out).find(scheme)) {
      out.erase(at, scheme.size());
    }
  }
  return out;
}

bool is_number(std::string_view word) { return !word.empty() && is_digit(word.front()); }

std::string bare(std::string_view word) {
  std::string out = lower(word);
  std::erase_if(out, [](char c) { return !is_word(c) && c != '-'; });
  return out;
}

// `fixes bug 12`, `ticket:12`: forges that need no `#`.
std::string unnumbered(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    const auto colon = word.find(':');
    if (colon != std::string::npos && is_number(std::string_view(word).substr(colon + 1)) &&
        tables().nouns.contains(bare(word.substr(0, colon)))) {
      word.replace(colon, 1, " no. ");
    }
    const bool closes = i > 1 && is_number(word) && tables().nouns.contains(bare(words[i - 1])) &&
                        tables().closing.contains(bare(words[i - 2]));
    out += (i == 0 ? "" : " ") + std::string(closes ? "no. " : "") + word;
  }
  return out;
}

bool is_commit_name(std::string_view text) {
  constexpr std::size_t kShortMin = 7;
  const auto end = text.find_first_not_of("0123456789abcdefABCDEF");
  const std::size_t digits = std::min(end, text.size());
  return digits >= kShortMin && (digits == text.size() || !is_word(text[digits]));
}

// `PROJ-12` as issue trackers name issues: behind one, `#close` is a command.
bool names_issue_key(std::string_view text) {
  for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    const bool digit = at + 1 < text.size() && is_digit(text[at + 1]);
    if (digit && at > 1 && is_letter(text[at - 1]) && is_letter(text[at - 2])) return true;
  }
  return false;
}

// The sign of a mention or a reference goes; where words would run together, a blank comes.
std::string without_signs(std::string_view text) {
  const bool commands = names_issue_key(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char before = out.empty() ? ' ' : out.back();
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool mention = c == '@' && !is_word(before) && (is_word(next) || next == '-');
    const bool elsewhere = c == '@' && is_word(before) && is_commit_name(text.substr(i + 1));
    const bool issue = c == '#' && (is_digit(next) || (commands && is_letter(next)));
    const bool merge = c == '!' && is_digit(next);
    if (!mention && !elsewhere && !issue && !merge) {
      out += c;
    } else if (is_word(before)) {
      out += ' ';
    }
  }
  for (const std::string_view sign : {"GH-", "gh-", "Gh-", "gH-"}) {
    for (auto at = out.find(sign); at != std::string::npos; at = out.find(sign, at + 1)) {
      const bool whole = (at == 0 || !is_word(out[at - 1])) && at + 3 < out.size();
      if (whole && is_digit(out[at + 3])) out[at + 2] = ' ';
    }
  }
  return out;
}

std::string without_trailer(std::string text) {
  while (!text.empty() && (text[0] == '/' || text[0] == '#' || text[0] == ' ')) text.erase(0, 1);
  const auto colon = text.find(':');
  if (colon == std::string::npos || colon == 0) return text;
  const std::string token(trim(lower(std::string_view(text).substr(0, colon))));
  const bool trailer = tables().trailers.contains(token) || token.starts_with("pawl-") ||
                       (token.ends_with("-by") && !contains(token, " "));
  if (trailer) text.erase(colon, 1);
  return text;
}

std::string one_round(std::string_view text) {
  std::string out = without_images(without_html(text));
  std::vector<std::string> words;
  for (const std::string_view word : split_words(out)) words.push_back(unlinked(word));
  out = without_signs(unnumbered(words));
  return without_trailer(one_blank(without_plain_marks(without_bracketed_marks(out))));
}

}  // namespace

std::string harmless_line(std::string_view text, std::size_t bytes_max) {
  std::string out = one_blank(printable(text, kReadBytesMax));
  for (int round = 0; round < kRoundsMax; ++round) {
    std::string next = one_round(out);
    if (next == out) return printable(out, bytes_max);
    out = std::move(next);
  }
  std::erase_if(
      out, [](char c) { return std::string_view("[]<>@#!*:").find(c) != std::string_view::npos; });
  return printable(one_blank(out), bytes_max);
}

}  // namespace pawl::stages
