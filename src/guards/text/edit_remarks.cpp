#include "guards/text/edit_remarks.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/text/chat_remarks.hpp"
#include "guards/text/chat_sentences.hpp"
#include "guards/text/comment_lines.hpp"
#include "guards/text/edit_marks.hpp"

namespace pawl::guards {
namespace {

class RemarkReader {
 public:
  explicit RemarkReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() const {
    std::vector<Remain> found;
    const RepoPath& path = change_.file().path;
    if (change_.sort() == TextSort::other || contains_folded(path.text(), "prompt")) return found;
    for (const std::size_t line : change_.added()) {
      const CommentLine comment = comment_in(change_, line);
      if (comment.text.empty() || !chat::may_be_remark(comment.text)) continue;
      const bool mark = chat::marks_edit(comment.text);
      if (!mark && !is_to_asker(comment.text)) continue;
      if (comment.whole && goes_on(line, comment.text)) continue;
      if (!mark && comment.whole && names_what_follows(line, comment.text)) continue;
      if (!is_comment(change_, comment)) continue;
      found.push_back({line, mark ? "a mark of an edit" : "a remark to the one who asked for it"});
    }
    return found;
  }

 private:
  static bool is_to_asker(std::string_view text) {
    const std::string said = chat::folded_words(text);
    return chat::answers_request(said) || chat::asks_back(said);
  }

  // With a sentence of the comment above it.
  bool goes_on(std::size_t line, std::string_view text) const {
    if (line == 0 || !is_lower(text.front())) return false;
    const Uncommented above = uncommented(change_.after[line - 1]);
    return above.is_comment && !above.text.empty();
  }

  // `// Now returns the time.` above `func Now() time.Time`: documentation of Go begins with the
  // name.
  bool names_what_follows(std::size_t line, std::string_view text) const {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word);
    const std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (name.empty()) return false;
    for (std::size_t at = line + 1; at < change_.after.size(); ++at) {
      if (comment_in(change_, at).whole) continue;
      return contains_word_folded(change_.after[at], name);
    }
    return false;
  }

  const TextChange& change_;
};

}  // namespace

std::vector<Remain> edit_remarks(const TextChange& change) { return RemarkReader(change).read(); }

}  // namespace pawl::guards
