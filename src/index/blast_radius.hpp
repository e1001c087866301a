// What depends on files that are about to change, as a block of text for a prompt: a model that
// sees who calls a function is less likely to break them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "index/index.hpp"

namespace pawl::index {

struct BlastOptions {
  std::size_t users_max = 5;       // shown of each symbol; the rest is counted
  std::size_t bytes_max = 12'000;  // of the block; what does not fit is counted
  // Whether a symbol of that name is one the change is about: such go first. None when empty.
  std::function<bool(const std::string& name)> wanted = {};
};

// For the public symbols of each file their users in other files, likely ones and better. Files
// without public symbols are left out; empty when all are.
std::string blast_radius(const Graph& graph, std::span<const std::string> paths,
                         const BlastOptions& options = {});

}  // namespace pawl::index
