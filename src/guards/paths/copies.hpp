// Files that are another file of the repository once more: a copy beside it under a name of that
// kind (`parser_fixed.py`, `parser (1).py`), or the file itself at a wrong place
// (`home/user/project/src/parser.py`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "git/change.hpp"

namespace pawl::repo {
class RepoView;
}

namespace pawl::guards {

struct Copy {
  std::string original;
  bool misplaced = false;
};

// Of the files that a change adds; the view is borrowed and may be null.
class CopyFinder {
 public:
  CopyFinder(const git::Change& change, const repo::RepoView* base)
      : change_(change), base_(base) {}
  // The file of the base that stays and that this one is a copy of, by its name and its text.
  std::optional<Copy> find(const git::FileChange& file);

 private:
  // Where the files of the base are in its list, by a number made of their paths.
  using Places = std::vector<std::pair<std::uint64_t, std::uint32_t>>;
  void read_names();
  // Those that may be meant, at most a few dozen.
  std::vector<std::string> files_at(const Places& places, std::uint64_t number) const;
  std::optional<std::string> copied_name(const git::FileChange& file) const;
  std::optional<std::string> other_place(const git::FileChange& file) const;
  bool stays(const std::string& path) const;
  std::optional<std::string> text_left(const std::string& path) const;
  bool holds_same(const git::FileChange& file, const std::string& original, unsigned percent) const;

  const git::Change& change_;
  const repo::RepoView* base_;
  bool read_ = false;
  Places by_name_;     // in small letters
  Places by_letters_;  // the letters and digits of the path alone
};

// A name that only a slip gives: `a.py:10-20`, "`a.py`", `=1.2.0`, `a.go#L10`. Empty when it is
// none.
std::string_view name_slip(std::string_view path);

}  // namespace pawl::guards
