// What the files of a repository name and do not get, for which a change is to blame: it adds the
// name, or it takes away what was named.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/references/named_files.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

struct BrokenName {
  RepoPath path;  // of the file that names it
  NamedFile named;
  int line = 0;
  bool lost = false;    // it was there before the change
  std::string nearest;  // what is likely meant; empty when nothing is near
};
struct UnknownInFile {
  RepoPath path;
  UnknownName name;
  int line = 0;
};
// Each by path and line.
struct BrokenNames {
  std::vector<BrokenName> names;
  std::vector<UnknownInFile> unknown;
};

// `base` may be null: then nothing is known to be lost.
BrokenNames broken_names(const git::Change& change, const repo::RepoView* base,
                         const repo::RepoView& head);

// `a file`, `a script of package.json`
std::string shown_kind(const NamedFile& named);

}  // namespace pawl::guards
