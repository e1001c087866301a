// The parts of a CommonMark document (with GitHub's tables, strikethrough, autolinks and task
// lists) that Pawl looks at, by cmark-gfm. Front matter is no part of the text.
#pragma once

#include <cstdint>
#include <memory>
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

// What a heading, a paragraph or a row of a table is made of.
enum class PieceKind : std::uint8_t { text, code, html };
struct Piece {
  PieceKind kind = PieceKind::text;
  std::string text;
  bool linked = false;  // inside of a link
};

enum class BlockKind : std::uint8_t { heading, paragraph, code, html, table };
// A part of the document that holds no other part; what lists and quotes hold stands there
// in the order of the text.
struct Block {
  BlockKind kind = BlockKind::paragraph;
  int line = 0;
  int last_line = 0;    // or a blank one after it
  int level = 0;        // of a heading
  bool quoted = false;  // inside of a block quote
  std::string info;     // of a code block
  int fence = 0;        // how many marks open a code block; 0 when it is indented
  char fence_mark = 0;
  std::string text;  // without marks; code and HTML as written; a table one line a row
  std::vector<Piece> pieces;
};

struct MarkdownDocument {
  std::vector<Heading> headings;
  std::vector<Link> links;
  std::vector<CodeBlock> code_blocks;
  std::size_t tables = 0;
  std::size_t words = 0;  // outside code

  std::vector<Block> blocks;
  std::vector<Link> html_links;        // `<a href>`, `<img src>`
  std::vector<Heading> html_headings;  // `<h2>`
  std::vector<std::string> ids;        // `id` and `name` attributes, `{#id}` of headings
};

MarkdownDocument parse_markdown(std::string_view text);
// The same; asking again for one of the last texts of the same thread costs a comparison.
std::shared_ptr<const MarkdownDocument> shared_markdown(std::string_view text);
// The anchor GitHub gives a heading's text (first occurrence).
std::string anchor_of(std::string_view heading);
// Every anchor GitHub gives the document: headings, `-1` and so on for those that come again, ids.
std::vector<std::string> anchors_of(const MarkdownDocument& document);

}  // namespace pawl::syntax
