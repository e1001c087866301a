// The modules and packages that a JavaScript or TypeScript file names: in imports, in calls of
// require, and as strings in members of objects (`plugins: ["x"]`). Comments never count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

enum class ModuleReferenceKind : std::uint8_t {
  import,   // `import … from "x"`, `import("x")`, `export … from "x"`, `require("x")`
  element,  // `plugins: ["x"]`, `plugins: [["x", {}]]`, `parser: "x"`
  key,      // `plugins: {x: {}}`
};

struct ModuleReference {
  ModuleReferenceKind kind = ModuleReferenceKind::import;
  std::string name;
  std::string member;               // of element and key: the member's name, `plugins`
  std::vector<std::string> around;  // the members that one stands in, from the outside
  int line = 0;                     // from 1
  bool optional = false;            // inside of a `try`
  bool operator==(const ModuleReference&) const = default;
};

// In order of their place. Strings put together at run time are left out.
std::vector<ModuleReference> module_references(Language language, std::string_view text);

}  // namespace pawl::syntax
