#include "guards/paths/relative_path.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr auto kMadeFolders = std::to_array<std::string_view>(
    {"dist",         "build",    "lib",    "out",       "output",   "target",
     "node_modules", "coverage", "public", "generated", "gen",      "tmp",
     "temp",         "es",       "esm",    "cjs",       "umd",      "types",
     "typings",      "_build",   "site",   "bin",       "obj",      "release",
     "artifacts",    "vendor",   "pkg",    "wasm",      "artifact", "prebuilds"});

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

bool is_made_later(std::string_view path) {
  const std::string folded = lower(path);
  const auto parts = split(folded, '/');
  for (const std::string_view part : parts) {
    const bool hidden = part.starts_with('.') && part != parts.back();
    if (hidden && part != ".github" && part != ".storybook" && part != ".config") return true;
    if (part.starts_with("dist-") || part.starts_with("build-") ||
        std::find(kMadeFolders.begin(), kMadeFolders.end(), part) != kMadeFolders.end()) {
      return true;
    }
  }
  return contains(parts.back(), "local") || contains(parts.back(), "generated") ||
         contains(parts.back(), ".gen.");
}

}  // namespace pawl::guards
