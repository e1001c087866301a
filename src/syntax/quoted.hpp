// What a source file says to people or as data: its comments and literals, as its grammar sees
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

enum class QuotedKind : std::uint8_t { comment, literal };

struct Quoted {
  std::size_t begin = 0;  // byte range, marks included
  std::size_t end = 0;
  QuotedKind kind = QuotedKind::literal;
  bool operator==(const Quoted&) const = default;
};

// Comments, strings of every kind, characters, regular expressions, bodies of here documents and
// the text between tags of JSX, in order of their place and none inside another. Nothing for a text
// that is too large to be parsed.
std::vector<Quoted> quoted(Language language, std::string_view text);

}  // namespace pawl::syntax
