#include "repo/views/view.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace pawl::repo {
namespace {

class MemoryView final : public RepoView {
 public:
  explicit MemoryView(const std::map<std::string, std::string>& files) {
    for (const auto& [name, content] : files) {
      auto path = RepoPath::from_git(name);
      PAWL_CHECK(path.ok(), "memory_view: " + (path ? "" : path.error().to_line()));
      entries_.push_back({.path = *std::move(path), .size = content.size()});
      contents_.push_back(content);
    }
  }

  std::span<const Entry> files() const override { return entries_; }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    const Entry* entry = find(path.text());
    if (entry == nullptr) return fail(Errc::not_found, path.text() + " is no file of this view");
    const std::string& content = contents_[static_cast<std::size_t>(entry - entries_.data())];
    if (content.size() > bytes_max) {
      return fail(Errc::invalid, path.text() + " is larger than " + std::to_string(bytes_max) +
                                     " bytes; read it with a larger limit");
    }
    return content;
  }

  std::vector<Entry> entries_;
  std::vector<std::string> contents_;  // of the entry at the same place
};

}  // namespace

Result<std::string> RepoView::read(const RepoPath& path, std::size_t bytes_max) const {
  Result<std::string> content = read_file(path, bytes_max);
  if (!content && is_trouble(path, content.error())) note(content.error());
  return content;
}

// What the view lists, and is no symlink, can be read.
bool RepoView::is_trouble(const RepoPath& path, const Error& error) const {
  if (error.code == Errc::invalid) return false;
  if (error.code != Errc::not_found && error.code != Errc::denied) return true;
  const Entry* entry = find(path.text());
  return entry != nullptr && !entry->symlink;
}

Status RepoView::trouble() const {
  const std::lock_guard lock(trouble_mutex_);
  if (trouble_) return *trouble_;
  return Done{};
}

void RepoView::note(const Error& error) const {
  const std::lock_guard lock(trouble_mutex_);
  if (!trouble_) trouble_ = error;
}

const Entry* RepoView::find(std::string_view path) const {
  const auto all = files();
  const auto at = std::lower_bound(
      all.begin(), all.end(), path,
      [](const Entry& entry, std::string_view text) { return entry.path.text() < text; });
  return at != all.end() && at->path.text() == path ? &*at : nullptr;
}

const Entry* RepoView::first_of(WordsView paths) const {
  for (const std::string_view path : paths) {
    if (const Entry* entry = find(path); entry != nullptr) return entry;
  }
  return nullptr;
}

bool RepoView::has_folder(std::string_view folder) const {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty()) return true;
  const std::string prefix = std::string(folder) + "/";
  const auto all = files();
  const auto at = std::lower_bound(
      all.begin(), all.end(), prefix,
      [](const Entry& entry, const std::string& text) { return entry.path.text() < text; });
  return at != all.end() && at->path.text().starts_with(prefix);
}

void RepoView::each_name(std::string_view folder,
                         const std::function<void(std::string_view)>& take) const {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  const auto all = files();
  auto at = std::lower_bound(
      all.begin(), all.end(), prefix,
      [](const Entry& entry, const std::string& text) { return entry.path.text() < text; });
  std::string_view last;
  for (; at != all.end() && at->path.text().starts_with(prefix); ++at) {
    const std::string_view rest = std::string_view(at->path.text()).substr(prefix.size());
    const std::string_view name = rest.substr(0, rest.find('/'));
    if (name != last) take(name);
    last = name;
  }
}

std::optional<std::string> RepoView::link_target(std::string_view /*path*/) const { return {}; }

std::optional<std::string> RepoView::text(std::string_view path) const {
  const Entry* entry = find(path);
  if (entry == nullptr) return {};
  auto content = read(entry->path);
  if (!content) return {};
  return *std::move(content);
}

std::unique_ptr<RepoView> memory_view(const std::map<std::string, std::string>& files) {
  return std::make_unique<MemoryView>(files);
}

}  // namespace pawl::repo
