#include "guards/text/prose_at_edges.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/chat_marks.hpp"

namespace pawl::guards {
namespace {

// Words that sentences are made of, and code is not.
constexpr auto kOfSentences = fixed_words(
    "the", "this", "that", "you", "your", "i", "i've", "i'll", "it", "with", "and", "here", "is",
    "are", "to", "now", "a", "an", "of", "below", "these", "so", "we", "have", "has", "been",
    "will", "should", "what", "let", "me", "for", "as", "in", "here's", "which");

bool is_sentence_line(std::string_view line) {
  constexpr std::size_t kWordsMin = 4;
  constexpr std::size_t kBytesMax = 240;
  line = trim_end(line);
  if (line.size() < 16 || line.size() > kBytesMax || !is_upper(line.front())) return false;
  if (!contains(".!:", line.substr(line.size() - 1))) return false;
  if (line.find_first_of("=;{}<>$|\\@#%^&()[]") != std::string_view::npos) return false;
  const auto words = split_words(line);
  if (words.size() < kWordsMin) return false;
  std::size_t linking = 0;
  for (const std::string_view word : words) {
    std::string plain = replace_all(lower(word), "\u2019", "'");
    while (!plain.empty() && contains(".,!:", plain.substr(plain.size() - 1))) plain.pop_back();
    linking += among(kOfSentences, plain) ? 1U : 0U;
  }
  // `Description: what it is.` is a key of settings.
  const std::size_t colon = line.find(": ");
  return linking >= 2 && colon == std::string_view::npos;
}

class ProseReader {
 public:
  explicit ProseReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    if (change_.sort() == TextSort::other || change_.before.empty()) return {};
    last_ = change_.after.size();
    while (first_ < last_ && trim(change_.after[first_]).empty()) ++first_;
    while (last_ > first_ && trim(change_.after[last_ - 1]).empty()) --last_;
    if (last_ < first_ + 3) return {};
    --last_;
    const bool above =
        is_new(first_) && trim(change_.after[first_ + 1]).empty() && !is_new(next_of(first_));
    if (above && (change_.sort() != TextSort::document || is_above_title())) add(first_);
    const bool prose =
        change_.sort() == TextSort::document || chat::is_markup(change_.file().path.extension());
    if (!prose && is_new(last_) && trim(change_.after[last_ - 1]).empty()) add(last_);
    return std::move(found_);
  }

 private:
  bool is_new(std::size_t line) const {
    return line < change_.after.size() && change_.is_added(line);
  }

  std::size_t next_of(std::size_t line) const {
    ++line;
    while (line < change_.after.size() && trim(change_.after[line]).empty()) ++line;
    return line;
  }

  // What announces a document, which begins with its title or its front matter.
  bool is_above_title() const {
    if (!contains(
            ":!",
            trim_end(change_.after[first_]).substr(trim_end(change_.after[first_]).size() - 1))) {
      return false;
    }
    const std::size_t next = next_of(first_);
    if (next + 1 >= change_.after.size()) return false;
    const std::string_view text = change_.after[next];
    const std::string_view below = trim_end(change_.after[next + 1]);
    const bool underlined = below.size() >= 3 && contains("=-~^*", below.substr(0, 1)) &&
                            below.find_first_not_of(below.front()) == std::string_view::npos;
    return text.starts_with("# ") || text == "---" || text.starts_with("+++") || underlined ||
           text.starts_with(".. _");
  }

  void add(std::size_t line) {
    if (!is_sentence_line(change_.after[line])) return;
    if (change_.place_of(line) != Place::plain) return;
    found_.push_back({line, "a sentence of a chat"});
  }

  const TextChange& change_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> prose_at_edges(const TextChange& change) { return ProseReader(change).read(); }

}  // namespace pawl::guards
