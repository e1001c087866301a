// A temporary folder with real git repositories in it, for the tests of this module.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "git/worktrees/patch.hpp"

namespace pawl::git {

class Lab {
 public:
  Lab();
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Runs a shell script; it must end with 0. Answers what it printed, last newline removed.
  std::string sh(const std::string& folder, const std::string& script);
  void write(const std::string& path, const std::string& content);
  std::string read(const std::string& path);
  bool exists(const std::string& path);

  // A repository with three files on `main`: README.md, src/main.c and run.sh (executable).
  std::string make_repo(const std::string& name);
  // Everything of a checkout that a run must leave alone: files with times, index, config, HEAD.
  std::string state_of(const std::string& repo);
  // The content and modes of all files and folders outside .git.
  std::string content_of(const std::string& folder);

  static Target local(const std::string& repo);
  WorktreePlan plan(const Target& target, const std::string& name = "wt");

  os::Processes& processes() { return *processes_; }
  os::Files& files() { return *files_; }
  Git& git() { return git_; }

 private:
  std::string folder_;
  std::unique_ptr<os::Processes> processes_;
  std::unique_ptr<os::Files> files_;
  Git git_;
};

GitOptions bot_options();
RepoPath repo_path(const std::string& text);
FileChange created(const std::string& path, const std::string& after, std::uint32_t mode = 0644);
FileChange modified(const std::string& path, const std::string& before, const std::string& after);
FileChange removed(const std::string& path, const std::string& before);
Change change_of(std::vector<FileChange> files);  // sorted

}  // namespace pawl::git
