// The inline markup of reStructuredText as Markdown.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "recipes/site_book.hpp"

namespace pawl::recipes {

// What the names of a document stand for.
struct RstNames {
  std::map<std::string, std::string> targets;        // name → address, or `#anchor`
  std::map<std::string, std::string> substitutions;  // name → Markdown
};
// As names are compared: lower case, one blank between words, no backquotes.
std::string plain_rst_name(std::string_view name);

// Book, page and names outlive it. A name that a text defines itself is added to the names.
class RstInline {
 public:
  RstInline(const BookPage& book, MadePage& made, RstNames& known)
      : book_(book), made_(made), known_(known) {}

  std::string markdown(std::string_view text);

 private:
  // Each takes what begins at `at` and answers where it ends; 0 when it is something else.
  std::size_t take_inline(std::string_view text, std::size_t at, std::string& out);
  std::size_t take_role(std::string_view text, std::size_t at, std::string& out);
  std::size_t take_quoted(std::string_view text, std::size_t at, std::string& out);
  std::size_t take_word(std::string_view text, std::size_t at, std::string& out);
  std::string linked(const std::string& target) const;
  std::string named(std::string_view name) const;

  const BookPage& book_;
  MadePage& made_;
  RstNames& known_;
};

}  // namespace pawl::recipes
