// A pattern, a zero byte, a path: a relative path without special characters matches itself.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "base/text/glob.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto zero = input.find('\0');
  if (zero == std::string_view::npos || size > 4096) return 0;
  const std::string pattern(input.substr(0, zero));
  const std::string path(input.substr(zero + 1));
  const bool matches = pawl::glob_match(pattern, path);
  PAWL_CHECK(pawl::glob_match(pattern, path) == matches, "the same pattern matches now and then");
  const bool plain = path.find_first_of("*?[]{}\\!") == std::string::npos;
  if (plain && !path.empty() && path.front() != '/' && path.back() != '/') {
    PAWL_CHECK(pawl::glob_match(path, path), "a plain path does not match itself");
  }
  return 0;
}
