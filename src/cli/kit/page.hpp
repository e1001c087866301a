// A page of docs/ as a terminal shows it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pawl::cli {

struct PageLook {
  std::size_t width = 80;  // of lines, in characters; what is preformatted may be longer
  bool color = false;      // headings and code stand out, and code loses its backticks
};

// Of Markdown as the pages of this project use it (headings, paragraphs, lists, indented and fenced
// code, tables, links, `code`, **strong**): paragraphs are filled, tables become columns, links
// their text, and what the page says the command takes is broken where its parts end.
std::string terminal_page(std::string_view markdown, const PageLook& look);

}  // namespace pawl::cli
