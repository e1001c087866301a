// Where a model's text changes between thinking aloud and answering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pawl::llm {

struct ThinkingMark {
  enum class Kind : std::uint8_t {
    opens,          // thinking starts here
    closes,         // thinking ends here; without an opener, all before it was thinking
    closes_gently,  // ends thinking if there is any, else means nothing
  };
  std::size_t begin = 0;
  std::size_t end = 0;
  Kind kind = Kind::opens;
  std::uint8_t family = 0;  // an opener is closed by a mark of its own family only

  bool operator==(const ThinkingMark&) const = default;
};

// All marks in the order of the text, wherever they stand: also inside of strings. Linear time.
std::vector<ThinkingMark> thinking_marks(std::string_view text);

}  // namespace pawl::llm
