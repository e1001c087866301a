// Questions and answers about the branch before it is offered: one model asks, another shows lines
// of the head, and those are looked up.
#pragma once

#include "critics/qa.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

inline constexpr std::string_view kDialogue = "critic-qa.json";

// Whether the settings want it, and there are models for both sides.
bool dialogue_wanted(const Workshop& shop);
// Asked once for a head, found again after a crash. Where the settings want it, the worker mends
// once what the answers leave open; it is kept when no check is worse for it. Whatever fails is the
// reason of the dialogue; only Errc::cancelled and Errc::conflict are errors.
Result<critics::Dialogue> question_branch(const Workshop& shop);

}  // namespace pawl::stages
