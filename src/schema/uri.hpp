// Addresses in schemas: resolving references (RFC 3986) and JSON Pointers (RFC 6901).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::schema {

// The reference as seen from the document of that address. Any part may be missing.
std::string resolve_uri(std::string_view base, std::string_view reference);

struct SplitUri {
  std::string document;
  std::string fragment;  // percent-decoded
};
SplitUri split_uri(std::string_view uri);

// The unescaped parts of `/a/b~1c`; none for "".
std::vector<std::string> pointer_parts(std::string_view pointer);
std::string pointer_escaped(std::string_view part);

}  // namespace pawl::schema
