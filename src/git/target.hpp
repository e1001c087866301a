// What a person may name as a target: a local path, a file:// URL, https/ssh URL, `git@host:o/r`,
// or `owner/repo` on a GitHub.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl::git {

enum class TargetKind : std::uint8_t { local, url };

struct Target {
  TargetKind kind = TargetKind::local;
  std::string location;  // absolute path of the repository's root, or the URL to clone
  std::string name;      // for people: `owner/repo` or the folder's name
  std::string host;      // of a network URL
  std::string owner;     // of a network URL
  std::string repo;
  // The lock and the slug are made of this: the same repository gives the same key however it
  // was spelt.
  std::string key;
};

// Pure: shape only. An existing folder wins over `owner/repo`; the caller says whether the text
// names one (`exists`, with its canonical root). Errors name the forms that are understood.
// Credentials in a URL are refused.
// `owner/repo` is one at `home`, a URL without a path.
Result<Target> parse_target(std::string_view text, std::string_view existing_root,
                            std::string_view home = "https://github.com");

}  // namespace pawl::git
