// Progress on standard error: one line that is drawn again on a terminal, plain lines otherwise.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/kit/console.hpp"

namespace pawl::cli {

// Used by one thread. The bar is gone when this is destroyed.
class Progress {
 public:
  explicit Progress(Console& console) : console_(console) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of `total` steps; `label` says which one it is at. Without a terminal a line appears
  // when `done` or `label` changed.
  void update(std::size_t done, std::size_t total, std::string_view label);
  // A line that stays, above the bar.
  void line(std::string_view text);
  void clear();

 private:
  void draw();

  Console& console_;
  std::string bar_;
  std::string shown_;
};

}  // namespace pawl::cli
