// A regular expression as a tree: between the parser and the matcher of schema/pattern.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace pawl::pattern {

struct CharSet {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  // both ends belong to it
  bool negated = false;

  bool has(std::uint32_t point) const;
};

struct Tree {
  enum class Kind : std::uint8_t {
    empty,
    set,           // one code point of `set`
    sequence,      // all children, one after the other
    alternatives,  // one of the children
    repeat,        // the child, `min` to `max` times
    group,         // the child, remembered under `number`
    look_ahead,
    look_behind,
    begin,
    end,
    word_boundary,
    same_again,  // what the group `number` matched
  };
  static constexpr std::size_t kNoMax = SIZE_MAX;

  Kind kind = Kind::empty;
  CharSet set = {};
  std::vector<Tree> children = {};
  std::size_t min = 0;
  std::size_t max = kNoMax;
  bool lazy = false;
  bool negated = false;  // of looks and boundaries
  std::size_t number = 0;
};

struct Parsed {
  Tree tree;
  std::size_t groups = 0;
};
Result<Parsed> parse(std::string_view expression);

// The code point at `at`, which moves behind it. A byte that is not UTF-8 stands for itself.
std::uint32_t next_point(std::string_view text, std::size_t& at);

bool is_word(std::uint32_t point);

}  // namespace pawl::pattern
