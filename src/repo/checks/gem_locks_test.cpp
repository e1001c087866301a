#include "repo/checks/gem_locks.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::repo::gem_locks_test {
namespace {

using Names = std::vector<std::string>;

const std::string kDigest(64, 'a');

// A package a line, as `name version platform`, and the digest where there is one.
std::string shown(const GemLock& lock) {
  std::string lines;
  for (const LockedGem& gem : lock.gems) {
    lines += gem.name + " " + gem.version + " " + gem.platform;
    lines += (gem.sha256.empty() ? "" : " " + gem.sha256) + "\n";
  }
  return lines;
}

TEST_CASE("locks of Bundler name packages, registries and what is none") {
  struct Row {
    const char* name;
    std::string text;
    std::string gems;
    Names named;
    Names others;
  };
  const std::string start = "GEM\n  remote: https://rubygems.org/\n  specs:\n";
  const Row rows[] = {
      {"packages for platforms, with digests",
       start + "    nokogiri (1.16.0)\n      racc (~> 1.4)\n" +
           "    nokogiri (1.16.0-x86_64-linux)\n      racc (~> 1.4)\n    racc (1.7.3)\n\n" +
           "PLATFORMS\n  ruby\n  x86_64-linux\n\nDEPENDENCIES\n  nokogiri (>= 1)\n\nCHECKSUMS\n" +
           "  nokogiri (1.16.0-x86_64-linux) sha256=" + upper(kDigest) + "\n  racc (1.7.3)\n\n" +
           "RUBY VERSION\n   ruby 3.1.2p20\n\nBUNDLED WITH\n   2.6.1\n",
       "nokogiri 1.16.0 ruby\nnokogiri 1.16.0 x86_64-linux " + kDigest + "\nracc 1.7.3 ruby\n",
       {"https://rubygems.org/"},
       {}},
      {"the repository's own package, and one of its folders",
       "PATH\n  remote: .\n  specs:\n    box (0.1.0)\n      rake\n\nPATH\n  remote: a/../b\n" +
           std::string("  specs:\n    b (0.1.0)\n\n") + start + "    rake (13.0.6)\n",
       "rake 13.0.6 ruby\n",
       {"https://rubygems.org/"},
       {}},
      {"git, folders elsewhere, plugins",
       "GIT\n  remote: https://evil.example/y.git\n  revision: abc\n  specs:\n    y (1.0)\n\n"
       "GIT\n  remote: git@evil.example:o/z.git\n  specs:\n    z (1.0)\n\n"
       "PATH\n  remote: ../a\n  specs:\n    a (1.0)\n\nPATH\n  remote: /etc\n  specs:\n\n"
       "PATH\n  remote: b/../../c\n  specs:\n\nPLUGIN SOURCE\n  remote: https://x.example\n"
       "  type: s3\n  specs:\n    b (1.0)\n",
       "",
       {"git+https://evil.example/y.git", "git+git@evil.example:o/z.git"},
       {"../a", "/etc", "b/../../c", "the source of a plugin"}},
      {"other registries, where they have packages, and the own one without TLS",
       "GEM\n  remote: http://rubygems.org/\n  remote: https://me:word@gems.example/\n  specs:\n"
       "    a (1.0)\n    b (2.0)\n\nGEM\n  remote: https://empty.example/\n  specs:\n\n"
       "GEM\n  remote: http://rubygems.org.evil.example/\n  specs:\n    c (1.0)\n",
       "a 1.0 ruby\nb 2.0 ruby\nc 1.0 ruby\n",
       {"https://rubygems.org/", "https://me:word@gems.example/",
        "http://rubygems.org.evil.example/"},
       {}},
      {"the same twice, ends of lines of Windows",
       replace_all(start + "    a (1.0)\n    a (1.0)\n    a (1.0-java)\n", "\n", "\r\n"),
       "a 1.0 ruby\na 1.0 java\n",
       {"https://rubygems.org/"},
       {}},
      {"packages that need each other",
       start + "    a (1.0)\n      b (= 1.0)\n    b (1.0)\n      a (= 1.0)\n",
       "a 1.0 ruby\nb 1.0 ruby\n",
       {"https://rubygems.org/"},
       {}},
      {"without packages", "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n", "", {}, {}}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Result<GemLock> lock = read_gem_lock(row.text);
    REQUIRE(lock);
    CHECK(shown(*lock) == row.gems);
    CHECK(lock->named == row.named);
    CHECK(lock->others == row.others);
  }
}

TEST_CASE("what is no lock of Bundler is refused, soon") {
  const std::string start = "GEM\n  remote: https://rubygems.org/\n  specs:\n";
  std::string many = start;
  for (int i = 0; i < 10'001; ++i) many += "    a" + std::to_string(i) + " (1.0)\n";
  const std::string rows[] = {
      "",
      "source 'https://rubygems.org'\ngem 'rake'\n",
      std::string(100'000, '\0'),
      "\xff\xfe\x80GEM\n",
      start + "    ../../etc/passwd (1.0)\n",
      start + "    a (1.0/../../b)\n",
      start + "    a (1.0-../b)\n",
      start + "    -e (1.0)\n",
      start + "    a (-1)\n",
      start + "    a b (1.0)\n",
      start + "    a\n",
      start + "    a (\n",
      start + "    a ()\n",
      start + "    a (1.0) b\n",
      start + std::string("    a\0b (1.0)\n", 13),
      start + "    a\xc3\xa9 (1.0)\n",
      start + "    " + std::string(1'000'000, 'a') + " (1.0)\n",
      start + "    a (1.0)\n\nCHECKSUMS\n  a (1.0) sha256=abc\n",
      start + "    a (1.0)\n\nCHECKSUMS\n  a (1.0) sha256=" + kDigest.substr(1) + ";\n",
      "<<<<<<< HEAD\n" + start + "=======\n>>>>>>> x\n",
      many};
  for (const std::string& row : rows) {
    CAPTURE(printable(row, 200));
    const Result<GemLock> lock = read_gem_lock(row);
    REQUIRE_FALSE(lock);
    CHECK(lock.error().code == Errc::invalid);
  }
  // As large as one may be, of lines that say nothing.
  std::string large = start;
  while (large.size() < kGemLockBytesMax) large += "      a (= 1.0)\n   \n  remote: x\n";
  CHECK(read_gem_lock(large)->gems.empty());
}

}  // namespace
}  // namespace pawl::repo::gem_locks_test
