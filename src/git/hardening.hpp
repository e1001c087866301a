// What every git of Pawl is told, so that nothing a repository or a machine is configured with can
// make it run a program, ask a person or answer differently.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "git/git.hpp"

namespace pawl::git {

using Environment = std::vector<std::pair<std::string, std::string>>;

// The whole environment of a git. Credentials are in it only when `remote`.
Environment hardened_environment(const GitOptions& options, bool remote);

// A name or address without the characters that end it in a commit.
std::string plain_name(std::string_view text);

// The value of http.<prefix>.extraHeader.
std::string authorization_header(const Secret& token);

// `upload-pack` and `receive-pack` on this machine start with an environment that git cleared, so
// what they are told travels in the command that starts them.
std::string local_upload_pack();
std::string local_receive_pack();

}  // namespace pawl::git
