// Whether a subtask is about how a text is laid out, so that no line of it is too many.
#pragma once

#include <string>

#include "planner/plan.hpp"

namespace pawl::stages {

// By the words people have for formatting, for the order of things, and for writing a file anew; or
// by its recipe: a recipe changes nothing but what it is for.
bool is_about_layout(const planner::Task& task, const planner::Subtask& subtask);

}  // namespace pawl::stages
