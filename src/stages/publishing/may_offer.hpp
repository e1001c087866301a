// Whether work may be offered to a repository at all, before any is done for it.
#pragma once

#include <optional>

#include "stages/stage.hpp"

namespace pawl::stages {

// That the repository's own documents refuse what programs write: the outcome ends the run.
// Nothing: they do not, or nobody asks them (forge.ai_policy).
Result<std::optional<Outcome>> unwanted_here(const Scope& scope, const RunSettings& settings,
                                             const Checkout& checkout);

// Whether a person has to agree before the base changes. Pawl pushes no base; its token might.
// denied where it may, and the settings ask for one that may not (github.base_guard).
Status check_base(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                  forge::Forge& forge);

}  // namespace pawl::stages
