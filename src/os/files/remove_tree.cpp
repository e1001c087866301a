#include "os/files/remove_tree.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/parallel.hpp"
#include "os/random.hpp"

namespace pawl::os {
namespace {

// Each level holds one descriptor, so deeper folders are first moved up to the top.
constexpr int kDepthMax = 64;
// Held in memory at once.
constexpr std::size_t kNamesAtOnce = 10'000;
// Walks over a tree that somebody adds to meanwhile.
constexpr int kWalksMax = 20;
constexpr std::chrono::milliseconds kPatience{500};
// To free what a file held takes a disk some time, and it frees many at once as fast as one: that
// is waited for by so many threads. Each has to have so many names to be worth it.
constexpr int kThreadsMax = 8;
constexpr std::size_t kNamesForThread = 32;
constexpr std::size_t kShownBytes = 100;

class TreeRemover {
 public:
  TreeRemover(int parent, std::string name, std::string shown, const Cancel* cancel)
      : parent_(parent), name_(std::move(name)), shown_(std::move(shown)), cancel_(cancel) {}

  Status run() {
    for (int walks = 0; walks < kWalksMax;) {
      moved_up_ = false;
      added_to_ = false;
      Fd top = open_folder(parent_, name_);
      if (!top.valid()) return errno == ENOENT ? Status(Done{}) : errno_error(errno, shown_);
      top_ = top.get();
      TRY(empty(std::move(top), 0));
      if (!moved_up_ && !added_to_) break;
      if (!moved_up_) ++walks;
    }
    if (::unlinkat(parent_, name_.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) {
      return errno_error(errno, shown_);
    }
    return Done{};
  }

 private:
  // Opens without following a symlink; a folder closed to its owner is opened up first (package
  // caches are written read-only). Its mode is changed through a descriptor: at its name there may
  // be something else by then.
  static Fd open_folder(int at, const std::string& name) {
    Fd folder(::openat(at, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts = {};
    if (!folder.valid() || ::fstat(folder.get(), &facts) != 0) return {};
    if ((facts.st_mode & S_IRWXU) != S_IRWXU) {
      const std::string again = "/proc/self/fd/" + std::to_string(folder.get());
      static_cast<void>(::chmod(again.c_str(), S_IRWXU));  // opening it reports what is wrong
    }
    return Fd(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }

  Status go_on() {
    if (cancel_ == nullptr || !cancel_->requested()) return Done{};
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    std::chrono::steady_clock::duration stopped{0};
    if (stopped_.compare_exchange_strong(stopped, now) || now - stopped < kPatience) return Done{};
    return fail(Errc::cancelled, shown_ + " was not removed to the end: cancelled");
  }

  Error error_at(const std::string& name) const {
    const int number = errno;
    return errno_error(number, shown_ + "/…/" + printable(name, kShownBytes));
  }

  Status empty(Fd folder, int depth) {
    for (;;) {
      TRY_ASSIGN(const std::vector<std::string> names, names_in(folder.get(), kNamesAtOnce));
      const std::uint64_t before = removed_;
      TRY(remove_entries(folder.get(), names, depth));
      if (names.size() < kNamesAtOnce || removed_ == before) return Done{};
    }
  }

  Status remove_entries(int at, const std::vector<std::string>& names, int depth) {
    const int helpers = take_helpers(names.size() / kNamesForThread);
    std::vector<std::optional<Error>> errors(static_cast<std::size_t>(helpers) + 1);
    run_parallel(names.size(), static_cast<unsigned>(helpers) + 1, kNamesForThread / 2,
                 [&](std::size_t i, unsigned worker) {
                   std::optional<Error>& error = errors[worker];
                   if (error) return;
                   Status gone = go_on();
                   if (gone) gone = remove_entry(at, names[i], depth);
                   if (!gone) error = std::move(gone).error();
                 });
    helpers_ += helpers;
    for (std::optional<Error>& error : errors) {
      if (error) return *std::move(error);
    }
    return Done{};
  }

  // Threads beside this one, of those that are not at work in another folder.
  int take_helpers(std::size_t wanted) {
    int free = helpers_;
    for (;;) {
      const int taken = static_cast<int>(std::min(wanted, static_cast<std::size_t>(free)));
      if (taken == 0 || helpers_.compare_exchange_weak(free, free - taken)) return taken;
    }
  }

  // Whether the name is gone; errno says why not.
  bool is_gone(int at, const std::string& name, int flags) {
    if (::unlinkat(at, name.c_str(), flags) != 0 && errno != ENOENT) return false;
    ++removed_;
    return true;
  }

  Status remove_entry(int at, const std::string& name, int depth) {
    if (is_gone(at, name, 0)) return Done{};
    if (errno != EISDIR && errno != EPERM) return error_at(name);
    if (is_gone(at, name, AT_REMOVEDIR)) return Done{};
    Fd folder = open_folder(at, name);
    if (!folder.valid()) return changed_meanwhile(name);
    if (depth >= kDepthMax) return move_up(at, name);
    TRY(empty(std::move(folder), depth + 1));
    // Moving folders up empties this one later than expected, but never less.
    if (is_gone(at, name, AT_REMOVEDIR)) return Done{};
    return changed_meanwhile(name);
  }

  // What somebody else put there or took away is looked at again by the next walk.
  Status changed_meanwhile(const std::string& name) {
    if (errno == ENOENT) return Done{};
    if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR && errno != ELOOP) {
      return error_at(name);
    }
    added_to_ = true;
    return Done{};
  }

  Status move_up(int at, const std::string& name) {
    const std::string fresh = prefix_ + std::to_string(moved_++);
    if (::renameat(at, name.c_str(), top_, fresh.c_str()) != 0) return changed_meanwhile(name);
    ++removed_;
    moved_up_ = true;
    return Done{};
  }

  int parent_;
  std::string name_;
  std::string shown_;
  const Cancel* cancel_;
  std::atomic<std::chrono::steady_clock::duration> stopped_{};  // since then; 0: it is not
  std::atomic<int> helpers_{kThreadsMax - 1};
  int top_ = -1;
  // Nobody else knows it, so nothing is there already.
  std::string prefix_ = ".pawl-removed-" + real_random()->hex(12) + "-";
  std::atomic<std::uint64_t> moved_{0};
  std::atomic<std::uint64_t> removed_{0};  // names that are gone from where they were
  std::atomic<bool> moved_up_{false};
  std::atomic<bool> added_to_{false};
};

}  // namespace

Status remove_tree_at(int parent, const std::string& name, const std::string& shown,
                      const Cancel* cancel) {
  struct stat facts = {};
  if (::fstatat(parent, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return Done{};
    return errno_error(errno, shown);
  }
  if (S_ISDIR(facts.st_mode)) return TreeRemover(parent, name, shown, cancel).run();
  if (::unlinkat(parent, name.c_str(), 0) != 0 && errno != ENOENT) return errno_error(errno, shown);
  return Done{};
}

Status remove_tree(const std::string& path, const Cancel* cancel) {
  const std::string above = parent_path(path);
  const Fd parent(::open(above.empty() ? "." : above.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parent.valid()) {
    if (errno == ENOENT || errno == ENOTDIR) return Done{};
    return errno_error(errno, path);
  }
  return remove_tree_at(parent.get(), file_name(path), path, cancel);
}

}  // namespace pawl::os
