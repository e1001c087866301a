#include "base/text/shell_word.hpp"

#include <doctest/doctest.h>

namespace pawl::shell_word_test {

TEST_CASE("a word means itself in a shell") {
  struct Row {
    const char* text;
    const char* word;
  };
  const Row rows[] = {
      {"", "''"},
      {"/srv/project-1.2", "/srv/project-1.2"},
      {"https://host/owner/repo", "https://host/owner/repo"},
      {"with blank", "'with blank'"},
      {"it's", "'it'\\''s'"},
      {"$(rm -rf .)", "'$(rm -rf .)'"},
      {"a;b", "'a;b'"},
      {"~", "'~'"},
      {"#1", "'#1'"},
      {"ünder", "'ünder'"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(shell_word(row.text) == row.word);
  }
}

}  // namespace pawl::shell_word_test
