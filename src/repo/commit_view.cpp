#include <algorithm>
#include <atomic>
#include <thread>

#include "git/blob_id.hpp"
#include "os/parallel.hpp"
#include "os/root.hpp"
#include "repo/view.hpp"

namespace pawl::repo {
namespace {

constexpr std::uint64_t kCommitHeldBytesMax = 256U << 20U;
constexpr std::size_t kFilesPerChunk = 64;
// More than there are cores: on a cold disk they mostly wait.
constexpr unsigned kBlobReaders = 8;

constexpr std::uint32_t kTypeMask = 0170000;
constexpr std::uint32_t kRegular = 0100000;
constexpr std::uint32_t kSymlink = 0120000;

struct File {
  std::string object;
  std::optional<std::string> content;  // nothing: too large to hold
};

class CommitView final : public RepoView {
 public:
  CommitView(git::Git& git, std::string folder) : git_(git), folder_(std::move(folder)) {}

  Status load(const std::string& commit, const os::Root& checkout) {
    TRY(list(commit));
    TRY(read_checkout(checkout));
    return read_objects();
  }

  std::span<const Entry> files() const override { return entries_; }

  Result<std::string> read(const RepoPath& path, std::size_t bytes_max) const override {
    const Entry* entry = find(path.text());
    if (entry == nullptr) {
      return fail(Errc::not_found, path.text() + " is no file of this commit");
    }
    if (entry->symlink) {
      return fail(Errc::denied, path.text() + " is a symlink; symlinks are not read through");
    }
    if (entry->size > bytes_max) {
      return fail(Errc::invalid,
                  path.text() + " is larger than " + std::to_string(bytes_max) + " bytes");
    }
    const File& file = files_[static_cast<std::size_t>(entry - entries_.data())];
    if (file.content) return *file.content;
    return git_.output({.folder = folder_, .args = {"cat-file", "blob", file.object}});
  }

 private:
  Status list(const std::string& commit) {
    TRY_ASSIGN(std::vector<git::TreeEntry> tree, git_.list_tree(folder_, commit));
    std::sort(tree.begin(), tree.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    for (git::TreeEntry& item : tree) {
      const std::uint32_t type = item.mode & kTypeMask;
      auto path = RepoPath::from_git(item.path);
      if (!path || (type != kRegular && type != kSymlink)) continue;
      entries_.push_back({.path = *std::move(path),
                          .size = 0,
                          .executable = type == kRegular && (item.mode & 0100U) != 0,
                          .symlink = type == kSymlink});
      files_.push_back({.object = std::move(item.object), .content = {}});
    }
    return Done{};
  }

  // Takes from the checkout what is the commit's blob, byte for byte.
  Status read_checkout(const os::Root& checkout) {
    std::atomic<std::uint64_t> held = 0;
    os::run_parallel(entries_.size(), kBlobReaders, kFilesPerChunk, [&](std::size_t i, unsigned) {
      Entry& entry = entries_[i];
      if (entry.symlink || held > kCommitHeldBytesMax) return;
      Result<std::string> content = checkout.read(entry.path, kReadBytesMax);
      if (!content || !git::is_blob(*content, files_[i].object)) return;
      held += content->size();
      entry.size = content->size();
      files_[i].content = *std::move(content);
    });
    held_ = held;
    if (held_ <= kCommitHeldBytesMax) return Done{};
    return fail(Errc::invalid, "the files of " + folder_ + " hold more than " +
                                   std::to_string(kCommitHeldBytesMax) + " bytes");
  }

  // What is not held yet: changed files, all of a bare repository, sizes of large ones.
  Status read_objects() {
    std::vector<std::size_t> missing;
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (files_[i].content) continue;
      missing.push_back(i);
      objects.push_back(files_[i].object);
    }
    TRY_ASSIGN(std::vector<git::Blob> blobs,
               git_.blobs(folder_, objects, kReadBytesMax, kCommitHeldBytesMax - held_));
    for (std::size_t i = 0; i < missing.size(); ++i) {
      entries_[missing[i]].size = blobs[i].size;
      files_[missing[i]].content = std::move(blobs[i].content);
    }
    return Done{};
  }

  git::Git& git_;
  std::string folder_;
  std::vector<Entry> entries_;
  std::vector<File> files_;  // of the entry at the same place
  std::uint64_t held_ = 0;
};

}  // namespace

Result<std::unique_ptr<RepoView>> commit_view(git::Git& git, const std::string& folder,
                                              const std::string& commit) {
  // In a bare repository nothing is found there.
  TRY_ASSIGN(const std::unique_ptr<os::Root> checkout, os::Root::open(folder));
  auto view = std::make_unique<CommitView>(git, folder);
  TRY(view->load(commit, *checkout));
  return std::unique_ptr<RepoView>(std::move(view));
}

}  // namespace pawl::repo
