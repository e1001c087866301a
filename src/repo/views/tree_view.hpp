// The files of a commit, read one by one as they are asked for.
#pragma once

#include <memory>
#include <string>

#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

// Cheap for a few files of a large repository: find(), has_folder() and read() walk the trees from
// the root and keep them; only files() lists everything. `Entry::size` is 0 where find() has not
// read the file. `git` and `objects` are borrowed. The commit must exist; an empty one has no
// files. What keeps it from listing or reading is trouble().
std::unique_ptr<RepoView> tree_view(git::Git& git, git::ObjectReader& objects, std::string folder,
                                    std::string commit);

}  // namespace pawl::repo
