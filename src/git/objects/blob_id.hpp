// The names git gives to file contents.
#pragma once

#include <string_view>

namespace pawl::git {

// Whether `id` is the object id of a blob of these bytes: 40 hex digits are a SHA-1, 64 a SHA-256.
bool is_blob(std::string_view bytes, std::string_view id);

}  // namespace pawl::git
