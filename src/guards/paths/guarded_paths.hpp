// The table of files that are more than text to whoever has a clone (data/paths/guarded.txt): what
// runs or obeys them, and who may have them written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

struct GuardedRow {
  std::string_view pattern;
  bool by_person = false;  // a person may name it; else nobody
  std::string_view kind;   // `ci`, `hook`, `agent` …
  std::string_view use;    // what uses it, and when
  std::string_view source;
};

std::vector<GuardedRow> guarded_rows();

// The first row that covers the path under any name a file system knows it by; nothing when
// there is none.
std::optional<GuardedRow> guarded_as(const RepoPath& path);
// The same of a path as text, in lower case.
std::optional<GuardedRow> guarded_by_text(const std::string& path);

// A folder that holds guarded files and others: `.github`, `.cargo`. Of one name in lower case.
bool holds_guarded(std::string_view name);

}  // namespace pawl::guards
