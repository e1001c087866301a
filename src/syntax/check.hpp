// Does a text parse?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

struct Diagnostic {
  int line = 0;    // from 1
  int column = 0;  // from 1, in characters
  std::string message;
  bool operator==(const Diagnostic&) const = default;
};

// More of one text are not told.
inline constexpr std::size_t kDiagnosticsMax = 20;

// Empty when it parses, or when the format is one nobody here can parse. JSON: strict RFC 8259
// (a byte-order mark is accepted), plus repeated keys. JSONC: comments and trailing commas
// allowed. YAML: every document, unknown tags accepted, tabs and repeated keys refused. TOML 1.0.
// INI: sections, keys, continuation lines, as Python's configparser reads them. Code: ERROR and
// MISSING nodes of tree-sitter, at most kDiagnosticsMax. An empty file parses. Code or data beyond
// its limits (limits.hpp) has one diagnostic that says so.
std::vector<Diagnostic> check(const Kind& kind, std::string_view text);

}  // namespace pawl::syntax
