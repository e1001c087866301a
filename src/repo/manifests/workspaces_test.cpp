// Workspaces, frameworks, package managers, and manifests nobody can read.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/facts/facts.hpp"

namespace pawl::repo::workspaces_test {
namespace {

using Files = std::map<std::string, std::string>;
using Values = std::vector<std::string>;

Facts facts_of(const Files& files) { return gather_facts(*memory_view(files)); }

// `name folder @ path:line`
Values members(const Files& files) {
  Values out;
  for (const WorkspaceMember& one : facts_of(files).workspaces) {
    out.push_back(one.name + " " + one.folder + " @ " + one.path + ":" + std::to_string(one.line));
  }
  return out;
}

// `value @ path:line`
Values placed(const std::vector<Sourced>& facts) {
  Values out;
  for (const Sourced& one : facts) {
    out.push_back(one.value + " @ " + one.path + ":" + std::to_string(one.line));
  }
  return out;
}

std::string package(const std::string& name) { return R"({"name": ")" + name + "\"}"; }

TEST_CASE("members of npm, Yarn and pnpm workspaces") {
  const Files packages = {{"packages/a/package.json", package("a")},
                          {"packages/b/package.json", package("b")},
                          {"packages/b/deep/package.json", package("deep")},
                          {"site/package.json", package("site")},
                          {"other/site/package.json", package("other")}};
  Files npm = packages;
  npm["package.json"] = "{\"workspaces\": [\n  \"./packages/*\",\n  \"!packages/b\",\n  \"site\"]}";
  CHECK(members(npm) == Values{"a packages/a @ package.json:2", "site site @ package.json:4"});
  Files yarn = packages;
  yarn["package.json"] = "{\"workspaces\": {\"packages\": [\"packages/**\"]}}";
  CHECK(members(yarn) == Values{"a packages/a @ package.json:1", "b packages/b @ package.json:1",
                                "deep packages/b/deep @ package.json:1"});
  Files pnpm = packages;
  pnpm["package.json"] = "{}";
  pnpm["pnpm-workspace.yaml"] = "packages:\n  - 'packages/*'\n  - '!**/b/**'\n  - site/\n";
  CHECK(members(pnpm) ==
        Values{"a packages/a @ pnpm-workspace.yaml:2", "site site @ pnpm-workspace.yaml:4"});
  pnpm["pnpm-workspace.yaml"] = "packages: [\n";
  CHECK(facts_of(pnpm).unreadable.size() == 1);
  CHECK(members(packages).empty());
}

TEST_CASE("members of Cargo, Go and uv workspaces") {
  const std::string a = "[package]\nname = \"a\"\n";
  CHECK(members({{"Cargo.toml",
                  "[package]\nname = \"root\"\n[workspace]\nmembers = [\"crates/*\"]\n"
                  "exclude = [\"crates/x\"]\n[dependencies]\nmacros = { path = \"macros\" }\n"},
                 {"crates/a/Cargo.toml", a},
                 {"crates/x/Cargo.toml", "[package]\nname = \"x\"\n"},
                 {"macros/Cargo.toml", "[package]\nname = \"macros\"\n"}}) ==
        Values{"a crates/a @ Cargo.toml:4", "macros macros @ Cargo.toml:7"});
  CHECK(members({{"go.work", "go 1.22\n\nuse (\n\t./a\n\t. // root\n)\nuse ./b/c\n"},
                 {"go.mod", "module r\n"},
                 {"a/go.mod", "module example.org/a\n"},
                 {"b/c/go.mod", "module example.org/c\n"}}) ==
        Values{"example.org/a a @ go.work:4", "example.org/c b/c @ go.work:7"});
  CHECK(members({{"pyproject.toml", "[tool.uv.workspace]\nmembers = [\n  'libs/*',\n]\n"},
                 {"libs/a/pyproject.toml", "[project]\nname = 'a'\n"}}) ==
        Values{"a libs/a @ pyproject.toml:3"});
}

TEST_CASE("modules of Maven, projects of Gradle, apps of Mix, packages of Deno and Dart") {
  const auto pom = [](const std::string& name) {
    return "<project><artifactId>" + name + "</artifactId></project>";
  };
  CHECK(members({{"pom.xml",
                  "<project><modules>\n<module>a</module>\n<module>b/c</module></modules>"
                  "</project>"},
                 {"a/pom.xml",
                  "<project><artifactId>a</artifactId><modules>\n"
                  "<module>d</module></modules></project>"},
                 {"a/d/pom.xml", pom("d")},
                 {"b/c/pom.xml", pom("c")},
                 {"e/pom.xml", pom("e")}}) ==
        Values{"a a @ pom.xml:2", "d a/d @ a/pom.xml:2", "c b/c @ pom.xml:3"});
  CHECK(members({{"settings.gradle",
                  "include 'app', ':lib:core' // both\ninclude(\n  \":web\"\n)\n"
                  "// include 'no'\nincludeBuild 'tools'\n"
                  "project(':web').projectDir = file('frontend')\n"},
                 {"build.gradle", ""},
                 {"app/build.gradle", ""},
                 {"lib/core/build.gradle.kts", ""},
                 {"frontend/build.gradle", ""},
                 {"no/build.gradle", ""},
                 {"tools/build.gradle", ""}}) == Values{":app app @ settings.gradle:1",
                                                        ":web frontend @ settings.gradle:3",
                                                        ":lib:core lib/core @ settings.gradle:1"});
  CHECK(members({{"mix.exs", "[\n  apps_path: \"apps\"\n]\n"}, {"apps/a/mix.exs", "x\n"}}) ==
        Values{" apps/a @ mix.exs:2"});
  CHECK(members({{"deno.json", "{\"workspace\": [\"./a\"]}"}, {"a/deno.json", package("@x/a")}}) ==
        Values{"@x/a a @ deno.json:1"});
  CHECK(members({{"pubspec.yaml", "name: r\nworkspace:\n  - a\n"},
                 {"a/pubspec.yaml", "name: a\n"}}) == Values{"a a @ pubspec.yaml:3"});
}

TEST_CASE("frameworks stand beside the dependency that proves them") {
  const Facts facts =
      facts_of({{"package.json",
                 "{\"dependencies\": {\"react\": \"18\", \"react-dom\": \"18\"},\n"
                 "\"devDependencies\": {\"@types/express\": \"4\", \"jest\": \"29\"}}"},
                {"api/pyproject.toml", "[project]\ndependencies = ['FastAPI>=0.1']\n"},
                {"go.mod",
                 "module m\nrequire github.com/labstack/echo/v4 v4.1.0\n"
                 "require github.com/gin-gonic/gin v1 // indirect\n"},
                {"examples/vue/package.json", "{\"dependencies\": {\"vue\": \"3\"}}"},
                {"docs/requirements.txt", "sphinx\njinja2\n"}});
  Values found;
  for (const Framework& one : facts.frameworks) {
    found.push_back(one.name + " " + one.proof.name + " " + one.proof.path + ":" +
                    std::to_string(one.proof.line));
  }
  CAPTURE(join(found, "; "));
  CHECK(found == Values{"Echo github.com/labstack/echo/v4 go.mod:2", "React react package.json:1",
                        "Jest jest package.json:2", "FastAPI fastapi api/pyproject.toml:2",
                        "Sphinx sphinx docs/requirements.txt:1"});
}

TEST_CASE("package managers, by what names them most surely") {
  CHECK(placed(facts_of({{"package.json", "{\"name\": \"x\",\n\"packageManager\": \"pnpm@8\"}"}})
                   .package_managers) == Values{"pnpm @ package.json:2"});
  CHECK(placed(facts_of({{"package.json", "{}"}, {"yarn.lock", ""}}).package_managers) ==
        Values{"Yarn @ yarn.lock:0"});
  CHECK(placed(facts_of({{"package.json", "{}"}}).package_managers) ==
        Values{"npm @ package.json:0"});
  CHECK(placed(facts_of({{"pyproject.toml", "[tool.poetry]\nname = 'x'\n[build-system]\n"},
                         {"go.mod", "module m\n"}})
                   .package_managers) ==
        Values{"Poetry @ pyproject.toml:1", "Go modules @ go.mod:0"});
  CHECK(placed(facts_of({{"setup.py", ""}}).package_managers) == Values{"pip @ setup.py:0"});
  CHECK(facts_of({{"pyproject.toml", "[tool.ruff]\n"}}).package_managers.empty());
}

TEST_CASE("manifests nobody can read are told with the reason") {
  const Values rows = placed(facts_of({{"package.json", "{\"name\": "},
                                       {"a/package.json", "[1]"},
                                       {"Cargo.toml", "[package\n"},
                                       {"go.mod", "go 1.22\n"},
                                       {"pom.xml", "<html></html>"},
                                       {"X.csproj", "nothing"},
                                       {"pubspec.yaml", ""},
                                       {"setup.cfg", "=\n[x"},
                                       {"Makefile", ":::"}})
                                 .unreadable);
  REQUIRE(rows.size() == 8);
  CHECK(rows[0].starts_with("not TOML: at line 1, column "));
  CHECK(rows[0].ends_with(" @ Cargo.toml:0"));
  CHECK(rows[1] == "its root element is no <Project> @ X.csproj:0");
  CHECK(rows[2] == "it names no module @ go.mod:0");
  CHECK(rows[4] == "its root element is no <project> @ pom.xml:0");
  CHECK(rows[7] == "it holds no object but array @ a/package.json:0");
  CHECK(facts_of({{"package.json", "{}"}}).unreadable.empty());
}

TEST_CASE("more manifests than are read are told, too") {
  Files many;
  for (int i = 0; i < 302; ++i) many["p" + std::to_string(1000 + i) + "/package.json"] = "{}";
  const Facts facts = facts_of(many);
  CHECK(facts.manifests.size() == 302);
  REQUIRE(facts.unreadable.size() == 1);
  CHECK(facts.unreadable[0].value == "2 manifests from here on: there are more than are read");
  CHECK(facts.unreadable[0].path == "p1300/package.json");
}

}  // namespace
}  // namespace pawl::repo::workspaces_test
