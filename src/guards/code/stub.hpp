// Functions that stand for something and do not do it.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/outline/definitions.hpp"

namespace pawl::guards {

enum class Stub : std::uint8_t {
  none,      // it does something
  empty,     // `pass`, `{}`, `return null;`
  constant,  // a literal is all it says
  refuses,   // it says that it is not there: `todo!()`, `panic("TODO")`, NotImplementedError
  endless,   // it calls itself with what it was given, and nothing before that leads out
};

Stub stub_of(syntax::Language language, std::string_view text,
             const syntax::Definition& definition);

}  // namespace pawl::guards
