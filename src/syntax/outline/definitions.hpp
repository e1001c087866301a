// The definitions of a source file, and measures taken on its syntax tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

struct Definition {
  std::string kind;  // function, method, class, struct, enum, interface, type, constant, module …
  std::string name;  // bare; `default` for a nameless default export
  std::string qualified;  // `Class.method`, `Type::method`; C++ with its namespaces
  int line = 0;           // first line, from 1, decorators and attributes included
  int end_line = 0;       // last line
  // Byte range of the whole definition: with `export`, `template <…>` and a closing semicolon,
  // without decorators and doc comment. Definitions of one statement (`X, Y = 1, 2`) share it.
  std::size_t begin = 0;
  std::size_t end = 0;
  bool top_level = false;  // outside of types, modules and functions; C++'s namespaces do not count
  bool is_public = true;   // by the language's own rule (underscore, capital, pub, export, private)
  bool documented = false;  // docstring, or a doc comment right above
  // Of functions: if/for/while/case/catch/&&/|| and the like; zero unless somebody counted.
  int branches = 0;
  bool operator==(const Definition&) const = default;
};

// In order of their place; methods and nested types included, what stands inside of functions is
// not. Of a declaration and its definition in one file (C, C++, TypeScript) only the latter. A
// file with errors gives what can still be recognised; one too large to be parsed gives nothing.
std::vector<Definition> definitions(Language language, std::string_view text);
// The same with their branches, which takes several times as long.
std::vector<Definition> measured_definitions(Language language, std::string_view text);

}  // namespace pawl::syntax
