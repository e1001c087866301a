// A changed text in lines: which are new, what gave way to them, and where each stands: in the code
// itself, in a comment, in a string or a block of code of a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/line_diff.hpp"
#include "git/change.hpp"
#include "syntax/language.hpp"
#include "syntax/quoted.hpp"

namespace pawl::guards {

// How a text is to be read by rules that look at lines.
enum class TextSort : std::uint8_t {
  code,      // of a language with a grammar
  source,    // code or settings without one
  document,  // prose: Markdown and its like
  other,     // data, logs, patches, samples of output: may hold anything
};
TextSort sort_of(const RepoPath& path, std::string_view text);

enum class Place : std::uint8_t { plain, comment, literal };

// Borrows the file.
class TextChange {
 public:
  explicit TextChange(const git::FileChange& file);

  const git::FileChange& file() const { return file_; }
  std::string_view text() const { return *file_.after; }
  bool is_added(std::size_t line) const { return added_[line]; }
  // From 0, each line that is new.
  const std::vector<std::size_t>& added() const { return added_lines_; }

  TextSort sort() const { return sort_; }
  const syntax::Kind& kind() const { return kind_; }
  // Of the first character of a line that is not blank. The quote that opens a string is plain.
  Place place_of(std::size_t line) const;
  // Of a byte.
  Place place_at(std::size_t offset) const;
  std::size_t offset_of(std::size_t line) const {
    return static_cast<std::size_t>(after[line].data() - text().data());
  }
  // Among the first two or the last two lines that are not blank.
  bool is_edge(std::size_t line) const;

  std::vector<std::string_view> before;
  std::vector<std::string_view> after;
  std::vector<Hunk> hunks;

 private:
  const std::vector<syntax::Quoted>& quoted() const;
  const std::vector<bool>& quoted_lines() const;

  const git::FileChange& file_;
  syntax::Kind kind_;
  TextSort sort_;
  std::vector<bool> added_;
  std::vector<std::size_t> added_lines_;
  // Made when first asked for: most texts need neither.
  mutable std::optional<std::vector<syntax::Quoted>> quoted_;
  mutable std::optional<std::vector<bool>> quoted_lines_;
};

// A line without what makes it a comment in some language; itself when it is none.
struct Uncommented {
  std::string_view text;
  bool is_comment = false;
};
Uncommented uncommented(std::string_view line);

}  // namespace pawl::guards
