// What is reviewed: a change as git prints it, by file, hunk and line.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::critics {

enum class Side : std::uint8_t { context, added, removed };

struct DiffLine {
  Side side = Side::context;
  // Of the head, from 1; of a removed line the one of the head that it stood before.
  std::int64_t line = 0;
  std::string text;
};

struct DiffHunk {
  std::vector<DiffLine> lines;
  bool withheld = false;  // nobody may see it, for what it holds
};

struct DiffFile {
  std::string path;  // of the head; of one that is gone, of the base
  bool removed = false;
  std::vector<DiffHunk> hunks;
  std::string obstacle;  // why there is nothing to read (`binary`); empty when there is
};

struct Diff {
  std::vector<DiffFile> files;
  const DiffFile* find(std::string_view path) const;
};

// Lines that were added or removed.
std::size_t changed_lines(const DiffHunk& hunk);
std::size_t changed_lines(const DiffFile& file);

// The output of `git diff`. What is no diff is passed over.
Diff parse_diff(std::string_view text);

// The same as others may see it. `clean` gets the text of a hunk, and the path; a hunk that has
// another number of lines then is withheld.
using Clean = std::function<std::string(std::string_view text, const std::string& path)>;
Diff cleaned_diff(Diff diff, const Clean& clean);

}  // namespace pawl::critics
