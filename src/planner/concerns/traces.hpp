// What a change does to each file, small enough to be kept for years and to be compared with
// another change: is this what was offered before, under another wording? Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/text/repo_path.hpp"

namespace pawl::planner {

struct FileTrace {
  std::string path;
  std::string action;  // create, modify, delete
  std::string after;   // hash of the new text; empty when there is none
  // Hashes of the lines that went and came, without their blanks; lines that hold neither letter
  // nor digit are left out, and what is beyond 2,000 of a kind. Sorted, each once.
  std::vector<std::string> removed;
  std::vector<std::string> added;
  // Where the lines stand: definitions of code (`Class.method`), sections of a Markdown document
  // (by their anchor). What stands outside of all is not named. Sorted, each once.
  std::vector<std::string> places;
  bool operator==(const FileTrace&) const = default;
};

// One of both texts is there at least.
FileTrace trace_of(const RepoPath& path, const std::optional<std::string>& before,
                   const std::optional<std::string>& after);

// What counts as the same work on a file, besides nearly the same lines.
struct Likeness {
  bool other_words = true;     // the same file made or removed, the same lines replaced by others
  bool by_section = true;      // the same sections of a document at work
  bool by_definition = false;  // the same definitions of code at work
};
// Whether at least half of a change, by its lines, is in another one: of each file at least four
// fifths of the lines, or what `likeness` allows.
bool is_repeated(std::span<const FileTrace> change, std::span<const FileTrace> other,
                 const Likeness& likeness);

Json to_json(std::span<const FileTrace> traces);
// What has another shape is left out.
std::vector<FileTrace> traces_from_json(const Json& json);

}  // namespace pawl::planner
