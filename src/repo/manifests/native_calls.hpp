// Calls of functions in CMake, Meson and M4 files, read without running them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::repo {

struct NativeCall {
  std::vector<std::string> words;  // strings keep their blanks and lose their quotes
  int line = 0;

  // The word after `key`, empty when there is none.
  std::string after(std::string_view key) const;
  bool has(std::string_view word) const;
};

// Every call of that name, in any case of letters, outside of comments and strings. What is inside
// of brackets (`dict['x']`, `files(…)`, `[a b]`) stays one word.
std::vector<NativeCall> native_calls(std::string_view text, std::string_view function);

// No variable and no substitution.
bool is_literal(std::string_view text);

}  // namespace pawl::repo
