#include "syntax/outline/outline.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace pawl::syntax;

const Reference* find(const Outline& outline, std::string_view name, ReferenceKind kind) {
  for (const Reference& each : outline.references) {
    if (each.name == name && each.kind == kind) return &each;
  }
  return nullptr;
}

const Symbol* symbol(const Outline& outline, std::string_view qualified) {
  for (const Symbol& each : outline.symbols) {
    if (each.definition.qualified == qualified) return &each;
  }
  return nullptr;
}

bool binds(const Outline& outline, std::string_view name) {
  return std::find(outline.bindings.begin(), outline.bindings.end(), name) !=
         outline.bindings.end();
}

TEST_CASE("a Python file") {
  const Outline out = outline(Language::python, R"(import os, numpy as np
from .a.b import c as d, e
from ..x import *
try:
    import fast
except ImportError:
    fast = None

__all__ = ["run", 'Thing']
logger = get_logger("app.main")

@app.route("/x")
def run(first, *, second=1, **rest):
    x = first + second
    return helper(x, e(1, key=2), *rest)

class Thing:
    def method(self, value, other=None):
        self.method(value)
        return np.sum(value)

    @staticmethod
    def make(a, /, b): pass

for i in range(3):
    total = i
)");
  REQUIRE(out.imports.size() == 5);
  CHECK(out.imports[0].module == "os");
  CHECK(out.imports[1].alias == "np");
  CHECK(out.imports[2].module == ".a.b");
  CHECK(out.imports[2].names == std::vector<ImportedName>{{"c", "d"}, {"e", "e"}});
  CHECK(out.imports[3].names.front().name == "*");
  CHECK(out.imports[4].kind == ImportKind::conditional);
  CHECK(out.all == std::vector<std::string>{"run", "Thing"});
  for (const char* name : {"logger", "run", "Thing", "total", "i", "fast"}) CHECK(binds(out, name));
  CHECK_FALSE(binds(out, "x"));
  CHECK_FALSE(binds(out, "method"));

  const Symbol* run = symbol(out, "run");
  REQUIRE(run != nullptr);
  CHECK(run->entry_point);
  CHECK(run->decorators == std::vector<std::string>{"app.route"});
  REQUIRE(run->signature);
  CHECK(run->signature->required() == 1);
  CHECK(run->signature->any_keywords);
  CHECK(run->signature->parameters[1].keyword_only);

  const Reference* helper = find(out, "helper", ReferenceKind::call);
  REQUIRE(helper != nullptr);
  CHECK(helper->arguments == -1);
  CHECK_FALSE(helper->local);
  CHECK(out.symbols[static_cast<std::size_t>(helper->enclosing)].definition.name == "run");
  const Reference* e = find(out, "e", ReferenceKind::call);
  REQUIRE(e != nullptr);
  CHECK(e->arguments == 1);
  CHECK(e->keywords == std::vector<std::string>{"key"});
  const Reference* x = find(out, "x", ReferenceKind::name);
  REQUIRE(x != nullptr);
  CHECK(x->local);
  const Reference* own = find(out, "method", ReferenceKind::method_call);
  REQUIRE(own != nullptr);
  CHECK(own->receiver == "self");
  const Reference* sum = find(out, "sum", ReferenceKind::method_call);
  REQUIRE(sum != nullptr);
  CHECK(sum->receiver == "np");
  CHECK_FALSE(sum->local);
  const Symbol* method = symbol(out, "Thing.method");
  REQUIRE(method != nullptr);
  CHECK(method->signature->required() == 1);
  CHECK(method->signature->positional_max() == 2);
  const Symbol* make = symbol(out, "Thing.make");
  REQUIRE(make != nullptr);
  CHECK(make->signature->parameters[0].positional_only);
  CHECK_FALSE(make->signature->parameters[1].positional_only);
  CHECK_FALSE(make->entry_point);
  CHECK(find(out, "Thing", ReferenceKind::text) != nullptr);
}

TEST_CASE("a TypeScript file") {
  const Outline out = outline(Language::typescript, R"(import def, { a as b, type C } from './mod';
import * as ns from "pkg";
import type { T } from './types';
const { q } = require('./q');
export * from './all';
export { b as renamed };
export const { one, two: [three] } = ns.make();
export default function main(x: number, y?: string, ...rest: T[]) { return b(x); }
const arrow = (value = 1) => ns.call(value, arrow);
class K extends Base { go(n: C) { this.go(n); } }
function shadow(b: number) { return b; }
)");
  REQUIRE(out.imports.size() == 5);
  CHECK(out.imports[0].names ==
        std::vector<ImportedName>{{"default", "def"}, {"a", "b"}, {"C", "C"}});
  CHECK(out.imports[1].alias == "ns");
  CHECK(out.imports[2].type_only);
  CHECK(out.imports[3].names == std::vector<ImportedName>{{"q", "q"}});
  CHECK(out.imports[4].reexport);
  CHECK(out.exports == std::vector<std::string>{"renamed", "one", "three", "default", "main"});
  const Symbol* main = symbol(out, "main");
  REQUIRE(main != nullptr);
  REQUIRE(main->signature);
  CHECK(main->signature->required() == 1);
  CHECK(main->signature->positional_max() == 2);
  CHECK(main->signature->variadic);
  CHECK(find(out, "b", ReferenceKind::call) != nullptr);
  const auto shadowed = std::find_if(out.references.rbegin(), out.references.rend(),
                                     [](const Reference& each) { return each.name == "b"; });
  REQUIRE(shadowed != out.references.rend());
  CHECK(shadowed->local);
  CHECK(find(out, "Base", ReferenceKind::name) != nullptr);
  CHECK(find(out, "C", ReferenceKind::type) != nullptr);
  CHECK(find(out, "call", ReferenceKind::method_call)->arguments == 2);
}

TEST_CASE("CommonJS offers what its exports hold") {
  const Outline closed =
      outline(Language::javascript, "const a = 1;\nmodule.exports = { a, b: 2, c() {} };\n");
  CHECK(closed.exports == std::vector<std::string>{"default", "a", "b", "c"});
  CHECK_FALSE(closed.open_names);
  const Outline open = outline(Language::javascript, "module.exports = make();\n");
  CHECK(open.open_names);
  CHECK(outline(Language::javascript, "var x = 1;\n").open_names);
}

TEST_CASE("modules of Python whose names cannot be listed") {
  struct Row {
    const char* text;
    bool open;
  };
  const Row rows[] = {
      {"def __getattr__(name): pass\n", true},
      {"globals()[name] = 1\n", true},
      {"exec(code)\n", true},
      {"exec(code, namespace)\n", false},
      {"import sys\nsetattr(sys.modules[__name__], 'a', 1)\n", true},
      {"import sys\nsys.modules['a.b'] = make()\n", true},
      {"import sys\nsys.modules.setdefault('a', b)\n", true},
      {"import sys\nsys.meta_path.append(Finder())\n", true},
      {"import sys\nmain = sys.modules['__main__']\n", false},
      {"import sys\nif name in sys.modules: pass\n", false},
      {"import sys\nsame = sys.modules[name] == other\n", false},
      {"def f():\n    return vars()\n", false},
      {"vars()['a'] = 1\n", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(outline(Language::python, row.text).open_names == row.open);
  }
}

TEST_CASE("Go, Rust, C++, Java, Ruby and Bash") {
  const Outline go = outline(Language::go, R"(package app
import (
  "fmt"
  alias "example.org/mod/thing/v2"
)
type S struct { A int }
func (s *S) Run(a, b int, rest ...string) error {
  x := Helper(a)
  fmt.Println(x, s.A)
  return alias.Do(S{A: 1})
}
)");
  CHECK(go.package == "app");
  REQUIRE(go.imports.size() == 2);
  CHECK(go.imports[0].alias == "fmt");
  CHECK(go.imports[1].alias == "alias");
  CHECK(symbol(go, "S.Run")->signature->required() == 2);
  CHECK(find(go, "Helper", ReferenceKind::call)->arguments == 1);
  CHECK(find(go, "Do", ReferenceKind::method_call)->receiver == "alias");
  CHECK(find(go, "x", ReferenceKind::name)->local);

  const Outline rust = outline(Language::rust, R"(use crate::a::{self, B, c::{D as E, F}};
pub use super::x::*;
mod inner;
extern crate serde_json;
#[cfg(feature = "x")]
use opt::Thing;
#[test]
fn works() { let v = B::new(1, 2); assert!(helper(v)); }
impl B { fn new(&self, a: u8) -> B { other::<u8>(a) } }
)");
  REQUIRE(rust.imports.size() == 6);
  CHECK(rust.imports[0].module == "crate::a");
  CHECK(rust.imports[0].alias == "a");
  CHECK(rust.imports[0].names == std::vector<ImportedName>{{"B", "B"}});
  CHECK(rust.imports[1].module == "crate::a::c");
  CHECK(rust.imports[1].names == std::vector<ImportedName>{{"D", "E"}, {"F", "F"}});
  CHECK(rust.imports[2].reexport);
  CHECK(rust.imports[3].module == "self::inner");
  CHECK(rust.imports[5].kind == ImportKind::conditional);
  CHECK(symbol(rust, "works")->entry_point);
  CHECK(symbol(rust, "B::new")->signature->required() == 1);
  CHECK(find(rust, "new", ReferenceKind::method_call)->receiver == "B");
  CHECK(find(rust, "helper", ReferenceKind::call) != nullptr);
  CHECK(find(rust, "other", ReferenceKind::call)->arguments == 1);

  const Outline cpp = outline(Language::cpp, R"(#include <vector>
#include "a/b.hpp"
#define CALL(x) invoke(x)
namespace n {
int add(int a, int b = 2) { return helper(a) + ns::util::go(b, 1); }
}
)");
  REQUIRE(cpp.imports.size() == 2);
  CHECK(cpp.imports[0].system);
  CHECK(cpp.imports[1].module == "a/b.hpp");
  CHECK(cpp.symbols.size() == 2);
  CHECK(symbol(cpp, "n::add")->signature->required() == 1);
  CHECK(find(cpp, "go", ReferenceKind::method_call)->arguments == 2);
  CHECK(find(cpp, "invoke", ReferenceKind::name) != nullptr);
  CHECK(find(cpp, "a", ReferenceKind::name)->local);

  const Outline java = outline(Language::java, R"(package a.b;
import java.util.List;
import static x.Y.z;
class K { @Override public int go(int n, String... more) { return helper(n) + new Other(1).run(); } }
)");
  CHECK(java.package == "a.b");
  CHECK(java.imports[0].module == "java.util");
  CHECK(java.imports[1].names.front().name == "z");
  CHECK(symbol(java, "K.go")->signature->variadic);
  CHECK_FALSE(symbol(java, "K.go")->entry_point);
  CHECK(find(java, "helper", ReferenceKind::call)->arguments == 1);
  CHECK(find(java, "Other", ReferenceKind::call) != nullptr);

  const Outline ruby = outline(Language::ruby, R"(require "json"
require_relative "lib/x"
class K
  def go(a, b = 1, *rest, key:, &block)
    helper(a, key: 2)
    other.call(b)
  end
end
)");
  CHECK(ruby.imports[0].module == "json");
  CHECK(ruby.imports[1].module == "./lib/x");
  CHECK(symbol(ruby, "K::go")->signature->required() == 1);
  CHECK(find(ruby, "helper", ReferenceKind::call)->keywords == std::vector<std::string>{"key"});

  const Outline bash = outline(Language::bash, "f() { g \"$1\"; }\nf x\n");
  CHECK(find(bash, "g", ReferenceKind::call) != nullptr);
  CHECK(find(bash, "f", ReferenceKind::call) != nullptr);
}

}  // namespace
