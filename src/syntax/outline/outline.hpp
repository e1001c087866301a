// Everything one source file says about names: what it defines, uses, imports and offers. One parse
// gives it all. It knows nothing of other files; src/index joins outlines into a graph.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::syntax {

struct Parameter {
  std::string name;  // empty when it has none, or when it is taken apart on the spot
  bool optional = false;
  bool keyword_only = false;
  bool positional_only = false;
  bool operator==(const Parameter&) const = default;
};

// What a call must give. A receiver (`self`, `cls`, `&self`) is not counted.
struct Signature {
  std::vector<Parameter> parameters;
  bool variadic = false;      // takes any number of further arguments
  bool any_keywords = false;  // takes any further keyword
  bool operator==(const Signature&) const = default;

  int required() const;        // positional arguments that have no default
  int positional_max() const;  // without the variadic ones
};

struct Symbol {
  Definition definition;
  std::optional<Signature> signature;   // of functions and methods, where it could be read
  std::vector<std::string> decorators;  // names, dotted: `app.route`, `Override`, `test`
  // Something outside of the code calls it: `main`, tests, `init`, Python's `__dunder__` methods,
  // and whatever carries a decorator that may register it somewhere.
  bool entry_point = false;
  bool operator==(const Symbol&) const = default;
};

enum class ReferenceKind : std::uint8_t {
  call,         // `f(…)`, `new F(…)`, `f!(…)`
  method_call,  // `x.f(…)`, `a::f(…)`
  type,         // in a type's place
  name,         // plain use
  attribute,    // `x.f`, `a::f`
  text,         // a string that could be the name: getattr, route tables, `__all__`
};
std::string_view to_string(ReferenceKind kind);

struct Reference {
  std::string name;
  std::string receiver;  // `a.b` of `a.b.f`; empty when that is no chain of names
  ReferenceKind kind = ReferenceKind::name;
  int line = 0;
  int enclosing = -1;  // the innermost symbol it stands in, an index into Outline::symbols
  // The name (of the receiver, when there is one) is a parameter or variable of a scope around the
  // reference, so it cannot mean anything at the top of this or another file.
  bool local = false;
  int arguments = -1;  // positional ones of a call; -1 when spread or not a call
  std::vector<std::string> keywords;
  bool operator==(const Reference&) const = default;
};

struct ImportedName {
  std::string name;   // `*` for all of them, `default` for a module's default export
  std::string alias;  // what it is called here
  bool operator==(const ImportedName&) const = default;
};

enum class ImportKind : std::uint8_t {
  plain,
  conditional,  // below a try, an `if` (TYPE_CHECKING too), `a ? b : c`, `#[cfg]`, `#ifdef`
  dynamic,      // `importlib.import_module("x")`, `import("x")`, Rust's `#[path = "x.rs"]`
};
std::string_view to_string(ImportKind kind);

struct Import {
  // As written, without quotes: `..a.b`, `./x.js`, `crate::a`, `net/http`, `$DIR/lib.sh`.
  std::string module;
  std::vector<ImportedName> names;  // empty when only the module itself is named
  std::string alias;                // what the module itself is called here, if anything
  ImportKind kind = ImportKind::plain;
  bool type_only = false;  // TypeScript's `import type`, Python's TYPE_CHECKING
  bool reexport = false;   // `export … from`, `pub use`
  bool system = false;     // `#include <…>`
  bool declares = false;   // Rust's `mod x;`: the file is part of this one
  std::string scope;       // Rust: the module in braces that it stands in: `tests`, `a::b`
  int line = 0;
  bool operator==(const Import&) const = default;
};

struct Outline {
  std::optional<Language> language;   // what it was read as
  std::vector<Symbol> symbols;        // as definitions() gives them
  std::vector<Reference> references;  // in order of their place
  std::vector<Import> imports;        // in order of their place
  // Names bound at the top of the file by anything but an import: definitions, variables, types.
  std::vector<std::string> bindings;
  // JavaScript and TypeScript: names others can import. Empty in other languages.
  std::vector<std::string> exports;
  std::string default_export;  // what the file itself calls its default export; empty: nameless
  std::optional<std::vector<std::string>> all;  // Python's `__all__`, when it is a plain list
  // The names of the file cannot be listed: a module `__getattr__`, `globals()[…] = `,
  // `module.exports = f()`, macros that define things.
  bool open_names = false;
  bool has_errors = false;  // the parser did not understand all of it
  std::string package;      // of `package x` in Go and Java
  // What its types give to their values (members.hpp): names, sorted, each once.
  std::vector<std::string> members;
  bool operator==(const Outline&) const = default;
};

// A file too large to be parsed gives an empty outline with open_names.
Outline outline(Language language, std::string_view text);
// The same; asking again for one of the last texts of the same thread costs a comparison.
std::shared_ptr<const Outline> shared_outline(Language language, std::string_view text);

}  // namespace pawl::syntax
