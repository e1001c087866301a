#include "guards/text/comment_lines.hpp"

#include "base/text/text.hpp"

namespace pawl::guards {

CommentLine comment_in(const TextChange& change, std::size_t line) {
  const std::string_view row = change.after[line];
  const std::string_view text = trim(row);
  if (text.empty()) return {};
  const auto begin = static_cast<std::size_t>(text.data() - row.data());
  if (change.sort() == TextSort::document) {
    if (change.file().path.extension() == ".rst" && text.starts_with(".. ") &&
        !text.starts_with(".. _")) {
      return {trim(text.substr(3)), line, begin, true};
    }
    if (!text.starts_with("<!--")) return {};
    return {uncommented(row).text, line, begin, true};
  }
  const Uncommented whole = uncommented(row);
  if (whole.is_comment) {
    return {whole.text, line, begin + (text.starts_with("{/*") ? 1U : 0U), true};
  }
  for (const std::string_view open : {" // ", " # ", " /* "}) {
    const std::size_t at = row.rfind(open);
    if (at == std::string_view::npos) continue;
    std::string_view said = trim(row.substr(at + open.size()));
    if (said.ends_with("*/")) said = trim(said.substr(0, said.size() - 2));
    return {said, line, at + 1, false};
  }
  return {};
}

bool is_comment(const TextChange& change, const CommentLine& comment) {
  // The grammar may not know a here document from commands.
  if (change.place_of(comment.line) == Place::literal) return false;
  if (change.sort() != TextSort::code) return true;
  return change.place_at(change.offset_of(comment.line) + comment.at) == Place::comment;
}

}  // namespace pawl::guards
