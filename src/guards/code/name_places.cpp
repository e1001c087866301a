#include "guards/code/name_places.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kSaidFileMax = 256U << 10U;
constexpr std::size_t kSaidTotalMax = 16U << 20U;

}  // namespace

std::vector<std::size_t> places_of(std::string_view text, std::string_view name) {
  std::vector<std::size_t> out;
  for (auto at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if (at > 0 && is_word(text[at - 1])) continue;
    if (end < text.size() && is_word(text[end])) continue;
    out.push_back(at);
  }
  return out;
}

bool is_said_elsewhere(const repo::RepoView* tree, std::string_view path, const std::string& name,
                       const std::function<bool(std::string_view text, std::size_t at)>& counts) {
  if (tree == nullptr) return true;
  std::size_t total = 0;
  for (const repo::Entry& entry : tree->files()) {
    if (entry.symlink || entry.size > kSaidFileMax || entry.path.text() == path) continue;
    if (repo::is_vendored(entry.path)) continue;
    const Result<std::string> text = tree->read(entry.path, kSaidFileMax);
    if (!text || looks_binary(*text)) continue;
    total += text->size();
    if (total > kSaidTotalMax) return true;
    const std::vector<std::size_t> places = places_of(*text, name);
    if (std::any_of(places.begin(), places.end(),
                    [&](std::size_t at) { return counts(*text, at); })) {
      return true;
    }
  }
  return false;
}

}  // namespace pawl::guards
