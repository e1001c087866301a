// What the name of a call says about a test. For the files of this module only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/outline/idle_assertions.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::syntax {

// A call's name as written, cut at its last argument list: `expect(a).not.toBe`.
struct CallName {
  explicit CallName(std::string_view callee);

  std::string_view whole;
  std::string_view root;  // the first word: `expect`
  std::string_view last;  // the last word: `toBe`
};

bool is_assertion(Language language, const CallName& name);
bool is_skip_call(Language language, const CallName& name);
Strength strength_of(const CallName& name, std::string_view arguments);
// Strength of a condition that stands by itself: `assert a == b`.
Strength strength_of_condition(std::string_view condition);
// Of one below which a test of Go fails: `got != want`.
Strength strength_of_failing(std::string_view condition);

// What the arguments or the condition of an assertion speak about: what is no literal.
std::string subject_in(std::string_view arguments);

std::string folded_blanks(std::string_view text);

}  // namespace pawl::syntax
