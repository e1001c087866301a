// Which tokens and nodes of the grammars mutants are made of. For the files of this module only.
#pragma once

#include <span>
#include <string_view>

#include "syntax/mutants/mutants.hpp"

namespace pawl::syntax {

struct Swap {
  std::string_view token;
  Mutation mutation;
  std::string_view first;
  std::string_view second = {};  // turned round; empty when `first` is that already
};
// Null for what is no operator.
const Swap* swap_of(Language language, std::string_view token);

enum class MutantNode : std::uint8_t {
  none,
  skip,      // nothing below is touched
  binary,    // its operator is a child without a name
  compound,  // `+=`
  step,      // `++`
  branch,    // takes one of two ways, by its field `condition`
  loop,      // runs again and again, by its field `condition`
  index,     // numbers in it say where, not what
  number,
  truth,
  string,
  give_back,  // `return`
  arrow,      // a function whose body may be an expression
  function,
  alone,       // an expression that stands by itself
  assignment,  // as a statement of its own (Go)
  fail,        // `raise`, `throw`
};
MutantNode mutant_node(std::string_view type);

// Calls that tell or tidy up: without them the result is the same.
bool is_telling(std::string_view callee);

}  // namespace pawl::syntax
