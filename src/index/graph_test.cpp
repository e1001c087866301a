#include <doctest/doctest.h>

#include <algorithm>

#include "index/index.hpp"
#include "index/reached.hpp"

namespace {

using namespace pawl::index;
using Files = std::vector<std::pair<std::string, std::string>>;

std::string spelled(const std::vector<Site>& sites) {
  std::string out;
  for (const Site& site : sites) {
    out += site.path + ":" + std::to_string(site.line) + " " +
           std::string(site.imports ? "import" : to_string(site.kind)) + " " +
           std::string(to_string(site.confidence)) + "\n";
  }
  return out;
}

const Files kPython = {
    {"pyproject.toml", "[project]\nname = \"app\"\ndependencies = [\"requests\"]\n"},
    {"app/__init__.py", "from .core import run\n"},
    {"app/core.py",
     "def run(a, b=1):\n    return helper(a)\n\ndef helper(x):\n    return x\n\n"
     "class Thing:\n    def go(self):\n        self.go()\n"},
    {"app/cli.py",
     "from app import run as start\nimport app.core as core\n\n"
     "def main(run):\n    start(1)\n    core.run(2)\n    run(3)\n    core.Thing().go()\n"},
    {"other.py", "def run():\n    pass\n\nrun()\n"},
};

TEST_CASE("a file reaches what it imports, where that comes from, and its own package") {
  const auto joined = [](const Files& files, std::string_view from) {
    const auto index = memory_index(files);
    std::string out;
    for (const std::string& path : reached_from(index->base(), from)) out += path + " ";
    return out;
  };
  CHECK(joined(kPython, "app/cli.py") == "app/__init__.py app/core.py ");
  CHECK(joined(kPython, "other.py").empty());
  CHECK(joined({{"go.mod", "module example.com/box\n"},
                {"a.go", "package box\n"},
                {"a_test.go", "package box\n\nimport \"example.com/box/lid\"\n"},
                {"lid/b.go", "package lid\n"}},
               "a_test.go") == "a.go a_test.go lid/b.go ");
}

TEST_CASE("callers are found through aliases, re-exports and modules") {
  const auto index = memory_index(kPython);
  CHECK(spelled(index->base().callers_of("app/core.py", "run")) ==
        "app/cli.py:5 call exact\napp/cli.py:6 method call exact\n");
  CHECK(spelled(index->base().callers_of("app/core.py", "helper")) == "app/core.py:2 call exact\n");
  CHECK(spelled(index->base().callers_of("other.py", "run")) == "other.py:4 call exact\n");
  CHECK(spelled(index->base().callers_of("app/core.py", "Thing.go")) ==
        "app/cli.py:8 method call likely\napp/core.py:9 method call exact\n");
  CHECK(spelled(index->base().importers_of("app/core.py")) ==
        "app/__init__.py:1 import exact\napp/cli.py:2 import exact\n");
  const auto origin = index->base().origin_of("app/__init__.py", "run");
  REQUIRE(origin);
  CHECK(origin->path == "app/core.py");
}

TEST_CASE("the head is the base with the change on top") {
  const auto index = memory_index(
      kPython, {{"app/cli.py", "from app.core import helper\n\nhelper(1)\n"}, {"other.py", {}}});
  CHECK(index->base().callers_of("app/core.py", "run").size() == 2);
  CHECK(index->head().callers_of("app/core.py", "run").empty());
  CHECK(spelled(index->head().callers_of("app/core.py", "helper")) ==
        "app/cli.py:3 call exact\napp/core.py:2 call exact\n");
  CHECK(index->base().definers_of("run").size() == 2);
  CHECK(index->head().definers_of("run").size() == 1);
  CHECK_FALSE(index->head().tree().has("other.py"));
  CHECK(index->head().tree().has_folder("app"));
  const auto gone =
      memory_index({{"a/b/c.py", "x = 1\n"}}, {{"a/b/c.py", {}}, {"d/e.py", "y = 1\n"}});
  CHECK_FALSE(gone->head().tree().has_folder("a"));
  CHECK(gone->head().tree().has_folder("d"));
}

TEST_CASE("what a module offers") {
  const auto index = memory_index({
      {"a/__init__.py", "from .b import *\nfrom os import path\nlimit = 1\n"},
      {"a/b.py", "def f(): pass\nfor i in []: j = i\n"},
      {"a/c.py", "from nowhere_known import *\n"},
      {"a/d.py", "def __getattr__(name): ...\n"},
      {"x/index.ts", "export * from './y';\nexport { q as r } from './z';\nexport default 1;\n"},
      {"x/y.ts", "export const y1 = 1, { y2 } = o;\nexport type T = string;\nconst hidden = 1;\n"},
      {"x/z.ts", "export const q = 1;\n"},
      {"x/open.ts", "export * from 'somewhere';\n"},
  });
  const Exports a = index->base().exports_of("a/__init__.py");
  CHECK(a.complete);
  for (const char* name : {"f", "i", "j", "path", "limit", "b", "c"}) CHECK(a.has(name));
  CHECK_FALSE(a.has("g"));
  CHECK_FALSE(index->base().exports_of("a/c.py").complete);
  CHECK_FALSE(index->base().exports_of("a/d.py").complete);
  const Exports x = index->base().exports_of("x/index.ts");
  CHECK(x.complete);
  CHECK(x.names == std::vector<std::string>{"T", "default", "r", "y1", "y2"});
  CHECK_FALSE(index->base().exports_of("x/open.ts").complete);
  const auto origin = index->base().origin_of("x/index.ts", "r");
  REQUIRE(origin);
  CHECK(origin->path == "x/z.ts");
}

TEST_CASE("scripts: named, default, namespace and CommonJS use") {
  const auto index = memory_index({
      {"lib/a.ts",
       "export function f(x: number) { return x; }\nexport default class K { m() {} }\n"},
      {"lib/u1.ts", "import Other, { f as g } from './a.js';\ng(1);\nnew Other().m();\n"},
      {"lib/u2.ts", "import * as ns from './a';\nns.f(2);\nconst h = (f: any) => f(3);\n"},
      {"lib/u3.js", "const { f } = require('./a');\nf(4);\n"},
  });
  CHECK(spelled(index->base().callers_of("lib/a.ts", "f")) ==
        "lib/u1.ts:2 call exact\nlib/u2.ts:2 method call exact\nlib/u3.js:2 call exact\n");
  CHECK(spelled(index->base().uses_of("lib/a.ts", "K")) ==
        "lib/u1.ts:1 import exact\nlib/u1.ts:3 call exact\n");
}

TEST_CASE("Go, Rust, C++ and Java") {
  const auto go = memory_index({
      {"go.mod", "module example.org/m\n"},
      {"p/a.go", "package p\nfunc F(a int) int { return a }\n"},
      {"p/b.go", "package p\nfunc g() int { return F(1) }\n"},
      {"main.go", "package main\nimport \"example.org/m/p\"\nfunc main() { p.F(2) }\n"},
  });
  CHECK(spelled(go->base().callers_of("p/a.go", "F")) ==
        "main.go:3 method call exact\np/b.go:2 call exact\n");
  const auto rust = memory_index({
      {"Cargo.toml", "[package]\nname = \"m\"\n"},
      {"src/lib.rs", "mod a;\nuse crate::a::f;\npub fn g() { f(1); a::f(2); }\n"},
      {"src/a.rs", "pub fn f(x: u8) -> u8 { x }\n"},
  });
  CHECK(spelled(rust->base().callers_of("src/a.rs", "f")) ==
        "src/lib.rs:3 call exact\nsrc/lib.rs:3 method call exact\n");
  const auto cpp = memory_index({
      {"src/a/x.hpp", "int add(int a, int b);\n"},
      {"src/a/x.cpp", "#include \"a/x.hpp\"\nint add(int a, int b) { return a + b; }\n"},
      {"src/b.cpp", "#include \"a/x.hpp\"\nint f() { return add(1, 2); }\n"},
  });
  CHECK(spelled(cpp->base().callers_of("src/a/x.cpp", "add")) == "src/b.cpp:2 call likely\n");
  CHECK(cpp->base().importers_of("src/a/x.hpp").size() == 2);
  const auto java = memory_index({
      {"src/a/K.java", "package a;\npublic class K { public int go(int n) { return n; } }\n"},
      {"src/b/U.java", "package b;\nimport a.K;\nclass U { int f() { return new K().go(1); } }\n"},
  });
  CHECK(spelled(java->base().callers_of("src/a/K.java", "K.go")) ==
        "src/b/U.java:3 method call likely\n");
  CHECK(spelled(java->base().importers_of("src/a/K.java")) == "src/b/U.java:2 import exact\n");
}

// Each of them hands on what all others have: along every path that would never end.
Files in_circles(int count) {
  Files python{{"pyproject.toml", "[project]\nname = \"app\"\n"}};
  std::string root;
  for (int i = 0; i < count; ++i) {
    const std::string name = "m" + std::to_string(i);
    root += "mod " + name + ";\npub use " + name + "::*;\n";
    std::string text;
    for (int k = 0; k < count; ++k) text += "from app.m" + std::to_string(k) + " import *\n";
    python.emplace_back("app/" + name + ".py", text + "def f" + std::to_string(i) + "(): pass\n");
    python.emplace_back("src/" + name + ".rs", "pub use super::*;\npub use crate::*;\npub fn r" +
                                                   std::to_string(i) + "() {}\n");
  }
  python.emplace_back("app/__init__.py", "");
  python.emplace_back("Cargo.toml", "[package]\nname = \"app\"\nedition = \"2021\"\n");
  python.emplace_back("src/lib.rs", root);
  return python;
}

TEST_CASE("modules that hand on each other's names are looked at once") {
  constexpr int kCount = 40;
  const auto index = memory_index(in_circles(kCount));
  const Exports exports = index->base().exports_of("app/m0.py");
  CHECK(exports.complete);
  CHECK(exports.names.size() == kCount);
  pawl::syntax::Import import;
  import.module = "crate::m3";
  CHECK(index->base().offer("src/m0.rs", import, "r39").is == Offer::Is::there);
  CHECK(index->base().offer("src/m0.rs", import, "r40").is == Offer::Is::absent);
}

TEST_CASE("who asks for more than is allowed gets no answers, and is told so") {
  const auto index = memory_index(kPython);
  const auto ask = [&] { return index->head().definers_of("run").size(); };
  CHECK(ask() == 2);
  CHECK(index->trouble().empty());
  index->allow(50);
  for (int i = 0; i < 10; ++i) ask();
  CHECK(ask() == 0);
  CHECK(index->trouble() == "it takes more than 50 steps in the code index, so it was given up");
  // The next one begins anew.
  index->allow(1000);
  CHECK(ask() == 2);
  CHECK(index->trouble().empty());
}

}  // namespace
