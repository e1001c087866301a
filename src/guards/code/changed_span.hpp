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

// From 1, with the last one.
struct LineRange {
  int first = 0;
  int last = 0;
  bool has(int line) const { return first <= line && line <= last; }
};
LineRange lines_of_range(std::string_view text, ChangedSpan::Range range);

}  // namespace pawl::guards
