#include "guards/paths/module_files.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/fixed_words.hpp"

namespace pawl::guards {

bool has_module(const repo::RepoView& tree, const std::string& path) {
  static constexpr auto kEndings =
      fixed_words("", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".json", ".jsx", ".tsx",
                  ".d.ts", ".vue", ".svelte", "/index.js", "/index.ts", "/index.mjs", "/index.cjs",
                  "/index.mts", "/index.tsx", "/package.json");
  const bool script = path.ends_with("js") || path.ends_with("jsx");
  const std::string stem = path.substr(0, path.rfind('.'));
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    if (path.empty()) return ending.starts_with('/') && tree.has(ending.substr(1));
    return tree.has(path + std::string(ending)) ||
           (script && !ending.empty() && tree.has(stem + std::string(ending)));
  });
}

}  // namespace pawl::guards
