#include "repo/views/overlay_view.hpp"

namespace pawl::repo {

OverlayView::OverlayView(const RepoView& below) : below_(below) {}

OverlayView::OverlayView(const RepoView& below, const git::Change& change) : below_(below) {
  for (const git::FileChange& file : change.files) {
    if (file.after) {
      put(file.path, *file.after, file.mode_after);
    } else {
      remove(file.path);
    }
  }
}

void OverlayView::put(const RepoPath& path, std::string content, std::uint32_t mode) {
  const bool link = mode == git::kSymlinkMode;
  Entry entry{.path = path,
              .size = content.size(),
              .executable = !link && (mode & 0100U) != 0,
              .symlink = link};
  puts_.insert_or_assign(path.text(), Put{.entry = entry, .content = std::move(content)});
  relist();
}

void OverlayView::remove(const RepoPath& path) {
  puts_.insert_or_assign(path.text(), Put{.entry = {.path = path}, .content = {}});
  relist();
}

void OverlayView::relist() {
  const std::lock_guard lock(mutex_);
  listed_.reset();
}

std::span<const Entry> OverlayView::files() const {
  const std::lock_guard lock(mutex_);
  if (listed_) return *listed_;
  std::vector<Entry> entries;
  auto put = puts_.begin();
  const auto take_put = [&] {
    if (put->second.content) entries.push_back(put->second.entry);
    ++put;
  };
  for (const Entry& entry : below_.files()) {
    while (put != puts_.end() && put->first < entry.path.text()) take_put();
    if (put != puts_.end() && put->first == entry.path.text()) {
      take_put();
    } else {
      entries.push_back(entry);
    }
  }
  while (put != puts_.end()) take_put();
  listed_ = std::move(entries);
  return *listed_;
}

const Entry* OverlayView::find(std::string_view path) const {
  if (const auto put = puts_.find(path); put != puts_.end()) {
    return put->second.content ? &put->second.entry : nullptr;
  }
  return below_.find(path);
}

// A folder is gone with its last file, so that the list is needed where some are removed only.
bool OverlayView::has_folder(std::string_view folder) const {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty()) return true;
  const std::string prefix = std::string(folder) + "/";
  bool removes = false;
  for (auto put = puts_.lower_bound(prefix); put != puts_.end() && put->first.starts_with(prefix);
       ++put) {
    if (put->second.content) return true;
    removes = true;
  }
  return removes ? RepoView::has_folder(folder) : below_.has_folder(folder);
}

void OverlayView::each_name(std::string_view folder,
                            const std::function<void(std::string_view)>& take) const {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  below_.each_name(folder, [&](std::string_view name) {
    const auto put = puts_.find(prefix + std::string(name));
    if (put == puts_.end() || put->second.content) take(name);
  });
  for (auto put = puts_.lower_bound(prefix); put != puts_.end() && put->first.starts_with(prefix);
       ++put) {
    const std::string_view rest = std::string_view(put->first).substr(prefix.size());
    if (put->second.content) take(rest.substr(0, rest.find('/')));
  }
}

std::optional<std::string> OverlayView::link_target(std::string_view path) const {
  const auto put = puts_.find(path);
  if (put == puts_.end()) return below_.link_target(path);
  return put->second.entry.symlink ? put->second.content : std::nullopt;
}

Status OverlayView::trouble() const {
  TRY(RepoView::trouble());
  return below_.trouble();
}

Result<std::string> OverlayView::read_file(const RepoPath& path, std::size_t bytes_max) const {
  const auto put = puts_.find(path.text());
  if (put == puts_.end()) return below_.read(path, bytes_max);
  if (!put->second.content) {
    return fail(Errc::not_found, path.text() + " is no file of this view");
  }
  if (put->second.entry.symlink) {
    return fail(Errc::denied, path.text() + " is a symlink; symlinks are not read through");
  }
  if (put->second.content->size() > bytes_max) {
    return fail(Errc::invalid, path.text() + " is larger than " + std::to_string(bytes_max) +
                                   " bytes; read it with a larger limit");
  }
  return *put->second.content;
}

}  // namespace pawl::repo
