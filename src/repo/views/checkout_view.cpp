#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "git/git.hpp"
#include "os/files/root.hpp"
#include "os/parallel.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kPathsPerThreadMin = 2'000;
constexpr unsigned kThreadsMax = 4;

// lstat of many sorted paths below one folder: the folders on the way stay open, so a path costs
// one system call. A folder that is a symlink is not entered.
class SizeWalk {
 public:
  explicit SizeWalk(const std::string& folder)
      : root_(opened({}, ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))) {}
  SizeWalk(const SizeWalk&) = delete;
  SizeWalk& operator=(const SizeWalk&) = delete;
  ~SizeWalk() {
    leave_to(0);
    if (root_.descriptor >= 0) ::close(root_.descriptor);
  }

  // Whether there is something there; an error when that cannot be known.
  Result<bool> look(const RepoPath& path, struct stat& facts) {
    const auto components = path.components();
    const Open& folder = enter(components.first(components.size() - 1));
    int trouble = folder.trouble;
    if (trouble == 0 &&
        ::fstatat(folder.descriptor, components.back().c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
      trouble = errno;
    }
    if (trouble == 0) return true;
    // A folder may have become a file or a symlink since it was tracked.
    if (trouble == ENOENT || trouble == ENOTDIR || trouble == ELOOP) return false;
    return fail(trouble == EACCES || trouble == EPERM ? Errc::denied : Errc::io,
                "cannot look at " + path.text() + ": " + std::strerror(trouble));
  }

 private:
  struct Open {
    std::string name;
    int descriptor = -1;
    int trouble = 0;  // errno of the open that failed
  };

  static Open opened(std::string name, int descriptor) {
    return {std::move(name), descriptor, descriptor < 0 ? errno : 0};
  }

  const Open& enter(std::span<const std::string> folders) {
    std::size_t common = 0;
    while (common < folders.size() && common < open_.size() &&
           open_[common].name == folders[common]) {
      ++common;
    }
    leave_to(common);
    while (open_.size() < folders.size()) {
      const std::string& name = folders[open_.size()];
      const Open& above = open_.empty() ? root_ : open_.back();
      constexpr int kFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
      open_.push_back(above.trouble != 0
                          ? Open{name, -1, above.trouble}
                          : opened(name, ::openat(above.descriptor, name.c_str(), kFlags)));
    }
    return open_.empty() ? root_ : open_.back();
  }

  void leave_to(std::size_t depth) {
    while (open_.size() > depth) {
      if (open_.back().descriptor >= 0) ::close(open_.back().descriptor);
      open_.pop_back();
    }
  }

  Open root_;
  std::vector<Open> open_;
};

// Of the paths that are files or symlinks now; submodules and deleted files are left out.
Result<std::vector<Entry>> look_at(const std::string& folder, std::span<const std::string> paths) {
  SizeWalk walk(folder);
  std::vector<Entry> entries;
  entries.reserve(paths.size());
  for (const std::string& text : paths) {
    auto path = RepoPath::from_git(text);
    struct stat facts = {};
    if (!path) continue;
    TRY_ASSIGN(const bool there, walk.look(*path, facts));
    if (!there) continue;
    const bool symlink = S_ISLNK(facts.st_mode);
    if (!symlink && !S_ISREG(facts.st_mode)) continue;
    entries.push_back({.path = *std::move(path),
                       .size = static_cast<std::uint64_t>(facts.st_size),
                       .executable = !symlink && (facts.st_mode & S_IXUSR) != 0,
                       .symlink = symlink});
  }
  return entries;
}

Result<std::vector<Entry>> look_at_all(const std::string& folder,
                                       std::span<const std::string> paths) {
  const std::size_t wanted = std::max<std::size_t>(1, paths.size() / kPathsPerThreadMin);
  const unsigned available = std::clamp(std::thread::hardware_concurrency(), 1U, kThreadsMax);
  const std::size_t parts = std::min<std::size_t>(wanted, available);
  const std::size_t each = (paths.size() + parts - 1) / parts;
  std::vector<Result<std::vector<Entry>>> looks(parts, std::vector<Entry>());
  os::run_parallel(parts, available, 1, [&](std::size_t i, unsigned) {
    const std::size_t at = std::min(i * each, paths.size());
    looks[i] = look_at(folder, paths.subspan(at, std::min(each, paths.size() - at)));
  });
  std::vector<Entry> entries;
  entries.reserve(paths.size());
  for (Result<std::vector<Entry>>& look : looks) {
    TRY_ASSIGN(std::vector<Entry> part, std::move(look));
    std::move(part.begin(), part.end(), std::back_inserter(entries));
  }
  return entries;
}

class CheckoutView final : public RepoView {
 public:
  CheckoutView(std::vector<Entry> entries, std::unique_ptr<os::Root> root)
      : entries_(std::move(entries)), root_(std::move(root)) {}

  std::span<const Entry> files() const override { return entries_; }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    const Entry* entry = find(path.text());
    if (entry == nullptr) {
      return fail(Errc::not_found, path.text() + " is no tracked file of " + root_->folder());
    }
    if (entry->symlink) {
      return fail(Errc::denied, path.text() + " is a symlink; symlinks are not read through");
    }
    return root_->read(path, bytes_max);
  }

  std::vector<Entry> entries_;
  std::unique_ptr<os::Root> root_;
};

}  // namespace

Result<std::unique_ptr<RepoView>> checkout_view(git::Git& git, const std::string& folder) {
  TRY_ASSIGN(std::string top, git.top_level(folder));
  TRY_ASSIGN(std::unique_ptr<os::Root> root, os::Root::open(top));
  TRY_ASSIGN(std::vector<std::string> paths, git.list_index(top));
  std::sort(paths.begin(), paths.end());
  // An unmerged path is in the index up to three times.
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  TRY_ASSIGN(std::vector<Entry> entries, look_at_all(top, paths));
  return std::unique_ptr<RepoView>(
      std::make_unique<CheckoutView>(std::move(entries), std::move(root)));
}

}  // namespace pawl::repo
