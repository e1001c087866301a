// A shell script as text: where its words stand, and what each does there. The grammar tells what
// is read; whatever else names a variable (`read x`, `printf -v x`, `eval`) may give it a value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "guards/code/code_change.hpp"

namespace pawl::guards {

// The text with blanks in the place of its comments.
std::string without_shell_comments(std::string_view text);

// `$name`, `${name…`, `${#name}`.
bool is_read_at(std::string_view text, std::size_t at);
// `${name:-x}`, `${name?x}`: it may well have no value.
bool may_be_unset_at(std::string_view text, std::size_t at, std::size_t size);
// `name=value`, the value up to the end of its line; nothing when it is no assignment.
std::optional<std::string_view> assigned_at(std::string_view text, std::size_t at,
                                            std::size_t size);
// `local name`, `unset name`: the name is said, and gets no value.
bool is_bared_at(std::string_view text, std::size_t at, std::size_t size);

// `eval "$code"`: what it runs may define any function. `eval wget $options` runs a command.
bool evaluates_anything(std::string_view text);

// The script neither reads other scripts nor is read by one, and makes no code of text.
bool stands_alone(const CodeFile& code, const index::CodeIndex& index, std::string_view text);

}  // namespace pawl::guards
