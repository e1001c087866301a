// Checkouts of whole commits that nobody changes, for workplaces to lie on
// (os/sandbox/overlay.hpp). They are a cache: of each tree one, made when a large one is wanted
// first, and used by every workplace of that commit or one near it. One that is in use is never
// removed, and one that somebody changed never used.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/worktree.hpp"
#include "os/files/files.hpp"
#include "os/files/owner.hpp"

namespace pawl::git {

// How workplaces share what they have in common.
struct Sharing {
  std::string folder;               // where these checkouts are kept
  std::size_t files_min = 2'000;    // what has fewer files is checked out anew each time
  std::size_t changed_max = 2'000;  // files that may differ between a checkout and a workplace
  std::size_t kept_max = 4;         // checkouts
};

class SharedCheckout {
 public:
  // One of `head`, or one from which few files differ; made where there is none. Nothing for a head
  // with few files. `owner` is who its files belong to. `objects` reads the worktree.
  static Result<std::optional<SharedCheckout>> of(const Worktree& worktree, const Sharing& sharing,
                                                  ObjectReader& objects, const std::string& head,
                                                  std::optional<os::Owner> owner);
  // The one an earlier process used, by what note() says of it; made again where it is gone.
  static Result<SharedCheckout> again(const Worktree& worktree, const Sharing& sharing,
                                      const std::string& note);

  const std::string& commit() const { return commit_; }
  std::string tree() const { return folder_ + "/tree"; }    // its files, without .git
  std::string index() const { return folder_ + "/index"; }  // of git, with the times of its files
  std::string note() const;
  // Whether its files are what they were when they were written, by what the kernel notes of them;
  // that is looked at from the beginning on, beside whatever the caller does meanwhile. conflict
  // when they are not: it is used no more, and the next one is made anew.
  Status unchanged();

 private:
  // What was found out about its files, and what that should be.
  struct Look {
    std::future<Result<std::string>> found;
    std::string noted;
  };
  SharedCheckout(os::Files& files, std::string folder, std::string commit,
                 std::unique_ptr<os::FileLock> use)
      : files_(&files),
        folder_(std::move(folder)),
        commit_(std::move(commit)),
        use_(std::move(use)) {}
  void look(std::string noted);

  os::Files* files_;
  std::string folder_;
  std::string commit_;
  std::unique_ptr<os::FileLock> use_;
  std::optional<Look> look_;  // until the answer was taken

  friend class SharedCheckouts;
};

// What has to be laid over a checkout of `from` for it to be one of `to`.
struct Laid {
  std::vector<TreeEntry> written;  // files that differ, or are new
  std::vector<std::string> gone;   // paths of files, and of folders nothing is left of
  std::string index;               // what `git update-index -z --index-info` is to be given
};
Result<Laid> laid_over(ObjectReader& objects, const std::string& from, const std::string& to);

}  // namespace pawl::git
