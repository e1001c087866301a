#include "guards/text/conflict_markers.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

bool is_marker(std::string_view line, char mark) {
  if (line.size() < 7) return false;
  for (std::size_t i = 0; i < 7; ++i) {
    if (line[i] != mark) return false;
  }
  return line.size() == 7 || line[7] == ' ' || line[7] == '\t';
}

bool is_middle(std::string_view line) { return line.size() == 7 && is_marker(line, '='); }

struct Whole {
  std::size_t open = 0;
  std::size_t close = 0;
};

// Opening, middle and closing marker, nothing of another conflict between them.
std::vector<Whole> wholes_in(const std::vector<std::string_view>& lines) {
  std::vector<Whole> found;
  std::size_t open = lines.size();
  bool middle = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_marker(lines[i], '<')) {
      open = i;
      middle = false;
    } else if (is_middle(lines[i])) {
      middle = open < lines.size();
    } else if (is_marker(lines[i], '>') && middle) {
      found.push_back({open, i});
      open = lines.size();
      middle = false;
    }
  }
  return found;
}

// The label behind a marker, as git writes it: a branch, a commit, `HEAD`.
bool has_label(std::string_view line, char mark) {
  if (!is_marker(line, mark) || line.size() < 9) return false;
  const std::string_view label = trim(line.substr(8));
  if (label.empty() || !is_word(label.front())) return false;
  const std::string_view first = split_words(label).front();
  constexpr std::size_t kWordsMax = 3;
  const bool named = split_words(label).size() <= kWordsMax || contains(label, "(") ||
                     first.find_first_not_of("0123456789abcdef.") == std::string_view::npos;
  return named && first.find_first_of("<>=\"'`;,") == std::string_view::npos;
}

// A label that git writes and hardly anybody who quotes.
bool is_of_git(std::string_view line) {
  const std::string_view label = trim(line.substr(std::min<std::size_t>(line.size(), 7)));
  constexpr std::size_t kHashMin = 7;
  const std::string_view word = label.substr(0, label.find(' '));
  const bool hash = word.size() >= kHashMin &&
                    word.find_first_not_of("0123456789abcdef.:") == std::string_view::npos;
  return hash || contains(word, "/") || contains(word, "-") ||
         among({"HEAD", "main", "master", "develop", "dev", "theirs", "ours", "branch", "topic",
                "feature", "Stashed", "upstream", "incoming"},
               word);
}

// `SEARCH`, `REPLACE`, `ORIGINAL`: no branch and no commit is called so.
bool is_keyword_label(std::string_view line) {
  const std::string_view label = trim(line.substr(std::min<std::size_t>(line.size(), 7)));
  const std::string_view word = label.substr(0, label.find(' '));
  return word.size() > 2 && !is_of_git(line) &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

class ConflictReader {
 public:
  explicit ConflictReader(const TextChange& change)
      : change_(change), path_(change.file().path), wholes_(wholes_in(change.after)) {}

  std::vector<MergeConflict> read() {
    for (const Whole& whole : wholes_) {
      if (is_left_behind(whole)) found_.push_back({whole.open, false});
    }
    for (const std::size_t line : change_.added()) {
      if (in_whole(line) || !is_half(line)) continue;
      found_.push_back({line, true});
      // The others of this conflict say nothing new.
      break;
    }
    return std::move(found_);
  }

 private:
  bool in_whole(std::size_t line) const {
    return std::any_of(wholes_.begin(), wholes_.end(), [&](const Whole& whole) {
      return line >= whole.open && line <= whole.close;
    });
  }

  bool is_left_behind(const Whole& whole) {
    if (change_.is_added(whole.open) && keeps_a_side(whole)) return true;
    const Place place = change_.place_of(whole.open);
    if (change_.sort() == TextSort::other) return !repo::is_sample_place(path_);
    if (place == Place::plain) {
      const bool data = change_.sort() == TextSort::source && repo::is_fixture(path_);
      return !data;
    }
    if (place == Place::literal && is_of_a_format(whole)) return false;
    return !speaks_of_merges();
  }

  // An edit that is shown as models write it, not one that git could not merge.
  bool is_of_a_format(const Whole& whole) const {
    return is_keyword_label(change_.after[whole.open]) &&
           is_keyword_label(change_.after[whole.close]);
  }

  // A side of it was there before the change: nobody writes a sample around lines that are in use.
  bool keeps_a_side(const Whole& whole) const {
    for (std::size_t i = whole.open + 1; i < whole.close; ++i) {
      const std::string_view line = change_.after[i];
      if (!change_.is_added(i) && !trim(line).empty()) return true;
    }
    return false;
  }

  bool is_half(std::size_t line) {
    const std::string_view text = trim_end(change_.after[line]);
    if (text.size() < 7) return false;
    if (change_.sort() == TextSort::other || repo::is_fixture(path_)) return false;
    if (is_middle(text)) return is_middle_alone(line);
    const Uncommented said = uncommented(text);
    const std::string_view row = said.is_comment ? said.text : text;
    const bool closes = has_label(row, '>');
    if (!closes && !has_label(row, '<') && !has_label(row, '|')) return false;
    if (closes && is_citation(line)) return false;
    const Place place = change_.place_of(line);
    if (place == Place::plain && !said.is_comment) return true;
    return !speaks_of_merges();
  }

  // Mail and Markdown quote with these signs.
  bool is_citation(std::size_t line) const {
    if (change_.sort() == TextSort::document && !is_of_git(change_.after[line])) return true;
    const bool above = line > 0 && change_.after[line - 1].starts_with('>');
    const bool below = line + 1 < change_.after.size() && change_.after[line + 1].starts_with('>');
    return above || below;
  }

  // In code and settings nothing else is written so; elsewhere it underlines a heading.
  bool is_middle_alone(std::size_t line) const {
    const bool code = change_.sort() == TextSort::code || change_.sort() == TextSort::source;
    if (!code || change_.place_of(line) != Place::plain) return false;
    const auto& before = change_.before;
    return std::none_of(before.begin(), before.end(), &is_middle);
  }

  // In its path, or on any line that is no part of a conflict.
  bool speaks_of_merges() {
    if (speaks_) return *speaks_;
    static constexpr auto kWords = fixed_words("conflict", "merg", "rebas", "diff3");
    const auto says = [&](std::string_view text) {
      return std::any_of(kWords.begin(), kWords.end(),
                         [&](std::string_view word) { return contains_folded(text, word); });
    };
    speaks_ = says(path_.text());
    for (std::size_t i = 0; i < change_.after.size() && !*speaks_; ++i) {
      speaks_ = !in_whole(i) && says(change_.after[i]);
    }
    return *speaks_;
  }

  const TextChange& change_;
  const RepoPath& path_;
  std::vector<Whole> wholes_;
  std::optional<bool> speaks_;
  std::vector<MergeConflict> found_;
};

}  // namespace

std::vector<MergeConflict> conflicts_in(const TextChange& change) {
  const std::string_view text = change.text();
  const bool any = contains(text, "<<<<<<<") || contains(text, ">>>>>>>") ||
                   contains(text, "\n=======\n") || contains(text, "|||||||") ||
                   text.starts_with("=======\n");
  if (!any) return {};
  return ConflictReader(change).read();
}

}  // namespace pawl::guards
