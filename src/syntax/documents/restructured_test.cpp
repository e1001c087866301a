#include "syntax/documents/restructured.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::syntax::restructured_test {
namespace {

constexpr std::string_view kPage = R"(.. _top:

===
Box
===

It *opens* ``boxes``, see `the site <https://a.example>`_ and :doc:`usage`.
A second line.

Usage
-----

- one
- two
  goes on

.. code-block:: bash

   box open

.. note:: Mind the lid.

.. image:: box.png
   :target: https://b.example

Write::

    box close

.. a comment
   of two lines

.. _Home: https://c.example
)";

TEST_CASE("reStructuredText has headings, paragraphs, code and links") {
  const MarkdownDocument document = parse_restructured(kPage);
  REQUIRE(document.headings.size() == 2);
  CHECK(document.headings[0].text == "Box");
  CHECK(document.headings[0].level == 1);
  CHECK(document.headings[1].text == "Usage");
  CHECK(document.headings[1].level == 2);
  REQUIRE(document.code_blocks.size() == 2);
  CHECK(document.code_blocks[0].info == "bash");
  CHECK(document.code_blocks[0].text == "\nbox open\n");
  CHECK(document.code_blocks[1].text == "box close\n");
  CHECK(document.ids == std::vector<std::string>{"top"});
  std::string targets;
  for (const Link& link : document.links) targets += link.target + " ";
  CHECK(targets == "https://a.example box.png https://b.example https://c.example ");
}

TEST_CASE("paragraphs know their prose from their code") {
  const MarkdownDocument document = parse_restructured(kPage);
  REQUIRE(document.blocks.size() > 4);
  CHECK(document.blocks[1].text == "It *opens* boxes, see the site and usage. A second line.");
  CHECK(document.blocks[1].pieces[1].kind == PieceKind::code);
  CHECK(document.blocks[3].text == "one");
  CHECK(document.blocks[4].text == "two goes on");
}

TEST_CASE("what is no reStructuredText ends") {
  for (const std::string_view text :
       {"", "..", "===", "``", "`a <", ".. |", "+-", "::", "\n\n::\n"}) {
    CAPTURE(text);
    CHECK(parse_restructured(text).headings.empty());
  }
}

}  // namespace
}  // namespace pawl::syntax::restructured_test
