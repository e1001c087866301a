#include "git/objects/identity.hpp"

#include <algorithm>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::git {
namespace {

// What tells a file from every other that is, or was, at this path; empty when there is none.
std::string facts_of(const std::string& path, bool with_content) {
  struct statx facts = {};
  constexpr unsigned kWanted = STATX_BASIC_STATS | STATX_BTIME;
  if (::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, kWanted, &facts) != 0) return {};
  const auto add = [](std::string& text, auto number) { text += std::to_string(number) + " "; };
  std::string text;
  add(text, facts.stx_dev_major);
  add(text, facts.stx_dev_minor);
  add(text, facts.stx_ino);
  add(text, facts.stx_btime.tv_sec);
  add(text, facts.stx_btime.tv_nsec);
  if (with_content) {
    add(text, facts.stx_size);
    add(text, facts.stx_mtime.tv_sec);
    add(text, facts.stx_mtime.tv_nsec);
  }
  return text;
}

// The names say what is in them, so that one that was written anew is another one; those that git
// makes on the way to a pack do not count. Nothing where they cannot be listed.
std::optional<std::string> packs_of(const std::string& repository) {
  auto names = os::real_files()->list(os::join_path(repository, "objects/pack"));
  if (!names) return std::nullopt;
  std::erase_if(*names, [](const std::string& name) { return !name.starts_with("pack-"); });
  std::sort(names->begin(), names->end());
  return join(*names, " ");
}

}  // namespace

std::string identity_of(const std::string& folder) {
  const std::string below = os::join_path(folder, ".git");
  const std::string own = facts_of(below, false);
  const std::string& repository = own.empty() ? folder : below;
  if (own.empty() && facts_of(os::join_path(folder, "HEAD"), false).empty()) return {};
  std::string identity = folder + "\n" + facts_of(folder, false) + "\n" + own;
  for (const char* file :
       {"config", "config.worktree", "objects/info/alternates", "objects/pack/multi-pack-index"}) {
    identity += "\n" + facts_of(os::join_path(repository, file), true);
  }
  const auto packs = packs_of(repository);
  return packs ? identity + "\n" + *packs : std::string();
}

}  // namespace pawl::git
