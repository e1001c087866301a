// What the files of a repository name of each other: files, scripts of package.json, targets of a
// Makefile; and what they name that ought to stand in themselves: jobs, services, features.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

enum class NamedAs : std::uint8_t {
  file,
  folder,
  either,    // a file or a folder
  module,    // as Node resolves it
  config,    // a JSON file whose ending may be left out
  rust,      // a target of Cargo, its ending left out
  page,      // of Sphinx, its ending left out
  python,    // a dotted module that is run, seen from `path`
  object,    // `package.module:function`, seen from `path`
  shared,    // a dependency that the workspace around the folder `path` lists
  property,  // of Maven, seen from the pom.xml in the folder `path`
  script,    // of the package.json of the folder `path`, or of one above
  target,    // of the Makefile of the folder `path`
};

struct NamedFile {
  std::string key;      // `nav`, `project.readme`
  std::string written;  // as it stands there
  std::string path;     // from the root of the repository
  NamedAs as = NamedAs::file;
  int line = 0;           // 0: where key and name stand
  bool anywhere = false;  // below any folder: nobody knows the working directory
  // A build may make it: it is missing only among files that the tree keeps itself.
  bool buildable = false;
  // It counts only when the tree has the folder it begins with, or something else of its kind: else
  // it is of a reader's own project.
  bool of_reader = false;
};

// A name that nothing in the same file defines.
struct UnknownName {
  std::string what;  // `job`
  std::string name;
  std::string where;    // `needs of the job "test"`
  std::string nearest;  // the one that is likely meant; empty when none is near
};

struct NamedThings {
  std::vector<NamedFile> files;
  std::vector<UnknownName> unknown;
};

bool names_files(const RepoPath& path);
// Without patterns, URLs, what leads out of the repository, and what builds make.
NamedThings named_things(const RepoPath& path, std::string_view text);

// The line with both the key and the name, or the first one with the name; 0 when none has.
int line_naming(std::string_view text, std::string_view key, std::string_view written);

}  // namespace pawl::guards
