// Why a check is red, as far as that can be known without a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "forge/ci.hpp"

namespace pawl::stages {

enum class CiCause : std::uint8_t {
  ours,            // the change did it, as far as anybody knows
  infrastructure,  // the machine or the network failed, or a person stopped it
  flaky,           // it may pass when it is run again: nothing in its log has to do with the change
  preexisting,     // it is red on the base, too
};
std::string_view to_string(CiCause cause);  // byte-stable

// What is known of one red check.
struct CiFacts {
  forge::Conclusion conclusion = forge::Conclusion::failure;
  std::string_view log = {};  // its error windows; empty: there are none
  bool red_on_base = false;
  bool known_flaky = false;       // it failed and passed on the same commit before
  bool names_the_change = false;  // its log names a file that the change touches
  bool ran_again = false;         // it was begun again already, and is still red
};
struct CiReason {
  CiCause cause = CiCause::ours;
  std::string why;
};
CiReason cause_of(const CiFacts& facts);
// A person looks: running it again has not helped, and there is nothing of ours to mend.
bool left_to_a_person(const CiReason& reason, bool ran_again);

// The line of data/words/ci-infrastructure.txt that the log has; empty: none.
std::string_view infrastructure_words(std::string_view log);

}  // namespace pawl::stages
