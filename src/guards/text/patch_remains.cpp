#include "guards/text/patch_remains.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kRunMin = 3;     // numbered or signed lines, one below the other
constexpr std::size_t kSignedMin = 2;  // of these, that cannot be signs of the language

constexpr auto kMarkers =
    fixed_words("*** Begin Patch", "*** End Patch",
                "*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** End of File",
                "<<<<<<< SEARCH", ">>>>>>> REPLACE", "<<<<<<< ORIGINAL", ">>>>>>> UPDATED",
                "<<<<<< SEARCH", ">>>>>> REPLACE", "------- SEARCH", "+++++++ REPLACE",
                "<<<< SEARCH", ">>>> REPLACE", "[SEARCH]", "[REPLACE]", "<<<SEARCH", "REPLACE>>>",
                "*** Move to: ", "diff --git a/", "diff --git \"a/", "\\ No newline at end of file",
                "<<<<<<< ORIG", ">>>>>>> NEW", "<<<<<<< FIND", "@@ ... @@", "@@ … @@");

// `@@ -1,4 +1,6 @@`.
bool is_hunk_header(std::string_view line) {
  if (!line.starts_with("@@ -") && !line.starts_with("@@@ -")) return false;
  const std::size_t plus = line.find(" +");
  return plus != std::string_view::npos && plus < 24 && is_digit(line[line.find('-') + 1]) &&
         contains(line.substr(plus), " @@");
}

// `--- a/x` with `+++ b/x` below it.
bool is_file_header(std::string_view line, std::string_view next) {
  if (!line.starts_with("--- ") || !next.starts_with("+++ ")) return false;
  const std::string_view old_name = line.substr(4);
  return old_name.starts_with("a/") || old_name == "/dev/null" || contains(old_name, ".") ||
         contains(old_name, "/");
}

// `index 1a2b3c4..5d6e7f8 100644`.
bool is_index_line(std::string_view line) {
  if (!line.starts_with("index ")) return false;
  const std::size_t dots = line.find("..");
  if (dots == std::string_view::npos || dots < 13) return false;
  const std::string_view hash = line.substr(6, dots - 6);
  return std::all_of(hash.begin(), hash.end(), is_hex_digit);
}

// The number a line begins with, and what stands behind its separator.
struct Numbered {
  long long number = 0;
  std::string_view rest;
  char separator = 0;
};
std::optional<Numbered> numbered(std::string_view line) {
  std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  if (line[begin] == 'L' || line[begin] == '[') ++begin;
  std::size_t end = begin;
  while (end < line.size() && is_digit(line[end])) ++end;
  constexpr std::size_t kDigitsMax = 5;
  if (end == begin || end - begin > kDigitsMax) return {};
  const auto number = parse_int(line.substr(begin, end - begin));
  if (!number) return {};
  std::string_view rest = line.substr(end);
  if (rest.starts_with("]")) rest.remove_prefix(1);
  if (rest.starts_with("\u2192")) return Numbered{*number, rest.substr(3), '>'};
  if (rest.starts_with("\u2502")) return Numbered{*number, rest.substr(3), '|'};
  if (rest.starts_with('\t')) return Numbered{*number, rest.substr(1), '\t'};
  const std::size_t sign = rest.find_first_not_of(' ');
  if (sign == std::string_view::npos) return Numbered{*number, {}, ' '};
  const char c = rest[sign];
  if (c == '|' && !rest.substr(sign).starts_with("||")) {
    return Numbered{*number, rest.substr(sign + 1), '|'};
  }
  if (c == ':' && sign == 0 && !rest.starts_with("::")) {
    return Numbered{*number, rest.substr(1), ':'};
  }
  if (sign > 0) return Numbered{*number, rest.substr(sign), ' '};
  return {};
}

class PatchReader {
 public:
  explicit PatchReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    if (change_.sort() == TextSort::other) return {};
    for (const std::size_t line : change_.added()) marker(line);
    for (const Hunk& hunk : change_.hunks) {
      if (hunk.after_end - hunk.after_begin < kRunMin) continue;
      numbers(hunk);
      signs(hunk);
    }
    return std::move(found_);
  }

 private:
  void marker(std::size_t line) {
    const std::string_view text = trim_end(change_.after[line]);
    if (text.size() < 7) return;
    const char first = text.front();
    if (std::string_view("*<>-+[\\@diR").find(first) == std::string_view::npos) return;
    const std::string_view next =
        line + 1 < change_.after.size() ? change_.after[line + 1] : std::string_view();
    const bool known = std::any_of(kMarkers.begin(), kMarkers.end(), [&](std::string_view mark) {
      const bool whole = mark.size() < 12 && first == '[';
      return whole ? text == mark : text.starts_with(mark);
    });
    if (!known && !is_hunk_header(text) && !is_file_header(text, next) && !is_index_line(text)) {
      return;
    }
    if (change_.place_of(line) == Place::literal) return;
    // Text of a comment that began above it.
    if (change_.place_of(line) == Place::comment && !uncommented(text).is_comment) return;
    found_.push_back({line, "a line of a patch"});
  }

  // Each line of a run begins with a number that is one more than the last one's.
  void numbers(const Hunk& hunk) {
    std::size_t run = 0;
    std::size_t filled = 0;
    std::optional<Numbered> last;
    for (std::size_t i = hunk.after_begin; i <= hunk.after_end; ++i) {
      std::optional<Numbered> one;
      if (i < hunk.after_end) one = numbered(change_.after[i]);
      const bool goes_on = one && last && one->number == last->number + 1 && is_alike(*one, *last);
      if (goes_on) {
        ++run;
        filled += trim(one->rest).empty() ? 0U : 1U;
        last = one->separator == ' ' && one->rest.empty()
                   ? Numbered{one->number, {}, last->separator}
                   : *one;
        continue;
      }
      if (run >= kRunMin && filled >= 2) report_numbers(i - run, run, hunk);
      last = one;
      run = one ? 1U : 0U;
      filled = one && !trim(one->rest).empty() ? 1U : 0U;
    }
  }
  static bool is_alike(const Numbered& one, const Numbered& last) {
    return one.separator == last.separator || one.rest.empty() || last.rest.empty();
  }

  void report_numbers(std::size_t begin, std::size_t run, const Hunk& hunk) {
    const auto first = numbered(change_.after[begin]);
    const bool data =
        change_.kind().format == syntax::Format::yaml || change_.sort() == TextSort::document;
    // A mapping with keys that count.
    if (change_.kind().format == syntax::Format::yaml && first && first->separator == ':' &&
        !reads_as_before(begin, run, hunk, false)) {
      return;
    }
    const bool all = run + 1 >= change_.after.size();
    // A table of numbers, a mapping with keys that count.
    const bool strong = first && (first->separator == '|' || first->separator == '>');
    if (data && !all && !strong) return;
    if (!strong && !reads_as_before(begin, run, hunk)) return;
    // Numbers and tabs before every line of a document make a block of code of it.
    const bool document = change_.sort() == TextSort::document;
    if (change_.place_of(begin) != Place::plain && !(document && all)) return;
    if (change_.sort() == TextSort::document && contains(change_.after[begin], "| |")) return;
    found_.push_back({begin, "the numbers of lines"});
  }

  // Without their numbers the lines are those that were there, or the text no longer parses.
  bool reads_as_before(std::size_t begin, std::size_t run, const Hunk& hunk,
                       bool or_all = true) const {
    std::size_t same = 0;
    for (std::size_t i = begin; i < begin + run; ++i) {
      const auto one = numbered(change_.after[i]);
      if (!one || trim(one->rest).empty()) continue;
      for (std::size_t j = hunk.before_begin; j < hunk.before_end; ++j) {
        if (trim(change_.before[j]) != trim(one->rest)) continue;
        ++same;
        break;
      }
    }
    if (same >= 2) return true;
    return or_all && run + 1 >= change_.after.size() && change_.sort() != TextSort::document;
  }

  // All lines of a hunk begin with a plus, or with the signs of a hunk, as no text of this sort
  // does.
  void signs(const Hunk& hunk) {
    std::size_t plus = 0;
    std::size_t tight = 0;  // with no blank behind the plus: no item of a list
    std::size_t filled = 0;
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string_view line = change_.after[i];
      if (trim(line).empty()) continue;
      ++filled;
      // The edge of a table begins so, too.
      if (!line.starts_with('+') || line.starts_with("+++")) continue;
      if (line.starts_with("+-") || line.starts_with("+=")) continue;
      ++plus;
      tight += line.size() == 1 || line[1] != ' ' || line.starts_with("+  ") ? 1U : 0U;
    }
    if (plus < kRunMin || tight < kSignedMin || plus * 2 < filled) return;
    std::size_t first = hunk.after_begin;
    while (!change_.after[first].starts_with('+')) ++first;
    if (change_.place_of(first) != Place::plain) return;
    found_.push_back({first, "the signs of a patch before its lines"});
  }

  const TextChange& change_;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> patch_remains(const TextChange& change) { return PatchReader(change).read(); }

}  // namespace pawl::guards
