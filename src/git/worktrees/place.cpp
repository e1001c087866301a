// Which repository a folder is, and whether it is what it claims to be: a folder somebody sent can
// hold a `.git` that points at a repository of another person, or a configuration that claims
// another folder for its files.
#include <string_view>

#include <sys/stat.h>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/git.hpp"
#include "git/worktrees/plain_place.hpp"
#include "os/files/files.hpp"

namespace pawl::git {
namespace {

// A repository on a sleeping disk answers sooner; one that waits for a pipe never does.
constexpr Milliseconds kPlaceDeadline{20'000};

// What git opens before it does anything else.
constexpr auto kFiles =
    fixed_words("HEAD", "config", "config.worktree", "commondir", "packed-refs", "shallow", "index",
                "info/attributes", "info/exclude", "info/grafts", "info/sparse-checkout",
                "objects/info/alternates");

bool is_there(const std::string& path) {
  struct stat facts = {};
  return ::lstat(path.c_str(), &facts) == 0;
}

// Git waits for the writer of a named pipe, and reads a device without an end.
bool is_special(const std::string& path) {
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0) return false;
  return !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

Status refuse_special_files(const std::string& git_folder) {
  for (const std::string_view name : kFiles) {
    const std::string path = os::join_path(git_folder, name);
    if (!is_special(path)) continue;
    return fail(Errc::io, printable(path, 300) + " is no regular file; repair the repository");
  }
  return Done{};
}

std::string real(const std::string& path) {
  return os::canonical_path(path).value_or(std::string());
}

Error pretends(const std::string& folder, const std::string& git_folder) {
  return fail(Errc::denied,
              printable(folder, 300) + " uses the repository " + printable(git_folder, 300) +
                  ", which does not know this folder; name the folder it belongs to, or, if this " +
                  "is that folder, say so there: git -C " + printable(folder, 300) +
                  " config core.worktree " + printable(folder, 300));
}

struct Place {
  bool bare = false;
  std::string top;         // empty when bare, or inside of a git folder
  std::string git_folder;  // absolute
};

// Of `<top>\n<git folder>\n`. A name may hold a line break; then the usual place helps.
void take_names(std::string_view names, Place& place) {
  if (names.ends_with('\n')) names.remove_suffix(1);
  constexpr std::string_view kGit = "/.git";
  if (names.ends_with(kGit) && names.size() % 2 == 0) {
    const std::string_view half = names.substr(0, (names.size() - kGit.size() - 1) / 2);
    if (names == std::string(half) + "\n" + std::string(half) + std::string(kGit)) {
      place.top = half;
      place.git_folder = names.substr(half.size() + 1);
      return;
    }
  }
  const auto end = names.rfind('\n');
  place.top = names.substr(0, end);
  if (end != std::string_view::npos) place.git_folder = names.substr(end + 1);
}

Result<Place> place_of(Git& git, const std::string& path) {
  Git::Run run{
      .folder = path,
      .args = {"rev-parse", "--is-bare-repository", "--show-toplevel", "--absolute-git-dir"}};
  run.deadline = kPlaceDeadline;
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  constexpr std::string_view kNotBare = "false\n";
  Place place;
  if (finished.succeeded() && finished.out.starts_with(kNotBare)) {
    take_names(std::string_view(finished.out).substr(kNotBare.size()), place);
    return place;
  }
  if (finished.out.empty()) {
    Error error = git.failure(run, finished);
    if (error.code == Errc::not_found) {
      error.message = "there is no git repository at \"" + printable(path, 200) + "\"";
    }
    return error;
  }
  // Bare, or inside the git folder of one that is not.
  place.bare = !finished.out.starts_with(kNotBare);
  TRY_ASSIGN(place.git_folder, git.text(path, {"rev-parse", "--absolute-git-dir"}));
  return place;
}

// A linked worktree is named by its git folder, a submodule by the configuration of its own; both
// are found again from their top.
Result<bool> is_known(Git& git, const Place& place) {
  struct stat link = {};
  const std::string dot_git = os::join_path(place.top, ".git");
  if (::lstat(dot_git.c_str(), &link) != 0 || !S_ISREG(link.st_mode)) return false;
  TRY_ASSIGN(const std::string there, git.text(place.top, {"rev-parse", "--absolute-git-dir"}));
  if (there != place.git_folder) return false;
  const Git::Run back{.folder = place.top,
                      .args = {"rev-parse", "--path-format=absolute", "--git-common-dir"}};
  TRY_ASSIGN(const std::string common, git.output(back));
  const std::string worktrees = real(std::string(trim_end(common))) + "/worktrees/";
  if (place.git_folder.starts_with(worktrees)) {
    const auto files = os::real_files();
    const auto name = files->read(os::join_path(place.git_folder, "gitdir"));
    return name && real(std::string(trim_end(*name))) == real(dot_git);
  }
  TRY_ASSIGN(const os::Finished claimed,
             git.run({.folder = place.top, .args = {"config", "--get", "core.worktree"}}));
  return claimed.succeeded();  // and --show-toplevel followed it here
}

Status check_place(Git& git, const std::string& path, const Place& place) {
  TRY(refuse_special_files(place.git_folder));
  const std::string usual = os::join_path(place.top, ".git");
  if (place.git_folder == usual) {
    // The folder of a main worktree shares with none.
    if (!is_there(os::join_path(usual, "commondir"))) return Done{};
    return pretends(place.top, os::join_path(usual, "commondir"));
  }
  const std::string asked = real(path);
  const bool inside = asked == place.top || asked.starts_with(place.top + "/");
  TRY_ASSIGN(const bool known, inside ? is_known(git, place) : Result<bool>(false));
  if (known) return Done{};
  return pretends(inside ? place.top : asked, place.git_folder);
}

// A bare repository among the files of another one came with that one, and was nobody's choice.
Status check_bare(Git& git, const Place& place) {
  TRY(refuse_special_files(place.git_folder));
  const std::string above = os::parent_path(place.git_folder);
  const Git::Run outer{.folder = above, .args = {"rev-parse", "--show-toplevel"}};
  TRY_ASSIGN(const os::Finished found, git.run(outer));
  if (!found.succeeded()) return Done{};
  const std::string head = os::join_path(place.git_folder, "HEAD");
  TRY_ASSIGN(const os::Finished tracked,
             git.run({.folder = above, .args = {"ls-files", "--error-unmatch", "--", head}}));
  if (!tracked.succeeded()) return Done{};
  return fail(Errc::denied, printable(place.git_folder, 300) +
                                " is a repository among the files of another one, " +
                                printable(trim_end(found.out), 300) +
                                "; name that one, or clone this one to a place of its own");
}

}  // namespace

Result<std::string> Git::top_level(const std::string& path) {
  const std::string dot_git = os::join_path(path, ".git");
  TRY(refuse_special_files(is_there(dot_git) ? dot_git : path));
  // Of most repositories nothing need be asked, and git's start costs more than all the rest.
  if (std::string top = real(path); !top.empty() && is_plain_top(top)) return top;
  TRY_ASSIGN(Place place, place_of(*this, path));
  if (!place.top.empty()) {
    TRY(check_place(*this, path, place));
    return std::move(place.top);
  }
  if (place.bare) {
    TRY(check_bare(*this, place));
    return std::move(place.git_folder);
  }
  TRY(refuse_special_files(place.git_folder));
  if (place.git_folder.ends_with("/.git")) {
    place.git_folder.resize(place.git_folder.size() - std::string_view("/.git").size());
  }
  return std::move(place.git_folder);
}

}  // namespace pawl::git
