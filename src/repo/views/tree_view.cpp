#include "repo/views/tree_view.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "git/objects/tree.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kTreesKept = 50'000;
constexpr std::size_t kHeldBytesMax = std::size_t{64} << 20U;
constexpr std::size_t kNamesAtOnce = 256;

class TreeView final : public RepoView {
 public:
  TreeView(git::Git& git, git::ObjectReader& objects, std::string folder, std::string commit)
      : git_(git), objects_(objects), folder_(std::move(folder)), commit_(std::move(commit)) {}

  std::span<const Entry> files() const override {
    const std::lock_guard lock(mutex_);
    if (!listed_) list();
    return *listed_;
  }

  const Entry* find(std::string_view path) const override {
    const std::lock_guard lock(mutex_);
    if (listed_) return find_listed(path);
    if (const auto known = found_.find(path); known != found_.end()) {
      return known->second ? &*known->second : nullptr;
    }
    const std::optional<git::TreeNode> node = node_at(path);
    std::optional<Entry> entry;
    if (node && node->is_file()) {
      if (auto parsed = RepoPath::from_git(path)) entry = entry_of(*std::move(parsed), *node);
    }
    const auto kept = found_.emplace(std::string(path), std::move(entry)).first;
    return kept->second ? &*kept->second : nullptr;
  }

  bool has_folder(std::string_view path) const override {
    while (path.ends_with('/')) path.remove_suffix(1);
    if (path.empty()) return true;
    const std::lock_guard lock(mutex_);
    const std::optional<git::TreeNode> node = node_at(path);
    return node && node->is_folder();
  }

  void each_name(std::string_view folder,
                 const std::function<void(std::string_view)>& take) const override {
    const std::lock_guard lock(mutex_);
    std::string name = commit_ + "^{tree}";
    if (!folder.empty()) {
      const std::optional<git::TreeNode> node = node_at(folder);
      if (!node || !node->is_folder()) return;
      name = node->object;
    }
    const git::Tree* names = tree(name);
    if (names == nullptr) return;
    for (const auto& [each, node] : *names) take(each);
  }

  std::optional<std::string> link_target(std::string_view path) const override {
    const std::lock_guard lock(mutex_);
    const std::optional<git::TreeNode> node = node_at(path);
    if (!node || !node->is_symlink()) return {};
    constexpr std::uint64_t kTargetBytesMax = 4096;
    const std::span<const std::string> name(&node->object, 1);
    auto answer = objects_.read_all(name, {.each = kTargetBytesMax});
    if (!answer) {
      note(answer.error());
      return {};
    }
    if (!answer->front() || !answer->front()->whole) return {};
    return std::move(answer->front()->content);
  }

  void expect(std::span<const Entry* const> entries) const override {
    const std::lock_guard lock(mutex_);
    if (!listed_) list();
    std::vector<std::string> names;
    for (const Entry* entry : entries) {
      const Entry* listed = find_listed(entry->path.text());
      if (listed == nullptr || listed->symlink) continue;
      names.push_back(nodes_[static_cast<std::size_t>(listed - listed_->data())].object);
    }
    for (std::size_t i = 0; i < names.size() && held_bytes_ < kHeldBytesMax; i += kNamesAtOnce) {
      const auto some = std::span(names).subspan(i, std::min(kNamesAtOnce, names.size() - i));
      auto answer = objects_.read_all(some, {.each = kReadBytesMax});
      if (!answer) return;  // the next read reports why
      for (std::optional<git::Object>& object : *answer) {
        if (!object || !object->whole) continue;
        held_bytes_ += object->content.size();
        held_.emplace(std::move(object->id), std::move(object->content));
      }
    }
  }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    const std::lock_guard lock(mutex_);
    const std::optional<git::TreeNode> node = node_at(path.text());
    if (!node || !node->is_file()) {
      TRY(trouble());  // it may be below a folder that could not be read
      return fail(Errc::not_found, path.text() + " is no file of this commit");
    }
    if (node->is_symlink()) {
      return fail(Errc::denied, path.text() + " is a symlink; symlinks are not read through");
    }
    if (const auto held = held_.find(node->object); held != held_.end()) {
      if (held->second.size() <= bytes_max) return held->second;
      return too_large(path, bytes_max);
    }
    const std::span<const std::string> name(&node->object, 1);
    TRY_ASSIGN(auto answer, objects_.read_all(name, {.each = bytes_max}));
    std::optional<git::Object>& object = answer.front();
    if (!object) {
      return fail(Errc::io, "the object " + node->object + " of " + path.text() +
                                " is missing or damaged in " + folder_ +
                                "; fetch it there first, or repair the repository");
    }
    if (!object->whole) return too_large(path, bytes_max);
    return std::move(object->content);
  }

  static Error too_large(const RepoPath& path, std::size_t bytes_max) {
    return fail(Errc::invalid,
                path.text() + " is larger than " + std::to_string(bytes_max) + " bytes");
  }

  static Entry entry_of(RepoPath path, const git::TreeNode& node) {
    return {.path = std::move(path),
            .executable = !node.is_symlink() && (node.mode & 0100U) != 0,
            .symlink = node.is_symlink()};
  }

  const Entry* find_listed(std::string_view path) const {
    const auto at = std::lower_bound(
        listed_->begin(), listed_->end(), path,
        [](const Entry& entry, std::string_view text) { return entry.path.text() < text; });
    return at != listed_->end() && at->path.text() == path ? &*at : nullptr;
  }

  // What git cannot list is an empty listing, and trouble.
  void list() const {
    listed_.emplace();
    auto tree = git_.list_tree(folder_, commit_);
    if (!tree) {
      note(tree.error());
      return;
    }
    listed_->reserve(tree->size());
    for (git::TreeEntry& item : *tree) {
      git::TreeNode node{.mode = item.mode, .object = std::move(item.object)};
      auto path = RepoPath::from_git(item.path);
      if (!path || !node.is_file()) continue;
      listed_->push_back(entry_of(*std::move(path), node));
      nodes_.push_back(std::move(node));
    }
  }

  // A tree by id, or by a name git resolves to one.
  const git::Tree* tree(const std::string& name) const {
    if (const auto known = trees_.find(name); known != trees_.end()) return &known->second;
    auto object = objects_.read(name);
    if (!object) {
      note(object.error());
      return nullptr;
    }
    if (!*object || (*object)->type != "tree") {
      note(fail(Errc::io, "the tree " + name + " is missing or damaged in " + folder_ +
                              "; fetch it there first, or repair the repository"));
      return nullptr;
    }
    auto parsed = git::parse_tree((*object)->content, (*object)->id.size() / 2);
    if (!parsed) {
      note(parsed.error());
      return nullptr;
    }
    if (trees_.size() >= kTreesKept) trees_.clear();
    return &trees_.emplace(name, *std::move(parsed)).first->second;
  }

  std::optional<git::TreeNode> node_at(std::string_view path) const {
    if (listed_) {
      const Entry* entry = find_listed(path);
      if (entry != nullptr) return nodes_[static_cast<std::size_t>(entry - listed_->data())];
    }
    std::string name = commit_ + "^{tree}";
    while (true) {
      const git::Tree* folder = tree(name);
      if (folder == nullptr) return {};
      const auto slash = path.find('/');
      const auto child = folder->find(path.substr(0, slash));
      if (child == folder->end()) return {};
      if (slash == std::string_view::npos) return child->second;
      if (!child->second.is_folder()) return {};
      name = child->second.object;
      path.remove_prefix(slash + 1);
    }
  }

  git::Git& git_;
  git::ObjectReader& objects_;
  std::string folder_;
  std::string commit_;
  mutable std::mutex mutex_;
  mutable std::optional<std::vector<Entry>> listed_;
  mutable std::vector<git::TreeNode> nodes_;         // of the listed entry at the same place
  mutable std::map<std::string, std::string> held_;  // contents that were expected, by object id
  mutable std::size_t held_bytes_ = 0;
  mutable std::map<std::string, std::optional<Entry>, std::less<>> found_;
  mutable std::map<std::string, git::Tree> trees_;
};

}  // namespace

std::unique_ptr<RepoView> tree_view(git::Git& git, git::ObjectReader& objects, std::string folder,
                                    std::string commit) {
  return std::make_unique<TreeView>(git, objects, std::move(folder), std::move(commit));
}

}  // namespace pawl::repo
