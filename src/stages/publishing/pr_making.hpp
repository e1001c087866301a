// How a pull request was made, behind all that speaks of the change: tasks, metrics, guards, models
// and costs.
#pragma once

#include <string>

#include "stages/publishing/pr_body.hpp"

namespace pawl::stages {

// Folded, as GitHub-flavoured Markdown shows it.
std::string making_part(const PrFacts& facts);

// `0.80 pass`; `unknown` of a metric that is not there.
std::string score_text(const analyzers::Metric* metric);
// Null while nothing was done for it.
const run::SubtaskState* progress_of(const PrFacts& facts, const std::string& subtask);

}  // namespace pawl::stages
