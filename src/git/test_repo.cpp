#include "git/test_repo.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "base/text/text.hpp"

namespace pawl::git {
namespace {

std::string make_folder() {
  std::string name = "/tmp/pawl-git-test-XXXXXX";
  REQUIRE(mkdtemp(name.data()) != nullptr);
  return name;
}

}  // namespace

GitOptions bot_options() {
  GitOptions options;
  options.identity = {"Pawl Bot", "bot@pawl.invalid"};
  return options;
}

Lab::Lab()
    : folder_(make_folder()),
      processes_(os::real_processes()),
      files_(os::real_files()),
      git_(*processes_, bot_options()) {}

Lab::~Lab() { static_cast<void>(files_->remove_tree(folder_)); }

std::string Lab::sh(const std::string& folder, const std::string& script) {
  os::Command command;
  command.argv = {"sh", "-euc", script};
  command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                         {"HOME", folder_},
                         {"LC_ALL", "C"},
                         {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"GIT_AUTHOR_NAME", "Person"},
                         {"GIT_AUTHOR_EMAIL", "person@example.invalid"},
                         {"GIT_COMMITTER_NAME", "Person"},
                         {"GIT_COMMITTER_EMAIL", "person@example.invalid"}};
  command.folder = folder;
  const auto finished = processes_->run(command);
  REQUIRE_MESSAGE(finished.ok(), script);
  REQUIRE_MESSAGE(finished->succeeded(), script << "\n" << finished->out << finished->err);
  return std::string(trim_end(finished->out));
}

void Lab::write(const std::string& path, const std::string& content) {
  REQUIRE(files_->make_folders(os::parent_path(path)).ok());
  REQUIRE(files_->remove(path).ok());
  REQUIRE(files_->append(path, content).ok());
}

std::string Lab::read(const std::string& path) {
  auto content = files_->read(path);
  REQUIRE_MESSAGE(content.ok(), path);
  return *std::move(content);
}

bool Lab::exists(const std::string& path) {
  const auto stat = files_->stat(path);
  REQUIRE(stat.ok());
  return stat->has_value();
}

std::string Lab::make_repo(const std::string& name) {
  std::string repo = path(name);
  REQUIRE(files_->make_folders(repo).ok());
  write(repo + "/README.md", "# Title\n\nText.\n");
  write(repo + "/src/main.c", "int main(void) { return 0; }\n");
  write(repo + "/run.sh", "#!/bin/sh\necho hi\n");
  sh(repo, "chmod 755 run.sh; git init -q -b main; git add -A; git commit -qm 'First commit'");
  return repo;
}

std::string Lab::state_of(const std::string& repo) {
  return sh(repo,
            "find . -path ./.git -prune -o -printf '%p %y %m %s %T@\\n' | sort; "
            "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0r sha256sum; "
            "cat \"$(git rev-parse --git-common-dir)/config\"; "
            "cd \"$(git rev-parse --absolute-git-dir)\"; cat HEAD; "
            "if [ -f index ]; then sha256sum index; stat -c '%y %i' index; fi; "
            "ls");
}

std::string Lab::content_of(const std::string& folder) {
  return sh(folder,
            "find . -path ./.git -prune -o -printf '%p %y %m %l\\n' | sort; "
            "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0r sha256sum");
}

Target Lab::local(const std::string& repo) {
  auto target = parse_target(repo, repo);
  REQUIRE(target.ok());
  return *std::move(target);
}

WorktreePlan Lab::plan(const Target& target, const std::string& name) {
  return {.target = target,
          .folder = path("state/" + name),
          .base_branch = {},
          .branch = "pawl/improve"};
}

RepoPath repo_path(const std::string& text) {
  auto path = RepoPath::from_git(text);
  REQUIRE_MESSAGE(path.ok(), text);
  return *std::move(path);
}

FileChange created(const std::string& path, const std::string& after, std::uint32_t mode) {
  return {.path = repo_path(path),
          .action = Action::create,
          .before = std::nullopt,
          .after = after,
          .mode_before = mode,
          .mode_after = mode};
}

FileChange modified(const std::string& path, const std::string& before, const std::string& after) {
  return {.path = repo_path(path), .action = Action::modify, .before = before, .after = after};
}

FileChange removed(const std::string& path, const std::string& before) {
  return {
      .path = repo_path(path), .action = Action::remove, .before = before, .after = std::nullopt};
}

Change change_of(std::vector<FileChange> files) {
  std::sort(files.begin(), files.end(),
            [](const FileChange& a, const FileChange& b) { return a.path < b.path; });
  return Change{std::move(files)};
}

}  // namespace pawl::git
