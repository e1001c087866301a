// What every git of Pawl is given, so that nothing a repository or a machine is configured with can
// make it run a program, reach another repository, ask a person or answer differently. The tables
// are here once: also the `upload-pack` and `receive-pack` that a clone or a push starts on this
// machine get all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "git/git.hpp"

namespace pawl::git {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct Setting {
  std::string_view key;
  std::string_view value;
};
// Configuration and variables of every git, for tests to walk.
std::span<const Setting> hardened_settings();
std::span<const Setting> hardened_variables();

// The whole environment of a git. Credentials are in it only when `remote`. Without it no protocol
// is allowed, and a partial clone gets no objects it lacks: a fetch would run what the repository's
// configuration names for its remotes.
Environment hardened_environment(const GitOptions& options, bool remote);

// A name or address without the characters that end it in a commit.
std::string plain_name(std::string_view text);

// The value of http.<prefix>.extraHeader.
std::string authorization_header(const Secret& token);

// `upload-pack` and `receive-pack` on this machine start with an environment that git cleared, and
// their configuration is the target's. So what they are given travels in the command that starts
// them: the same environment as of a git that works in the target itself.
std::string local_upload_pack(const GitOptions& options);
std::string local_receive_pack(const GitOptions& options);

// Content of `.git/info/attributes`: the bytes of a file are the bytes of its blob, both ways,
// whatever the repository says about conversions and filters.
inline constexpr std::string_view kPlainAttributes =
    "* -text -ident -filter !eol !crlf !working-tree-encoding\n";

}  // namespace pawl::git
