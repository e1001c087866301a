#include "os/files/tree_facts.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/digest.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {
namespace {

class TreeFacts {
 public:
  TreeFacts(const std::string& folder, const Cancel* cancel) : folder_(folder), cancel_(cancel) {}

  Result<std::string> run() {
    const Fd top(::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts = {};
    if (!top.valid() || ::fstat(top.get(), &facts) != 0) return errno_error(errno, folder_);
    note("", facts);
    waiting_.emplace_back();
    while (!waiting_.empty()) {
      const std::string path = std::move(waiting_.back());
      waiting_.pop_back();
      TRY(look_into(top, path));
    }
    return digest_.hex();
  }

 private:
  Status look_into(const Fd& top, const std::string& path) {
    if (cancel_ != nullptr && cancel_->requested()) {
      return fail(Errc::cancelled, "looking at " + folder_ + " was interrupted");
    }
    const char* name_of_folder = path.empty() ? "." : path.c_str();
    const Fd folder(
        ::openat(top.get(), name_of_folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.valid()) return errno_error(errno, path);
    TRY_ASSIGN(std::vector<std::string> names,
               names_in(folder.get(), std::numeric_limits<std::size_t>::max()));
    std::sort(names.begin(), names.end());
    digest_.add(path + '\0');
    for (const std::string& name : names) {
      struct stat facts = {};
      if (::fstatat(folder.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno_error(errno, path + "/" + name);
      }
      note(name, facts);
      if (S_ISDIR(facts.st_mode)) waiting_.push_back(path.empty() ? name : path + "/" + name);
    }
    return Done{};
  }

  void note(const std::string& name, const struct stat& facts) {
    line_.assign(name);
    line_ += '\0';
    for (const auto number :
         {static_cast<long long>(facts.st_mode), static_cast<long long>(facts.st_uid),
          static_cast<long long>(facts.st_gid), static_cast<long long>(facts.st_ino),
          static_cast<long long>(facts.st_size), static_cast<long long>(facts.st_mtim.tv_sec),
          static_cast<long long>(facts.st_mtim.tv_nsec),
          static_cast<long long>(facts.st_ctim.tv_sec),
          static_cast<long long>(facts.st_ctim.tv_nsec)}) {
      line_.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    digest_.add(line_);
  }

  const std::string& folder_;
  const Cancel* cancel_;
  Sha256 digest_;
  std::string line_;
  std::vector<std::string> waiting_;  // folders, from the top
};

}  // namespace

Result<std::string> tree_facts(const std::string& folder, const Cancel* cancel) {
  return TreeFacts(folder, cancel).run();
}

}  // namespace pawl::os
