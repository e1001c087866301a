// What a name stands for inside of a function, where its text says so.
#pragma once

#include <string>
#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

// The type that the receiver certainly has, as it is written there: `c` of `func (c *Command)`, of
// `c = Command()`, of `c: Command`. What the language brings is called as in
// data/languages/builtin-methods.txt, in Go `string`, `[]` and `map`. Empty when that cannot be
// said, or changes inside.
std::string type_of_receiver(index::Family family, std::string_view function,
                             std::string_view receiver);

}  // namespace pawl::guards
