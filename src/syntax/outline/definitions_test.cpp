#include "syntax/outline/definitions.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "base/text/text.hpp"

namespace pawl::syntax::definitions_test {
namespace {

// `kind qualified first-last`, then + public, ^ top level, " documented, and the branches.
std::string outline(Language language, std::string_view text) {
  std::string out;
  for (const Definition& each : measured_definitions(language, text)) {
    out += each.kind + " " + each.qualified + " " + std::to_string(each.line) + "-" +
           std::to_string(each.end_line) + " ";
    if (each.is_public) out += "+";
    if (each.top_level) out += "^";
    if (each.documented) out += "\"";
    if (each.branches > 0) out += std::to_string(each.branches);
    out += "\n";
  }
  return out;
}

TEST_CASE("Python") {
  CHECK(outline(Language::python, R"("""module"""
import os
LIMIT: int = 1
plain = 2
@decorator
async def f(a):
    "doc"
    if a and b or c: pass
    elif d: pass
    return [x for x in y if x]

class A(B):
    """doc"""
    FIELD = 3
    @property
    def m(self):
        match x:
            case 1: pass
        return a if b else c
    def __init__(self): pass
    class _Inner:
        def n(self): pass
if True:
    def _g(): pass
)") == R"(constant LIMIT 3-3 +^
function f 5-10 +^"6
class A 12-22 +^"
method A.m 15-19 +2
method A.__init__ 20-20 +
class A._Inner 21-22 
method A._Inner.n 22-22 
function _g 24-24 ^
)");
}

TEST_CASE("TypeScript with exports") {
  CHECK(outline(Language::typescript, R"(/** doc */
export const f = async (a: number): Promise<void> => { if (a && b || c ?? d) {} };
export default class A<T> extends B {
  private x = 1;
  static z = () => 1;
  constructor(a) { super() }
  /** doc */
  @dec() m(): void { switch (a) { case 1: break; default: } }
  protected abstract n(): void;
}
export interface I { a(): void }
type T = string;
export enum E { A }
declare module "x" { export function q(): void; }
function* gen() { try {} catch (e) {} a ? b : c; }
const K = 3, g = function () {};
const fs = require("fs");
let count = 1;
function over(a: string): void;
function over(a: any) {}

// not a doc comment
@Component({})
export abstract class Deco {}
export { K as L };
)") == R"(function f 2-2 +^"4
class A 3-10 +^
method A.z 5-5 +
method A.constructor 6-6 +
method A.m 8-8 +"1
method A.n 9-9 
interface I 11-11 +^
type T 12-12 ^
enum E 13-13 +^
module x 14-14 ^
function x.q 14-14 
function gen 15-15 ^2
constant K 16-16 +^
function g 16-16 ^
function over 20-20 ^
class Deco 23-24 +^
)");
}

TEST_CASE("JavaScript without exports hides only what starts with an underscore") {
  CHECK(outline(Language::javascript, R"(function f() {}
var _h = () => {};
class A { #p() {} get x() {} 'quoted'() {} y = () => {}; }
exports.z = function named() {};
module.exports = class Main { m() {} };
A.prototype.bar = () => 2;
A.create = function () {};
)") == R"(function f 1-1 +^
function _h 2-2 ^
class A 3-3 +^
method A.#p 3-3 
method A.x 3-3 +
method A.quoted 3-3 +
method A.y 3-3 +
function z 4-4 +^
class Main 5-5 +^
method Main.m 5-5 +
function A.bar 6-6 +^
function A.create 7-7 +^
)");
}

TEST_CASE("TSX and default exports without a name") {
  CHECK(outline(Language::tsx, "export default () => <div/>;\n") == "function default 1-1 +^\n");
  CHECK(outline(Language::javascript, "function f() {}\nexport default f;\n") ==
        "function f 1-1 +^\n");
}

TEST_CASE("Go") {
  CHECK(outline(Language::go, R"(package x

// doc
// in two lines
func F(a int) error { if a > 1 && b {}; for {}; switch a { case 1: default: }; return nil }

//go:noinline
func (r *T[K]) M() {}
func (r t) M() {}
type T[K any] struct { A int }
// doc
type I interface { Do() }
type (
	// doc
	A = B
	c int
)
const (
	X = 1
	Y, z = 2, 3
)
var V = 1
)") == R"(function F 5-5 +^"4
method T.M 8-8 +^
method t.M 9-9 ^
struct T 10-10 +^
interface I 12-12 +^"
type A 15-15 +^"
type c 16-16 ^
constant X 19-19 +^
constant Y 20-20 +^
constant z 20-20 ^
variable V 22-22 +^
)");
}

TEST_CASE("Rust") {
  CHECK(outline(Language::rust, R"(/// doc
#[derive(Debug)]
pub struct S<T> { a: T }
pub(crate) trait T { fn a(&self); const C: u8; }
impl<T> S<T> {
    /// doc
    pub fn n() -> Self { if a && b { match x { 1 => 2, _ if c => 3 } } }
    fn p() {}
}
impl fmt::Display for S<u8> { fn fmt(&self) {} }
mod m { pub fn g() {} }
pub const C: u8 = 1;
// a remark
#[macro_export]
macro_rules! mm { () => {} }
pub union U { a: u8 }
pub enum E { A }
pub type A = u8;
)") == R"(struct S 2-3 +^"
trait T 4-4 ^
method T::a 4-4 
constant T::C 4-4 
method S::n 7-7 +"4
method S::p 8-8 
method S::fmt 10-10 +
module m 11-11 ^
function m::g 11-11 
constant C 12-12 +^
macro mm 14-15 +^
union U 16-16 +^
enum E 17-17 +^
type A 18-18 +^
)");
}

TEST_CASE("C") {
  CHECK(outline(Language::c, R"(#ifndef X_H
#define X_H
#define MAX 3
#define F(x) x
struct S;
static int f(int a);
/* doc */
static int f(int a) {
  if (a && b) {}
  switch (a) { case 1: default: ; }
  return a ? b : c;
}
int *g(void);
struct S { int a; };
typedef struct { int a; } T;
typedef struct N { int a; } N_t;
enum E { A, B };
int glob = 3;
const int kC = 3;
typedef int (*cb)(int);
int (*fp)(int) = 0;
struct S s1;
#endif
)") == R"(constant MAX 3-3 +^
macro F 4-4 +^
function f 8-12 ^"4
function g 13-13 +^
struct S 14-14 +^
struct T 15-15 +^
struct N 16-16 +^
type N_t 16-16 +^
enum E 17-17 +^
constant kC 19-19 +^
type cb 20-20 +^
)");
}

TEST_CASE("C++") {
  CHECK(outline(Language::cpp, R"(namespace a::b {
// doc
template <class T>
class C : public B {
  void hidden();
 public:
  C();
  void m() const { for (auto x : y) {} try {} catch (...) {} }
  bool operator==(const C&) const = default;
  static constexpr int kMax = 3;
  struct In { void q() {} };
};
class Forward;
enum class E { A };
using T = int;
constexpr int kX = 3;
}  // namespace a::b
namespace { void anon() {} }
a::b::C<int>::C() : x(1) {}
extern "C" { void cc() {} }
int& ref() { return x; }
)") == R"(class a::b::C 3-12 +^"
method a::b::C::hidden 5-5 
method a::b::C::m 8-8 +2
method a::b::C::operator== 9-9 +
constant a::b::C::kMax 10-10 +
struct a::b::C::In 11-11 +
method a::b::C::In::q 11-11 +
enum a::b::E 14-14 +^
type a::b::T 15-15 +^
constant a::b::kX 16-16 +^
function anon 18-18 ^
method a::b::C::C 19-19 +^
function cc 20-20 +^
function ref 21-21 +^
)");
}

TEST_CASE("Java") {
  CHECK(outline(Language::java, R"(package p;
/** doc */
@Anno
public class A<T> {
  public static final int K = 1;
  private int f;
  public A(int a) { }
  /** doc */
  @Override public void m() { if (a && b) {} switch (x) { case 1: default: } }
  enum E { A, B; void z() {} }
  public interface I { void w(); int N = 1; }
}
record Top(int x) {}
)") == R"(class A 3-12 +^"
constant A.K 5-5 +
method A.A 7-7 +
method A.m 9-9 +"3
enum A.E 10-10 
method A.E.z 10-10 
interface A.I 11-11 +
method A.I.w 11-11 +
constant A.I.N 11-11 +
record Top 13-13 ^
)");
}

TEST_CASE("Ruby") {
  CHECK(outline(Language::ruby, R"(# frozen_string_literal: true
module M
  # doc
  class A < B
    K = 1
    def initialize(x); end
    def self.cm; end
    def m?; if a && b then c elsif d then e end; x unless y; begin; rescue => e; end; end
    def late; end
    private :late
    private
    def p; end
    class << self
      def single; end
    end
    public
    private def pp; end
    def q; end
    class N::O; end
  end
end
def top; end
)") == R"(module M 2-21 +^
class M::A 4-20 +"
constant M::A::K 5-5 +
method M::A::initialize 6-6 +
method M::A::cm 7-7 +
method M::A::m? 8-8 +5
method M::A::late 9-9 
method M::A::p 12-12 
method M::A::single 14-14 +
method M::A::pp 17-17 
method M::A::q 18-18 +
class M::A::N::O 19-19 +
function top 22-22 +^
)");
}

TEST_CASE("Bash") {
  CHECK(outline(Language::bash, R"(#!/bin/bash
f() { if a && b; then :; elif d; then :; fi; case $1 in a) ;; esac; }
# doc
function _g { :; }
if x; then
  h() ( : )
fi
[ -t 1 ] || { i() { j() { :; }; }; }
)") == R"(function f 2-2 +^4
function _g 4-4 ^"
function h 6-6 +^
function i 8-8 +^
)");
}

struct Range {
  Language language;
  std::string_view text;
  std::string_view name;
  std::string_view whole;
};

TEST_CASE("a macro before a name hides nothing of a class") {
  const auto definitions_with = [](std::string_view macro) {
    return outline(Language::cpp, "struct " + std::string(macro) +
                                      " Options {\n  Options() = default;\n"
                                      "  bool verify = false;\n};\n");
  };
  CHECK(contains(definitions_with("FOO_EXPORT"), "Options::Options 2-2"));
  CHECK(definitions_with("FOO_EXPORT") == definitions_with(""));
}

TEST_CASE("the range of a definition can be replaced as a whole") {
  const auto cases = std::to_array<Range>({
      {Language::python, "@d\nasync def f():\n    pass\n\nx = 1\n", "f",
       "async def f():\n    pass"},
      {Language::typescript, "/** d */\n@C()\nexport class A {}\n", "A", "export class A {}"},
      {Language::javascript, "a();\nexport const f = () => 1;\nb();\n", "f",
       "export const f = () => 1;"},
      {Language::go, "package m\n// d\ntype T struct{}\n", "T", "type T struct{}"},
      {Language::rust, "#[a]\npub fn f() {}\n", "f", "pub fn f() {}"},
      {Language::cpp, "template <class T>\nstruct S {};\nint x;\n", "S",
       "template <class T>\nstruct S {};"},
      {Language::c, "typedef struct N { int a; } N_t;\n", "N", "typedef struct N { int a; } N_t;"},
      {Language::c, "#define MAX 3\nint x;\n", "MAX", "#define MAX 3"},
      {Language::java, "@A @B(1) public final class C {}\n", "C", "public final class C {}"},
      {Language::ruby, "# d\ndef f\n  1\nend\n", "f", "def f\n  1\nend"},
  });
  for (const Range& each : cases) {
    CAPTURE(each.text);
    bool found = false;
    for (const Definition& definition : definitions(each.language, each.text)) {
      if (definition.name != each.name) continue;
      found = true;
      CHECK(each.text.substr(definition.begin, definition.end - definition.begin) == each.whole);
    }
    CHECK(found);
  }
}

TEST_CASE("a broken file gives what can still be recognised") {
  CHECK(outline(Language::python, "def a():\n    pass\n\nx = = 1\n\ndef b():\n    pass\n") ==
        "function a 1-2 +^\nfunction b 6-7 +^\n");
  CHECK(outline(Language::cpp, "API_MACRO void api() {}\nint f() { return 1 }\n") ==
        "function api 1-1 +^\nfunction f 2-2 +^\n");
  for (const auto& each : definitions(Language::java, "class A { void () {} }\nclass {}\n")) {
    CHECK(!each.name.empty());
  }
}

TEST_CASE("nesting without end costs no stack") {
  std::string text;
  for (int i = 0; i < 3'000; ++i) text += "class A" + std::to_string(i) + " { ";
  CHECK(definitions(Language::java, text + std::string(3'000, '}')).size() < 3'000);
  CHECK(definitions(Language::python, std::string(5'000, '(')).empty());
}

}  // namespace
}  // namespace pawl::syntax::definitions_test
