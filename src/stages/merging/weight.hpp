// What several changes of the same head are compared by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace pawl::stages {

struct Weight {
  std::string refused;      // why the guards refuse it; empty: they do not
  std::size_t remarks = 0;  // of guards, that refuse nothing
  enum class Commands : std::uint8_t { passed, none, unknown, failed };
  Commands commands = Commands::none;
  std::string trouble = {};  // of commands that did not pass
  double psi = 1;            // docs/guards/psi-lite.md
  std::int64_t lines = 0;    // added and taken away
};

// By guards, commands, Ψ (as far as people are shown of it) and size, in this order; false where
// nothing of it differs.
bool is_better(const Weight& a, const Weight& b);

// `no remark of a guard, the commands pass, Ψ 1.00, 12 changed lines`
std::string to_words(const Weight& weight);

}  // namespace pawl::stages
