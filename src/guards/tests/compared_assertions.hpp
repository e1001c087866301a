// What became of an assertion whose strength is what it was.
#pragma once

#include <string_view>

#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {

// The new one takes more for right: any value, any exception, no message.
bool is_widened(const syntax::Assertion& old, const syntax::Assertion& now, bool same_subject);

// They differ in nothing but a number or a text.
bool only_expectation(const syntax::Assertion& old, const syntax::Assertion& now);

// One asks for the opposite of the other: `!=` for `==`, `notEqual` for `equal`, `not_to` for `to`.
bool is_turned(const syntax::Assertion& old, const syntax::Assertion& now);

// Two texts of code that differ in numbers, texts and signs of comparison alone.
bool differ_in_literals(std::string_view a, std::string_view b);

}  // namespace pawl::guards
