#include "planner/prompts/file_parts.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "planner/prompts/mentions.hpp"

namespace pawl::planner::file_parts_test {
namespace {

std::string python_file(int functions) {
  std::string text = "import os\n\n\n";
  for (int i = 0; i < functions; ++i) {
    text += "def function_" + std::to_string(i) + "():\n    return " + std::to_string(i) + "\n\n\n";
  }
  return text;
}

std::string joined(const std::vector<Unit>& units) {
  std::string out;
  for (const Unit& unit : units) out += unit.text;
  return out;
}

std::string ranked(const std::vector<Unit>& units, int rank) {
  std::string out;
  for (const Unit& unit : units) {
    if (unit.rank == rank) out += unit.text;
  }
  return out;
}

std::string best(const std::vector<Unit>& units) { return ranked(units, 0); }

}  // namespace

TEST_CASE("the units of a file are all its lines, none longer than forty") {
  std::string endless;
  for (int i = 0; i < 300; ++i) endless += "    x = " + std::to_string(i) + "\n";
  const std::pair<const char*, std::string> files[] = {
      {"a.py", python_file(100)}, {"a.py", "def f():\n" + endless},
      {"a.txt", endless},         {"a.md", "# A\n\ntext\n\n## B\n\n" + endless},
      {"a.py", "no newline"},     {"a.rs", "fn f( {\n"},
  };
  for (const auto& file : files) {
    const std::string path = file.first;
    const std::string& text = file.second;
    CAPTURE(path);
    const std::vector<Unit> units = file_units(path, text, {.words = "function_7"});
    CHECK(joined(units) == text + (text.ends_with('\n') ? "" : "\n"));
    int line = 1;
    for (const Unit& unit : units) {
      CHECK(unit.line == line);
      line += static_cast<int>(line_count(unit.text));
      CHECK(line_count(unit.text) <= 40);
    }
  }
}

TEST_CASE("what the subtask speaks of comes first") {
  const std::string text = python_file(400);
  const std::vector<Unit> named = file_units("src/a.py", text, {.words = "Mend function_333."});
  CHECK(speaks_of(named));
  CHECK(best(named) == "def function_333():\n    return 333\n");
  const std::vector<Unit> placed = file_units(
      "src/a.py", text,
      {.words = "See src/a.py:1001", .output = "File \"src/a.py\", line 401, in function_7()"});
  CHECK(contains(ranked(placed, 1), "function_99()"));
  CHECK(contains(ranked(placed, 1), "function_249()"));
  CHECK(contains(ranked(placed, 2), "function_7()"));
  CHECK_FALSE(contains(ranked(placed, 2), "function_200()"));
  CHECK_FALSE(speaks_of(file_units("src/a.py", text, {.words = "Make it better."})));
}

TEST_CASE("a type that is spoken of comes with its head first, then its methods") {
  std::string text = "import os\n";
  for (int i = 0; i < 30; ++i) text += "\n\ndef free_" + std::to_string(i) + "():\n    pass\n";
  text += "\n\nclass BigBox:\n    size = 1\n";
  for (int i = 0; i < 20; ++i) {
    text += "\n    def method_" + std::to_string(i) + "(self):\n        return self.size\n";
  }
  const std::vector<Unit> units = file_units("a.py", text, {.words = "BigBox must not grow"});
  CHECK(contains(best(units), "class BigBox:\n    size = 1\n"));
  CHECK_FALSE(contains(best(units), "method_11"));
  for (const Unit& unit : units) {
    if (contains(unit.text, "def method_11")) CHECK(unit.rank < kSpare);
    if (contains(unit.text, "def free_28")) CHECK(unit.rank == kSpare);
  }
}

TEST_CASE("a document is cut at its headings") {
  std::string text = "# Box\n\nIt opens.\n\n";
  for (int i = 0; i < 40; ++i) text += "## Part " + std::to_string(i) + "\n\nWords.\n\n";
  text += "## How to install\n\nRun it.\n\n## End\n\nBye.\n";
  const std::vector<Unit> units =
      file_units("README.md", text, {.words = "Mend the section How to install"});
  CHECK(best(units) == "## How to install\n\nRun it.\n\n");
}

TEST_CASE("words and names") {
  const Mentions mentions("Let open_box() open the `lid`; Box.shut is fine, and parseURL too.");
  CHECK(mentions.of("open_box") == Mention::name);
  CHECK(mentions.of("open") == Mention::word);
  CHECK(mentions.of("lid") == Mention::name);
  CHECK(mentions.of("shut") == Mention::name);
  CHECK(mentions.of("parseURL") == Mention::name);
  CHECK(mentions.of("Box") == Mention::word);
  CHECK(mentions.of("is") == Mention::none);
  CHECK(mentions.of("close") == Mention::none);
}

TEST_CASE("an outline says where things are") {
  const std::vector<Unit> units =
      outline_units("a.py", "class A:\n    def f(self):\n        pass\n", {.words = "A.f()"});
  REQUIRE(units.size() == 2);
  CHECK(units[1].text == "method A.f (line 2)\n");
  CHECK(outline_units("a.md", "# A\n", {}).empty());
}

}  // namespace pawl::planner::file_parts_test
