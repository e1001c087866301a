// A tree that is opened at the first question: whoever never asks pays nothing.
#pragma once

#include <functional>
#include <memory>

#include "base/result.hpp"
#include "index/tree.hpp"

namespace pawl::index {

using OpenTree = std::function<Result<std::unique_ptr<Tree>>()>;

// When it cannot be opened, it answers as if nothing were there, and trouble() says why.
std::unique_ptr<Tree> lazy_tree(OpenTree open);

}  // namespace pawl::index
