// What keeps the assertions of a test of C or C++ from being reached, read without a grammar: the
// macros that open such tests are known to none. For the files of this module only.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pawl::syntax {

enum class MacroReach : std::uint8_t { dead, sheltered, passed_over };

struct MacroRange {
  MacroReach what;
  std::size_t begin;
  std::size_t end;
};

// `plain` is the text with its literals and comments blanked, `text` the same with them, from the
// brace that opens a body to the one behind it.
std::vector<MacroRange> reach_of_body(std::string_view plain, std::string_view text,
                                      std::size_t begin, std::size_t end);

}  // namespace pawl::syntax
