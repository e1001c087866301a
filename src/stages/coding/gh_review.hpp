// What an agent found in a pull request, held to the lines of the change.
#pragma once

#include <string>
#include <string_view>

#include "critics/critique.hpp"

namespace pawl::stages {

// Artifacts `ghreview-NAME.json`: {head, review, findings}.
std::string review_artifact(std::string_view node);

// The findings of an answer: those that quote a line of the change stand at that line, others are
// dropped and counted. unparsable: it is no answer that can be read.
critics::Review review_of_answer(std::string_view answer, const critics::Diff& diff);

}  // namespace pawl::stages
