#include "git/worktrees/plain_place.hpp"

#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kHeadBytesMax = 4096;
constexpr std::size_t kConfigBytesMax = 64U << 10U;

// Others say where files are, or what of the rest can be understood.
constexpr auto kElsewhere = fixed_words("worktree", "include", "extensions", "\\");

// Git trusts nobody else's.
bool is_own(const std::string& path, mode_t type) {
  struct stat facts = {};
  return ::lstat(path.c_str(), &facts) == 0 && (facts.st_mode & S_IFMT) == type &&
         facts.st_uid == ::geteuid();
}

bool is_own_folder(const std::string& path) {
  return is_own(path, S_IFDIR) && ::access(path.c_str(), X_OK) == 0;
}

constexpr std::string_view kRef = "ref: refs/heads/";

bool names_branch(std::string_view head) {
  return head.starts_with(kRef) && head.size() > kRef.size() && head.ends_with('\n');
}

// Every `bare` is to be written as `git init` writes it.
bool says_not_bare(const std::string& config) {
  constexpr std::string_view kBare = "bare";
  constexpr std::string_view kNot = "\tbare = false\n";
  std::size_t said = 0;
  for (std::size_t at = config.find(kBare); at != std::string::npos;
       at = config.find(kBare, at + 1)) {
    if (at == 0 || !std::string_view(config).substr(at - 1).starts_with(kNot)) return false;
    ++said;
  }
  return said == 1;
}

bool leaves_files_here(const std::string& config) {
  for (const std::string_view word : kElsewhere) {
    if (contains(config, word)) return false;
  }
  return says_not_bare(config);
}

}  // namespace

bool is_plain_top(const std::string& folder) {
  const std::string dot_git = os::join_path(folder, ".git");
  const std::string head = os::join_path(dot_git, "HEAD");
  const std::string config = os::join_path(dot_git, "config");
  if (!is_own_folder(folder) || !is_own_folder(dot_git) || !is_own(head, S_IFREG) ||
      !is_own(config, S_IFREG) || !is_own_folder(os::join_path(dot_git, "objects")) ||
      !is_own_folder(os::join_path(dot_git, "refs"))) {
    return false;
  }
  struct stat shared = {};
  if (::lstat(os::join_path(dot_git, "commondir").c_str(), &shared) == 0) return false;
  const auto files = os::real_files();
  const auto branch = files->read(head, kHeadBytesMax);
  if (!branch || !names_branch(*branch)) return false;
  const auto said = files->read(config, kConfigBytesMax);
  return said && leaves_files_here(lower(*said));
}

std::optional<std::string> plain_branch(const std::string& folder) {
  if (!is_plain_top(folder)) return std::nullopt;
  const auto head = os::real_files()->read(os::join_path(folder, ".git/HEAD"), kHeadBytesMax);
  if (!head || !names_branch(*head)) return std::nullopt;
  std::string branch = head->substr(kRef.size(), head->size() - kRef.size() - 1);
  if (branch.find_first_of(std::string_view(" \t\r\n\0", 5)) != std::string::npos) return {};
  return branch;
}

}  // namespace pawl::git
