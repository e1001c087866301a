#include "guards/moved_files.hpp"

#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

const git::FileChange* moved_from(const git::Change& change, const git::FileChange& file) {
  const git::FileChange* namesake = nullptr;
  for (const git::FileChange& each : change.files) {
    if (each.after || !each.before) continue;
    if (each.before == file.after) return &each;
    const bool same_stem = each.path.folder() == file.path.folder() &&
                           index::stem_of(each.path.text()) == index::stem_of(file.path.text());
    if (same_stem || (namesake == nullptr && each.path.name() == file.path.name())) {
      namesake = &each;
    }
  }
  return namesake;
}

}  // namespace pawl::guards
