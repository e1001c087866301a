// A git in memory: commits with trees, refs that move only from where they are expected to be. What
// no ref and no worktree reaches counts as lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "git/git.hpp"
#include "git/worktrees/trial.hpp"

namespace pawl::simulation {

using Tree = std::map<std::string, std::string>;  // path → content

class MemoryGit {
 public:
  std::map<std::string, std::string> refs;

  // The same tree, parents, message and time give the same commit.
  std::string commit(const std::string& tree, const std::vector<std::string>& parents,
                     const std::string& message, Timestamp at);
  std::string keep(const Tree& tree);  // its id
  const Tree& tree(const std::string& id) const { return trees_.at(id); }
  const Tree& files(const std::string& commit) const { return tree(commits_.at(commit).tree); }
  std::string tree_of(const std::string& commit) const { return commits_.at(commit).tree; }
  bool is_there(const std::string& commit) const { return commits_.contains(commit); }
  // Of a commit or a tree: the tree.
  std::string peeled(const std::string& id) const;

  // Whether `tip` has `commit` in its history; false where one of them is not there.
  bool has(const std::string& tip, const std::string& commit) const;
  git::CommitInfo info(const std::string& commit) const;
  // base..head, oldest first.
  std::vector<git::CommitInfo> log(const std::string& base, const std::string& head) const;
  // From the newest common ancestor; nothing where there is none.
  std::optional<git::TrialRepository::Merged> merge(const std::string& ours,
                                                    const std::string& theirs);

  // False, and nothing is done, when the ref is not at `expected` (empty: it is none). An empty
  // `to` removes it.
  bool move(const std::string& ref, const std::string& to, const std::string& expected);
  std::string at(const std::string& ref) const;  // empty: there is none
  // As git::is_held.
  bool is_held(const std::string& commit, const std::string& beside = {}) const;
  // Of refs that people are shown: not of results that wait to be landed.
  std::vector<std::string> tips() const;
  // As `is_held`, and a rescue ref where it is not; empty: it is.
  std::string rescue(const std::string& commit, const std::string& run);
  // All contents of files in commits that these reach.
  std::set<std::string> contents(const std::vector<std::string>& tips) const;

 private:
  struct Commit {
    std::string tree;
    std::vector<std::string> parents;
    std::string message;
    Timestamp at;
    std::set<int> history;  // numbers of its ancestors and its own
    int number = 0;
  };
  std::map<std::string, Commit> commits_;
  std::vector<std::string> ids_;  // by number
  std::map<std::string, Tree> trees_;
};

}  // namespace pawl::simulation
