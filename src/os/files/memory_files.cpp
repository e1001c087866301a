#include "os/files/memory_files.hpp"

#include <utility>

namespace pawl::os {
namespace {

Error missing(const std::string& path) {
  return fail(Errc::not_found, path + ": No such file or directory");
}

}  // namespace

class MemoryFiles::Lock final : public FileLock {
 public:
  Lock(MemoryFiles& files, std::string path) : files_(files), path_(std::move(path)) {}
  ~Lock() override { files_.locked_.erase(path_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  Status write(std::string_view content) override {
    Node* node = files_.find(path_);
    if (node == nullptr) return missing(path_);
    node->content = content;
    return Done{};
  }

 private:
  MemoryFiles& files_;
  std::string path_;
};

MemoryFiles::MemoryFiles(const Clock& clock) : clock_(clock) {
  nodes_["/"] = Node{FileType::folder, {}, 0755, clock_.now()};
}

MemoryFiles::Node* MemoryFiles::find(const std::string& path) {
  const auto found = nodes_.find(absolute_path(path));
  return found == nodes_.end() ? nullptr : &found->second;
}

std::map<std::string, MemoryFiles::Node>::iterator MemoryFiles::end_of_tree(
    const std::string& path) {
  return nodes_.lower_bound(path + "0");  // '0' is the character after '/'
}

Status MemoryFiles::may_write(const std::string& path) {
  const Node* folder = find(parent_path(absolute_path(path)));
  if (folder == nullptr || folder->type != FileType::folder) return missing(path);
  const Node* node = find(path);
  if (node != nullptr && node->type == FileType::folder) {
    return fail(Errc::invalid, path + ": Is a directory");
  }
  if (std::exchange(full_, false)) {
    return fail(Errc::io, "cannot write " + path + ": No space left on device");
  }
  return Done{};
}

Result<std::string> MemoryFiles::read(const std::string& path, std::size_t bytes_max) {
  const Node* node = find(path);
  if (node == nullptr) return missing(path);
  if (node->type == FileType::folder) return fail(Errc::invalid, path + ": Is a directory");
  if (node->content.size() > bytes_max) return too_large(path, bytes_max);
  return node->content;
}

Status MemoryFiles::write_atomic(const std::string& path, std::string_view content,
                                 std::uint32_t mode) {
  TRY(may_write(path));
  nodes_[absolute_path(path)] = Node{FileType::file, std::string(content), mode, clock_.now()};
  return Done{};
}

Status MemoryFiles::append(const std::string& path, std::string_view content, std::uint32_t mode) {
  TRY(may_write(path));
  if (find(path) == nullptr) nodes_[absolute_path(path)] = Node{FileType::file, {}, mode, {}};
  Node& node = *find(path);
  node.content += content;
  node.modified = clock_.now();
  return Done{};
}

Result<std::optional<FileStat>> MemoryFiles::stat(const std::string& path) {
  const Node* node = find(path);
  if (node == nullptr) return std::optional<FileStat>();
  return std::optional(FileStat{node->type, node->content.size(), node->mode, node->modified});
}

Result<std::vector<std::string>> MemoryFiles::list(const std::string& folder) {
  const Node* node = find(folder);
  if (node == nullptr || node->type != FileType::folder) return missing(folder);
  const std::string prefix =
      join_path(absolute_path(folder), "") == "/" ? std::string("/") : absolute_path(folder) + "/";
  std::vector<std::string> names;
  for (auto at = nodes_.upper_bound(prefix); at != nodes_.end() && at->first.starts_with(prefix);
       ++at) {
    const std::string_view name = std::string_view(at->first).substr(prefix.size());
    if (name.find('/') == std::string_view::npos) names.emplace_back(name);
  }
  return names;
}

Status MemoryFiles::make_folders(const std::string& path, std::uint32_t mode) {
  const std::string clean = absolute_path(path);
  if (const Node* node = find(clean); node != nullptr) {
    if (node->type == FileType::folder) return Done{};
    return fail(Errc::conflict, path + ": File exists");
  }
  if (const Node* parent = find(parent_path(clean));
      parent != nullptr && parent->type != FileType::folder) {
    return missing(path);
  }
  TRY(make_folders(parent_path(clean), mode));
  nodes_[clean] = Node{FileType::folder, {}, mode, clock_.now()};
  return Done{};
}

Result<bool> MemoryFiles::make_new_folder(const std::string& path, std::uint32_t mode) {
  if (find(absolute_path(path)) != nullptr) return false;
  TRY(make_folders(path, mode));
  return true;
}

Status MemoryFiles::remove(const std::string& path) {
  const Node* node = find(path);
  if (node == nullptr) return Done{};
  if (node->type == FileType::folder) return fail(Errc::invalid, path + ": Is a directory");
  nodes_.erase(absolute_path(path));
  return Done{};
}

Status MemoryFiles::remove_tree(const std::string& path) {
  const std::string clean = absolute_path(path);
  nodes_.erase(clean);
  nodes_.erase(nodes_.lower_bound(clean + "/"), end_of_tree(clean));
  return Done{};
}

Status MemoryFiles::rename(const std::string& from, const std::string& to) {
  const std::string source = absolute_path(from);
  const std::string target = absolute_path(to);
  const Node* folder = find(parent_path(target));
  if (find(source) == nullptr || folder == nullptr || folder->type != FileType::folder) {
    return missing(from + " → " + to);
  }
  if (source == target) return Done{};
  std::map<std::string, Node> moved;
  moved[target] = std::move(nodes_[source]);
  const auto first = nodes_.lower_bound(source + "/");
  const auto last = end_of_tree(source);
  for (auto at = first; at != last; ++at) {
    moved[target + at->first.substr(source.size())] = std::move(at->second);
  }
  nodes_.erase(first, last);
  nodes_.erase(source);
  nodes_.erase(target);
  nodes_.merge(moved);
  return Done{};
}

Result<std::unique_ptr<FileLock>> MemoryFiles::try_lock(const std::string& path,
                                                        std::uint32_t mode) {
  const Node* folder = find(parent_path(absolute_path(path)));
  if (folder == nullptr || folder->type != FileType::folder) return missing(path);
  const std::string clean = absolute_path(path);
  if (!locked_.insert(clean).second) {
    return fail(Errc::conflict, path + " is locked by another process");
  }
  nodes_.try_emplace(clean, Node{FileType::file, {}, mode, clock_.now()});
  return std::unique_ptr<FileLock>(std::make_unique<Lock>(*this, clean));
}

}  // namespace pawl::os
