// A change of any size, cut into questions that a model can take, within a budget, and how much of
// it they hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "critics/diff.hpp"

namespace pawl::critics {

// Lines [first, last) of a hunk.
struct Piece {
  std::size_t file = 0;
  std::size_t hunk = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  bool operator==(const Piece&) const = default;
};

struct Chunk {
  std::vector<Piece> pieces;  // in the order of the diff
  std::int64_t weight = 0;    // of its text
};

// Weights are those of llm::weight_of.
struct ChunkLimits {
  std::int64_t chunk = 0;  // of the text of one
  std::int64_t fixed = 0;  // of what each question says besides
  std::int64_t total = 0;  // of all questions
};

// All of the change that fits. Where not all does, small files come first, so that one large file
// hides no other; of a file that does not fit, its beginning. A line too long for a question is
// left out.
std::vector<Chunk> cut(const Diff& diff, const ChunkLimits& limits);

// As a model gets it: each line with its number in the head and its mark.
std::string text_of(const Diff& diff, const Chunk& chunk);

// How much of a change was read.
struct Coverage {
  std::size_t files = 0;
  std::size_t files_read = 0;  // as a whole
  std::size_t lines = 0;       // that changed
  std::size_t lines_read = 0;
  std::vector<std::string> unread;  // paths not read as a whole, in the order of the diff
  bool whole() const { return unread.empty(); }
};
Coverage coverage_of(const Diff& diff, const std::vector<Chunk>& read);

}  // namespace pawl::critics
