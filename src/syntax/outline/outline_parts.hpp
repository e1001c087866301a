// The parts of an outline that each language spells its own way. For the files of this module only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "syntax/node.hpp"
#include "syntax/outline/outline.hpp"

namespace pawl::syntax {

TSNode child_by_field(TSNode node, std::string_view field);
// The text between the quotes of a string without escapes or interpolation; nothing otherwise.
std::optional<std::string_view> plain_string(const Source& source, TSNode node);

// The parameters of a function-like node; nothing when it has none that can be read.
// `in_class`: whether the function is in the body of a class. The object of a method is not
// counted.
std::optional<Signature> signature_of(const Source& source, TSNode function, bool in_class);

struct Arguments {
  int positional = 0;  // -1 when spread
  std::vector<std::string> keywords;
};
Arguments arguments_of(const Source& source, TSNode arguments);

// What one import statement brings in; kinds and lines are set by the caller.
std::vector<Import> imports_of(const Source& source, TSNode statement);
// `require("x")`, `import("x")`, `import_module("x")`: `call` is the whole call.
std::optional<Import> import_call(const Source& source, TSNode call, std::string_view callee);
// Shell's `source file` and `. file`.
std::optional<Import> sourced_file(const Source& source, TSNode command);
// Ruby: below a condition, or where a failure is rescued.
bool may_be_left_out(TSNode call);

// JavaScript's `export …`: what it offers, and from where when that is another module.
void read_export(const Source& source, TSNode statement, Outline& out);
// The names of `export const a = 1, {b} = c`, `export class D`.
void add_declared(const Source& source, TSNode declaration, Outline& out);
// Python's `__all__ = [...]`, CommonJS's `module.exports = {...}`.
void read_assignment(const Source& source, TSNode assignment, bool at_top, Outline& out);

}  // namespace pawl::syntax
