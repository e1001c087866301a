#include "syntax/comments.hpp"

#include <doctest/doctest.h>

#include <string>

namespace pawl::syntax::comments_test {

TEST_CASE("comments, and what only looks like one") {
  struct Row {
    Language language;
    const char* text;
    std::vector<std::string> want;
  };
  const Row rows[] = {
      {Language::python, "# a\nx = '# b'\ny = 1  # c\n", {"# a", "# c"}},
      {Language::python, "x = \"\"\"\n# no\n\"\"\"\n", {}},
      {Language::javascript, "// a\nconst s = '// b'; /* c */\n", {"// a", "/* c */"}},
      {Language::tsx, "const a = <b>{/* c */}</b>;\n", {"/* c */"}},
      {Language::go, "package a // b\nvar s = `// c`\n", {"// b"}},
      {Language::c, "int a; /* b */\n", {"/* b */"}},
      {Language::java, "// a\nclass B { /* c */ }\n", {"// a", "/* c */"}},
      {Language::ruby, "# a\nx = 1\n", {"# a"}},
      {Language::bash, "# a\necho '# b'\n", {"# a"}},
      {Language::cpp, "", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    std::vector<std::string> got;
    const std::string_view text = row.text;
    for (const Comment& each : comments(row.language, text)) {
      got.emplace_back(text.substr(each.begin, each.end - each.begin));
    }
    CHECK(got == row.want);
  }
  CHECK(comments(Language::python, "\n\n# a\n").at(0).line == 3);
}

}  // namespace pawl::syntax::comments_test
