#include "base/text/repo_path.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl::repo_path_test {
namespace {

struct Safe {
  std::string_view text;
  std::string_view want;
};

TEST_CASE("ordinary paths are taken and made plain") {
  const auto cases = std::to_array<Safe>({
      {"a", "a"},
      {"a/b.c", "a/b.c"},
      {"./a//b.c", "a/b.c"},
      {"a/./b", "a/b"},
      {".github/workflows/ci.yml", ".github/workflows/ci.yml"},
      {"a b/c d.txt", "a b/c d.txt"},
      {"docs/überblick.md", "docs/überblick.md"},
      {"...a/b..c", "...a/b..c"},
      {"~/x", "~/x"},
      {"a:b", "a:b"},
      {"ab:/c", "ab:/c"},
      {".git/config", ".git/config"},
  });
  for (const Safe& each : cases) {
    CAPTURE(each.text);
    const auto path = RepoPath::parse(each.text);
    if (each.text[1] == ':') {
      CHECK(!path);
      continue;
    }
    REQUIRE(path);
    CHECK(path->text() == each.want);
  }
}

struct Unsafe {
  std::string text;
  std::string_view reason;
  bool in_git = false;  // a tree of git may hold it
};

TEST_CASE("every unsafe form is refused with its reason") {
  const std::string nul("a\0b", 3);
  const std::array<Unsafe, 36> cases = {{
      {"", "it is empty"},
      {"/", "it is absolute"},
      {"/etc/passwd", "it is absolute"},
      {"//server/share", "it is absolute"},
      {"..", "it climbs out with \"..\""},
      {"../a", "it climbs out with \"..\""},
      {"a/../b", "it climbs out with \"..\""},
      {"a/..", "it climbs out with \"..\""},
      {"./../a", "it climbs out with \"..\""},
      {".", "it names a folder"},
      {"./", "it names a folder"},
      {"a/.", "it names a folder"},
      {"a/", "it names a folder"},
      {"a/b//", "it names a folder"},
      {"C:/x", "it starts with a drive letter", true},
      {"c:x", "it starts with a drive letter", true},
      {"a\\b", "it holds a backslash", true},
      {"..\\a", "it holds a backslash", true},
      {"\\\\server\\share", "it holds a backslash", true},
      {nul, "it holds a NUL byte"},
      {"a\nb", "it holds control characters", true},
      {"a\tb", "it holds control characters", true},
      {"a\x7F", "it holds control characters", true},
      {"a\x1B[31m", "it holds control characters", true},
      {"a\xFF", "it is not valid UTF-8", true},
      {"a\xC0\xAF", "it is not valid UTF-8", true},
      {"a\xED\xA0\x80", "it is not valid UTF-8", true},
      {" a", "it has blanks at its ends", true},
      {"a ", "it has blanks at its ends", true},
      {"a /b", "a component ends in a dot or a blank", true},
      {"a./b", "a component ends in a dot or a blank", true},
      {"a.", "a component ends in a dot or a blank", true},
      {"...", "a component ends in a dot or a blank", true},
      {".. /a", "a component ends in a dot or a blank", true},
      {std::string(256, 'a'), "a component is longer than 255 bytes"},
      {std::string(4097, 'a'), "it is longer than 4096 bytes"},
  }};
  for (const Unsafe& each : cases) {
    CAPTURE(each.text);
    const auto path = RepoPath::parse(each.text);
    REQUIRE(!path);
    CHECK(path.error().code == Errc::denied);
    CHECK(path.error().message.find("\": " + std::string(each.reason) + ";") != std::string::npos);
    const bool folder = each.reason == "it names a folder" && each.text.front() == 'a';
    if (!folder) CHECK(RepoPath::from_git(each.text).ok() == each.in_git);
  }
}

TEST_CASE("a refused path cannot write to the terminal") {
  const auto path = RepoPath::parse("a\x1B[2J");
  REQUIRE(!path);
  CHECK(path.error().message.find('\x1B') == std::string::npos);
}

TEST_CASE("parts of a path") {
  const RepoPath path = *RepoPath::parse("Src/Web/App.Test.TSX");
  CHECK(path.name() == "App.Test.TSX");
  CHECK(path.folder() == "Src/Web");
  CHECK(path.extension() == ".tsx");
  CHECK(path.folded() == "src/web/app.test.tsx");
  CHECK(path.components().size() == 3);
  CHECK(RepoPath::parse("a")->folder().empty());
  CHECK(RepoPath::parse(".env")->extension().empty());
  CHECK(RepoPath::parse("x/.env")->extension().empty());
  CHECK(RepoPath::parse(".env.local")->extension() == ".local");
}

TEST_CASE("paths are ordered by their text") {
  CHECK(*RepoPath::parse("a/b") < *RepoPath::parse("a/c"));
  CHECK(*RepoPath::parse("./a/b") == *RepoPath::parse("a/b"));
}

}  // namespace
}  // namespace pawl::repo_path_test
