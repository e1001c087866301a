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

}  // namespace pawl::git
