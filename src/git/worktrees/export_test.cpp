#include "git/worktrees/export.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::git::export_test {

TEST_CASE("a commit becomes a plain folder, whatever the repository is configured with") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(
      repo,
      "echo '*.c filter=bad' > .gitattributes; ln -s README.md link; mkdir -p a; echo x > 'a/b c';"
      "git add -A; git commit -qm Second; git config filter.bad.smudge 'touch /tmp/never; cat';"
      "echo changed > README.md");
  const std::string before = lab.state_of(repo);
  const std::string to = lab.path("copy");
  REQUIRE(export_commit(lab.git(), lab.files(), repo, "HEAD", to).ok());
  CHECK(lab.sh(to, "find . -mindepth 1 | sort | tr '\n' ' '") ==
        "./.gitattributes ./README.md ./a ./a/b c ./link ./run.sh ./src ./src/main.c");
  CHECK(lab.sh(to, "cat README.md") == lab.sh(repo, "git show HEAD:README.md"));
  CHECK(lab.sh(to, "readlink link; test -x run.sh && echo executable") == "README.md\nexecutable");
  CHECK(lab.state_of(repo) == before);
  CHECK_FALSE(lab.exists("/tmp/never"));
  CHECK_FALSE(lab.exists(to + ".git"));
  const std::string older = lab.path("older");
  REQUIRE(export_commit(lab.git(), lab.files(), repo, first, older).ok());
  CHECK_FALSE(lab.exists(older + "/link"));
  CHECK_FALSE(export_commit(lab.git(), lab.files(), repo, "no-such", lab.path("none")).ok());
}

}  // namespace pawl::git::export_test
