// What `pawl guard` judges: a change of any repository, with the trees around it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/changes.hpp"
#include "judge/base.hpp"
#include "judge/judge.hpp"

namespace pawl::inspect {

enum class Against : std::uint8_t {
  head,      // the base against a commit
  staged,    // … against the index
  worktree,  // … against the files of the checkout
  patch,     // … against itself with a patch
};

struct SubjectRequest {
  std::string folder;  // any folder of the repository; absolute
  Against against = Against::worktree;
  // A revision. Empty: the first parent of the head, or HEAD where there is no head. A base that
  // is no ancestor of the head stands for their merge base.
  std::string base;
  std::string head;        // a revision, of Against::head
  std::string patch;       // the text, of Against::patch
  std::string scratch;     // an empty folder, of Against::patch
  std::string index_file;  // of Against::staged; empty: the repository's own
  std::string cache;       // the folder of the code index; empty: there is none
};

struct Subject {
  std::string head;  // commit id; `staged`, `worktree`, `patch` otherwise
  git::Change change;
  judge::Unjudged unjudged;
  std::unique_ptr<judge::Reader> reader;
  std::unique_ptr<judge::Base> base;
};

// `git` is borrowed for as long as the subject lives. Errc::not_found names a revision that is
// not there.
Result<std::unique_ptr<Subject>> open_subject(git::Git& git, const SubjectRequest& request);

struct CommitIds {
  std::string id;
  std::string parent;  // the first; git::kEmptyTree when there is none
};
// Errc::not_found when there is no such commit.
Result<CommitIds> commit_ids(git::ObjectReader& objects, const std::string& revision);

// The commit ids of a range as `git rev-list` reads it, without merges, oldest first.
Result<std::vector<std::string>> commits_of(git::Git& git, const std::string& folder,
                                            const std::string& range);

}  // namespace pawl::inspect
