// The files of one tree as the index needs them: which there are, what their outlines say, and
// which of them mention a name. Where that comes from (memory, the database, a change on top of
// another tree) is the implementation's business.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/outline/outline.hpp"

namespace pawl::index {

using OutlinePtr = std::shared_ptr<const syntax::Outline>;

// What a file can be looked up by. A key is a hash: a file found by it may turn out not to have the
// name at all, so callers look into its outline.
using Key = std::uint64_t;
Key definition_key(std::string_view name);  // defines it
Key member_key(std::string_view name);      // has a type with a member of that name
Key use_key(std::string_view name);         // uses, imports or mentions it in a string
Key import_key(std::string_view name);      // the last word of what it imports
// All keys of an outline, sorted, each once.
std::vector<Key> keys_of(const syntax::Outline& outline);

class Tree {
 public:
  virtual ~Tree() = default;
  virtual bool has(std::string_view path) const = 0;
  virtual bool has_folder(std::string_view folder) const = 0;  // "" is the root, always there
  // How many files the folder holds at any depth, counted no further than `enough`.
  virtual std::size_t count_below(std::string_view folder, std::size_t enough) const = 0;
  // Paths of the files right inside of the folder, sorted.
  virtual std::vector<std::string> files_in(std::string_view folder) const = 0;
  // Paths of all files of that name, anywhere, sorted.
  virtual std::vector<std::string> named(std::string_view name) const = 0;
  // Nothing when absent or unreadable.
  virtual std::optional<std::string> text(std::string_view path) const = 0;
  // Null when there is no such file, or it is in none of the languages.
  virtual OutlinePtr outline(std::string_view path) const = 0;
  // Paths of the files with that key, sorted.
  virtual std::vector<std::string> with_key(Key key) const = 0;
  // Why answers cannot be trusted; empty when they can. A tree that cannot be read answers as if
  // nothing were there, so whoever draws conclusions from an absence asks this first.
  virtual std::string trouble() const { return {}; }
};

// One file of a change: its new text, or nothing when it is removed.
struct ChangedFile {
  std::string path;
  std::optional<std::string> text;
};

// The language of the file, if it is one of those with outlines.
std::optional<syntax::Language> language_of(std::string_view path, std::string_view text);
// Languages whose files may use each other's names, by the ending or the name of the path.
enum class Family : std::uint8_t { python, script, go, rust, c, java, ruby, bash, other };
Family family_of(std::string_view path);
// The same, and for files without an ending by their first line; Graph::family_of knows that, too.
Family family_of(std::string_view path, std::string_view text);
Family family_of(syntax::Language language);
bool is_javascript(std::string_view path);
// Declaration files (`.d.ts`) are such, too.
bool is_typescript(std::string_view path);

std::string_view name_of(std::string_view path);
std::string_view stem_of(std::string_view path);  // the name up to its first dot
// `folder/rest` with `.` and `..` taken out; nothing when that leaves the repository.
std::optional<std::string> joined_path(std::string_view folder, std::string_view rest);

// Files held in memory; outlines are made when first asked for, all of them at the first with_key.
std::unique_ptr<Tree> memory_tree(std::vector<std::pair<std::string, std::string>> files);
// `below` with the changes on top; `below` is borrowed, and asked nothing before somebody asks.
std::unique_ptr<Tree> overlay_tree(const Tree& below, const std::vector<ChangedFile>& changed);

}  // namespace pawl::index
