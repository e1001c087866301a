#include "guards/paths/relative_path.hpp"

#include <algorithm>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr auto kMadeFolders = fixed_words(
    "dist", "build", "lib", "out", "output", "target", "node_modules", "coverage", "public",
    "generated", "gen", "tmp", "temp", "es", "esm", "cjs", "umd", "types", "typings", "_build",
    "site", "bin", "obj", "release", "artifacts", "vendor", "pkg", "wasm", "artifact", "prebuilds");

}  // namespace

std::optional<std::string> joined_path(std::string_view folder, std::string_view relative) {
  std::vector<std::string_view> parts;
  for (const std::string_view text : {folder, relative}) {
    for (const std::string_view part : split(text, '/')) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.empty()) {
        return std::nullopt;
      } else {
        parts.pop_back();
      }
    }
  }
  return join(parts, "/");
}

std::string path_in(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

std::optional<std::string> made_folder(std::string_view path) {
  const std::string folded = lower(path);
  std::size_t end = 0;
  for (const std::string_view part : split(folded, '/')) {
    end += part.size() + 1;
    const bool last = end > folded.size();
    const bool hidden = part.starts_with('.') && !last;
    const bool tool = hidden && part != ".github" && part != ".storybook" && part != ".config";
    if (tool || part.starts_with("dist-") || part.starts_with("build-") ||
        among(kMadeFolders, part)) {
      return std::string(path.substr(0, end - 1));
    }
  }
  return {};
}

bool is_local_name(std::string_view path) {
  const std::string name = lower(path.substr(path.rfind('/') + 1));
  return contains(name, "local") || contains(name, "generated") || contains(name, ".gen.");
}

bool is_made_later(std::string_view path) {
  return made_folder(path).has_value() || is_local_name(path);
}

}  // namespace pawl::guards
