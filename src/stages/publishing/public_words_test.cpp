#include "stages/publishing/public_words.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::stages::public_words_test {

TEST_CASE("words of a model command no forge and no CI system") {
  struct Row {
    const char* said;
    const char* written;
  };
  const Row rows[] = {
      // What is left alone.
      {"docs(readme): Say how to use C# and `a[skip]`",
       "docs(readme): Say how to use C# and `a[skip]`"},
      {"fix: Handle a[0] and b[ci]", "fix: Handle a[0] and b[ci]"},
      {"chore: Write to user@example.org", "chore: Write to user@example.org"},
      {"ci: Use actions/checkout@v4", "ci: Use actions/checkout@v4"},
      {"docs: Link https://example.org/a", "docs: Link https://example.org/a"},
      {"fix!: Add missing #include", "fix!: Add missing #include"},
      {"docs: Explain the <head> tag", "docs: Explain the <head> tag"},
      {"feat: Read UTF-8", "feat: Read UTF-8"},
      {"fix: Three faults in 12 files", "fix: Three faults in 12 files"},
      // Marks.
      {"docs: Tidy [skip ci]", "docs: Tidy"},
      {"[CI-SKIP] docs: Tidy", "docs: Tidy"},
      {"docs: [ no   ci ] Tidy", "docs: Tidy"},
      {"docs: Tidy ***NO_CI***", "docs: Tidy"},
      {"docs: Tidy skip-checks:   true", "docs: Tidy"},
      {"docs: Tidy [Skip Actions][azp skip][skip  Travis_CI]", "docs: Tidy"},
      {"docs: Tidy [pre-commit.ci skip] [CF-Pages-Skip]", "docs: Tidy"},
      {"docs: Tidy [skip [skip ci]ci]", "docs: Tidy"},
      {"docs: Tidy [skip <!-- x -->ci]", "docs: Tidy"},
      {"docs: Tidy [skip @ci]", "docs: Tidy"},
      {"fixup! docs: Tidy", "docs: Tidy"},
      {"docs: --skip-ci Tidy", "docs: Tidy"},
      {"docs: Tidy [skip\u200b ci]", "docs: Tidy [skip\\u{200b} ci]"},
      // References and closing words.
      {"fix: Open, fixes #12", "fix: Open, fixes 12"},
      {"fix: closes other/repo#2", "fix: closes other/repo 2"},
      {"fix: Resolves GH-3", "fix: Resolves GH 3"},
      {"Closes https://github.com/o/r/issues/1", "Closes github.com/o/r issues 1"},
      {"see [x](https://www.gitlab.com/g/p/-/merge_requests/4)",
       "see [x](gitlab.com/g/p/- merge_requests 4)"},
      {"docs: https://github.com/o/r/pull/7#issuecomment-1",
       "docs: github.com/o/r pull 7 issuecomment-1"},
      {"fix: Like g/p!12", "fix: Like g/p 12"},
      {"fix: fixes bug 12", "fix: fixes bug no. 12"},
      {"fix: closes ticket:12", "fix: closes ticket no. 12"},
      {"fix: PROJ-12 #close #time 2w", "fix: PROJ-12 close time 2w"},
      {"fix: As in o/r@0123abc", "fix: As in o/r 0123abc"},
      // Mentions.
      {"docs: Thank @octocat and @org/team", "docs: Thank octocat and org/team"},
      {"docs: (@a) .@b ,@c", "docs: (a) .b ,c"},
      {"docs: @@a @#1", "docs: a 1"},
      // Trailers and other starts.
      {"Signed-off-by: Eve <eve@example.org>", "Signed-off-by Eve <eve@example.org>"},
      {"Co-Authored-By : Eve", "Co-Authored-By Eve"},
      {"Pawl-Run: demo-000000", "Pawl-Run demo-000000"},
      {"BREAKING CHANGE: all", "BREAKING CHANGE all"},
      {"/merge now", "merge now"},
      // What hides.
      {"docs: Tidy<!-- @a #1 -->", "docs: Tidy"},
      {"docs: Tidy <!-- never ends", "docs: Tidy"},
      {"docs: ![a lid](https://evil.example/p.png) Tidy", "docs: a lid Tidy"},
      {"docs: <IMG src=https://evil.example/p.png>Tidy", "docs: Tidy"},
      {"docs: \x1b[2JTidy\x9b", "docs: \\x1b[2JTidy\ufffd"},
      {"[skip ci]", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.said);
    const std::string written = harmless_line(row.said, 200);
    CHECK(written == row.written);
    CHECK(harmless_line(written, 200) == written);
  }
}

TEST_CASE("a text made to come together again ends without its signs") {
  std::string nested = "ci";
  for (int i = 0; i < 30; ++i) nested = "[skip " + nested + "]";
  std::string split = "[skip ci]";
  for (int i = 0; i < 12; ++i) split = "[sk" + split + "ip ci]";
  for (const std::string& text :
       {nested, split, std::string(3000, '['), "@" + std::string(3000, '@') + "a"}) {
    const std::string written = harmless_line(text, 4000);
    CHECK_FALSE(contains(written, "[skip ci]"));
    CHECK_FALSE(contains(written, "@a"));
  }
  CHECK(harmless_line(std::string(300, 'x'), 10) == "xxxxxxxxxx…");
}

}  // namespace pawl::stages::public_words_test
