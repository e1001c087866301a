#include "guards/documents/doc_damage.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/placeholder.hpp"

namespace pawl::guards {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kHunkLinesMax = 400;
constexpr std::size_t kDoubledWordsMin = 6;
constexpr std::size_t kCopiedLinesMin = 4;
constexpr std::size_t kCopiedWordsMin = 40;
constexpr std::size_t kCutLinesMin = 3;

// Lines that are not blank, with the place of each.
struct Filled {
  Lines text;
  std::vector<std::size_t> at;
};
Filled filled(const Lines& lines, std::size_t begin, std::size_t end) {
  Filled out;
  for (std::size_t i = begin; i < std::min(end, lines.size()); ++i) {
    const std::string_view line = trim(lines[i]);
    if (line.empty()) continue;
    out.text.push_back(line);
    out.at.push_back(i);
  }
  return out;
}

std::string joined(const Lines& lines) {
  return join(std::span<const std::string_view>(lines), " ");
}

// `- a`, `12. a`
bool is_item(std::string_view line) {
  if (line.size() > 2 && contains("-*+", line.substr(0, 1)) && line[1] == ' ') return true;
  std::size_t end = 0;
  while (end < line.size() && end < 3 && is_digit(line[end])) ++end;
  return end > 0 && end + 1 < line.size() && (line[end] == '.' || line[end] == ')') &&
         line[end + 1] == ' ';
}

// Nothing else may stand on its line.
bool needs_its_line(std::string_view line, bool restructured) {
  if (line.starts_with('|') && line.ends_with('|') && line.size() > 2) return true;
  if (line.starts_with("```") || line.starts_with("~~~")) return true;
  // `.. _name:` may have its address behind it.
  if (restructured) {
    return is_rst_adornment(line) || (line.starts_with(".. ") && !line.starts_with(".. _"));
  }
  return line.starts_with("# ") || (line.starts_with("##") && contains(line, "# "));
}

std::string letters_of(std::string_view line) {
  std::string out;
  std::copy_if(line.begin(), line.end(), std::back_inserter(out),
               [](char c) { return is_letter_or_digit(c); });
  return out;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWrittenOut{
    {{"&quot;", "\""},
     {"&#39;", "'"},
     {"&#x27;", "'"},
     {"&lt;", "<"},
     {"&gt;", ">"},
     {"&amp;", "&"}}};

std::string without_entities(std::string_view line) {
  std::string out(line);
  for (const auto& [entity, sign] : kWrittenOut) out = replace_all(out, entity, sign);
  return out;
}

// UTF-8 that was read as Windows-1252 (`â€™`, `Ã©`), or what stands for a letter nobody knows.
bool has_rubbish(std::string_view line) {
  return contains(line, "\uFFFD") || contains(line, "\u00E2\u20AC") ||
         contains(line, "\u00C3\u00A9") || contains(line, "\u00C2\u00A0") ||
         contains(line, "\u00E2\u0080") || contains(line, "\u00C3\u00A8") ||
         contains(line, "\u00C3\u00BC") || contains(line, "\u00C3\u00B6") ||
         contains(line, "\u00C3\u00A4");
}

class DamageFinder {
 public:
  explicit DamageFinder(const DocChange& change) : change_(change) {}

  std::vector<DocFault> find() {
    for (const Hunk& hunk : change_.hunks) {
      if (hunk.after_begin == hunk.after_end) continue;
      if (hunk.before_begin == hunk.before_end) {
        doubled(hunk);
        continue;
      }
      const Filled gone = filled(change_.before, hunk.before_begin, hunk.before_end);
      const Filled come = filled(change_.after, hunk.after_begin, hunk.after_end);
      if (gone.text.empty() || come.text.empty() || gone.text.size() > kHunkLinesMax) continue;
      if (escaped(gone, come) || collapsed(gone, come)) continue;
      characters(gone, come);
      left_out(gone, come);
    }
    cut_off();
    return std::move(out_);
  }

 private:
  void add(DocFaultKind kind, std::size_t line, std::string_view snippet) {
    out_.push_back({kind, static_cast<int>(line) + 1, printable(trim(snippet), 80)});
  }
  bool is_code(std::size_t line) const {
    return line < change_.code_after.size() && change_.code_after[line];
  }

  // Taken back, the `\n` give the lines that were there.
  bool escaped(const Filled& gone, const Filled& come) {
    for (std::size_t i = 0; i < come.text.size(); ++i) {
      if (!contains(come.text[i], "\\n")) continue;
      const std::string taken = replace_all(come.text[i], "\\n", "\n");
      std::size_t known = 0;
      std::size_t parts = 0;
      for (const std::string_view part : split_lines(taken)) {
        if (trim(part).empty()) continue;
        ++parts;
        known += std::find(gone.text.begin(), gone.text.end(), trim(part)) != gone.text.end();
      }
      if (parts < 2 || known < parts) continue;
      add(DocFaultKind::escaped_newline, come.at[i], come.text[i]);
      return true;
    }
    return false;
  }

  // The same words on fewer lines, and what needs a line of its own has none.
  bool collapsed(const Filled& gone, const Filled& come) {
    if (come.text.size() >= gone.text.size()) return false;
    if (single_spaced(joined(gone.text)) != single_spaced(joined(come.text))) return false;
    const bool code = change_.code_before[gone.at.front()];
    if (code ? !loses_code(gone, come) : !loses_structure(gone, come)) return false;
    add(DocFaultKind::collapsed, come.at.front(), come.text.front());
    return true;
  }

  // A dash at the beginning of a line may be one of the sentence: a list begins behind a blank
  // line, or behind a colon.
  static std::size_t items_in(const Filled& some) {
    std::size_t items = 0;
    bool in_list = false;
    for (std::size_t i = 0; i < some.text.size(); ++i) {
      const bool begins =
          i == 0 || some.at[i] > some.at[i - 1] + 1 || some.text[i - 1].ends_with(':');
      if (begins) in_list = false;
      if (!is_item(some.text[i]) || (!begins && !in_list)) continue;
      in_list = true;
      ++items;
    }
    return items;
  }

  bool loses_structure(const Filled& gone, const Filled& come) const {
    if (items_in(come) < items_in(gone)) return true;
    return std::any_of(gone.text.begin(), gone.text.end(), [&](std::string_view line) {
      return needs_its_line(line, change_.restructured) &&
             std::find(come.text.begin(), come.text.end(), line) == come.text.end();
    });
  }

  // Brackets may be written on one line; statements and what `\` continues may not.
  static bool loses_code(const Filled& gone, const Filled& come) {
    const auto ends_with_any = [](std::string_view line, std::string_view marks) {
      return contains(marks, line.substr(line.size() - 1));
    };
    const bool continued = std::any_of(gone.text.begin(), gone.text.end(),
                                       [](std::string_view line) { return line.ends_with('\\'); });
    if (continued) {
      return std::any_of(come.text.begin(), come.text.end(),
                         [](std::string_view line) { return contains(line, "\\ "); });
    }
    if (gone.text.size() < 3 || come.text.size() > 1) return false;
    return std::none_of(gone.text.begin(), gone.text.end(), [&](std::string_view line) {
      return ends_with_any(line, "([{,;>|&") || contains(")]}<", line.substr(0, 1));
    });
  }

  void characters(const Filled& gone, const Filled& come) {
    for (std::size_t i = 0; i < come.text.size(); ++i) {
      const std::string_view line = come.text[i];
      const bool rubbish = has_rubbish(line);
      const bool entities = contains(line, "&") && contains(line, ";") &&
                            (is_code(come.at[i]) || change_.restructured);
      if (!rubbish && !entities) continue;
      const std::string letters = rubbish ? letters_of(line) : std::string();
      const std::string taken = entities ? without_entities(line) : std::string();
      const bool damaged =
          std::any_of(gone.text.begin(), gone.text.end(), [&](std::string_view old) {
            return (rubbish && !has_rubbish(old) && letters_of(old) == letters) ||
                   (entities && taken != line && taken == old);
          });
      if (damaged) return add(DocFaultKind::characters, come.at[i], line);
    }
  }

  bool stood_before(std::string_view said) const {
    return std::any_of(change_.before.begin(), change_.before.end(),
                       [&](std::string_view line) { return trim(line) == said; });
  }

  // A comment in the place of lines of code.
  void left_out(const Filled& gone, const Filled& come) {
    for (std::size_t i = 0; i < come.text.size(); ++i) {
      if (!is_code(come.at[i])) continue;
      std::string line = lower(come.text[i]);
      for (const std::string_view word : {"example", "snippet", "block", "sample"}) {
        line = replace_all(line, word, "code");
      }
      if (gone.text.size() > come.text.size() - 1 && placeholder_of(line) != Placeholder::no &&
          !stood_before(come.text[i])) {
        return add(DocFaultKind::left_out, come.at[i], come.text[i]);
      }
    }
  }

  static std::size_t words_in(const Lines& lines) {
    std::size_t words = 0;
    for (const std::string_view line : lines) {
      for (const std::string_view word : split_words(line)) {
        words += std::any_of(word.begin(), word.end(), [](char c) {
          return is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
        });
      }
    }
    return words;
  }

  // The lines that came are those right above or below them, or a whole part of the text.
  void doubled(const Hunk& hunk) {
    const Filled come = filled(change_.after, hunk.after_begin, hunk.after_end);
    const std::size_t n = come.text.size();
    if (n == 0 || n > kHunkLinesMax || words_in(come.text) < kDoubledWordsMin) return;
    const std::size_t reach = hunk.after_end - hunk.after_begin + n + 50;
    const std::size_t from = hunk.after_begin > 2 * reach ? hunk.after_begin - 2 * reach : 0;
    const Filled near = filled(change_.after, from, hunk.after_end + 2 * reach);
    const auto first = static_cast<std::size_t>(
        std::lower_bound(near.at.begin(), near.at.end(), come.at.front()) - near.at.begin());
    for (std::size_t start = first > n ? first - n : 0; start <= first; ++start) {
      if (start + 2 * n > near.text.size()) break;
      const auto one = near.text.begin() + static_cast<std::ptrdiff_t>(start);
      const auto two = one + static_cast<std::ptrdiff_t>(n);
      if (std::equal(one, two, two))
        return add(DocFaultKind::doubled, come.at.front(), come.text.front());
    }
    copied(come);
  }

  void copied(const Filled& come) {
    if (come.text.size() < kCopiedLinesMin || words_in(come.text) < kCopiedWordsMin) return;
    const bool heading =
        std::any_of(come.text.begin(), come.text.end(), [&](std::string_view line) {
          return change_.restructured ? is_rst_adornment(line) : line.starts_with('#');
        });
    if (!heading || is_code(come.at.front())) return;
    // What moved stands there once.
    const Filled all = filled(change_.after, 0, change_.after.size());
    const auto here = static_cast<std::size_t>(
        std::lower_bound(all.at.begin(), all.at.end(), come.at.front()) - all.at.begin());
    const auto stands_in = [&](std::size_t begin, std::size_t end) {
      const auto from = all.text.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto to = all.text.begin() + static_cast<std::ptrdiff_t>(end);
      return std::search(from, to, come.text.begin(), come.text.end()) != to;
    };
    if (stands_in(0, here) || stands_in(here + come.text.size(), all.text.size())) {
      add(DocFaultKind::doubled, come.at.front(), come.text.front());
    }
  }

  // All that is left are the first lines, and the last one waits for more.
  void cut_off() {
    const Filled old = filled(change_.before, 0, change_.before.size());
    const Filled now = filled(change_.after, 0, change_.after.size());
    const std::size_t n = now.text.size();
    if (n < 2 || old.text.size() < n + kCutLinesMin) return;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (old.text[i] != now.text[i]) return;
    }
    const std::string_view last = now.text.back();
    if (!old.text[n - 1].starts_with(last)) return;
    const bool inside = old.text[n - 1].size() > last.size();
    const bool ended = contains(".!?)]}`>*_\"|", last.substr(last.size() - 1));
    const bool paragraph_goes_on = old.at[n] == old.at[n - 1] + 1 && !is_item(old.text[n]) &&
                                   !is_code(now.at.back()) && is_letter(old.text[n].front());
    const bool waits = last.ends_with(':') || last.ends_with(',') || is_heading(last);
    if ((inside && !ended) || waits || (paragraph_goes_on && !ended)) {
      add(DocFaultKind::cut_off, now.at.back(), last);
    }
  }

  bool is_heading(std::string_view line) const {
    return change_.restructured ? is_rst_adornment(line)
                                : line.starts_with("# ") || line.starts_with("##");
  }

  const DocChange& change_;
  std::vector<DocFault> out_;
};

}  // namespace

std::vector<DocFault> doc_damage(const DocChange& change) { return DamageFinder(change).find(); }

}  // namespace pawl::guards
