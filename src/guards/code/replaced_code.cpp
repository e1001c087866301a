#include "guards/code/replaced_code.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/silenced.hpp"
#include "guards/documents/doc_comment.hpp"
#include "guards/symbols.hpp"
#include "syntax/body.hpp"
#include "syntax/comments.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;
using LineList = std::vector<std::string_view>;

// More lines are no edit; who rewrites a file may say what he likes.
constexpr std::size_t kSpanLinesMax = 2'000;
// Of lines of code that a remark replaces.
constexpr std::size_t kCodeLinesMin = 2;
// How far from a remark the code it repeats may begin.
constexpr std::size_t kRemarkReachMax = 3;

constexpr auto kBranches = fixed_words("else", "elif", "elsif", "except", "catch", "case",
                                       "default", "rescue", "when", "finally", "ensure");
// With one of these a remark says why.
constexpr auto kReasonSigns = fixed_words(" because ", " since ", ", so ", " already ",
                                          "in that case", "in this case", "no need ", "not needed");

bool hash_language(Language language) {
  return language == Language::python || language == Language::ruby || language == Language::bash;
}

bool opens_remark(Language language, std::string_view line) {
  if (hash_language(language)) return line.starts_with('#') && !line.starts_with("#!");
  return line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") || line == "*/";
}

std::string_view words_of_remark(std::string_view line) {
  while (!line.empty() && among({"/", "*", "#"}, line.substr(0, 1))) line.remove_prefix(1);
  if (line.ends_with("*/")) line.remove_suffix(2);
  return trim(line);
}

// A line that does something: more than a bracket, an `else` or an `end`.
bool is_code_line(Language language, std::string_view line) {
  return std::count_if(line.begin(), line.end(), is_word) >= 4 && !opens_remark(language, line);
}

// What prose does not have.
bool reads_like_code(std::string_view line) {
  if (line.size() < 8) return false;
  return line.ends_with(';') || line.ends_with('{') || line.ends_with(')') ||
         line.ends_with("):") || line.find(" = ") != std::string_view::npos ||
         contains(line, "(\"") || line.starts_with("return ");
}

class ReplacedSearch {
 public:
  ReplacedSearch(Language language, std::string_view before, std::string_view after,
                 const ChangedSpan& span)
      : language_(language), before_(before), after_(after), span_(span) {}

  std::vector<ReplacedCode> run() {
    const std::string_view was = slice_of(before_, span_.before);
    const std::string_view is = slice_of(after_, span_.after);
    old_ = split_lines(was);
    now_ = split_lines(is);
    if (old_.size() > kSpanLinesMax || now_.size() > kSpanLinesMax) return {};
    first_ = lines_of_range(after_, span_.after).first;
    hunks_ = diff_lines(old_, now_);
    for (const Hunk& hunk : hunks_) look_at(hunk);
    return std::move(out_);
  }

 private:
  static std::string_view slice_of(std::string_view text, ChangedSpan::Range range) {
    return text.substr(range.begin, range.end - range.begin);
  }

  int line_at(std::size_t row) const { return first_ + static_cast<int>(row); }

  void look_at(const Hunk& hunk) {
    find_words(hunk);
    find_repeated(hunk);
    const LineList was(old_.begin() + static_cast<std::ptrdiff_t>(hunk.before_begin),
                       old_.begin() + static_cast<std::ptrdiff_t>(hunk.before_end));
    for (std::size_t row = hunk.after_begin; row < hunk.after_end; ++row) {
      const auto step = silenced_step(language_, was, trim(now_[row]));
      if (step && !says_why(row))
        out_.push_back({Replaced::silenced, line_at(row), std::string(*step)});
    }
  }

  // C: a remark of six words or more right above the `(void)`, as handlers may have one.
  bool says_why(std::size_t row) const {
    constexpr std::size_t kReasonWords = 6;
    if (language_ != Language::c && language_ != Language::cpp) return false;
    std::size_t words = 0;
    for (; row > 0 && opens_remark(language_, trim(now_[row - 1])); --row) {
      words += split_words(words_of_remark(trim(now_[row - 1]))).size();
    }
    return words >= kReasonWords;
  }

  // Whether most words of a remark stood in one that went: it was there, and lost its code.
  bool is_edited_remark(const Hunk& hunk, std::string_view remark) const {
    const LineList words = split_words(words_of_remark(remark));
    for (std::size_t row = hunk.before_begin; row < hunk.before_end; ++row) {
      const std::string_view line = trim(old_[row]);
      if (!opens_remark(language_, line)) continue;
      const LineList old = split_words(words_of_remark(line));
      const auto same = std::count_if(words.begin(), words.end(),
                                      [&](std::string_view word) { return among(old, word); });
      if (static_cast<std::size_t>(same) * 2 > words.size()) return true;
    }
    return false;
  }

  // Code that is new close to the hunk: what went was written anew, some lines of it are the same.
  std::size_t code_put_beside(const Hunk& hunk) const {
    constexpr std::size_t kReach = 30;
    std::size_t count = 0;
    for (const Hunk& each : hunks_) {
      if (each.after_end + kReach < hunk.after_begin) continue;
      if (each.after_begin > hunk.after_end + kReach) break;
      for (std::size_t row = each.after_begin; row < each.after_end; ++row) {
        if (is_code_line(language_, trim(now_[row]))) ++count;
      }
    }
    return count;
  }

  // A remark above a statement that stays is about that one when it says a name of its own that
  // what went did not say: `// RemoteAddr may be that of a proxy` above `host(c.RemoteAddr)`.
  bool is_about_next(const Hunk& hunk) const {
    // It may stand behind all that changed.
    const std::string_view next = trim(line_of(after_, line_at(hunk.after_end)));
    if (!is_code_line(language_, next)) return false;
    for (std::size_t row = hunk.after_begin; row < hunk.after_end; ++row) {
      for (const std::string_view word : words_in(trim(now_[row]))) {
        if (is_code_name(word) && among(words_in(next), word) && !was_said(hunk, word)) {
          return true;
        }
      }
    }
    return false;
  }

  bool was_said(const Hunk& hunk, std::string_view word) const {
    for (std::size_t row = hunk.before_begin; row < hunk.before_end; ++row) {
      if (among(words_in(trim(old_[row])), word)) return true;
    }
    return false;
  }

  // What prose does not write: `RemoteAddr`, `max_size`.
  static bool is_code_name(std::string_view word) {
    if (word.size() < 5 || word.front() == '_' || word.back() == '_') return false;
    return contains(word, "_") || (std::any_of(word.begin(), word.end(), is_lower) &&
                                   std::any_of(word.begin() + 1, word.end(), is_upper));
  }

  static LineList words_in(std::string_view line) {
    LineList out;
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && is_word(line[end])) ++end;
      if (end > at) out.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    return out;
  }

  void find_words(const Hunk& hunk) {
    if (hunk.before_end - hunk.before_begin < kCodeLinesMin) return;
    std::size_t remark = hunk.after_end;
    for (std::size_t row = hunk.after_begin; row < hunk.after_end; ++row) {
      const std::string_view line = trim(now_[row]);
      if (line.empty()) continue;
      if (!opens_remark(language_, line)) return;
      // It says where the code went.
      if (contains(line, "://")) return;
      if (remark == hunk.after_end && words_of_remark(line).size() >= 3) remark = row;
    }
    if (remark == hunk.after_end || reads_like_code(words_of_remark(trim(now_[remark])))) return;
    if (is_edited_remark(hunk, trim(now_[remark])) || is_about_next(hunk)) return;
    if (gives_branch_up(hunk)) return;
    std::size_t code = 0;
    std::size_t kept = 0;
    std::string_view said;
    for (std::size_t row = hunk.before_begin; row < hunk.before_end; ++row) {
      const std::string_view line = trim(old_[row]);
      if (!is_code_line(language_, line) || line.starts_with("import ") ||
          line.starts_with("#include")) {
        continue;
      }
      if (occurrences(after_, line) >= occurrences(before_, line)) ++kept;
      if (code++ == 0) said = line;
    }
    if (code < kCodeLinesMin || kept * 2 >= code || !is_in_function(now_[remark])) return;
    if (took_function(hunk)) return;
    if (code_put_beside(hunk) * 2 >= code) return;
    out_.push_back({Replaced::by_words, line_at(remark), std::string(said)});
  }

  // A function began in the lines that went: two became one, and what went was no part of it.
  bool took_function(const Hunk& hunk) const {
    const auto offset = [&](std::size_t row) {
      return row < old_.size() ? static_cast<std::size_t>(old_[row].data() - before_.data())
                               : span_.before.end;
    };
    const std::size_t begin = offset(hunk.before_begin);
    const std::size_t end = offset(hunk.before_end);
    const auto all = syntax::definitions(language_, before_);
    return std::any_of(all.begin(), all.end(), [&](const syntax::Definition& each) {
      return is_function(each) && begin < each.begin && each.begin < end;
    });
  }

  // A whole branch went, and several lines say why nothing is done there.
  bool gives_branch_up(const Hunk& hunk) const {
    constexpr std::size_t kReasonWords = 20;
    std::string_view first = trim(old_[hunk.before_begin]);
    if (first.starts_with('}')) first = trim(first.substr(1));
    const bool branch = std::any_of(kBranches.begin(), kBranches.end(), [&](std::string_view word) {
      return first.starts_with(word) &&
             (first.size() == word.size() || !is_word(first[word.size()]));
    });
    if (!branch) return false;
    std::string said;
    for (std::size_t row = hunk.after_begin; row < hunk.after_end; ++row) {
      said += " " + std::string(words_of_remark(trim(now_[row])));
    }
    const bool reason =
        std::any_of(kReasonSigns.begin(), kReasonSigns.end(),
                    [&](std::string_view word) { return contains_folded(said, word); });
    return reason && split_words(said).size() >= kReasonWords;
  }

  bool is_in_function(std::string_view line) const {
    const std::string_view words = trim(line);
    const auto at = static_cast<std::size_t>(words.data() - after_.data());
    return syntax::function_around(language_, after_, at, at + words.size()).has_value();
  }

  // A run of new remarks, line by line the code that stands below or above.
  void find_repeated(const Hunk& hunk) {
    for (std::size_t row = hunk.after_begin; row < hunk.after_end; ++row) {
      if (!opens_remark(language_, trim(now_[row]))) continue;
      std::size_t end = row;
      LineList said;
      for (; end < hunk.after_end; ++end) {
        const std::string_view line = trim(now_[end]);
        if (!line.empty() && !opens_remark(language_, line)) break;
        const std::string_view words = words_of_remark(line);
        if (std::count_if(words.begin(), words.end(), is_word) >= 4) said.push_back(words);
      }
      if (!was_code(said, hunk) && !is_within_remark(row, end) && repeats(said, row) &&
          is_comment(now_[row])) {
        out_.push_back({Replaced::repeated, line_at(row), std::string(said.back())});
      }
      row = end;
    }
  }

  // Code that became the remark itself.
  bool was_code(const LineList& said, const Hunk& hunk) const {
    const auto from = old_.begin() + static_cast<std::ptrdiff_t>(hunk.before_begin);
    const auto to = old_.begin() + static_cast<std::ptrdiff_t>(hunk.before_end);
    return std::any_of(said.begin(), said.end(), [&](std::string_view line) {
      return std::any_of(from, to, [&](std::string_view old) { return trim(old) == line; });
    });
  }

  // Lines of a longer remark, which stays above and below them: an example that was edited.
  bool is_within_remark(std::size_t row, std::size_t end) const {
    return opens_remark(language_, trim(line_of(after_, line_at(row) - 1))) &&
           opens_remark(language_, trim(line_of(after_, line_at(end))));
  }

  // Text of a string may look like one.
  bool is_comment(std::string_view line) const {
    const auto at = static_cast<std::size_t>(trim(line).data() - after_.data());
    const auto all = syntax::comments(language_, after_);
    return std::any_of(all.begin(), all.end(), [&](const syntax::Comment& each) {
      return each.begin <= at && at < each.end;
    });
  }

  // All but a word above it, and three lines of four where it is long.
  bool repeats(const LineList& said, std::size_t row) {
    if (said.empty()) return false;
    if (all_.empty()) all_ = split_lines(after_);
    const std::size_t at = static_cast<std::size_t>(line_at(row)) - 1;
    const std::size_t length = said.size() + kRemarkReachMax;
    // Below a line of code the same line may be a mention of it.
    std::size_t next = said.size() < 3 ? at : at - std::min(at, length);
    const std::size_t reach = said.size() < 3 ? length : 3 * length + kRemarkReachMax;
    const std::size_t to = std::min(all_.size(), at + reach);
    std::size_t found = 0;
    bool code = false;
    for (const std::string_view line : said) {
      for (std::size_t each = next; each < to; ++each) {
        if (trim(all_[each]) != line) continue;
        ++found;
        code = code || reads_like_code(line) || (said.size() == 1 && contains(line, " "));
        next = each + 1;
        break;
      }
    }
    return code && (found + 1 >= said.size() || found * 4 >= said.size() * 3);
  }

  Language language_;
  std::string_view before_;
  std::string_view after_;
  const ChangedSpan& span_;
  LineList old_;
  LineList now_;
  std::vector<Hunk> hunks_;
  LineList all_;
  int first_ = 1;
  std::vector<ReplacedCode> out_;
};

}  // namespace

std::vector<ReplacedCode> replaced_code(Language language, std::string_view before,
                                        std::string_view after, const ChangedSpan& span) {
  return ReplacedSearch(language, before, after, span).run();
}

}  // namespace pawl::guards
