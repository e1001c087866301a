// The table of files that are more than text to whoever has a clone (data/paths/guarded.txt): what
// runs or obeys them, and who may have them written.
#pragma once

#include <span>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

struct GuardedRow {
  std::string_view pattern;
  bool by_person = false;  // a person may name it; else nobody
  std::string_view kind;   // `ci`, `hook`, `agent` …
  std::string_view use;    // what uses it, and when
  std::string_view source;
};

std::span<const GuardedRow> guarded_rows();

// The first row that covers the path under any name a file system knows it by; nullptr when there
// is none.
const GuardedRow* guarded_as(const RepoPath& path);

}  // namespace pawl::guards
