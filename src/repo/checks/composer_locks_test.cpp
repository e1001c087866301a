#include "repo/checks/composer_locks.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::repo::composer_locks_test {
namespace {

using Names = std::vector<std::string>;

std::string lock_with(const std::string& packages, const std::string& dev = "") {
  return R"({"_readme": ["x"], "content-hash": "abc", "packages": [)" + packages +
         R"(], "packages-dev": [)" + dev + R"(], "plugin-api-version": "2.3.0"})";
}

TEST_CASE("a composer.lock names archives, and is written anew") {
  struct Row {
    const char* name;
    std::string text;
    Names named;
    Names others;
  };
  const Row rows[] = {
      {"an archive of GitHub, where its API leads to",
       lock_with(R"({"name": "acme/box", "version": "1.0.0", "source": {"type": "git", "url":
                     "https://github.com/acme/box.git", "reference": "abc"}, "dist": {"type": "zip",
                     "url": "https://api.github.com/repos/acme/box/zipball/abc", "reference": "abc",
                     "mirrors": [{"url": "https://mirror.example/"}]}, "notification-url":
                     "https://packagist.org/downloads/", "transport-options": {"ssl": {}}})"),
       {"https://codeload.github.com/acme/box/legacy.zip/abc"},
       {}},
      {"another place of its API, another host",
       lock_with(R"({"name": "a/b", "version": "1", "dist": {"type": "zip", "url":
                     "https://api.github.com/repos/a/b/zipball/x/../../y"}})",
                 R"({"name": "c/d", "version": "1", "dist": {"type": "tar", "url":
                     "https://me:word@evil.example/d.tar"}})"),
       {"https://api.github.com/repos/a/b/zipball/x/../../y", "https://me:word@evil.example/d.tar"},
       {}},
      {"without an archive of a host",
       lock_with(R"({"name": "a/git", "version": "1", "source": {"type": "git", "url": "x"}},
                    {"name": "a/path", "version": "1", "dist": {"type": "path", "url": "../path"}},
                    {"name": "a/file", "version": "1", "dist": {"type": "zip", "url": "/etc/x.zip"}},
                    {"name": "a/odd", "version": "1", "dist": {"type": "gzip", "url":
                     "https://x.example/x"}})"),
       {},
       {"a/git", "a/path", "a/file", "a/odd"}},
      {"what has nothing to fetch",
       lock_with(R"({"name": "a/meta", "version": "1", "type": "metapackage", "dist": {"url":
                     "https://evil.example/"}})"),
       {},
       {}}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Result<ComposerLock> lock = read_composer_lock(row.text);
    REQUIRE(lock);
    CHECK(lock->named == row.named);
    CHECK(lock->others == row.others);
    const std::string anew = lock->anew.dump();
    CHECK(contains(anew, R"("content-hash":"abc")"));
    for (const char* gone :
         {"source", "mirror", "packagist.org", "transport", ".git\"", "_readme"}) {
      CAPTURE(gone);
      CHECK_FALSE(contains(anew, gone));
    }
  }
}

TEST_CASE("what is no composer.lock is refused, soon") {
  std::string deep = "{\"packages\": ";
  for (int i = 0; i < 100'000; ++i) deep += "[";
  const std::string rows[] = {"",
                              "{}",
                              "[]",
                              "{\"packages\": {}}",
                              "<<<<<<< HEAD\n{}\n",
                              std::string(1000, '\0'),
                              "{\"packages\": [\"\xff\"]}",
                              deep,
                              lock_with("\"a/b\""),
                              lock_with(R"({"name": "a/b"})"),
                              lock_with(R"({"name": "../b", "version": "1"})"),
                              lock_with(R"({"name": "a/../b", "version": "1"})"),
                              lock_with(R"({"name": "a/-b", "version": "1"})"),
                              lock_with(R"({"name": "ab", "version": "1"})"),
                              lock_with("", R"({"name": "a/b c", "version": "1"})")};
  for (const std::string& row : rows) {
    CAPTURE(printable(row, 200));
    const Result<ComposerLock> lock = read_composer_lock(row);
    REQUIRE_FALSE(lock);
  }
  std::string many;
  for (int i = 0; i < 20'000; ++i) {
    many += (i == 0 ? "" : ",") + std::string(R"({"name": "a/b)") + std::to_string(i) +
            R"(", "version": "1", "require": {"a/b": "*"}, "type": "metapackage"})";
  }
  CHECK(read_composer_lock(lock_with(many))->anew["packages"].size() == 20'000);
}

}  // namespace
}  // namespace pawl::repo::composer_locks_test
