// How critics are asked about a change: part by part, within a budget.
#pragma once

#include <string>
#include <string_view>

#include "critics/critique.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Null when nobody can be asked: the run does not want that role, or its model follows recipes.
llm::ChatModel* model_of(Models& models, config::Role role);

// What the commit changes of the base of the run, as others may see it.
Result<critics::Diff> shown_diff(const Scope& scope, const Checkout& checkout,
                                 const std::string& head);

// What panel and adversary found, as critique.cpp keeps it.
inline constexpr std::string_view kCritics = "critics.json";

struct Asking {
  config::Role role = config::Role::reviewer;
  std::string purpose;          // for the journal: `self-review`
  std::string title;            // of the change
  std::string order;            // what the critic is there for
  std::int64_t tokens_max = 0;  // of all questions
};
// A part that got no answer is counted as such; only Errc::cancelled and what this machine cannot
// do are errors.
Result<critics::Review> ask_critic(const Scope& scope, Models& models, const Asking& asking,
                                   const critics::Diff& diff);

}  // namespace pawl::stages
