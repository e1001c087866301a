// What a worker answers: edits. Anchored search and replace, replacement of a symbol, or a whole
// file for new files; never a whole rewrite of a file the model saw in part.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "git/change.hpp"

namespace pawl::edits {

enum class EditKind : std::uint8_t { replace, symbol, write, remove };

struct Edit {
  EditKind kind = EditKind::replace;
  std::string path;     // as the model wrote it
  std::string find;     // replace: stands at one place of the file
  std::string content;  // the replacement, or the whole text
  std::string symbol;   // symbol: qualified name of the definition
  bool executable = false;
};

struct EditAnswer {
  std::string commit_message;  // one line, may be empty
  std::vector<Edit> edits;
  std::string no_change_reason;  // set when the model says that nothing is to be done
};

// The schema of an answer (data/schemas/edits.json).
Json edits_schema();
// Of recipes, which may write a page for each document: with another limit of edits.
Json edits_schema(int edits_max);
// From JSON that satisfies the schema.
EditAnswer parse_edits(const Json& json);

struct EditFault {
  std::string code;  // anchor-missing, anchor-ambiguous, anchor-indentation, symbol-missing,
                     // symbol-ambiguous, whole-file-refused, no-effect, delete-missing, unreadable
  std::string path;
  int line = 0;
  std::string message;   // what is wrong
  std::string feedback;  // what to do instead, for the next attempt; quotes lines of the file
};

struct Resolved {
  git::Change change;  // complete only when there is no fault
  std::vector<EditFault> faults;
};

struct SourceFile {
  std::string text;
  std::uint32_t mode = 0644;
};
// The current file, nothing when absent.
using ReadFile = std::function<Result<std::optional<SourceFile>>(const RepoPath&)>;

// Applies edits in order, in memory. Line endings and a byte-order mark of the file are kept: an
// anchor matches whatever the endings, and the replacement takes the file's. An anchor that does
// not occur to the letter matches the only lines that differ from it in indentation or blanks at
// their ends, and the replacement is indented as they are (edits/anchors.hpp). `may_rewrite`
// answers whether the model saw all of that file (then `write` on it is allowed).
Resolved resolve(const std::vector<std::pair<RepoPath, Edit>>& edits, const ReadFile& read,
                 const std::function<bool(const RepoPath&)>& may_rewrite);

}  // namespace pawl::edits
