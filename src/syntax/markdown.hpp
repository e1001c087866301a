// The parts of a CommonMark document (with GitHub's tables, strikethrough, autolinks and task
// lists) that Pawl looks at, by cmark-gfm.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::syntax {

struct Heading {
  int level = 1;
  std::string text;
  int line = 0;  // from 1
};
struct Link {
  std::string target;  // as written
  std::string text;
  bool image = false;
  int line = 0;  // of the block that holds it
};
struct CodeBlock {
  std::string info;  // `bash`
  std::string text;
  int line = 0;
};
struct MarkdownDocument {
  std::vector<Heading> headings;
  std::vector<Link> links;
  std::vector<CodeBlock> code_blocks;
  std::size_t tables = 0;
  std::size_t words = 0;  // outside code
};

MarkdownDocument parse_markdown(std::string_view text);
// The anchor GitHub gives a heading's text (first occurrence).
std::string anchor_of(std::string_view heading);

}  // namespace pawl::syntax
