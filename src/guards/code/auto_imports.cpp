#include "guards/code/auto_imports.hpp"

#include <algorithm>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

constexpr auto kImportingTools = fixed_words(
    "nuxt.config.ts", "nuxt.config.js", "nuxt.config.mjs", "nuxt.config.mts", "nitro.config.ts",
    "nitro.config.mjs", "nitro.config.js", "wxt.config.ts", "wxt.config.js", "auto-imports.d.ts");

bool stands_around(std::string_view settings, std::string_view path) {
  const std::string folder(folder_of(settings));
  return folder.empty() || path.starts_with(folder + "/");
}

}  // namespace

bool has_auto_imports(const index::Tree& tree, std::string_view path) {
  for (const std::string_view name : kImportingTools) {
    for (const std::string& each : tree.named(name)) {
      if (stands_around(each, path)) return true;
    }
  }
  const std::vector<std::string> manifests = tree.named("package.json");
  return std::any_of(manifests.begin(), manifests.end(), [&](const std::string& each) {
    return stands_around(each, path) && contains(tree.text(each).value_or(""), "auto-import");
  });
}

}  // namespace pawl::guards
