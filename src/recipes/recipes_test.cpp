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

// As if a person had asked for it, with a contact to publish.
Settings asking_for(std::string recipe) {
  Settings settings = kSettings;
  settings.security_contact = "security@example.org";
  settings.asked = {std::move(recipe)};
  return settings;
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
    {"docs/Guide.md", "# Guide\n\n## Use\n"},
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
      {"security-policy",
       kNpm,
       "SECURITY.md",
       "<security@example.org>",
       {{"docs/security.rst", "Security\n========\n"}}},
      {"gitignore", kNpm, ".gitignore", "node_modules/", {{"sub/.gitignore", "x\n"}, {"a.py", ""}}},
      {"environment-ignored",
       {{".gitignore", "dist/\n"}, {".env.example", "A=\n"}, {"README.md", "Fill in `.env`.\n"}},
       ".gitignore",
       "\n.env\n",
       {{".gitignore", "*.env\n"}, {".env.example", "A=\n"}}},
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
      {"markdown-anchors",
       {{"README.md", "[Some use](#some-usages)\n\n## Some use\n"}},
       "README.md",
       "[Some use](#some-use)",
       {{"README.md", "[x](#nowhere)\n\n## Some use\n"}}},
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
    const Settings asked = asking_for(row.recipe);
    const auto writes = prepare(*recipe, row.files, asked);
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
    CHECK(prepare(*recipe, after, asked).empty());
    CHECK(prepare(*recipe, row.without, asked).empty());
  }
  for (const Recipe& recipe : all()) {
    // Those that mend something have tests of their own.
    const bool elsewhere = recipe.concern == "site" || recipe.when == When::always;
    if (!elsewhere) CHECK(covered.contains(std::string(recipe.name)));
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
      {"named below the root only",
       {{"sub/package.json", R"({"name":"x","license":"MIT","author":"A"})"}},
       kSettings,
       ""},
      {"in a folder of licences",
       {{"package.json", R"({"name":"x","license":"MIT","author":"A"})"}, {"LICENSES/MIT.txt", ""}},
       kSettings,
       ""},
      {"under another name",
       {{"package.json", R"({"name":"x","license":"MIT","author":"A"})"}, {"MIT-LICENSE", ""}},
       kSettings,
       ""},
      {"in the README",
       {{"package.json", R"({"name":"x","license":"MIT","author":"A"})"},
        {"README.md", "# x\n\nPermission is hereby granted, free of charge\n"}},
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
  CHECK(contains(text, "```\n[e](y/only.md)\n```\n[f](z/only.md)"));
}

TEST_CASE("a link is mended where one file alone can be meant") {
  struct Row {
    const char* name;
    const char* from;
    const char* to;  // the same: left as it is
    FileMap more;
  };
  const Row rows[] = {
      {"another ending", "[a](docs/setup.md)", "[a](docs/setup.rst)", {{"docs/setup.rst", ""}}},
      {"two other endings",
       "[a](docs/setup.md)",
       "[a](docs/setup.md)",
       {{"docs/setup.rst", ""}, {"docs/setup.txt", ""}}},
      {"other letters", "[a](Docs/Setup.md)", "[a](docs/setup.md)", {{"docs/setup.md", ""}}},
      {"a slip",
       "[a](docs/instalation.md)",
       "[a](docs/installation.md)",
       {{"docs/installation.md", ""}}},
      {"another number is no slip",
       "[a](docs/chapter-01.md)",
       "[a](docs/chapter-01.md)",
       {{"docs/chapter-02.md", ""}}},
      {"every folder has one", "[a](sub/README.md)", "[a](sub/README.md)", {}},
      {"a project has one",
       "[a](CONTRIBUTING.md)",
       "[a](.github/CONTRIBUTING.md)",
       {{".github/CONTRIBUTING.md", ""}}},
      {"that of a package is its own",
       "[a](CONTRIBUTING.md)",
       "[a](CONTRIBUTING.md)",
       {{"packages/x/CONTRIBUTING.md", ""}}},
      {"another language",
       "[a](docs/zh/tour.md)",
       "[a](docs/zh/tour.md)",
       {{"docs/en/tour.md", ""}}},
      {"another version",
       "[a](docs/v1/tour.md)",
       "[a](docs/v1/tour.md)",
       {{"docs/v2/tour.md", ""}}},
      {"vendored", "[a](x/tour.md)", "[a](x/tour.md)", {{"vendor/y/tour.md", ""}}},
      {"data of tests", "[a](x/tour.md)", "[a](x/tour.md)", {{"tests/fixtures/tour.md", ""}}},
      {"in HTML",
       "<img src=\"logo-x.png\">",
       "<img src=\"assets/logo-x.png\">",
       {{"assets/logo-x.png", "x"}}},
      {"a definition",
       "[a][1]\n\n[1]: x/tour.md \"T\"",
       "[a][1]\n\n[1]: docs/tour.md \"T\"",
       {{"docs/tour.md", ""}}},
      {"in backticks",
       "Write `[a](x/tour.md)`.",
       "Write `[a](x/tour.md)`.",
       {{"docs/tour.md", ""}}},
      {"in a comment",
       "[b](docs/tour.md) <!-- [a](x/tour.md) -->",
       "[b](docs/tour.md) <!-- [a](x/tour.md) -->",
       {{"docs/tour.md", ""}}},
      {"the section is not there",
       "[a](x/tour.md#start)",
       "[a](x/tour.md#start)",
       {{"docs/tour.md", "# Tour\n"}}},
      {"it works",
       "[a](docs/tour.md)",
       "[a](docs/tour.md)",
       {{"docs/tour.md", ""}, {"x/tour.md", ""}}},
      {"a name without its ending",
       "[l][1]\n\n[1]: LICENSE",
       "[l][1]\n\n[1]: LICENSE.md",
       {{"LICENSE.md", ""}}},
      {"a mail address", "[a](ann@example.org)", "[a](mailto:ann@example.org)", {}},
      {"an address of the web",
       "[a](github.com/o/r/pull/1)",
       "[a](https://github.com/o/r/pull/1)",
       {}},
      {"brackets too many", "[a]((docs/tour.md))", "[a](docs/tour.md)", {{"docs/tour.md", ""}}},
      {"outside of the repository",
       "[a](../other/tour.md)",
       "[a](../other/tour.md)",
       {{"docs/tour.md", ""}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    FileMap files = row.more;
    const std::string before = "# x\n\n" + std::string(row.from) + "\n";
    files["README.md"] = before;
    const auto writes = prepare(*find("markdown-links"), files);
    CHECK(writes.size() == (std::string_view(row.from) == row.to ? 0 : 1));
    const std::string text = text_of(writes, "README.md");
    CHECK((text.empty() ? before : text) == "# x\n\n" + std::string(row.to) + "\n");
  }
}

TEST_CASE("in a record only what never led anywhere is mended") {
  const auto writes = prepare(
      *find("markdown-links"),
      {{"CHANGELOG.md", "- [1](github.com/o/r/pull/1), [t](x/tour.md)\n"}, {"docs/tour.md", ""}});
  CHECK(text_of(writes, "CHANGELOG.md") ==
        "- [1](https://github.com/o/r/pull/1), [t](x/tour.md)\n");
}

TEST_CASE("a template's links start where it is put") {
  CHECK(prepare(*find("markdown-links"),
                {{"template/README.md", "[L](LICENSE)\n"}, {"LICENSE", "x\n"}, {"a.md", ""}})
            .empty());
}

TEST_CASE("documents of DocC find images by their names") {
  CHECK(prepare(*find("markdown-links"), {{"Sources/A/A.docc/A.md", "![a](repeat.png)\n"},
                                          {"Sources/A/A.docc/Images/repeat.png", "x"}})
            .empty());
  CHECK_FALSE(prepare(*find("markdown-links"), {{"Sources/A/A.md", "![a](repeat.png)\n"},
                                                {"Sources/A/Images/repeat.png", "x"}})
                  .empty());
}

TEST_CASE("a link to a section is mended where one section alone can be meant") {
  struct Row {
    const char* name;
    const char* text;
    const char* has;  // nullptr: left as it is
  };
  const Row rows[] = {
      {"the link's own words", "[Advanced use](#advanced)\n\n## Advanced use\n", "(#advanced-use)"},
      {"two headings of these words", "[Use](#usage-x)\n\n## Use\n\n# B\n\n## Use\n", nullptr},
      {"a slip", "[here](#instalation)\n\n## Installation\n", "(#installation)"},
      {"two are as near", "[x](#options-c)\n\n## Options a\n\n## Options b\n", nullptr},
      {"a slip both in words and anchor is none", "[getvalues](#getvalues)\n\n## getvalue\n",
       nullptr},
      {"its opposite", "[x](#get-value)\n\n## Set value\n", nullptr},
      {"another number", "[x](#version-1)\n\n## Version 2\n", nullptr},
      {"it begins so", "[x](#getting-started)\n\n## Getting started with it\n",
       "(#getting-started-with-it)"},
      {"two begin so",
       "[x](#getting-started)\n\n## Getting started with a\n\n## Getting started with b\n",
       nullptr},
      {"templates bring in headings", "{{ toc }}\n\n[x](#instalation)\n\n## Installation\n",
       nullptr},
      {"it works", "[Start](#installation)\n\n## Installation\n\n## Start\n", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto writes = prepare(*find("markdown-anchors"), {{"README.md", row.text}});
    CHECK(writes.empty() == (row.has == nullptr));
    if (row.has != nullptr) CHECK(contains(text_of(writes, "README.md"), row.has));
  }
  // A site makes its own anchors.
  CHECK(prepare(*find("markdown-anchors"),
                {{"mkdocs.yml", "site_name: x\n"},
                 {"docs/a.md", "[here](#instalation)\n\n## Installation\n"}})
            .empty());
}

TEST_CASE("blanks that may mean something stay") {
  const FileMap files{{"a.py", "x = \"\"\"a  \n\"\"\"\n"}, {"b.c", "#define A \\ \n 1\n"},
                      {"c.md", "line  \nbreak\n"},         {"d.go", "x := `a  \n`\n"},
                      {"tests/fixtures/e.json", "{}  \n"}, {"f.patch", "-a  \n"},
                      {"vendor/g/h.js", "x;  \n"},         {".npmrc", "a=b"}};
  const Settings asked = asking_for("trailing-whitespace");
  CHECK(prepare(*find("trailing-whitespace"), files, asked).empty());
  CHECK(text_of(prepare(*find("final-newlines"), files), ".npmrc").empty());
}

// Names of recipes, in the order of the plan.
std::vector<std::string> planned_in_order(const Settings& settings, const FileMap& files,
                                          Json context) {
  const auto model = recipe_model(
      [&]() -> Result<std::unique_ptr<repo::RepoView>> { return repo::memory_view(files); },
      settings);
  llm::ChatRequest request;
  request.role = "planner";
  request.context = std::move(context);
  const Json json = Json::parse(model->ask(request).value().text).value();
  const auto view = repo::memory_view(files);
  const auto checked =
      planner::check_plan(json, *view, [](const RepoPath&) { return std::string(); });
  CHECK(checked.dropped.empty());
  std::vector<std::string> planned;
  for (const auto& task : checked.plan.tasks) {
    for (const auto& subtask : task.subtasks) planned.push_back(subtask.recipe);
  }
  return planned;
}

std::set<std::string> planned_by(const Settings& settings, const FileMap& files, Json report = {}) {
  Json context;
  if (report.is_object()) context = Json::object({{"report", std::move(report)}});
  const auto planned = planned_in_order(settings, files, std::move(context));
  return {planned.begin(), planned.end()};
}

TEST_CASE("a plan is about one concern, the worst first, unless a person asks for more") {
  using Names = std::set<std::string>;
  FileMap files = kNpm;
  CHECK(planned_by(kSettings, files) == Names{"markdown-links"});
  files["README.md"] = "# tiny\n";
  CHECK(planned_by(kSettings, files) == Names{"license"});
  files["LICENSE"] = "MIT\n";
  CHECK(planned_by(kSettings, files) == Names{"gitignore"});
  files[".gitignore"] = "node_modules/\n";
  CHECK(planned_by(kSettings, files).empty());
  files.erase("README.md");
  CHECK(planned_by(kSettings, files) == Names{"readme-sections"});
  Settings settings = kSettings;
  settings.asked = {"contributing", "final-newlines", "security-policy"};
  CHECK(planned_by(settings, files) == Names{"contributing", "final-newlines"});
}

TEST_CASE("a concern that is passed over makes room for the next, and is named last") {
  using Names = std::vector<std::string>;
  const auto without = [](const Names& concerns) {
    return Json::object({{"passed_over", Json::array_of(concerns)}});
  };
  CHECK(planned_in_order(kSettings, kNpm, without({"links"})) ==
        Names{"license", "markdown-links"});
  CHECK(planned_in_order(kSettings, kNpm, without({"links", "licence"})) ==
        Names{"gitignore", "markdown-links", "license"});
  CHECK(planned_in_order(kSettings, kNpm, without({"no such"})) == Names{"markdown-links"});
  // What is passed over is not in the tree of those that are not.
  Settings settings = kSettings;
  settings.asked = {"final-newlines", "trailing-whitespace"};
  CHECK(planned_in_order(settings, kNpm, without({"whitespace"})) ==
        Names{"final-newlines", "trailing-whitespace"});
}

TEST_CASE("no promise nobody made: what facts do not prove useful must be asked for") {
  struct Row {
    const char* recipe;
    FileMap more;  // beside kNpm
    bool writes;
  };
  const Row rows[] = {
      {"security-policy", {}, false},
      {"contributing", {}, false},
      {"contributing", {{"README.md", "See [how](CONTRIBUTING.md).\n"}}, false},
      {"contributing",
       {{"README.md", "See [how](CONTRIBUTING.md).\n"},
        {".github/pull_request_template.md", "I read ../CONTRIBUTING.md.\n"}},
       true},
      {"contributing",
       {{"README.md", "See [how](CONTRIBUTING.md).\n"},
        {".github/pull_request_template.md", "I read ../CONTRIBUTING.md.\n"},
        {"HACKING", "Do.\n"}},
       false},
      {"changelog", {}, false},
      {"changelog",
       {{"README.md", "[Log](./CHANGELOG.md)\n"},
        {"docs/Guide.md", "https://github.com/example/tiny/blob/main/CHANGELOG.md\n"}},
       true},
      {"changelog",
       {{"README.md", "[Log](./CHANGELOG.md)\n"},
        {"docs/Guide.md", "https://github.com/other/one/blob/main/CHANGELOG.md\n"}},
       false},
      {"changelog",
       {{"README.md", "[Log](./CHANGELOG.md)\n"},
        {"docs/Guide.md", "CHANGELOG.md\n"},
        {"docs/history.rst", "1\n"}},
       false},
      {"editorconfig", {}, false},
      {"editorconfig",
       {{"README.md", "We use EditorConfig.\n"}, {"docs/Guide.md", "See `.editorconfig`.\n"}},
       true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.recipe);
    FileMap files = kNpm;
    for (const auto& [path, text] : row.more) files[path] = text;
    CHECK(prepare(*find(row.recipe), files).empty() == !row.writes);
  }
  for (const char* name :
       {"dependency-updates", "final-newlines", "trailing-whitespace", "gitattributes"}) {
    CAPTURE(name);
    CHECK(find(name)->when == When::asked);
  }
}

TEST_CASE("manifests of tests, mocks and vendored code get no entry") {
  FileMap files = kNpm;
  for (const char* path : {"tests/fixtures/a/package.json", "mocks/b/package.json",
                           "examples/c/Gemfile", "third_party/d/package.json"}) {
    files[path] = "{}\n";
  }
  files["web/package.json"] = "{}\n";
  const std::string text =
      text_of(prepare(*find("dependency-updates"), files, asking_for("dependency-updates")),
              ".github/dependabot.yml");
  CHECK(contains(text, "directory: \"/\""));
  CHECK(contains(text, "directory: \"/web\""));
  for (const char* wrong : {"fixtures", "mocks", "examples", "third_party"}) {
    CAPTURE(wrong);
    CHECK_FALSE(contains(text, wrong));
  }
}

TEST_CASE("blanks of prompts, bundles, charts and what tools write stay as they are") {
  const FileMap files{
      {"prompts/a.md", "text"},         {"system-prompt.md", "text"},
      {"assets/bundle/b.js", "x;"},     {"charts/c/Chart.yaml", "name: c"},
      {"charts/c/values.yaml", "a: 1"}, {"d.py", "# Generated by protoc. DO NOT EDIT.\nx = 1"},
      {"e.js", std::string(6000, 'x')}, {"f.pb.go", "package f"},
      {"web/__mocks__/g.js", "x;"}};
  CHECK(prepare(*find("final-newlines"), files, asking_for("final-newlines")).empty());
}

TEST_CASE("a README that is there is left to its authors, and definitions stay last") {
  const Recipe& recipe = *find("readme-sections");
  FileMap files = kNpm;
  files["README.md"] = "# tiny\n\nPads [text].\n\n[text]: https://e.org/x\n[^1]: note\n";
  CHECK(prepare(recipe, files).empty());
  const std::string asked =
      text_of(prepare(recipe, files, asking_for("readme-sections")), "README.md");
  CHECK(asked.ends_with("\n\n[text]: https://e.org/x\n[^1]: note\n"));
  CHECK(asked.find("## Tests") < asked.find("[text]: "));
  files.erase("README.md");
  // Nobody says that the name in the registry is this package.
  CHECK_FALSE(contains(text_of(prepare(recipe, files), "README.md"), "npm install"));
  CHECK(contains(text_of(prepare(recipe, files), "README.md"), "npm test"));
  files[".github/workflows/release.yml"] = "on: push\njobs: {a: {steps: [{run: npm publish}]}}\n";
  CHECK(contains(text_of(prepare(recipe, files), "README.md"), "npm install tiny"));
  files[".github/README.md"] = "# tiny\n";
  CHECK(prepare(recipe, files).empty());
}

TEST_CASE("environment files are ignored where two facts show that people fill one in") {
  const Recipe& recipe = *find("environment-ignored");
  FileMap files{{".gitignore", "dist/\n"}, {"a.py", "x = 1\n"}};
  CHECK(prepare(recipe, files).empty());
  files[".env.example"] = "A=\n";
  CHECK(prepare(recipe, files).empty());
  files["requirements.txt"] = "python-dotenv\n";
  CHECK(text_of(prepare(recipe, files), ".gitignore") == "dist/\n\n# Environment files\n.env\n");
  for (const char* rule : {".env*\n", "**/.env\n", "*.env\n"}) {
    CAPTURE(rule);
    files[".gitignore"] = rule;
    CHECK(prepare(recipe, files).empty());
  }
  files[".gitignore"] = "dist/\n";
  files[".env"] = "A=1\n";
  CHECK(prepare(recipe, files).empty());
}

TEST_CASE("names of recipes in the settings") {
  CHECK(names_in(" license, gitignore ,").value() ==
        std::vector<std::string>{"license", "gitignore"});
  CHECK(names_in("").value().empty());
  const auto wrong = names_in("licence");
  REQUIRE_FALSE(wrong.ok());
  CHECK(contains(wrong.error().message, "did you mean license?"));
}

TEST_CASE("the model works on the recipe a subtask names") {
  const auto model = recipe_model(
      []() -> Result<std::unique_ptr<repo::RepoView>> { return repo::memory_view(kNpm); },
      kSettings);
  llm::ChatRequest request;
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
  Json metrics = Json::array();
  for (const char* name : {"license", "structure", "docs", "readme"}) {
    metrics.push(Json::object({{"name", name}, {"status", "pass"}}));
  }
  const Json report = Json::object({{"metrics", metrics}});
  FileMap files = kNpm;
  CHECK(planned_by(kSettings, files, report) == std::set<std::string>{"markdown-links"});
  files["README.md"] = "# tiny\n";
  CHECK(planned_by(kSettings, files, report).empty());
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
