// What became of an assertion whose strength is what it was.
#pragma once

#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {

// The new one takes more for right: any value, any exception, no message.
bool is_widened(const syntax::Assertion& old, const syntax::Assertion& now, bool same_subject);

// They differ in nothing but a number or a text.
bool only_expectation(const syntax::Assertion& old, const syntax::Assertion& now);

}  // namespace pawl::guards
