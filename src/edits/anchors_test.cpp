#include "edits/anchors.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "edits/nearest_lines.hpp"
#include "edits/nearest_lines.hpp"

namespace pawl::edits::anchors_test {
namespace {

// The text after the replacement; `?` and the lines when there is no only place, `!` when the
// indentation is unclear.
std::string replaced(std::string text, std::string_view anchor, std::string_view content) {
  const LooseMatch match = match_loosely(text, anchor, content);
  if (match.lines.size() != 1) {
    std::string out = "?";
    for (const int line : match.lines) out += " " + std::to_string(line);
    return out;
  }
  if (match.indentation_unclear) return "!";
  text.replace(match.begin, match.end - match.begin, match.content);
  return text;
}

}  // namespace

TEST_CASE("an anchor matches the only lines that differ in blanks, and its content follows them") {
  struct Row {
    const char* name;
    const char* text;
    const char* anchor;
    const char* content;
    const char* after;
  };
  const Row rows[] = {
      {"blanks at an end", "a = 1\nb = 2  \nc = 3\n", "b = 2\nc = 3", "b = 2\nc = 4",
       "a = 1\nb = 2  \nc = 4\n"},
      {"blanks at the anchor's ends", "a = 1\nb = 2\n", "a = 1  \nb = 2 \n", "a = 1  \nb = 3\n",
       "a = 1\nb = 3\n"},
      {"less deep", "class A:\n    def f(self):\n        return 1\n",
       "def f(self):\n    return 1\n", "def f(self):\n    x = 2\n    return x\n",
       "class A:\n    def f(self):\n        x = 2\n        return x\n"},
      {"deeper", "def f():\n    return 1\n", "    def f():\n        return 1\n",
       "    def f():\n        if True:\n            return 2\n",
       "def f():\n    if True:\n        return 2\n"},
      {"blanks for tabs", "func f() {\n\tif a {\n\t\treturn\n\t}\n}\n",
       "    if a {\n        return\n    }\n",
       "    if a && b {\n        g()\n        return\n    }\n",
       "func f() {\n\tif a && b {\n\t\tg()\n\t\treturn\n\t}\n}\n"},
      {"one line, blanks for tabs", "x:\n\t\ta()\n", "        a()", "        b()\n        c()",
       "x:\n\t\tb()\n\t\tc()\n"},
      {"one line, blanks for tabs, content deeper", "x:\n\t\ta()\n", "        a()\n",
       "        if b:\n            a()\n", "x:\n\t\tif b:\n\t\t\ta()\n"},
      {"tabs for blanks", "if a:\n    b()\n    c()\nelse:\n        d()\n", "\tb()\n\tc()\n",
       "\tb()\n\tif c:\n\t\tc()\n", "if a:\n    b()\n    if c:\n        c()\nelse:\n        d()\n"},
      {"two blanks for four", "if a:\n    if b:\n        c()\n", "if a:\n  if b:\n    c()\n",
       "if a:\n  if b:\n    c()\n    d()\n", "if a:\n    if b:\n        c()\n        d()\n"},
      {"flat in a file with tabs", "f() {\n\ta();\n\tb();\n}\n", "a();\nb();\n\n", "", "?"},
      {"flat, content deeper, in a file with tabs", "f() {\n\ta();\n\tb();\n}\n", "a();\nb();  \n",
       "if (c) {\n  a();\n}\nb();\n", "f() {\n\tif (c) {\n\t\ta();\n\t}\n\tb();\n}\n"},
      {"the first line alone lost its blanks", "  if a:\n    b()  \n", "if a:\n    b()\n",
       "if a and c:\n    b()\n", "  if a and c:\n    b()  \n"},
      {"a blank line with blanks in it", "def f():\n    a()\n    \n    b()\n",
       "    a()\n\n    b()\n", "    a()\n\n    c()\n", "def f():\n    a()\n    \n    c()\n"},
      {"the last line has no end", "a\n  b", "b  ", "c\nd", "a\n  c\n  d"},
      {"nothing takes the place", "a\n  b\nc\n", "b \n", "", "a\nc\n"},
      {"letter for letter goes before indentation", "if a:\n    x()\nelse:\n        x()\n",
       "    x()  \n", "    y()\n", "if a:\n    y()\nelse:\n        x()\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(replaced(row.text, row.anchor, row.content) == row.after);
  }
}

TEST_CASE("what may mean two places, or has no clear depth, is not guessed") {
  CHECK(replaced("if a:\n    x()\nelse:\n        x()\n", "  x()\n", "  y()\n") == "? 2 4");
  CHECK(replaced("  a\nb\n", "c\n", "d\n") == "?");
  CHECK(replaced("a\n\n\nb\n", "\n \n", "c\n") == "?");
  CHECK(replaced("a\n", "a\nb\n", "c\n") == "?");
  // All indentation is lost: nobody knows how deep a new line is.
  CHECK(replaced("if a:\n    b()\n    if c:\n        d()\n", "b()\nif c:\nd()\n",
                 "b()\nif c:\ne()\n") == "!");
  // Of lines that only go, nothing has to be known.
  CHECK(replaced("if a:\n    b()\n    if c:\n        d()\n", "b()\nif c:\nd()\n", "b()\n") ==
        "if a:\n    b()\n");
  // Less deep than anything the file can have.
  CHECK(replaced("a:\nb\n", "    a: \n", "  c\n") == "!");
}

TEST_CASE("the nearest lines are quoted as they are") {
  const std::string text =
      "import os\n\n\ndef open_box(key):\n\treturn turn(key, 7)\n\n\ndef shut():\n    pass\n";
  CHECK(nearest_lines(text, "def open_box():\n    return turn(7)\n", 12) ==
        "def open_box(key):\n\treturn turn(key, 7)\n");
  CHECK(nearest_line(text, "def open_box():\n    return turn(7)\n") == 4);
  CHECK(nearest_lines(text, "\n\n  return turn(key)\n", 12) == "\treturn turn(key, 7)\n");
  CHECK(nearest_lines(text, "SELECT name FROM users", 12).empty());
  CHECK(nearest_line(text, "SELECT name FROM users") == 0);
  CHECK(nearest_lines(text, "", 12).empty());
  CHECK(nearest_lines("", "a", 12).empty());
  std::string many;
  std::string anchor;
  for (int i = 0; i < 40; ++i) many += "line_" + std::to_string(i) + "\n";
  for (int i = 10; i < 30; ++i) anchor += "line_" + std::to_string(i) + "()\n";
  CHECK(line_count(nearest_lines(many, anchor, 12)) == 12);
  CHECK(nearest_line(many, anchor) == 11);
  CHECK(nearest_lines("abc\x1b[31mdef\n", "abc def", 12) == "abc\\x1b[31mdef\n");
  const std::string wide = nearest_lines(std::string(5'000, 'a') + "\n", std::string(500, 'a'), 12);
  CHECK(wide.size() < 250);
}

}  // namespace pawl::edits::anchors_test
