#include "guards/text/pasted_twice.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Of lines that say something, and are not equal among themselves.
constexpr std::size_t kBehindMin = 3;
constexpr std::size_t kAtEndMin = 5;
constexpr std::size_t kBlockMax = 400;

// What parts or ends a block: blocks in blocks end alike.
constexpr auto kBlockWords =
    fixed_words("else", "endif", "done", "esac", "then", "ensure", "finally");

bool is_telling(std::string_view line) {
  constexpr std::ptrdiff_t kLettersMin = 4;
  std::string_view word = line;
  while (!word.empty() && !is_letter(word.front())) word.remove_prefix(1);
  while (!word.empty() && !is_letter(word.back())) word.remove_suffix(1);
  if (among(kBlockWords, word)) return false;
  return std::count_if(line.begin(), line.end(), is_letter) >= kLettersMin;
}

class PasteFinder {
 public:
  explicit PasteFinder(const TextChange& change) : change_(change), rows_(change.after) {}

  std::optional<std::size_t> find() const {
    const bool code = change_.sort() == TextSort::code || change_.sort() == TextSort::document ||
                      change_.sort() == TextSort::source;
    if (!code || change_.before.empty()) return {};
    for (const Hunk& hunk : change_.hunks) {
      const std::size_t length = hunk.after_end - hunk.after_begin;
      if (length < kBehindMin || length > kBlockMax) continue;
      if (hunk.before_begin != hunk.before_end) continue;
      if (behind_itself(hunk)) return hunk.after_begin;
      if (at_the_end(hunk)) return hunk.after_begin;
    }
    return {};
  }

 private:
  std::size_t telling(std::size_t begin, std::size_t end) const {
    std::set<std::string_view> different;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view row = trim(rows_[i]);
      if (is_telling(row)) different.insert(row);
    }
    return different.size();
  }

  std::size_t filled(std::size_t begin, std::size_t end) const {
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) count += trim(rows_[i]).empty() ? 0U : 1U;
    return count;
  }

  // Parts of a list or an object, and nothing else.
  bool holds_rows(const Hunk& hunk) const {
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string_view row = trim(rows_[i]);
      if (row.empty()) continue;
      const bool opens = contains(",[{(", row.substr(row.size() - 1));
      const bool closes = contains("}])", row.substr(0, 1));
      if (!opens && !closes) return false;
    }
    return true;
  }

  // A difference may show any turn of what was pasted: what counts is that the lines around it
  // repeat at its length.
  bool behind_itself(const Hunk& hunk) const {
    if (telling(hunk.after_begin, hunk.after_end) < kBehindMin) return false;
    // A test does a thing twice, and data has equal rows.
    const bool data = change_.kind().format == syntax::Format::yaml ||
                      change_.kind().format == syntax::Format::json;
    if (data || repo::lies_among_tests(change_.file().path) || holds_rows(hunk)) return false;
    const std::size_t length = hunk.after_end - hunk.after_begin;
    std::size_t begin = hunk.after_begin;
    while (begin > 0 && hunk.after_begin - begin < length && begin - 1 + length < rows_.size() &&
           rows_[begin - 1] == rows_[begin - 1 + length]) {
      --begin;
    }
    std::size_t end = hunk.after_end;
    while (end < rows_.size() && end - hunk.after_end < length && rows_[end] == rows_[end - length])
      ++end;
    const std::size_t same = filled(begin, hunk.after_begin) + filled(hunk.after_end, end);
    return same >= filled(hunk.after_begin, hunk.after_end);
  }

  // Rows of settings and the steps of two jobs may well be equal.
  bool at_the_end(const Hunk& hunk) const {
    if (change_.sort() == TextSort::source && change_.kind().format != syntax::Format::toml &&
        change_.file().path.name() != "Makefile") {
      return false;
    }
    std::size_t last = rows_.size();
    while (last > 0 && trim(rows_[last - 1]).empty()) --last;
    std::size_t begin = hunk.after_begin;
    while (begin < hunk.after_end && trim(rows_[begin]).empty()) ++begin;
    if (hunk.after_end < last || begin >= hunk.after_end || is_space(rows_[begin].front())) {
      return false;
    }
    std::size_t end = hunk.after_end;
    while (end > begin && trim(rows_[end - 1]).empty()) --end;
    if (telling(begin, end) < kAtEndMin) return false;
    const std::size_t length = end - begin;
    for (std::size_t i = 0; i + length <= hunk.after_begin; ++i) {
      if (std::equal(rows_.begin() + static_cast<std::ptrdiff_t>(begin),
                     rows_.begin() + static_cast<std::ptrdiff_t>(end),
                     rows_.begin() + static_cast<std::ptrdiff_t>(i))) {
        return true;
      }
    }
    return false;
  }

  const TextChange& change_;
  const std::vector<std::string_view>& rows_;
};

}  // namespace

std::optional<std::size_t> pasted_twice(const TextChange& change) {
  return PasteFinder(change).find();
}

}  // namespace pawl::guards
