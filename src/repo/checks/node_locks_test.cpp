#include "repo/checks/node_locks.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "base/text/text.hpp"

namespace pawl::repo::node_locks_test {
namespace {

using Names = std::vector<std::string>;

const std::string kIntegrity = "    resolution: {integrity: sha512-x}\n";

TEST_CASE("locks of pnpm name what is not the registry's") {
  struct Row {
    const char* name;
    std::string text;
    std::string version;
    Names named;
    Names others;
  };
  const Row rows[] = {
      {"format 5.4",
       "lockfileVersion: 5.4\nspecifiers:\n  a: 1.0.0\ndependencies:\n  a: 1.0.0\npackages:\n"
       "  /a/1.0.0:\n" +
           kIntegrity,
       "5.4",
       {},
       {}},
      {"format 6.0, of a workspace",
       "lockfileVersion: '6.0'\nimporters:\n  .:\n    dependencies:\n      b:\n"
       "        specifier: workspace:*\n        version: link:packages/b\npackages:\n"
       "  /@s/a@1.0.0(b@2.0.0):\n" +
           kIntegrity + "    deprecated: see https://somewhere.example\n",
       "6.0",
       {},
       {}},
      {"format 9.0, with an archive elsewhere",
       "lockfileVersion: '9.0'\npackages:\n  a@https://evil.example/a.tgz:\n"
       "    resolution: {tarball: https://evil.example/a.tgz}\nsnapshots:\n  x: {}\n",
       "9.0",
       {"https://evil.example/a.tgz"},
       {}},
      {"git",
       "lockfileVersion: '9.0'\npackages:\n  a@git+https://registry.npmjs.org/a#1:\n"
       "    resolution: {type: git, repo: https://registry.npmjs.org/a, commit: '1'}\n"
       "  b@git:\n    resolution: {type: git, repo: 'git@evil.example:o/b.git', commit: '1'}\n",
       "9.0",
       {"git+https://registry.npmjs.org/a", "git+git@evil.example:o/b.git"},
       {}},
      {"archives for each machine",
       "lockfileVersion: '9.0'\npackages:\n  node@runtime:22.0.0:\n    resolution:\n"
       "      type: variations\n      variants:\n      - resolution: {type: binary, url: "
       "https://nodejs.org/x.tar.gz}\n",
       "9.0",
       {"https://nodejs.org/x.tar.gz"},
       {}},
      {"an address in the list of the root alone, by an anchor",
       "lockfileVersion: '9.0'\nx: &v {version: 'https://evil.example/a.tgz'}\nimporters:\n  .:\n"
       "    dependencies:\n      a: *v\n",
       "9.0",
       {"https://evil.example/a.tgz"},
       {}},
      {"folders and archives of the repository",
       "lockfileVersion: '9.0'\npackages:\n  a@file:a:\n"
       "    resolution: {directory: a, type: directory}\n  b@file:b.tgz:\n"
       "    resolution: {integrity: sha512-x, tarball: 'file:b.tgz'}\n",
       "9.0",
       {},
       {"a", "file:b.tgz"}},
      {"pnpm itself, in a document before",
       "---\nlockfileVersion: '9.0'\npackages:\n  pnpm@12.0.0:\n" + kIntegrity +
           "---\nlockfileVersion: '9.0'\nsettings: {autoInstallPeers: false}\n",
       "9.0",
       {},
       {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Result<NodeLock> lock = read_pnpm_lock(row.text);
    REQUIRE(lock);
    CHECK(lock->version == row.version);
    CHECK(lock->named == row.named);
    CHECK(lock->others == row.others);
  }
}

TEST_CASE("what is no lock of pnpm is refused, soon") {
  std::string bomb = "lockfileVersion: '9.0'\na0: &a0 [x]\n";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    bomb +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + below + ", " + below + "]\n";
  }
  std::string deep = "lockfileVersion: '9.0'\npackages: ";
  for (int i = 0; i < 100'000; ++i) deep += "{a: ";
  const std::string rows[] = {
      "",
      "a: b\n",
      "lockfileVersion:\n",
      "lockfileVersion: [9]\n",
      "lockfileVersion: '9.0'\npackages: [\n",
      "lockfileVersion: '9.0'\n\tpackages: x\n",
      "lockfileVersion: '9.0'\npackages: &p\n  a: {resolution: *q}\n",
      "<<<<<<< HEAD\nlockfileVersion: '9.0'\n=======\nlockfileVersion: '6.0'\n>>>>>>> x\n",
      std::string(1000, '\0'),
      bomb,
      deep};
  for (const std::string& row : rows) {
    CAPTURE(row.substr(0, 80));
    const Result<NodeLock> lock = read_pnpm_lock(row);
    REQUIRE_FALSE(lock);
    CHECK_FALSE(lock.error().message.empty());
  }
  // One that holds itself has no end, and no address.
  const Result<NodeLock> cyclic =
      read_pnpm_lock("lockfileVersion: '9.0'\npackages: &p\n  a:\n    resolution: *p\n");
  if (cyclic) CHECK(cyclic->named.empty());
}

TEST_CASE("a huge lock is read") {
  std::string text = "lockfileVersion: '9.0'\npackages:\n";
  for (int i = 0; i < 20'000; ++i) text += "  a" + std::to_string(i) + "@1.0.0:\n" + kIntegrity;
  text += "  last@1.0.0:\n    resolution: {tarball: https://evil.example/a.tgz}\n";
  const Result<NodeLock> lock = read_pnpm_lock(text);
  REQUIRE(lock);
  CHECK(lock->named == Names{"https://evil.example/a.tgz"});
}

TEST_CASE("locks of Yarn name what is not the registry's") {
  struct Row {
    const char* name;
    std::string text;
    std::string version;
    Names named;
    Names others;
  };
  const std::string berry = "__metadata:\n  version: 8\n  cacheKey: 10c0\n\n";
  const auto entry = [&](const std::string& resolution) {
    return berry + "\"a@npm:^1.0.0\":\n  version: 1.0.0\n  resolution: \"" + resolution +
           "\"\n  languageName: node\n  linkType: hard\n";
  };
  const Row rows[] = {
      {"Yarn 1",
       "# yarn lockfile v1\n\n\n\"@s/a@^1.0.0\", b@~1:\n  version \"1.0.0\"\n"
       "  resolved \"https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#12\"\n  dependencies:\n"
       "    resolved \"^2.0.0\"\n",
       "1",
       {"https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#12"},
       {}},
      {"words may be quoted and escaped",
       "a@1:\n  version \"1.0.0\"\n  \"resolved\" \"https:\\u002f/evil.example/a.tgz\"\n",
       "1",
       {"https://evil.example/a.tgz"},
       {}},
      {"git, folders, and archives kept in the repository",
       "a@git:\n  version \"1.0.0\"\n  resolved \"git+ssh://git@evil.example/a.git#1\"\n"
       "b@file:../b:\n  version \"1.0.0\"\n\"c@link:./c\":\n  version \"0.0.0\"\n"
       "d@1:\n  version \"1.0.0\"\n  resolved d-1.0.0.tgz#12\n",
       "1",
       {"git+ssh://git@evil.example/a.git#1"},
       {"file:../b", "d-1.0.0.tgz#12"}},
      {"nothing", "", "1", {}, {}},
      {"Yarn 4", entry("a@npm:1.0.0"), "8", {}, {}},
      {"a patch of Yarn's own",
       entry("a@patch:a@npm%3A1.0.0#optional!builtin<compat/a>::version=1.0.0&hash=1"),
       "8",
       {},
       {}},
      {"an archive elsewhere",
       entry("a@npm:1.0.0::__archiveUrl=https%3A%2F%2Fevil.example%2Fa.tgz"),
       "8",
       {"https://evil.example/a.tgz"},
       {}},
      {"an archive elsewhere, in a patch",
       entry("a@patch:a@npm%3A1.0.0%3A%3A__archiveUrl=https%253A%252F%252Fevil.example%252Fa#x"),
       "8",
       {"https://evil.example/a"},
       {}},
      {"git at the registry's host",
       entry("a@https://registry.npmjs.org/a.git#commit=1"),
       "8",
       {"git+https://registry.npmjs.org/a.git#commit=1"},
       {}},
      {"an address",
       entry("a@https://evil.example/a.tgz"),
       "8",
       {"https://evil.example/a.tgz"},
       {}},
      {"a program", entry("a@exec:./make.js"), "8", {}, {"exec:./make.js"}},
      {"a program in a patch",
       entry("a@patch:a@%2565xec%3A./make.js#x"),
       "8",
       {},
       {"patch:a@%2565xec%3A./make.js#x"}},
      {"a program among what a package depends on",
       entry("a@npm:1.0.0") + "  dependencies:\n    b: \"exec:./make.js\"\n",
       "8",
       {},
       {"exec:./make.js"}},
      {"folders", entry("a@portal:../a"), "8", {}, {"portal:../a"}},
      {"members of a workspace", entry("a@workspace:packages/a"), "8", {}, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Result<NodeLock> lock = read_yarn_lock(row.text);
    REQUIRE(lock);
    CHECK(lock->version == row.version);
    CHECK(lock->named == row.named);
    CHECK(lock->others == row.others);
  }
}

TEST_CASE("entries of Yarn 1 are known by all their patterns") {
  const Result<NodeLock> lock = read_yarn_lock(
      "\"@s/a@>=1, <2\", \"@s/a@^1.0.0\", b@~1:\n  version \"1.0.0\"\n"
      "  resolved \"https://registry.yarnpkg.com/a/-/a-1.0.0.tgz\"\n");
  REQUIRE(lock);
  CHECK(lock->patterns ==
        std::set<std::string, std::less<>>{"@s/a@>=1, <2", "@s/a@^1.0.0", "b@~1"});
}

TEST_CASE("what is no lock of a later Yarn is refused") {
  CHECK_FALSE(read_yarn_lock("__metadata:\n  version: [\n"));
  CHECK_FALSE(read_yarn_lock("__metadata:\n  version: 8\n---\na: b\n"));
  // Nested patches end somewhere.
  std::string patches = "a@";
  for (int i = 0; i < 1000; ++i) patches += "patch:a@";
  CHECK_FALSE(
      read_yarn_lock("__metadata: {version: 8}\n\"a@npm:1\": {resolution: '" + patches + "'}\n")
          ->others.empty());
}

}  // namespace
}  // namespace pawl::repo::node_locks_test
