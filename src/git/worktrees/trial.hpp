// Merges that are tried, in a bare repository of their own that borrows the objects of others. No
// checkout, index or ref of anybody is touched, and merge drivers, attributes and configuration of
// the lenders have no say in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "git/git.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

class TrialRepository {
 public:
  // Made at `folder`, which must be Pawl's own; what is there is removed first. `lenders` are any
  // folders of repositories on this machine, with the same kind of object ids.
  static Result<std::unique_ptr<TrialRepository>> make(Git& git, os::Files& files,
                                                       std::string folder,
                                                       const std::vector<std::string>& lenders);
  // Removes the folder; what cannot be removed now goes with the scratch folders of Pawl.
  ~TrialRepository();
  TrialRepository(const TrialRepository&) = delete;
  TrialRepository& operator=(const TrialRepository&) = delete;

  const std::string& folder() const { return folder_; }

  struct Merged {
    std::string tree;                    // with conflict marks where there are conflicts
    std::vector<std::string> conflicts;  // paths, as git stores them, each once
    bool clean() const { return conflicts.empty(); }
  };
  // The commit `theirs` merged into the commit `ours`. invalid when they have no history in common.
  Result<Merged> merge(const std::string& ours, const std::string& theirs);

  struct CommitPlan {
    std::string tree;
    std::string parent;
    std::string message;
    Timestamp at;  // author and committer date, in UTC
  };
  // By the identity of git's options, signed where they say so (denied when it cannot be). The same
  // plan gives the same commit, but for signatures of gpg, which are never the same twice.
  Result<std::string> commit(const CommitPlan& plan);

 private:
  TrialRepository(Git& git, os::Files& files, std::string folder)
      : git_(git), files_(files), folder_(std::move(folder)) {}
  Status borrow(const std::vector<std::string>& lenders);

  Git& git_;
  os::Files& files_;
  std::string folder_;
};

}  // namespace pawl::git
