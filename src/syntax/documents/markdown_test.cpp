#include "syntax/documents/markdown.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace pawl::syntax::markdown_test {
namespace {

constexpr std::string_view kDocument = R"(# Title with `code` and *stress*

Some words, a [link *here*](docs/a.md "title") and ![logo](img/a.png).
A bare https://example.org and a [ref][r].

Setext
------

- [x] item with [nested](b.md#part)

| a | b |
|---|---|
| 1 | [cell](c.md) |

```bash title
make test
```

    indented

[![badge](badge.svg)](https://ci.example)

> ## In a quote

[r]: d.md
)";

TEST_CASE("headings are found wherever they stand") {
  const MarkdownDocument document = parse_markdown(kDocument);
  REQUIRE(document.headings.size() == 3);
  CHECK(document.headings[0].level == 1);
  CHECK(document.headings[0].text == "Title with code and stress");
  CHECK(document.headings[0].line == 1);
  CHECK(document.headings[1].text == "Setext");
  CHECK(document.headings[1].level == 2);
  CHECK(document.headings[1].line == 6);
  CHECK(document.headings[2].text == "In a quote");
  CHECK(document.headings[2].line == 23);
}

TEST_CASE("links and images are found with target and text") {
  struct Want {
    std::string_view target;
    std::string_view text;
    bool image;
    int line;
  };
  const auto wanted = std::to_array<Want>({
      {"docs/a.md", "link here", false, 3},
      {"img/a.png", "logo", true, 3},
      {"https://example.org", "https://example.org", false, 3},
      {"d.md", "ref", false, 3},
      {"b.md#part", "nested", false, 9},
      {"c.md", "cell", false, 13},
      {"https://ci.example", "badge", false, 21},
      {"badge.svg", "badge", true, 21},
  });
  const MarkdownDocument document = parse_markdown(kDocument);
  REQUIRE(document.links.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(wanted[i].target);
    CHECK(document.links[i].target == wanted[i].target);
    CHECK(document.links[i].text == wanted[i].text);
    CHECK(document.links[i].image == wanted[i].image);
    CHECK(document.links[i].line == wanted[i].line);
  }
}

TEST_CASE("code blocks keep info and text; tables and words are counted") {
  const MarkdownDocument document = parse_markdown(kDocument);
  REQUIRE(document.code_blocks.size() == 2);
  CHECK(document.code_blocks[0].info == "bash title");
  CHECK(document.code_blocks[0].text == "make test\n");
  CHECK(document.code_blocks[0].line == 15);
  CHECK(document.code_blocks[1].info.empty());
  CHECK(document.code_blocks[1].text == "indented\n");
  CHECK(document.tables == 1);
  CHECK(parse_markdown("one *two* `three`\n\n# four\n").words == 3);
  CHECK(parse_markdown("").headings.empty());
}

TEST_CASE("links in code are no links") {
  CHECK(parse_markdown("`[a](b.md)`\n\n```\n[a](b.md)\n```\n").links.empty());
}

TEST_CASE("blocks come in the order of the text, with their lines and pieces") {
  struct Want {
    BlockKind kind;
    int line;
    int last_line;
    bool quoted;
    std::string_view text;
  };
  const auto wanted = std::to_array<Want>({
      {BlockKind::heading, 1, 1, false, "Title with code and stress"},
      {BlockKind::paragraph, 3, 4, false,
       "Some words, a link here and logo. A bare https://example.org and a ref."},
      {BlockKind::heading, 6, 8, false, "Setext"},
      {BlockKind::paragraph, 9, 9, false, "item with nested"},
      {BlockKind::table, 11, 13, false, "a | b\n1 | cell"},
      {BlockKind::code, 15, 17, false, "make test\n"},
      {BlockKind::code, 19, 20, false, "indented\n"},
      {BlockKind::paragraph, 21, 21, false, "badge"},
      {BlockKind::heading, 23, 23, true, "In a quote"},
  });
  const MarkdownDocument document = parse_markdown(kDocument);
  REQUIRE(document.blocks.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CAPTURE(wanted[i].text);
    const Block& block = document.blocks[i];
    CHECK(block.kind == wanted[i].kind);
    CHECK(block.line == wanted[i].line);
    CHECK(block.last_line == wanted[i].last_line);
    CHECK(block.quoted == wanted[i].quoted);
    CHECK(block.text == wanted[i].text);
  }
  const auto pieces = parse_markdown("a `b` <i>c</i> [d](e)\n").blocks.at(0).pieces;
  REQUIRE(pieces.size() == 8);
  CHECK(pieces[1].kind == PieceKind::code);
  CHECK(pieces[3].kind == PieceKind::html);
  CHECK(pieces[7].linked);
}

TEST_CASE("front matter is no text, and keeps the lines below where they are") {
  const MarkdownDocument document = parse_markdown("---\ntitle: x\n---\n# A\n");
  REQUIRE(document.headings.size() == 1);
  CHECK(document.headings[0].text == "A");
  CHECK(document.headings[0].line == 4);
  CHECK(parse_markdown("+++\ntitle = 1\n+++\n# A\n").blocks.size() == 1);
  CHECK(parse_markdown("---\n\nwords\n\n---\n").words == 1);
}

TEST_CASE("HTML gives links, headings and ids") {
  const MarkdownDocument document = parse_markdown(R"(<p align="center">
  <a href="docs/a.md?x=1&amp;y=2"><img src='img/a.png' alt=logo></a>
</p>

Text <a id="here" href=b.md>b</a> <!-- <a href="no.md"> -->

<h2>Some <b>title</b></h2>

## Own {#mine}
)");
  REQUIRE(document.html_links.size() == 3);
  CHECK(document.html_links[0].target == "docs/a.md?x=1&y=2");
  CHECK(document.html_links[0].line == 2);
  CHECK(document.html_links[1].target == "img/a.png");
  CHECK(document.html_links[1].image);
  CHECK(document.html_links[2].target == "b.md");
  CHECK(document.html_links[2].line == 5);
  const std::vector<std::string> anchors = anchors_of(document);
  CHECK(anchors == std::vector<std::string>{"here", "mine", "some-title", "own-mine"});
}

TEST_CASE("a heading that comes again gets a number") {
  const auto anchors = anchors_of(parse_markdown("# A\n## B\n## B\n<h3>B</h3>\n"));
  CHECK(anchors == std::vector<std::string>{"a", "b", "b-1", "b-2"});
}

TEST_CASE("anchors are GitHub's") {
  CHECK(anchor_of("Getting Started!") == "getting-started");
  CHECK(anchor_of("What's new in 1.2?") == "whats-new-in-12");
  CHECK(anchor_of("  C++ & `code_x` -- a  ") == "c--code_x----a");
  CHECK(anchor_of("Über uns – Ж €5") == "über-uns--ж-5");
  CHECK(anchor_of("🚀 Quick start 日本") == "-quick-start-日本");
}

TEST_CASE("hostile documents end") {
  for (const std::string_view unit :
       {">", "- ", "[", "![", "*a_ ", "`", "<", "<a href=", "](", "| a ", "&#"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 50'000) text += unit;
    parse_markdown(text);
    parse_markdown(std::string("a\xFF\x00b", 4) + text);
  }
}

}  // namespace
}  // namespace pawl::syntax::markdown_test
