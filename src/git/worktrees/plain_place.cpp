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

// How often a configuration names a variable, if each time in this line, which begins with a tab;
// nothing if it says anything else of it.
std::optional<std::size_t> times_said(const std::string& config, std::string_view name,
                                      std::string_view line) {
  std::size_t said = 0;
  for (std::size_t at = config.find(name); at != std::string::npos;
       at = config.find(name, at + 1)) {
    if (at == 0 || !std::string_view(config).substr(at - 1).starts_with(line)) return {};
    ++said;
  }
  return said;
}

bool leaves_files_here(const std::string& config) {
  for (const std::string_view word : kElsewhere) {
    if (contains(config, word)) return false;
  }
  return true;
}

// A git folder as `git init` writes it, with this line of whether it is bare.
bool is_plain(const std::string& git_folder, std::string_view bare) {
  const std::string head = os::join_path(git_folder, "HEAD");
  const std::string config = os::join_path(git_folder, "config");
  if (!is_own_folder(git_folder) || !is_own(head, S_IFREG) || !is_own(config, S_IFREG) ||
      !is_own_folder(os::join_path(git_folder, "objects")) ||
      !is_own_folder(os::join_path(git_folder, "refs"))) {
    return false;
  }
  struct stat shared = {};
  if (::lstat(os::join_path(git_folder, "commondir").c_str(), &shared) == 0) return false;
  const auto files = os::real_files();
  const auto branch = files->read(head, kHeadBytesMax);
  if (!branch || !names_branch(*branch)) return false;
  const auto said = files->read(config, kConfigBytesMax);
  if (!said) return false;
  const std::string words = lower(*said);
  return leaves_files_here(words) && times_said(words, "bare", bare) == 1U;
}

bool is_plain_bare(const std::string& folder) {
  struct stat inner = {};
  const bool has_another = ::lstat(os::join_path(folder, ".git").c_str(), &inner) == 0;
  return !has_another && is_plain(folder, "\tbare = true\n");
}

}  // namespace

bool is_plain_top(const std::string& folder) {
  return is_own_folder(folder) && is_plain(os::join_path(folder, ".git"), "\tbare = false\n");
}

std::optional<std::string> plain_branch(const std::string& folder) {
  if (!is_plain_top(folder)) return std::nullopt;
  const auto head = os::real_files()->read(os::join_path(folder, ".git/HEAD"), kHeadBytesMax);
  if (!head || !names_branch(*head)) return std::nullopt;
  std::string branch = head->substr(kRef.size(), head->size() - kRef.size() - 1);
  if (branch.find_first_of(std::string_view(" \t\r\n\0", 5)) != std::string::npos) return {};
  return branch;
}

std::optional<std::string> plain_git_folder(const std::string& folder) {
  const bool is_top = is_plain_top(folder);
  if (!is_top && !is_plain_bare(folder)) return std::nullopt;
  auto place = os::canonical_path(folder);
  if (!place) return std::nullopt;
  return is_top ? os::join_path(*place, ".git") : *std::move(place);
}

bool may_filter(const std::string& git_folder) {
  const auto said = os::real_files()->read(os::join_path(git_folder, "config"), kConfigBytesMax);
  return !said || contains(lower(*said), "filter");
}

bool has_whole_history(const std::string& git_folder) {
  for (const char* cut : {"shallow", "info/grafts"}) {
    const auto facts = os::real_files()->stat(os::join_path(git_folder, cut));
    if (!facts || *facts) return false;
  }
  return true;
}

bool converts_nothing(const std::string& config_path) {
  const auto said = os::real_files()->read(config_path, kConfigBytesMax);
  if (!said) return false;
  const std::string config = lower(*said);
  return times_said(config, "filemode", "\tfilemode = true\n").has_value() &&
         !contains(config, "autocrlf") && !contains(config, "include") && !contains(config, "\\");
}

}  // namespace pawl::git
