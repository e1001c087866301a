// What the node kinds of each grammar mean for names: where they are bound, used, scoped. For the
// files of this module only.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "syntax/language.hpp"

namespace pawl::syntax {

// What a leaf below a node stands for.
enum class Mode : std::uint8_t {
  use,
  bind,     // a new name of the scope around it
  declare,  // a new name of the scope outside of the node
  type,     // a use as a type
  element,  // a use as an element of JSX, unless in small letters
  skip,     // no name at all: a label, a key
};

// What a walk does at a node.
enum class Act : std::uint8_t {
  none,
  name,         // an identifier
  shorthand,    // an identifier that uses (or binds) and names a key at once
  pattern,      // passes on whether it binds
  function,     // opens a scope, has parameters
  block,        // opens a scope
  class_scope,  // opens a scope that functions inside do not see
  call,         // field `function` with field `arguments`
  method_call,  // the node itself has the name: Java, Ruby
  construct,    // `new`
  macro_call,   // Rust
  token_tree,   // Rust: what a macro is given
  member,       // `x.y`
  string,
  decorator,
  import,
  export_statement,
  assignment,
  variable_var,  // JavaScript's `var`: binds in the function, not in the block
  global,        // Python's `global x`
  conditional,   // what is imported below may be absent
  tokens,        // text that the grammar does not take apart: C's macro bodies
  package,
  command,  // bash
  skip,
};

struct WalkRules {
  struct FieldRule {
    TSFieldId field;  // 0: any child
    Mode mode;
  };
  std::vector<Act> act;                        // by symbol
  std::vector<std::vector<FieldRule>> fields;  // by symbol
};

const WalkRules& walk_rules_of(Language language);

}  // namespace pawl::syntax
