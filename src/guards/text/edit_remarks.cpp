#include "guards/text/edit_remarks.hpp"

#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/text/chat_remarks.hpp"
#include "guards/text/chat_sentences.hpp"
#include "guards/text/edit_marks.hpp"

namespace pawl::guards {
namespace {

struct Comment {
  std::string_view text;
  std::size_t at = 0;  // in its line
  bool whole = false;  // nothing else is on the line
};

class RemarkReader {
 public:
  explicit RemarkReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() const {
    std::vector<Remain> found;
    const RepoPath& path = change_.file().path;
    if (change_.sort() == TextSort::other || contains_folded(path.text(), "prompt")) return found;
    for (const std::size_t line : change_.added()) {
      const Comment comment = comment_in(line);
      if (comment.text.empty() || !chat::may_be_remark(comment.text)) continue;
      const bool mark = chat::marks_edit(comment.text);
      if (!mark && !is_to_asker(comment.text)) continue;
      if (comment.whole && goes_on(line, comment.text)) continue;
      if (!is_comment(line, comment)) continue;
      found.push_back({line, mark ? "a mark of an edit" : "a remark to the one who asked for it"});
    }
    return found;
  }

 private:
  // The comment of a line, or at its end; of documents those that are not shown.
  Comment comment_in(std::size_t line) const {
    const std::string_view row = change_.after[line];
    const std::string_view text = trim(row);
    if (text.empty()) return {};
    const auto begin = static_cast<std::size_t>(text.data() - row.data());
    if (change_.sort() == TextSort::document) {
      if (change_.file().path.extension() == ".rst" && text.starts_with(".. ")) {
        return {trim(text.substr(3)), begin, true};
      }
      if (!text.starts_with("<!--")) return {};
      return {uncommented(row).text, begin, true};
    }
    const Uncommented whole = uncommented(row);
    if (whole.is_comment) return {whole.text, begin + (text.starts_with("{/*") ? 1U : 0U), true};
    for (const std::string_view open : {" // ", " # ", " /* "}) {
      const std::size_t at = row.rfind(open);
      if (at == std::string_view::npos) continue;
      std::string_view said = trim(row.substr(at + open.size()));
      if (said.ends_with("*/")) said = trim(said.substr(0, said.size() - 2));
      return {said, at + 1, false};
    }
    return {};
  }

  bool is_comment(std::size_t line, const Comment& comment) const {
    if (change_.sort() != TextSort::code) return change_.place_of(line) != Place::literal;
    // The grammar may not know a here document from commands.
    if (change_.place_of(line) == Place::literal) return false;
    return change_.place_at(change_.offset_of(line) + comment.at) == Place::comment;
  }

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

  const TextChange& change_;
};

}  // namespace

std::vector<Remain> edit_remarks(const TextChange& change) { return RemarkReader(change).read(); }

}  // namespace pawl::guards
