#include "recipes/recipes.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "base/text/text.hpp"
#include "planner/plan.hpp"
#include "recipes/common.hpp"
#include "syntax/check.hpp"

namespace pawl::recipes::recipes_test {
namespace {

using FileMap = std::map<std::string, std::string>;

const Settings kSettings{.default_license = "", .author = "", .today = "2026-03-04"};

std::vector<Write> prepare(const Recipe& recipe, const FileMap& files,
                           const Settings& settings = kSettings) {
  const auto view = repo::memory_view(files);
  const repo::Facts facts = repo::gather_facts(*view);
  return recipe.prepare({.view = *view, .facts = facts, .settings = settings});
}

std::string text_of(const std::vector<Write>& writes, std::string_view path) {
  for (const Write& write : writes) {
    if (write.path == path) return write.content;
  }
  return {};
}

const FileMap kNpm{
    {"package.json",
     R"({"name":"tiny","version":"1.2.3","description":"Pads.","license":"MIT",
"author":"Ada Example <ada@example.org>","scripts":{"test":"node test.js"},
"repository":"github:example/tiny"})"},
    {"index.js", "module.exports = 1;   \nconst a = 2;"},
    {"test.js", "require('./');\n"},
    {"docs/Guide.md", "# Guide\n"},
    {"README.md", "# tiny\n\nSee [guide](doc/guide.md#use).\n"},
};

struct Case {
  const char* recipe;
  FileMap files;          // where it writes
  const char* path;       // the file it writes
  const char* contains_;  // a part of what it writes
  FileMap without;        // where a fact is missing, or where nothing is to be done
};

std::vector<Case> cases() {
  FileMap python{{"pyproject.toml", "[project]\nname = \"p\"\nversion = \"1\"\n"},
                 {"p.py",
                  "def f():\n    if 1:\n        return 2\n    return 3\n\n\n"
                  "def g():\n    return 3\n\n\ndef h():\n    return 4\n\n\ndef i():\n"
                  "    return 5\n\n\ndef j():\n    return 5\n\n\ndef k():\n    return 5\n\n\ndef "
                  "l():\n    a = 1\n    b = 2\n    return a + b\n"}};
  return {
      {"license", kNpm, "LICENSE", "Copyright (c) 2026 Ada Example", {{"a.py", "x = 1\n"}}},
      {"security-policy", kNpm, "SECURITY.md", "<ada@example.org>", {{"a.py", "x = 1\n"}}},
      {"gitignore", kNpm, ".gitignore", "node_modules/", {{".gitignore", ".env\n"}, {"a.py", ""}}},
      {"editorconfig",
       python,
       ".editorconfig",
       "indent_size = 4",
       {{".editorconfig", "root = true\n"}, {"a.py", "x\n"}}},
      {"changelog", kNpm, "CHANGELOG.md", "## 1.2.3", {{"package.json", R"({"name":"x"})"}}},
      {"contributing", kNpm, "CONTRIBUTING.md", "npm test", {{"a.py", "x = 1\n"}}},
      {"dependency-updates",
       kNpm,
       ".github/dependabot.yml",
       "package-ecosystem: npm",
       {{"a.py", "x = 1\n"}}},
      {"markdown-links",
       kNpm,
       "README.md",
       "[guide](docs/Guide.md#use)",
       {{"README.md", "[x](nowhere.md)\n"}}},
      {"final-newlines", kNpm, "index.js", "const a = 2;\n", {{"a.py", "x = 1\n"}}},
      {"trailing-whitespace",
       kNpm,
       "index.js",
       "module.exports = 1;\n",
       {{"a.js", "const t = `a   \n`;\n"}}},
      {"gitattributes", kNpm, ".gitattributes", "* text=auto", {{"a.txt", "a\r\n"}}},
      {"site-vitepress",
       kNpm,
       "docs/.vitepress/config.mjs",
       "\"title\": \"tiny\"",
       {{"docs/a.md", "# A\n"}, {"docs/.vitepress/config.ts", "export default {}\n"}}},
      {"site-mkdocs",
       kNpm,
       "mkdocs.yml",
       "site_name: tiny\n",
       {{"docs/a.md", "# A\n"}, {"mkdocs.yml", "site_name: x\n"}}},
      {"site-docusaurus",
       kNpm,
       "website/docusaurus.config.js",
       "\"path\": \"../docs\"",
       {{"docs/a.md", "# A\n"}, {"website/docusaurus.config.ts", "export default {}\n"}}},
      {"readme-sections", kNpm, "README.md", "npm install tiny", {{"README.rst", "x\n"}}},
  };
}

}  // namespace

TEST_CASE(
    "every recipe writes from facts, refuses without them, and is done after its own writes") {
  std::set<std::string> covered;
  for (const Case& row : cases()) {
    CAPTURE(row.recipe);
    covered.insert(row.recipe);
    const Recipe* recipe = find(row.recipe);
    REQUIRE(recipe != nullptr);
    const auto writes = prepare(*recipe, row.files);
    REQUIRE_FALSE(writes.empty());
    CAPTURE(text_of(writes, row.path));
    CHECK(contains(text_of(writes, row.path), row.contains_));
    FileMap after = row.files;
    for (const Write& write : writes) {
      after[write.path] = write.content;
      if (!row.files.contains(write.path)) CHECK(write.content.ends_with('\n'));
      const RepoPath path = RepoPath::parse(write.path).value();
      CHECK(syntax::check(syntax::kind_of(path, write.content), write.content).empty());
    }
    CHECK(prepare(*recipe, after).empty());
    CHECK(prepare(*recipe, row.without).empty());
  }
  for (const Recipe& recipe : all()) {
    if (recipe.when != When::asked) CHECK(covered.contains(std::string(recipe.name)));
  }
}

TEST_CASE("licence") {
  const Recipe& recipe = *find("license");
  struct Row {
    const char* name;
    FileMap files;
    Settings settings;
    const char* starts;  // empty: refused
  };
  const Row rows[] = {
      {"no holder needed",
       {{"Cargo.toml", "[package]\nname = \"x\"\nlicense = \"Apache-2.0\"\n"}},
       kSettings,
       "\n                                 Apache License"},
      {"a choice is not ours",
       {{"Cargo.toml", "[package]\nname = \"x\"\nlicense = \"MIT OR Apache-2.0\"\n"}},
       kSettings,
       ""},
      {"no holder known", {{"package.json", R"({"name":"x","license":"MIT"})"}}, kSettings, ""},
      {"holder from the settings",
       {{"package.json", R"({"name":"x","license":"MIT"})"}},
       {.default_license = "", .author = "The X authors", .today = "2026-03-04"},
       "MIT License"},
      {"configured default",
       {{"a.py", "x = 1\n"}},
       {.default_license = "ISC", .author = "The X authors", .today = "2026-03-04"},
       "ISC License"},
      {"or later",
       {{"package.json", R"({"name":"x","license":"GPL-3.0-or-later"})"}},
       kSettings,
       "                    GNU GENERAL PUBLIC LICENSE"},
      {"unknown id",
       {{"package.json", R"({"name":"x","license":"../../etc/passwd"})"}},
       kSettings,
       ""},
      {"there already",
       {{"package.json", R"({"name":"x","license":"MIT","author":"A"})"}, {"COPYING", "x\n"}},
       kSettings,
       ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto writes = prepare(recipe, row.files, row.settings);
    if (std::string_view(row.starts).empty()) {
      CHECK(writes.empty());
    } else {
      REQUIRE(writes.size() == 1);
      CHECK(writes[0].content.starts_with(row.starts));
      CHECK_FALSE(contains(writes[0].content, "{{"));
    }
  }
}

TEST_CASE("ignore rules never hide what is tracked") {
  FileMap files = kNpm;
  files["coverage/report.txt"] = "x\n";
  files["deploy/.env"] = "A=1\n";
  const std::string text = text_of(prepare(*find("gitignore"), files), ".gitignore");
  CHECK_FALSE(contains(text, "coverage/"));
  CHECK_FALSE(contains(text, "\n.env\n"));
  CHECK(contains(text, "node_modules/"));
}

TEST_CASE("links are mended only when one target fits") {
  const FileMap files{{"README.md",
                       "[a](x/one.md) [b](x/two.md) [c](one.md) ![d](img.png \"t\")\n\n"
                       "```\n[e](y/only.md)\n```\n[f](y/only.md) [g](https://e.org/z.md)\n"},
                      {"one.md", ""},
                      {"p/two.md", ""},
                      {"q/two.md", ""},
                      {"assets/img.png", ""},
                      {"z/only.md", ""}};
  const std::string text = text_of(prepare(*find("markdown-links"), files), "README.md");
  CHECK(contains(text, "[a](one.md)"));
  CHECK(contains(text, "[b](x/two.md)"));
  CHECK(contains(text, "![d](assets/img.png \"t\")"));
  CHECK(contains(text, "[f](y/only.md)"));
}

TEST_CASE("blanks that may mean something stay") {
  const FileMap files{{"a.py", "x = \"\"\"a  \n\"\"\"\n"}, {"b.c", "#define A \\ \n 1\n"},
                      {"c.md", "line  \nbreak\n"},         {"d.go", "x := `a  \n`\n"},
                      {"tests/fixtures/e.json", "{}  \n"}, {"f.patch", "-a  \n"},
                      {"vendor/g/h.js", "x;  \n"},         {".npmrc", "a=b"}};
  CHECK(prepare(*find("trailing-whitespace"), files).empty());
  CHECK(text_of(prepare(*find("final-newlines"), files), ".npmrc").empty());
}

TEST_CASE("the model plans each recipe on the tree the ones before it leave") {
  const auto model = recipe_model(
      []() -> Result<std::unique_ptr<repo::RepoView>> { return repo::memory_view(kNpm); },
      kSettings);
  llm::ChatRequest request;
  request.role = "planner";
  const auto answer = model->ask(request);
  REQUIRE(answer.ok());
  const Json json = Json::parse(answer->text).value();
  const auto view = repo::memory_view(kNpm);
  const auto checked =
      planner::check_plan(json, *view, [](const RepoPath&) { return std::string(); });
  CHECK(checked.dropped.empty());
  std::set<std::string> planned;
  for (const auto& task : checked.plan.tasks) {
    for (const auto& subtask : task.subtasks) planned.insert(subtask.recipe);
  }
  for (const char* name : {"license", "gitignore", "readme-sections", "markdown-links"}) {
    CAPTURE(name);
    CHECK(planned.contains(name));
  }

  request.role = "worker";
  request.context =
      Json::object({{"subtask", Json::object({{"id", "T001-S01"}, {"recipe", "license"}})}});
  const auto work = model->ask(request);
  REQUIRE(work.ok());
  CHECK(Json::parse(work->text).value()["edits"].items().at(0)["path"].text() == "LICENSE");
  request.context = Json::object({{"subtask", Json::object({{"id", "T001-S01"}})}});
  const auto unknown = model->ask(request);
  REQUIRE_FALSE(unknown.ok());
  CHECK(contains(unknown.error().message, "--model"));
}

TEST_CASE("recipes whose metric passes rest, but for those that mend something broken") {
  const auto model = recipe_model(
      []() -> Result<std::unique_ptr<repo::RepoView>> { return repo::memory_view(kNpm); },
      kSettings);
  Json metrics = Json::array();
  for (const char* name :
       {"license", "security", "structure", "deps", "docs", "code_quality", "readme"}) {
    metrics.push(Json::object({{"name", name}, {"status", "pass"}}));
  }
  llm::ChatRequest request;
  request.role = "planner";
  request.context = Json::object({{"report", Json::object({{"metrics", metrics}})}});
  const Json json = Json::parse(model->ask(request)->text).value();
  std::set<std::string> planned;
  for (const Json& task : json["tasks"].items()) {
    for (const Json& subtask : task["subtasks"].items()) planned.emplace(subtask["recipe"].text());
  }
  CHECK(planned ==
        std::set<std::string>{"markdown-links", "final-newlines", "trailing-whitespace"});
}

TEST_CASE("people and addresses as manifests write them") {
  CHECK(parse_person("Ada L. <ada@example.org> (https://e.org)").name == "Ada L.");
  CHECK(parse_person("Ada L. <ada@example.org> (https://e.org)").email == "ada@example.org");
  CHECK(parse_person("Ada (x)").name == "Ada");
  CHECK(parse_person("Ada <not an address>").email.empty());
  struct Row {
    const char* from;
    const char* to;
  };
  const Row rows[] = {
      {"git+https://github.com/o/r.git", "https://github.com/o/r"},
      {"git@github.com:o/r.git", "https://github.com/o/r"},
      {"ssh://git@gitlab.com/o/r", "https://gitlab.com/o/r"},
      {"github:o/r", "https://github.com/o/r"},
      {"git://github.com/o/r.git", "https://github.com/o/r"},
      {"https://user:secret@github.com/o/r", ""},
      {"o/r", "https://github.com/o/r"},
      {"just words here", ""},
      {"https://github.com/o", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CHECK(web_address(row.from).value_or("") == row.to);
  }
}

}  // namespace pawl::recipes::recipes_test
