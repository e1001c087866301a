#include "recipes/overlay_view.hpp"

#include <algorithm>

namespace pawl::recipes {

OverlayView::OverlayView(const repo::RepoView& below)
    : below_(below), entries_(below.files().begin(), below.files().end()) {}

void OverlayView::put(const Write& write) {
  const Result<RepoPath> path = RepoPath::parse(write.path);
  PAWL_CHECK(path.ok(), "a recipe writes a path of its own making");
  written_[write.path] = write.content;
  const auto at = std::lower_bound(
      entries_.begin(), entries_.end(), *path,
      [](const repo::Entry& entry, const RepoPath& wanted) { return entry.path < wanted; });
  if (at != entries_.end() && at->path == *path) {
    at->size = write.content.size();
  } else {
    entries_.insert(at, {.path = *path, .size = write.content.size()});
  }
}

Result<std::string> OverlayView::read(const RepoPath& path, std::size_t bytes_max) const {
  if (const auto found = written_.find(path.text()); found != written_.end()) {
    return found->second;
  }
  return below_.read(path, bytes_max);
}

}  // namespace pawl::recipes
