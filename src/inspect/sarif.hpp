// Findings as SARIF 2.1.0 (OASIS), in the shape GitHub code scanning shows inline.
#pragma once

#include <string>

#include "base/json.hpp"
#include "guards/stack.hpp"

namespace pawl::inspect {

// One run of the tool `Pawl`. Rules come with their pages; what could not be checked is a
// notification; suppressed and sanctioned findings are there, marked as suppressed.
Json sarif_of(const guards::Evaluation& evaluation);

}  // namespace pawl::inspect
