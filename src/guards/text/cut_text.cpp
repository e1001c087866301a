#include "guards/text/cut_text.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTailMin = 3;

std::size_t occurrences_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

// The text is the beginning of what was there.
class CutFinder {
 public:
  explicit CutFinder(const TextChange& change)
      : change_(change), before_(*change.file().before), text_(change.text()) {}

  bool found() const {
    const Hunk& hunk = change_.hunks.back();
    if (hunk.after_end != change_.after.size() || hunk.before_end != change_.before.size()) {
      return false;
    }
    return begins_a_line_that_was() || within_a_line() || goes_on_nowhere() ||
           within_a_sentence() || within_a_block();
  }

 private:
  std::string_view last() const { return change_.after.back(); }

  // Without its line end, where each line had one; and what followed is gone.
  bool begins_a_line_that_was() const {
    if (text_.back() == '\n' || !before_.ends_with('\n')) return false;
    // At the end of a line, where the line end went along with all that followed.
    if (before_.starts_with(text_) && change_.before.size() >= change_.after.size() + kTailMin) {
      return true;
    }
    const Hunk& hunk = change_.hunks.back();
    if (trim(last()).empty()) return false;
    if (hunk.before_end - hunk.before_begin < hunk.after_end - hunk.after_begin + 1) return false;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      const std::string_view old = change_.before[i];
      if (old.size() > last().size() && old.starts_with(last())) return true;
    }
    return false;
  }

  bool within_a_line() const {
    std::string_view stem = text_;
    const bool ended = stem.ends_with('\n');
    if (ended) stem.remove_suffix(1);
    if (stem.size() >= before_.size() || !before_.starts_with(stem)) return false;
    if (before_[stem.size()] == '\n' || before_[stem.size()] == '\r') return false;
    if (trim(last()).empty()) return false;
    const std::string_view old = change_.before[change_.after.size() - 1];
    const std::string_view rest = trim(old.substr(last().size()));
    const auto letters = std::count_if(rest.begin(), rest.end(), is_letter_or_digit);
    if (!ended && before_.ends_with('\n')) return letters > 0 || !rest.empty();
    if (letters < 2) return false;
    const bool word = is_word(last().back()) && is_word(old[last().size()]);
    // A command may be a shorter one now, and what followed it gone for good.
    const bool whole = !word && change_.sort() != TextSort::document;
    if (change_.before.size() >= change_.after.size() + kTailMin) return !whole;
    // In the middle of a word, with more words behind it.
    return word && split_words(rest).size() >= kTailMin;
  }

  // Lines alone went away at the end.
  bool lost_tail() const {
    const Hunk& hunk = change_.hunks.back();
    return hunk.after_begin == hunk.after_end && hunk.before_begin < hunk.before_end &&
           !change_.after.empty();
  }

  // `make install \` with nothing below.
  bool goes_on_nowhere() const {
    const std::string_view text = trim_end(last());
    if (!lost_tail() || text.empty()) return false;
    if (change_.sort() == TextSort::document) return false;
    const auto goes_on = [](std::string_view line) {
      return line.ends_with(" \\") || line.ends_with(" &&") || line.ends_with(" ||");
    };
    return goes_on(text) && !goes_on(trim_end(change_.before.back()));
  }

  bool within_a_sentence() const {
    if (change_.sort() != TextSort::document || !lost_tail()) return false;
    const std::string_view text = trim(last());
    const std::string_view next = trim(change_.before[change_.hunks.back().before_begin]);
    constexpr std::size_t kWrappedMin = 40;
    if (text.size() < kWrappedMin || next.empty() || !is_lower(next.front())) return false;
    return (is_letter_or_digit(text.back()) || text.back() == ',') && text.front() != '|' &&
           split_words(text).size() > kTailMin &&
           change_.place_of(change_.after.size() - 1) == Place::plain;
  }

  // The end of a block went away, and its beginning is there.
  bool within_a_block() const {
    if (!lost_tail() || change_.kind().language || !before_.starts_with(trim_end(text_))) {
      return false;
    }
    const std::string ending = change_.file().path.extension();
    if (among({".css", ".scss", ".less", ".proto", ".gradle", ".tf", ".hcl", ".graphql", ".kt",
               ".swift", ".cs", ".scala", ".dart", ".php"},
              ending)) {
      return occurrences_in(before_, "{") == occurrences_in(before_, "}") &&
             occurrences_in(text_, "{") > occurrences_in(text_, "}");
    }
    if (!among({".html", ".htm", ".vue", ".svelte", ".xml", ".svg", ".hbs"}, ending)) return false;
    return loses_end("<div", "</div") || loses_end("<ul", "</ul") || loses_end("<body", "</body") ||
           loses_end("<table", "</table") || loses_end("<html", "</html") ||
           loses_end("<section", "</section") || loses_end("<script", "</script") ||
           loses_end("<template", "</template") || loses_end("<ol", "</ol") ||
           loses_end("<style", "</style") || loses_end("<nav", "</nav") ||
           loses_end("<svg", "</svg") || loses_block_of_template();
  }

  bool loses_end(std::string_view open, std::string_view close) const {
    return occurrences_in(before_, open) == occurrences_in(before_, close) &&
           occurrences_in(text_, open) > occurrences_in(text_, close);
  }

  // `{% block x %}` without `{% endblock %}`.
  bool loses_block_of_template() const {
    for (const std::string_view name : {"block", "if", "for", "macro"}) {
      const auto open = [&](std::string_view text) {
        return occurrences_in(text, "{% " + std::string(name) + " ") +
               occurrences_in(text, "{%- " + std::string(name) + " ");
      };
      const auto close = [&](std::string_view text) {
        return occurrences_in(text, "{% end" + std::string(name)) +
               occurrences_in(text, "{%- end" + std::string(name));
      };
      if (open(before_) == close(before_) && open(text_) > close(text_)) return true;
    }
    return false;
  }

  const TextChange& change_;
  std::string_view before_;
  std::string_view text_;
};

}  // namespace

std::optional<std::size_t> cut_off(const TextChange& change) {
  if (!change.file().before || change.text().empty() || change.hunks.empty() ||
      change.after.empty()) {
    return {};
  }
  if (!CutFinder(change).found()) return {};
  return change.after.size() - 1;
}

}  // namespace pawl::guards
