// Conditions and assertions that hold whatever the code does. For the files of this module only.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pawl::syntax {

// What an assertion asks of its operands.
enum class Relation : std::uint8_t {
  none,     // nothing that is known
  holds,    // it is true
  fails,    // it is false
  present,  // it is not null
  absent,
  equal,
  unequal,
  at_least,
  above,
  contains,  // the first operand holds the second
  instance,
  matches,
};

// By the name of a call, in lower case and without underscores: `asserttrue`, `tobe`, `expectge`.
Relation relation_of(std::string_view plain_word);
// What it asks below a `not`; none when that cannot be said.
Relation turned_relation(Relation relation);

// Whether that is so for any code: two literals, a thing compared with itself, a size that is not
// below zero. A call compared with itself is not: it may give another answer the next time.
bool is_idle_relation(Relation relation, std::string_view a, std::string_view b);
// Likewise of a condition: `True`, `x == x`, `x or True`, `len(x) >= 0`.
bool is_idle_condition(std::string_view condition);
// The same turned round: it holds for no code.
bool is_void_condition(std::string_view condition);

// A comparison of a call with itself somewhere in the text: `f(1) == f(1)`, `f(1), f(1)`,
// `f(1).equals(f(1))`, `f(1)).toBe(f(1))`.
bool is_twofold(std::string_view text);

bool is_literal_text(std::string_view text);
// What stands between the commas of a list, in no deeper bracket or string, trimmed.
std::vector<std::string_view> arguments_in(std::string_view list);

}  // namespace pawl::syntax
