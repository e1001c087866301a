#include "guards/text/spoken_comments.hpp"

#include <functional>
#include <string>
#include <utility>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/text/comment_lines.hpp"
#include "guards/text/left_behind.hpp"
#include "guards/text/phrases.hpp"
#include "guards/text/placeholder.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kBlockBytesMax = 2000;
constexpr std::size_t kSpokenWordsMin = 2;
constexpr std::size_t kOmissionWordsMax = 14;  // who describes something says more

const Phrases& spoken() {
  static const Phrases phrases = [] {
    const auto list = asset("words/spoken.txt");
    PAWL_CHECK(list.has_value(), "data/words/spoken.txt is embedded");
    return Phrases(*list);
  }();
  return phrases;
}

struct Spoken {
  std::vector<std::string> words;
  CommentLine from;    // where it begins
  bool alone = false;  // it is all that the comment says
};

// Comments one below the other read as one text.
class SentenceReader {
 public:
  using Take = std::function<void(const Spoken&)>;
  SentenceReader(const TextChange& change, Take take) : change_(change), take_(std::move(take)) {}

  void read() {
    for (const std::size_t line : change_.added()) {
      const CommentLine comment = comment_in(change_, line);
      const bool goes_on = comment.whole && !block_.empty() && block_.back().line + 1 == line;
      if (!goes_on) flush();
      if (comment.text.empty() || is_sample(line)) continue;
      block_.push_back(comment);
      if (!comment.whole) flush();
    }
    flush();
  }

 private:
  struct Sentence {
    std::string text;
    CommentLine from;
  };

  void flush() {
    const std::vector<CommentLine> block = std::exchange(block_, {});
    if (block.empty()) return;
    const std::vector<Sentence> sentences = sentences_of(block);
    const bool alone = sentences.size() == 1 && block.size() == 1 && block.front().whole;
    const std::size_t first = continues(block.front()) ? 1 : 0;
    for (std::size_t i = first; i < sentences.size(); ++i) {
      std::vector<std::string> words = spoken_words(sentences[i].text);
      if (words.size() >= kSpokenWordsMin) take_({std::move(words), sentences[i].from, alone});
    }
  }

  static std::vector<Sentence> sentences_of(const std::vector<CommentLine>& block) {
    std::vector<Sentence> sentences;
    std::size_t bytes = 0;
    bool open = false;
    for (const CommentLine& comment : block) {
      bytes += comment.text.size();
      if (bytes > kBlockBytesMax) return {};
      std::string_view rest = comment.text;
      while (!rest.empty()) {
        if (!open) sentences.push_back({{}, comment});
        const std::size_t end = sentence_end(rest);
        sentences.back().text += std::string(rest.substr(0, end)) + ' ';
        rest = trim(rest.substr(end));
        open = !ends_sentence(sentences.back().text);
      }
    }
    return sentences;
  }

  // Behind the sign that ends the first sentence; the size when it does not end.
  static std::size_t sentence_end(std::string_view text) {
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
      if (contains(".?:;", text.substr(at, 1)) && text[at + 1] == ' ') return at + 1;
    }
    return text.size();
  }
  static bool ends_sentence(std::string_view text) {
    text = trim_end(text);
    return !text.empty() && contains(".?:;", text.substr(text.size() - 1));
  }

  // `#!/bin/sh`; a comment in a comment.
  bool is_sample(std::size_t line) const {
    std::string_view row = trim(change_.after[line]);
    if (row.starts_with("#!")) return true;
    for (const std::string_view mark : {"#", "//", "*"}) {
      if (!row.starts_with(mark)) continue;
      row = trim(row.substr(mark.size()));
      return row.starts_with("# ") || row.starts_with("// ");
    }
    return false;
  }

  // A sentence of a comment above, which was there before.
  bool continues(const CommentLine& comment) const {
    if (!comment.whole || comment.line == 0 || !is_lower(comment.text.front())) return false;
    const Uncommented above = uncommented(change_.after[comment.line - 1]);
    return above.is_comment && !above.text.empty();
  }

  const TextChange& change_;
  Take take_;
  std::vector<CommentLine> block_;
};

// The sentence was there before, on other lines.
bool was_said(const TextChange& change, const std::vector<std::string>& words) {
  if (!change.file().before) return false;
  const std::string before = join(spoken_words(*change.file().before), " ");
  return contains(" " + before + " ", " " + join(words, " ") + " ");
}

// Whom the documentation of code speaks to are its users.
bool is_documentation(const TextChange& change, const CommentLine& comment) {
  std::size_t line = comment.line;
  while (line > 0 && trim(change.after[line]).starts_with('*')) --line;
  const std::string_view row = trim(change.after[line]);
  return row.starts_with("/**") || row.starts_with("///") || row.starts_with("//!");
}

// `# Stand-in for the object that others write to.` above a class says what the class is for.
bool describes_class(const TextChange& change, const CommentLine& comment) {
  if (!comment.whole) return false;
  for (std::size_t at = comment.line + 1; at < change.after.size(); ++at) {
    const std::string_view row = trim(change.after[at]);
    if (uncommented(row).is_comment) continue;
    return row.starts_with("class ") || row.starts_with("module ");
  }
  return false;
}

// `// "Hello!"` says what a value is.
bool is_quotation(std::string_view text) {
  return text.size() > 1 && text.front() == text.back() && contains("\"'`", text.substr(0, 1));
}

// Texts for models.
bool holds_prompts(const RepoPath& path) {
  return contains_folded(path.text(), "prompt") || path.extension() == ".jinja";
}
bool may_hold_gaps(const RepoPath& path) {
  return is_place_to_fill(path) || repo::is_sample_place(path) || repo::lies_among_tests(path) ||
         repo::is_vendored(path) || repo::is_generated(path);
}

}  // namespace

std::vector<Remain> spoken_remarks(const TextChange& change) {
  std::vector<Remain> found;
  if (change.sort() == TextSort::other || holds_prompts(change.file().path)) return found;
  SentenceReader(change, [&](const Spoken& said) {
    std::string_view what;
    if (spoken().says("asker", said.words) || spoken().says("offer", said.words)) {
      what = "a remark to the one who asked for it";
    } else if (spoken().says("inability", said.words)) {
      what = "what a model could not do";
    }
    if (what.empty() || is_quotation(said.from.text)) return;
    if (!is_comment(change, said.from) || was_said(change, said.words)) return;
    found.push_back({said.from.line, std::string(what)});
  }).read();
  return found;
}

std::vector<Remain> spoken_gaps(const TextChange& change) {
  std::vector<Remain> found;
  const RepoPath& path = change.file().path;
  const bool looked_at = change.sort() == TextSort::code || change.sort() == TextSort::source;
  if (!looked_at || holds_prompts(path) || may_hold_gaps(path)) return found;
  const std::size_t end = end_of_product(change);
  SentenceReader(change, [&](const Spoken& said) {
    if (said.from.line >= end) return;
    std::string_view what;
    if (spoken().says("handover", said.words)) {
      what = "a comment leaves to somebody what belongs here";
    } else if (spoken().says("pretence", said.words)) {
      what = "a comment says that the code only pretends";
    } else if (said.alone && said.words.size() <= kOmissionWordsMax &&
               spoken().says("omission", said.words)) {
      what = "a comment stands where code should";
    }
    if (what.empty() || is_documentation(change, said.from)) return;
    if (describes_class(change, said.from)) return;
    if (!is_comment(change, said.from) || was_said(change, said.words)) return;
    found.push_back({said.from.line, std::string(what)});
  }).read();
  return found;
}

bool says_of_trial(std::string_view line) {
  // Quotes are those of strings.
  return spoken().says("trial", spoken_words(replace_all(line, "'", " ")));
}

}  // namespace pawl::guards
