#include "planner/prompts/citations.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"

namespace pawl::planner::citations_test {
namespace {

const std::map<std::string, std::string> kFiles{
    {"README.md", "# Box\n"},
    {"Makefile", "all:\n"},
    {"pyproject.toml", "[project]\nname = \"box\"\n"},
    {"src/box/__init__.py", "from .lid import Lid\n"},
    {"src/box/lid.py",
     "class Lid:\n    def shut(self):\n        return 0\n\n\ndef make_lid():\n    "
     "return Lid()\n"},
    {"src/box/key.py", "class Key:\n    def turn(self):\n        return 0\n"},
    {"src/door/key.py", "class Knob:\n    def pull(self):\n        return 0\n"},
    {"web/App.tsx", "export const AppShell = () => null;\n"},
    {"node_modules/left/index.js", "module.exports = 1;\n"},
    {".github/workflows/ci.yml", "on: push\n"},
    {"tests/test_lid.py",
     "from box.lid import Lid\n\n\ndef test_shut():\n    assert Lid().shut()\n"},
};

std::string denied(const RepoPath& path) {
  return path.text().starts_with(".github/workflows/") ? "workflows are off limits" : "";
}

Citations cited(std::string_view text) {
  const auto view = repo::memory_view(kFiles);
  const auto index = index::memory_index({kFiles.begin(), kFiles.end()});
  return citations_of(
      text, {.view = *view, .graph = &index->head(), .names = {"acme/box"}, .forbidden = denied});
}

std::string spelled(std::string_view text) {
  std::vector<std::string> out;
  for (const CitedFile& file : cited(text).files) {
    std::string one = file.path;
    for (const int line : file.lines) one += ":" + std::to_string(line);
    out.push_back(std::move(one));
  }
  return join(out, " ");
}

}  // namespace

TEST_CASE("paths, exact, by their end, and whatever their case where that is plain") {
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"See src/box/lid.py.", "src/box/lid.py"},
      {"`lid.py` is wrong", "src/box/lid.py"},
      {"in box/lid.py:2:5 it sticks, and lid.py:6", "src/box/lid.py:2:6"},
      {"src/box/lid.py#L2-L4", "src/box/lid.py:2"},
      {"./src/box/lid.py, line 3", "src/box/lid.py:3"},
      {"/src/box/lid.py on line 3!", "src/box/lid.py:3"},
      {"`SRC\\Box\\Lid.py`", "src/box/lid.py"},
      {"diff --git a/src/box/lid.py b/src/box/lid.py", "src/box/lid.py"},
      {"the `Makefile` is wrong, and so is web/app.tsx", "Makefile web/App.tsx"},
      {"Nothing of a makefile or of Lid.py in prose.", ""},
      {"tests/test_lid.py::test_shut and src/box/lid.py", "tests/test_lid.py src/box/lid.py"},
      {"e.g. version 1.2.3 on example.com", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(spelled(row.text) == row.want);
  }
}

TEST_CASE("frames of stack traces, but not those of other people's code") {
  CHECK(spelled("```\nTraceback (most recent call last):\n"
                "  File \"/usr/lib/python3.11/box/lid.py\", line 9, in shut\n"
                "  File \"/home/ada/project/src/box/lid.py\", line 3, in shut\n```") ==
        "src/box/lid.py:3");
  CHECK(spelled("    at AppShell (file:///srv/box/web/App.tsx:1:14)\n"
                "    at run (/srv/box/node_modules/left/index.js:1:1)\n"
                "    at node:internal/main.js:2:3") == "web/App.tsx:1");
  CHECK(spelled("\tat com.acme.Lid.shut(lid.py:3)") == "src/box/lid.py:3");
  CHECK(spelled(" --> src/box/key.py:1:1") == "src/box/key.py:1");
}

TEST_CASE("names of definitions and modules, when something speaks for their being names") {
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"Lid.shut() returns 0", "src/box/lid.py"},
      {"box.lid.Lid#shut fails", "src/box/lid.py"},
      {"make_lid fails", "src/box/lid.py"},
      {"`Key` has no teeth", "src/box/key.py"},
      {"the call turn() hangs", "src/box/key.py"},
      {"AppShell is empty", "web/App.tsx"},
      {"key.turn() hangs", "src/box/key.py"},
      {"Key and turn in prose say nothing, nor does self.assertEqual()", ""},
      {"box.lid is slow", "src/box/lid.py"},
      {"os.path.join() is not ours", ""},
      {"```\nKey\nturn(1)\n```", "src/box/key.py"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(spelled(row.text) == row.want);
  }
}

TEST_CASE("links to files of this repository at a forge, at branches with slashes, too") {
  CHECK(spelled("https://github.com/Acme/box/blob/main/src/box/lid.py#L2-L3") ==
        "src/box/lid.py:2");
  CHECK(spelled("(https://gitlab.com/acme/box.git/-/blob/fix/it/src/box/key.py)") ==
        "src/box/key.py");
  CHECK(spelled("https://github.com/other/box/blob/main/src/box/lid.py").empty());
  CHECK(spelled("https://example.com/src/box/lid.py").empty());
}

TEST_CASE("what cannot be told apart, is not there, or may not be touched is left out") {
  const Citations out = cited(
      "key.py, src/box/gone.py, .github/workflows/ci.yml and "
      "https://github.com/acme/box/blob/main/src/gone.py");
  CHECK(out.files.empty());
  REQUIRE(out.left_out.size() == 4);
  CHECK(contains(out.left_out[0].reason, "src/box/key.py, src/door/key.py"));
  CHECK(out.left_out[1] == NotCited{"src/box/gone.py", "there is no such file"});
  CHECK(out.left_out[2] == NotCited{".github/workflows/ci.yml", "workflows are off limits"});
  CHECK(out.left_out[3].reason == "there is no such file");
}

TEST_CASE("who cites a test alone means what it tests") {
  CHECK(spelled("tests/test_lid.py fails") == "tests/test_lid.py src/box/lid.py");
}

TEST_CASE("an endless list is cut") {
  std::map<std::string, std::string> many;
  std::string text;
  for (int i = 0; i < 30; ++i) {
    const std::string path = "src/m" + std::to_string(i) + ".py";
    many[path] = "x = 1\n";
    text += path + "\n";
  }
  const auto view = repo::memory_view(many);
  const Citations out = citations_of(text, {.view = *view});
  CHECK(out.files.size() == kCitedMax);
  CHECK(out.files[0].path == "src/m0.py");
  CHECK_FALSE(out.left_out.empty());
}

}  // namespace pawl::planner::citations_test
