// What a landing would make of the target, judged and checked before any branch moves: the guards,
// the repository's builds and tests as they give evidence to them, and the run's own commands.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "landing/landing.hpp"

namespace pawl::landing {

struct VerifyOrder {
  const git::Target& target;
  const Wish& wish;
  std::string folder;   // of the repository that holds both commits
  std::string base;     // where the target branch is
  std::string commit;   // what it would be
  std::string scratch;  // a folder for copies, of Pawl's own
  std::function<void(std::string_view)> progress;
};

struct Verified {
  std::vector<std::string> refused;  // each a line for people: a finding, a command that failed
  std::vector<std::string> unknown;  // what should have been checked and could not be, and why
  std::vector<std::string> checked;  // what was
};

// An Error: it came to no end. Changes nothing but the scratch folder and caches of Pawl.
Result<Verified> verify(const Ports& ports, const VerifyOrder& order);

}  // namespace pawl::landing
