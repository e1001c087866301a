// What `pawl guard` judges: a change of any repository, with the trees around it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/changes.hpp"
#include "git/objects/object_reader.hpp"
#include "guards/guard.hpp"
#include "guards/stack.hpp"
#include "index/repository_index.hpp"
#include "repo/views/tree_view.hpp"

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
  std::string base;  // commit id; git::kEmptyTree before the first commit
  std::string head;  // commit id; `staged`, `worktree`, `patch` otherwise
  git::Change change;
  std::vector<std::string> unsafe_paths;
  std::vector<git::Unread> unread;
  std::unique_ptr<git::ObjectReader> objects;
  std::unique_ptr<repo::RepoView> tree;             // of the base
  std::unique_ptr<index::RepositoryIndex> indexes;  // null when no cache was named
  std::unique_ptr<index::CodeIndex> index;          // likewise
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

// What a guard may know of a subject: no fence, no plan.
guards::Context context_of(const Subject& subject);

// Paths nobody can write safely never get into a change: they are reported as the write gate's.
void add_unsafe_paths(const Subject& subject, guards::Evaluation& evaluation);
// So are files that are too large to be judged: one that a change makes so large is refused, one
// that was so large before could not be checked.
void add_unread(const std::vector<git::Unread>& unread, guards::Evaluation& evaluation);

}  // namespace pawl::inspect
