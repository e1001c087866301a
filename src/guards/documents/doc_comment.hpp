// The comment or docstring that says what a definition is for.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/comments.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::guards {

// Of many definitions of one text, whose comments are looked for once.
class DocReader {
 public:
  // The text is borrowed.
  DocReader(syntax::Language language, std::string_view text) : language_(language), text_(text) {}
  // The lines of the doc comment right above a definition, or of its docstring, without their
  // marks; none when it has none. Lines without a word are left out.
  std::vector<std::string_view> lines(const syntax::Definition& definition);

 private:
  syntax::Language language_;
  std::string_view text_;
  std::optional<std::vector<syntax::Comment>> comments_;
};

// A line of a comment or docstring without its marks; empty when nothing is left.
std::string_view plain_words(std::string_view line);

// How often a line's words stand in a text.
std::size_t occurrences(std::string_view text, std::string_view line);

}  // namespace pawl::guards
