#include "syntax/grammar.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "syntax/node.hpp"

namespace pawl::syntax::grammar_test {
namespace {

// Names, literals and remarks of letters that take 2, 3 and 4 bytes, over several chunks.
const std::vector<std::pair<Language, std::string>>& long_lines() {
  static const std::vector<std::pair<Language, std::string>> all = {
      {Language::python, "x@ = '@'  # @\n"},
      {Language::javascript, "const x@ = `@`; // @\n"},
      {Language::typescript, "const x@: string = '@'; /* @ */\n"},
      {Language::tsx, "const x@ = <p title=\"@\">@</p>;\n"},
      {Language::go, "package p\n\nvar x@ = `@` // @\n"},
      {Language::rust, "const X@: &str = \"@\"; // @\n"},
      {Language::c, "const char *x@ = \"@\"; /* @ */\n"},
      {Language::cpp, "const char *x@ = R\"(@)\"; // @\n"},
      {Language::java, "class X@ { String x = \"@\"; /* @ */ }\n"},
      {Language::ruby, "x@ = '@' # @\n"},
      {Language::bash, "echo x@ '@' # @\n"},
  };
  return all;
}

std::string filled(const std::string& line, const std::string& letter) {
  std::string letters;
  while (letters.size() < 13'000) letters += letter;
  std::string text;
  for (const char c : line) text += c == '@' ? letters : std::string(1, c);
  return text;
}

TEST_CASE("no character is cut by the chunks a parser reads") {
  for (const auto& [language, line] : long_lines()) {
    CAPTURE(to_string(language));
    for (const std::string letter : {"é", "語", "𝒳"}) {
      const std::string text = filled(line, letter);
      for (std::size_t shift = 0; shift < letter.size(); ++shift) {
        const TreePtr tree = parse_tree(language, std::string(shift, '\n') + text);
        REQUIRE(tree);
        CHECK_FALSE(ts_node_has_error(ts_tree_root_node(tree.get())));
      }
    }
  }
}

}  // namespace
}  // namespace pawl::syntax::grammar_test
