// The files of the repository that a manifest or a configuration file names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

enum class NamedAs : std::uint8_t {
  file,
  module,  // as Node resolves it
  config,  // a JSON file whose ending may be left out
  either,  // a file or a folder
};

struct NamedFile {
  std::string key;      // `nav`, `project.readme`
  std::string written;  // as it stands there
  std::string path;     // from the root of the repository
  NamedAs as = NamedAs::file;
  int line = 0;
};

bool names_files(const RepoPath& path);
// Without patterns, URLs, what leads out of the repository, and what builds make.
std::vector<NamedFile> named_files(const RepoPath& path, std::string_view text);

}  // namespace pawl::guards
