// SHA-256 (FIPS 180-4), for fingerprints that nobody can forge.
#pragma once

#include <string>
#include <string_view>

namespace pawl::git {

// 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace pawl::git
