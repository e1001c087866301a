#include "cli/kit/scratch.hpp"

#include <utility>

namespace pawl::cli {
namespace {

constexpr std::string_view kLock = ".lock";

// Best effort: what cannot be removed now is tried again by the next call.
void sweep(os::Files& files, const std::string& all) {
  const auto names = files.list(all);
  if (!names) return;
  for (const std::string& name : *names) {
    if (!name.ends_with(kLock)) continue;
    const std::string lock = os::join_path(all, name);
    const auto held = files.try_lock(lock);
    if (!held) continue;  // somebody works there
    const std::string folder = lock.substr(0, lock.size() - kLock.size());
    if (files.remove_tree(folder)) static_cast<void>(files.remove(lock).ok());
  }
}

}  // namespace

Scratch::Scratch(os::Files& files, std::string folder, std::unique_ptr<os::FileLock> lock)
    : files_(files), folder_(std::move(folder)), lock_(std::move(lock)) {}

Result<std::unique_ptr<Scratch>> Scratch::make(os::Ports& ports, const store::Layout& layout,
                                               std::string_view what) {
  const std::string all = os::join_path(layout.state_folder, "scratch");
  TRY(ports.files.make_folders(all, 0700));
  sweep(ports.files, all);
  std::string folder = os::join_path(all, std::string(what) + "-" + ports.random.hex(8));
  TRY_ASSIGN(std::unique_ptr<os::FileLock> lock, ports.files.try_lock(folder + std::string(kLock)));
  std::unique_ptr<Scratch> scratch(new Scratch(ports.files, std::move(folder), std::move(lock)));
  TRY(ports.files.make_folders(scratch->folder(), 0700));
  return scratch;
}

Scratch::~Scratch() { static_cast<void>(remove().ok()); }

Status Scratch::remove() {
  if (!lock_) return Done{};
  Status removed = files_.remove_tree(folder_);
  if (removed) removed = files_.remove(folder_ + std::string(kLock));
  lock_.reset();
  return removed;
}

}  // namespace pawl::cli
