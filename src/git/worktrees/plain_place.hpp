// The top of a repository that is laid out as `git init` does it, known without git.
#pragma once

#include <optional>
#include <string>

namespace pawl::git {

// Whether git would call `folder` the top of a checkout, and `folder`/.git its git folder: that is
// a folder of the person's own with a branch, objects and refs of its own, whose configuration says
// nothing of where files are, and whose names lead through no link. False means that git is to be
// asked. As git finds it: setup.c of git, setup_git_directory_gently_1 and is_git_directory.
bool is_plain_top(const std::string& folder);

// The branch that HEAD of such a top names, also when it is unborn; nothing where git is to be
// asked.
std::optional<std::string> plain_branch(const std::string& folder);

// Where git finds the repository of `folder`, canonical, if that is such a top, or a bare
// repository laid out so; nothing where git is to be asked.
std::optional<std::string> plain_git_folder(const std::string& folder);

// Whether each commit there has all its parents: of a shallow clone git says that the last ones
// have none.
bool has_whole_history(const std::string& git_folder);

// Whether the configuration of such a repository names a filter of files.
bool may_filter(const std::string& git_folder);

// Whether a configuration says that files are as they are: nothing of core.autocrlf, and of
// core.fileMode what `git init` says where modes can be trusted. False means that git is to be
// asked.
bool converts_nothing(const std::string& config_path);

}  // namespace pawl::git
