// What a command printed, in bounded memory: the first half of the allowance and the last half,
// with a line between that says how much is left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pawl::os {

class OutputCapture {
 public:
  explicit OutputCapture(std::size_t bytes_max);

  void add(std::string_view piece);
  bool cut() const { return bytes_seen_ > head_max_ + tail_max_; }
  // The text kept; characters of UTF-8 are not torn at the cut. The capture is used up.
  std::string take();

 private:
  void add_to_tail(std::string_view piece);

  std::size_t head_max_;
  std::size_t tail_max_;
  std::size_t bytes_seen_ = 0;
  std::string head_;
  std::string tail_;            // a ring once it is full
  std::size_t tail_begin_ = 0;  // of the oldest byte in the ring
};

}  // namespace pawl::os
