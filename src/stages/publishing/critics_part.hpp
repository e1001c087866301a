// What critics found of a branch and what became of it, for the text of its pull request.
#pragma once

#include <optional>
#include <string>

#include "critics/critique.hpp"
#include "critics/qa.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// What became of the turn of a worker.
struct MendedFacts {
  std::string commit;   // empty: there is none
  std::string refused;  // why what it made was not taken; empty: nobody tried, or it was
};

struct CriticsFacts {
  std::optional<critics::Review> panel;  // nothing: it was not asked
  std::optional<critics::Review> devil;
  MendedFacts refined;
  std::optional<critics::Dialogue> dialogue;
  MendedFacts answered;
  std::string failed;  // why critics came to no end; empty when they did
};
// Of the run so far: its artifacts, and its journal.
Result<CriticsFacts> critics_facts(const Scope& scope);

// GitHub-flavoured Markdown; all that a model says is escaped. Empty when nobody was asked.
std::string critics_part(const CriticsFacts& facts);

}  // namespace pawl::stages
