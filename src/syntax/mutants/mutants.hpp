// Small wrong versions of a piece of source code, to find out whether a test notices.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

// What was made wrong, from what says most about a test to what says least.
enum class Mutation : std::uint8_t {
  result,      // another value is returned, or none
  comparison,  // its limit is moved, or it is turned round
  condition,   // the other way is taken
  boolean,     // `and` for `or`
  arithmetic,
  constant,   // another number or truth value
  statement,  // it is left out
  text,       // an empty string
};

struct Mutant {
  Mutation mutation = Mutation::result;
  std::size_t begin = 0;  // the bytes that are replaced
  std::size_t end = 0;
  std::string text;  // by this
  int line = 0;      // of `begin`, from 1
  bool operator==(const Mutant&) const = default;
};

// Of what stands between two bytes of a file, in order of place. Left alone is what would loop for
// ever, what only names or logs something, types, and what other mutants stand for already. Nothing
// for languages whose tests nobody here can run (Ruby, bash), nor for a text too large to be
// parsed.
std::vector<Mutant> mutants(Language language, std::string_view text, std::size_t begin,
                            std::size_t end);

std::string mutated(std::string_view text, const Mutant& mutant);
// The parser has no more to complain of than before.
bool parses_as_well(Language language, std::string_view before, std::string_view after);

}  // namespace pawl::syntax
