#include "planner/prompts/spelled_paths.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

bool is_end_of(std::string_view end, std::string_view whole) {
  if (!whole.ends_with(end)) return false;
  return whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/';
}

bool ends_alike(std::string_view path, std::string_view spelled) {
  return path.size() < spelled.size() ? is_end_of(path, spelled) : is_end_of(spelled, path);
}

std::string_view without_dots(std::string_view spelled) {
  while (spelled.starts_with("./") || spelled.starts_with("../")) {
    spelled.remove_prefix(spelled.find('/') + 1);
  }
  return spelled;
}

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::string_view path_part(std::string_view word) {
  const auto dot = word.find('.');
  if (dot == std::string_view::npos) return {};
  const auto colon = word.find(':', dot);
  word = word.substr(0, colon);
  while (word.ends_with('.')) word.remove_suffix(1);
  return word;
}

SpelledPaths::SpelledPaths(const repo::RepoView& view) {
  for (const repo::Entry& entry : view.files()) {
    if (entry.symlink || repo::is_vendored(entry.path)) continue;
    by_name_.emplace(entry.path.name(), entry.path.text());
  }
}

std::vector<std::string> SpelledPaths::fitting(std::string_view spelled) const {
  spelled = without_dots(spelled);
  std::vector<std::string> out;
  if (name_of(spelled).empty()) return out;
  for (auto [at, end] = by_name_.equal_range(name_of(spelled)); at != end; ++at) {
    if (ends_alike(at->second, spelled)) out.push_back(at->second);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> SpelledPaths::fitting_folded(std::string_view spelled) const {
  const std::string folded = lower(without_dots(spelled));
  std::vector<std::string> out;
  if (name_of(folded).empty()) return out;
  for (const auto& [name, path] : by_name_) {
    if (equal_folded(name, name_of(folded)) && ends_alike(lower(path), folded)) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string SpelledPaths::find(std::string_view spelled, std::string_view folder) const {
  while (spelled.starts_with("./")) spelled.remove_prefix(2);
  std::vector<std::string> found = fitting(spelled);
  const std::string near =
      folder.empty() ? std::string(spelled) : std::string(folder) + "/" + std::string(spelled);
  for (const std::string& path : found) {
    if (path == near || path == spelled) return path;
  }
  if (!folder.empty()) {
    std::erase_if(found, [&](const std::string& path) {
      return !path.starts_with(std::string(folder) + "/");
    });
  }
  return found.size() == 1 ? found.front() : std::string();
}

}  // namespace pawl::planner
