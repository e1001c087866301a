// What the node kinds of each grammar mean to Pawl: one table of rows a language, and the same
// turned into an array that a walk can index by symbol. For the files of this module only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

// How a definition is read from a node.
enum class Shape : std::uint8_t {
  none,
  named,         // the name is in field `name`, what it holds in field `body`
  holder,        // nothing by itself; what it holds counts as standing beside it
  wrapper,       // stands around one definition (export, template, decorators) and belongs to it
  declarator,    // C: the name is somewhere down the field `declarator`
  name_space,    // C++: a scope that is no definition
  impl,          // Rust: a scope named by its type
  receiver,      // Go: a method, its type named by field `receiver`
  spec,          // Go: several names, one value each
  assigned,      // Python, Ruby: a constant when the left side is spelled like one
  variable,      // JavaScript: what it is depends on the value
  field,         // JavaScript: a method when the value is a function
  exported,      // JavaScript: `exports.name = …`, `Type.prototype.name = …`
  value,         // JavaScript: a function or class that `export default` gives no name
  static_field,  // Java: a constant when static and final
  define,        // C: `#define` with a value
  visibility,    // C++, Ruby: changes who sees what follows
  decorator,     // decorators, attributes: they belong to the definition below
  comment,
};

enum class Members : std::uint8_t { none, of_module, of_type };

struct NodeRow {
  std::string_view type;
  Shape shape = Shape::none;
  std::string_view kind;  // Definition::kind
  Members members = Members::none;
};

enum class Field : std::uint8_t {
  name,
  body,
  declarator,
  type,
  receiver,
  left,
  right,
  value,
  object,
  property,
  method,
  arguments,
  scope,
};
constexpr std::size_t kFieldCount = 13;

struct Roles {
  std::vector<const NodeRow*> row_of;                  // by symbol; null for nodes without a row
  std::vector<bool> is_branch;                         // by symbol
  std::array<std::uint16_t, kFieldCount> field_ids{};  // 0: the grammar has no such field
  std::string_view separator;                          // between a type and its member
};

const Roles& roles_of(Language language);

}  // namespace pawl::syntax
