// Where two texts differ.
#pragma once

#include <cstddef>
#include <string_view>

namespace pawl::guards {

// From the first byte that differs to the last one, in both texts, widened to whole lines.
struct ChangedSpan {
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Range before;
  Range after;
};

ChangedSpan changed_span(std::string_view before, std::string_view after);

}  // namespace pawl::guards
