// Whose words about a pull request count.
#pragma once

#include <string>

#include "base/text/text.hpp"
#include "forge/values.hpp"

namespace pawl::stages {

// Of those who are at least so much to the repository, and never Pawl's own.
struct Trust {
  std::string self;
  forge::Association least = forge::Association::collaborator;

  bool is_own(const std::string& author) const { return equal_folded(author, self); }
  template <class Said>
  bool holds_for(const Said& said) const {
    return !is_own(said.author) && said.association >= least;
  }
};

}  // namespace pawl::stages
