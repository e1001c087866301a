// The name a value in a text is given to, in whatever language: `name = "…"`, `"name": "…"`,
// `setName("…")`, `getenv("NAME") || "…"`, `<name>…</name>`, `--name …`, `key="name" value="…"`.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/text/characters.hpp"

namespace pawl::repo {

constexpr bool is_blank_sign(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_quote_sign(char c) { return c == '"' || c == '\'' || c == '`'; }
// Of names, with what settings join their parts by.
constexpr bool is_name_sign(char c) { return is_word(c) || c == '-' || c == '.'; }

// Of the value whose first byte, behind a quote where there is one, is here. Looks back in its
// line, and in the one above where the name there is that of a pair (`name: X`, then `value: …`).
// Empty: it is given to none, or compared.
std::string_view name_of_value(std::string_view text, std::size_t at);

}  // namespace pawl::repo
