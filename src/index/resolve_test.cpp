#include <doctest/doctest.h>

#include "index/index.hpp"

namespace {

using namespace pawl::index;
using Files = std::vector<std::pair<std::string, std::string>>;

struct Case {
  const char* from;
  const char* module;
  const char* want;  // origin, and the path or package behind a blank
};

std::string resolved(const Graph& graph, const Case& each) {
  pawl::syntax::Import import;
  import.module = each.module;
  if (import.module.starts_with("self::")) {  // as `mod x;` is read
    import.declares = true;
    import.alias = import.module.substr(6);
  }
  const Resolution found = graph.resolve(each.from, import);
  std::string out(to_string(found.origin));
  for (const std::string& path : found.paths) out += " " + path;
  if (!found.package.empty()) out += " " + found.package;
  if (!found.looked_for.empty()) out += " " + found.looked_for;
  return out;
}

void check(const Files& files, std::initializer_list<Case> cases) {
  const auto index = memory_index(files);
  for (const Case& each : cases) {
    CAPTURE(each.from);
    CAPTURE(each.module);
    CHECK(resolved(index->base(), each) == each.want);
  }
}

TEST_CASE("Python") {
  check(
      {
          {"pyproject.toml",
           "[project]\nname = \"app\"\ndependencies = [\"PyYAML>=6\", \"google-cloud-storage\", "
           "\"flask\"]\n[dependency-groups]\ndev = [\"pytest\"]\n"},
          {"src/app/__init__.py", ""},
          {"src/app/a.py", ""},
          {"src/app/sub/b.py", ""},
          {"src/app/dyn/__init__.py", "def __getattr__(n): ...\n"},
          {"src/app/hook/__init__.py", "import sys\nsys.modules[__name__ + '.x'] = make()\n"},
          {"src/app/hook.py", "import sys\nsys.meta_path.append(Finder())\n"},
          {"tests/test_a.py", ""},
          {"tests/helpers.py", ""},
          {"requirements/docs.txt", "Sphinx==7\n-r x.txt\n"},
          {".gitignore", "/src/app/made.py\n"},
      },
      {
          {"tests/test_a.py", "os.path", "standard os"},
          {"tests/test_a.py", "app.a", "file src/app/a.py"},
          {"tests/test_a.py", "app", "file src/app/__init__.py"},
          {"tests/test_a.py", "app.sub.b", "file src/app/sub/b.py"},
          {"tests/test_a.py", "app.nothing", "missing src/app/nothing.py"},
          {"tests/test_a.py", "app.made", "unknown"},
          {"tests/test_a.py", "app.dyn.x", "missing src/app/dyn/x.py"},
          {"tests/test_a.py", "app.hook.x", "unknown"},
          {"tests/test_a.py", "app.hook.a.b", "unknown"},
          {"tests/test_a.py", "helpers", "file tests/helpers.py"},
          {"src/app/a.py", ".sub.b", "file src/app/sub/b.py"},
          {"src/app/sub/b.py", "..a", "file src/app/a.py"},
          {"src/app/sub/b.py", "..gone", "missing src/app/gone.py"},
          {"src/app/a.py", "._version", "unknown"},
          {"src/app/a.py", "yaml", "dependency yaml"},
          {"src/app/a.py", "google.cloud.storage", "dependency google"},
          {"src/app/a.py", "werkzeug.local", "dependency werkzeug"},
          {"src/app/a.py", "sphinx.ext", "dependency sphinx"},
          {"src/app/a.py", "pytest", "dependency pytest"},
          {"src/app/a.py", "database_utils", "undeclared database_utils"},
      });
  check({{"a.py", ""}}, {{"a.py", "requests", "unknown"}, {"a.py", "json", "standard json"}});
}

TEST_CASE("JavaScript and TypeScript") {
  check(
      {
          {"package.json",
           R"({"name": "root", "workspaces": ["packages/*"], "devDependencies": {"vitest": "1", "@types/react": "1"}})"},
          {"packages/ui/package.json",
           R"({"name": "@org/ui", "dependencies": {"lodash": "4"}, "imports": {"#in/*": "./src/in/*.ts"}})"},
          {"packages/ui/src/index.ts", ""},
          {"packages/ui/src/in/x.ts", ""},
          {"packages/ui/src/comp/index.tsx", ""},
          {"packages/ui/src/types.d.ts", ""},
          {"packages/ui/tsconfig.json", "{ \"extends\": \"../../tsconfig.base.json\", // why\n }"},
          {"tsconfig.base.json",
           R"({"compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["packages/ui/src/*"]}}})"},
          {"package-lock.json", R"({"packages": {"node_modules/transitive": {}}})"},
          {".gitignore", "gen/\n"},
      },
      {
          {"packages/ui/src/index.ts", "node:fs", "standard node:fs"},
          {"packages/ui/src/index.ts", "fs/promises", "standard fs/promises"},
          {"packages/ui/src/index.ts", "./comp", "file packages/ui/src/comp/index.tsx"},
          {"packages/ui/src/index.ts", "./types", "file packages/ui/src/types.d.ts"},
          {"packages/ui/src/index.ts", "./in/x.js", "file packages/ui/src/in/x.ts"},
          {"packages/ui/src/index.ts", "./gone", "missing packages/ui/src/gone"},
          {"packages/ui/src/index.ts", "./gen/x", "unknown"},
          {"packages/ui/src/index.ts", "../dist/x", "unknown"},
          {"packages/ui/src/index.ts", "@app/in/x", "file packages/ui/src/in/x.ts"},
          {"packages/ui/src/index.ts", "#in/x", "file packages/ui/src/in/x.ts"},
          {"packages/ui/src/index.ts", "@org/ui", "file packages/ui/src/index.ts"},
          {"packages/ui/src/index.ts", "lodash/fp", "dependency lodash"},
          {"packages/ui/src/index.ts", "vitest", "dependency vitest"},
          {"packages/ui/src/index.ts", "react", "dependency react"},
          {"packages/ui/src/index.ts", "transitive", "dependency transitive"},
          {"packages/ui/src/index.ts", "left-pad", "undeclared left-pad"},
          {"packages/ui/src/index.ts", "virtual:thing", "unknown"},
      });
  check({{"a.js", ""}}, {{"a.js", "left-pad", "unknown"}});
}

TEST_CASE("Go") {
  check(
      {
          {"go.mod",
           "module example.org/m\n\nrequire (\n\tgithub.com/a/b v1.0.0 // indirect\n)\nrequire "
           "github.com/c/d/v2 v2.0.0\nreplace example.org/local => ./local\n"},
          {"p/x.go", "package p\n"},
          {"p/x_test.go", "package p\n"},
          {"local/l.go", "package local\n"},
          {"tools/go.mod", "module example.org/m/tools\n"},
          {"tools/t.go", "package tools\n"},
          {"main.go", ""},
      },
      {
          {"main.go", "net/http", "standard net/http"},
          {"main.go", "C", "standard C"},
          {"main.go", "example.org/m/p", "file p/x.go"},
          {"main.go", "example.org/m/gone", "missing gone"},
          {"main.go", "example.org/m/tools", "file tools/t.go"},
          {"main.go", "example.org/local", "file local/l.go"},
          {"main.go", "github.com/a/b/sub", "dependency github.com/a/b"},
          {"main.go", "github.com/c/d/v2", "dependency github.com/c/d/v2"},
          {"main.go", "github.com/x/y", "undeclared github.com/x/y"},
      });
}

TEST_CASE("Rust, C++, Java and Ruby") {
  check(
      {
          {"Cargo.toml", "[workspace]\nmembers = [\"one\", \"two\"]\n"},
          {"one/Cargo.toml", "[package]\nname = \"one-lib\"\n[dependencies]\nserde-json = \"1\"\n"},
          {"one/src/lib.rs", "mod a;\nmod gone;\n"},
          {"one/src/a.rs", "mod b;\n"},
          {"one/src/a/b.rs", ""},
          {"two/Cargo.toml",
           "[package]\nname = \"two\"\n[dependencies]\none-lib = {path = \"../one\"}\n"},
          {"two/src/main.rs", "use one_lib::a;\n"},
      },
      {
          {"one/src/lib.rs", "self::a", "file one/src/a.rs"},
          {"one/src/lib.rs", "self::gone", "missing one/src/gone.rs"},
          {"one/src/a.rs", "crate::a::b", "file one/src/a/b.rs"},
          {"one/src/a/b.rs", "super", "file one/src/a.rs"},
          {"one/src/a.rs", "std::fmt", "standard std"},
          {"one/src/a.rs", "serde_json", "dependency serde_json"},
          {"one/src/a.rs", "tokio", "undeclared tokio"},
          {"two/src/main.rs", "one_lib::a", "file one/src/a.rs"},
      });
  check({{"src/a/b.hpp", ""}, {"src/c.cpp", ""}, {"include/x/y.h", ""}},
        {{"src/c.cpp", "a/b.hpp", "file src/a/b.hpp"},
         {"src/c.cpp", "x/y.h", "file include/x/y.h"},
         {"src/c.cpp", "config.h", "missing src/config.h"}});
  check({{"lib/x.rb", ""}, {"lib/x/y.rb", ""}, {"bin/z.rb", ""}},
        {{"lib/x.rb", "./x/y", "file lib/x/y.rb"},
         {"lib/x.rb", "./x/gone", "missing lib/x/gone.rb"},
         {"bin/z.rb", "x/y", "file lib/x/y.rb"},
         {"bin/z.rb", "json", "standard json"},
         {"bin/z.rb", "some_gem", "unknown"}});
}

}  // namespace
