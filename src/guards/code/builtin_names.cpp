#include "guards/code/builtin_names.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

constexpr auto kPython = fixed_words(
    "_", "__import__", "abs", "aiter", "all", "anext", "any", "ascii", "basestring", "bin", "bool",
    "breakpoint", "buffer", "bytearray", "bytes", "callable", "chr", "classmethod", "cmp",
    "compile", "complex", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec",
    "execfile", "exit", "file", "filter", "float", "format", "frozenset", "getattr", "gettext",
    "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass",
    "iter", "len", "list", "locals", "long", "map", "max", "memoryview", "min", "next", "ngettext",
    "object", "oct", "open", "ord", "pow", "print", "property", "quit", "range", "raw_input",
    "reduce", "reload", "repr", "reveal_type", "reversed", "round", "set", "setattr", "slice",
    "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "unichr", "unicode", "vars",
    "xrange", "zip");
// Of browsers, Node, and the test runners that put their functions everywhere.
constexpr auto kScript = fixed_words(
    "$", "_", "after", "afterAll", "afterEach", "alert", "assert", "atob", "before", "beforeAll",
    "beforeEach", "bench", "blur", "btoa", "cancelAnimationFrame", "clearImmediate",
    "clearInterval", "clearTimeout", "close", "confirm", "context", "createImageBitmap",
    "decodeURI", "decodeURIComponent", "define", "describe", "encodeURI", "encodeURIComponent",
    "escape", "eval", "expect", "fail", "fetch", "find", "focus", "getComputedStyle",
    "getSelection", "importScripts", "isFinite", "isNaN", "it", "jQuery", "matchMedia", "moveBy",
    "moveTo", "open", "parseFloat", "parseInt", "pending", "postMessage", "print", "prompt",
    "queueMicrotask", "reportError", "require", "requestAnimationFrame", "requestIdleCallback",
    "resizeBy", "resizeTo", "run", "scroll", "scrollBy", "scrollTo", "setImmediate", "setInterval",
    "setTimeout", "setup", "specify", "stop", "structuredClone", "suite", "teardown", "test",
    "unescape", "xdescribe", "xit");
constexpr auto kGo = fixed_words(
    "any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128",
    "complex64", "copy", "delete", "error", "float32", "float64", "imag", "int", "int16", "int32",
    "int64", "int8", "len", "make", "max", "min", "new", "panic", "print", "println", "real",
    "recover", "rune", "string", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr");
constexpr auto kJava = fixed_words(
    "clone", "compareTo", "equals", "finalize", "getClass", "getDeclaringClass", "hashCode", "name",
    "notify", "notifyAll", "ordinal", "super", "this", "toString", "valueOf", "values", "wait");
constexpr auto kRust = fixed_words("drop", "Some", "Ok", "Err");

// What each function has without a definition, and words that are no names.
// clang-format off
constexpr auto kReserved = fixed_words(
     "self", "this", "super", "cls", "Self", "crate", "arguments", "undefined", "null", "nil",
     "true", "false", "iota", "_", "new", "event", "exports", "module", "type", "errno", "stdin",
     "stdout", "stderr", "environ", "NULL", "binding", "default", "async", "await", "match", "None",
     "print", "exec", "defined", "std", "core", "alloc", "block", "block_given", "it", "p", "puts",
     "raise", "require", "static", "union", "auto", "raw", "dyn", "yield", "record", "var",
     "permits", "sealed", "of", "get", "set", "let", "import", "meta", "as", "ref", "mut", "move",
     "fn", "impl", "if", "else", "for", "in", "loop", "while", "return", "pub", "use", "where",
     "struct", "enum", "trait", "const", "unsafe", "break", "continue", "mod", "box", "extern",
     "not", "all", "any", "cfg", "feature");
// clang-format on

constexpr auto kExceptionEnds =
    fixed_words("Error", "Exception", "Warning", "Exit", "Interrupt", "Iteration", "Group");

WordsView builtins_of(index::Family family) {
  switch (family) {
    case index::Family::python: return kPython;
    case index::Family::script: return kScript;
    case index::Family::go: return kGo;
    case index::Family::rust: return kRust;
    case index::Family::java: return kJava;
    default: return {};
  }
}

bool is_script_global(const std::string& name) {
  return index::embedded_names("languages/script-globals.txt").contains(name);
}

}  // namespace

bool is_builtin_name(index::Family family, std::string_view name) {
  const auto names = builtins_of(family);
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_exception_name(std::string_view name) {
  if (name.starts_with("__")) return true;
  return std::any_of(kExceptionEnds.begin(), kExceptionEnds.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

bool is_given_name(index::Family family, const std::string& name) {
  switch (family) {
    case index::Family::python:
      return index::embedded_names("languages/python-builtins.txt").contains(name);
    case index::Family::script:
      return is_script_global(name) ||
             index::embedded_names("languages/typescript-types.txt").contains(name);
    case index::Family::java: {
      const index::NameSet* types =
          index::embedded_members("languages/java-platform.txt", "java.lang");
      return types != nullptr && types->contains(name);
    }
    default: return false;
  }
}

bool is_brought_name(index::Family family, const std::string& name) {
  if (is_builtin_name(family, name)) return true;
  switch (family) {
    case index::Family::python: return is_exception_name(name) || is_given_name(family, name);
    case index::Family::script:
      return name == "super" || name == "import" || is_script_global(name);
    default: return false;
  }
}

bool is_reserved_word(std::string_view name) { return among(kReserved, name); }

}  // namespace pawl::guards
