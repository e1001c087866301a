// Measuring inside a run: the same measurement, recorded as events and kept as an artifact.
#pragma once

#include <string_view>

#include "stages/measuring/measure.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kReportBefore = "report-before.json";
inline constexpr std::string_view kReportAfter = "report-after.json";

// `when` is before or after; `artifact` the file the report is kept in.
Result<Measured> measure_run(const Scope& scope, const RunSettings& settings,
                             const Checkout& checkout, std::string_view when,
                             std::string_view artifact);

}  // namespace pawl::stages
