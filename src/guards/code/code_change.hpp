// The source files of a change with what their outlines say, for guards that ask the code index.
// None of this opens the index: a change that adds no import and touches no signature stays cheap.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "git/change.hpp"
#include "index/index.hpp"

namespace pawl::guards {

struct CodeFile {
  const git::FileChange* file = nullptr;
  std::string path;
  index::Family family = index::Family::other;
  index::OutlinePtr before;  // null when the file is new
  index::OutlinePtr after;   // null when it is removed
};

// Shell scripts define and call by rules of their own, which few guards know.
enum class Shell : std::uint8_t { left_out, included };

// By its path, or by its first line where it has no ending.
index::Family family_of(const git::FileChange& file);

// Code of the repository's own whose text differs: nothing vendored or generated, no links.
bool may_be_code(const git::FileChange& file, Shell shell = Shell::left_out);

// What a file of that path and text defines and uses; null when it is no code. What the index would
// say of it, without opening it.
index::OutlinePtr outline_of(const std::string& path, const std::string& text);

// The files of the change that may be code, and are.
std::vector<CodeFile> code_files(const git::Change& change, const index::CodeIndex& index,
                                 Shell shell = Shell::left_out);

// The file was there before and is now, and both texts were read without an error.
bool is_read_on_both_sides(const CodeFile& code);
// The same; in C also where the old text had errors: its grammars do not know macros, and the rest
// of such a file is understood.
bool is_understood_on_both_sides(const CodeFile& code);

// The text of a line, from 1; empty when there is none.
// Rust: `use super::*` of a module within the file, as its tests have it.
bool is_of_own_file(index::Family family, const syntax::Import& import);

std::string_view line_of(std::string_view text, int line);

}  // namespace pawl::guards
