// The definitions of a source file, and measures taken on its syntax tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

struct Definition {
  std::string kind;  // function, method, class, struct, enum, interface, type, constant, module …
  std::string name;  // bare
  std::string qualified;  // `Class.method`, `Type::method`; the name at top level
  int line = 0;           // first line, from 1, decorators and attributes included
  int end_line = 0;       // last line
  std::size_t begin = 0;  // byte range of the whole definition, decorators and doc comment excluded
  std::size_t end = 0;
  bool top_level = false;
  bool is_public = true;  // by the language's own rule (underscore, capital, pub, export, private)
  bool documented = false;  // docstring, or a doc comment right above
  int branches = 0;         // of functions: if/for/while/case/catch/&&/|| and the like
  bool operator==(const Definition&) const = default;
};

// In order of their place; methods and nested types included. A file with errors gives what can
// still be recognised.
std::vector<Definition> definitions(Language language, std::string_view text);

}  // namespace pawl::syntax
