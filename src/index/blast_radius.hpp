// What depends on files that are about to change, as a block of text for a prompt: a model that
// sees who calls a function is less likely to break them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "index/index.hpp"

namespace pawl::index {

struct BlastOptions {
  std::size_t users_max = 5;       // shown of each symbol; the rest is counted
  std::size_t bytes_max = 12'000;  // of the block; what does not fit is counted
  // Whether a symbol of that name is one the change is about: such go first. None when empty.
  std::function<bool(const std::string& name)> wanted = {};
};

// One symbol and its users.
struct BlastLine {
  std::string path;  // of the file that defines it
  int line = 0;      // of its definition, from 1
  std::string text;  // `f(x, y?) [function, line 1]: used by u.py:4 in g`
  bool operator==(const BlastLine&) const = default;
};

struct BlastRadius {
  std::vector<BlastLine> lines;  // file by file
  std::size_t left_out = 0;      // symbols for which there was no room
};

// For the public symbols of each file their users in other files, likely ones and better. Empty
// when no file has public symbols.
BlastRadius blast_radius(const Graph& graph, std::span<const std::string> paths,
                         const BlastOptions& options = {});
// The path of each file, below it its symbols, indented.
std::string to_text(const BlastRadius& radius);

}  // namespace pawl::index
