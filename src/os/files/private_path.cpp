#include "os/files/private_path.hpp"

#include <array>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {
namespace {

constexpr mode_t kGroupWrite = 0020;
constexpr mode_t kOthersWrite = 0002;
constexpr int kLinksMax = 40;

// The group of the user's own name, with nobody else in it: what many systems give each user, so
// that what its members may write is no secret from others.
bool is_own_group(gid_t gid) {
  std::array<char, 16384> space{};
  struct group entry = {};
  struct group* found = nullptr;
  if (::getgrgid_r(gid, &entry, space.data(), space.size(), &found) != 0 || found == nullptr) {
    return false;
  }
  const std::string user = user_name();
  if (user.empty() || user != found->gr_name) return false;
  for (char** member = found->gr_mem; member != nullptr && *member != nullptr; ++member) {
    if (user != *member) return false;
  }
  return true;
}

bool others_write(const struct stat& facts) {
  if ((facts.st_mode & kOthersWrite) != 0) return true;
  const bool group = (facts.st_mode & kGroupWrite) != 0;
  return group && facts.st_gid != 0 && !is_own_group(facts.st_gid);
}

// In a user namespace without all users, what is root's outside belongs to nobody: as well as
// root's, for nobody inside can be that user.
bool is_root_outside(uid_t uid) {
  constexpr uid_t kNobodyId = 65534;
  if (uid != kNobodyId) return false;
  const auto map = real_files()->read("/proc/self/uid_map");
  return map && split_words(*map) != split_words("0 0 4294967295");
}

bool is_ours(const struct stat& facts) {
  static const uid_t me = ::geteuid();  // Pawl never becomes somebody else
  return facts.st_uid == me || facts.st_uid == 0 || is_root_outside(facts.st_uid);
}

Error not_ours(const std::string& path, const struct stat& facts) {
  return fail(Errc::denied,
              path + " belongs to another user (id " + std::to_string(facts.st_uid) +
                  "), who could change what Pawl keeps there; run Pawl as that user, make it yours "
                  "(chown), or set PAWL_HOME to a folder of your own");
}

Error writable(const std::string& path, const std::string& wanted) {
  return fail(Errc::denied,
              "others can write " + path + (wanted == path ? "" : ", and so replace " + wanted) +
                  "; run: chmod go-w " + path + " (or set PAWL_HOME to a folder of your own)");
}

Status check_itself(const std::string& path, const struct stat& facts) {
  if (!is_ours(facts)) return not_ours(path, facts);
  if (!S_ISLNK(facts.st_mode) && others_write(facts)) return writable(path, path);
  return Done{};
}

Status check_above(const std::string& folder, const std::string& wanted) {
  struct stat facts = {};
  if (::lstat(folder.c_str(), &facts) != 0) {
    return errno == ENOENT || errno == ENOTDIR ? Status(Done{}) : errno_error(errno, folder);
  }
  if (!is_ours(facts)) return not_ours(folder, facts);
  const bool sticky = S_ISDIR(facts.st_mode) && (facts.st_mode & S_ISVTX) != 0;
  if (S_ISLNK(facts.st_mode) || sticky || !others_write(facts)) return Done{};
  return writable(folder, wanted);
}

// Where a link leads to, one step; empty when it is none.
std::string target_of(const std::string& path) {
  std::array<char, 4096> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length <= 0) return {};
  const std::string text(target.data(), static_cast<std::size_t>(length));
  return text.starts_with('/') ? text : join_path(parent_path(path), text);
}

// The folders above, down to the last but one; links on the way are checked with what they lead to.
Status check_way(const std::string& path, const std::string& wanted, int links) {
  if (links > kLinksMax) return fail(Errc::denied, path + ": too many symbolic links");
  const std::string whole = absolute_path(path);
  std::string so_far = "/";
  std::vector<std::string_view> parts = split(std::string_view(whole).substr(1), '/');
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    TRY(check_above(so_far, wanted));
    so_far = join_path(so_far, parts[i]);
    if (const std::string target = target_of(so_far); !target.empty()) {
      TRY(check_way(target, wanted, links + 1));
      TRY(check_above(target, wanted));
    }
  }
  return check_above(so_far, wanted);
}

}  // namespace

Status check_private(const std::string& path) {
  std::string at = absolute_path(path);
  for (int links = 0;; ++links) {
    TRY(check_way(at, path, links));
    struct stat facts = {};
    if (::lstat(at.c_str(), &facts) != 0) {
      return errno == ENOENT || errno == ENOTDIR ? Status(Done{}) : errno_error(errno, at);
    }
    TRY(check_itself(at, facts));
    const std::string target = target_of(at);
    if (target.empty()) return Done{};
    at = absolute_path(target);
  }
}

namespace {

// `name` is relative to the folder `at`, and what people call it is `path()`.
template <class Path>
Status check_entry_at(int at, const char* name, const Path& path_of) {
  struct stat facts = {};
  const bool there = ::fstatat(at, name, &facts, AT_SYMLINK_NOFOLLOW) == 0;
  if (!there) {
    const bool gone = errno == ENOENT || errno == ENOTDIR;
    return gone ? Status(Done{}) : errno_error(errno, path_of());
  }
  if (!S_ISLNK(facts.st_mode) && is_ours(facts) && !others_write(facts)) return Done{};
  const std::string path = path_of();
  if (S_ISLNK(facts.st_mode)) {
    return fail(Errc::denied, path +
                                  " is a symbolic link, which Pawl never makes there; remove it, "
                                  "or link the whole state folder instead");
  }
  return check_itself(path, facts);
}

}  // namespace

Status check_private_entry(const std::string& path) {
  return check_entry_at(AT_FDCWD, path.c_str(), [&] { return path; });
}

Status check_private_entries(const std::string& folder) {
  const Fd at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.valid()) {
    const bool gone = errno == ENOENT || errno == ENOTDIR;
    return gone ? Status(Done{}) : errno_error(errno, folder);
  }
  TRY_ASSIGN(const std::vector<std::string> names,
             names_in(at.get(), std::numeric_limits<std::size_t>::max()));
  for (const std::string& name : names) {
    TRY(check_entry_at(at.get(), name.c_str(), [&] { return join_path(folder, name); }));
  }
  return Done{};
}

bool is_own_folder(const std::string& path) {
  struct stat facts = {};
  return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) &&
         facts.st_uid == ::geteuid();
}

bool is_open_to_all(const std::string& folder) {
  struct stat facts = {};
  return ::stat(folder.c_str(), &facts) == 0 && (facts.st_mode & kOthersWrite) != 0;
}

TrustedPath trusted_path(const std::string& path_list) {
  TrustedPath out;
  std::vector<std::string_view> kept;
  for (const std::string_view folder : split(path_list, ':')) {
    if (!folder.starts_with('/')) continue;
    if (is_open_to_all(std::string(folder))) {
      out.open_to_all.emplace_back(folder);
    } else {
      kept.push_back(folder);
    }
  }
  out.list = join(kept, ":");
  return out;
}

}  // namespace pawl::os
