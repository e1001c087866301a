// What is wanted of a change, and how often it was asked for before.
#pragma once

#include <string>

#include "planner/plan.hpp"

namespace pawl::stages {

struct Order {
  const planner::Task& task;
  const planner::Subtask& subtask;
  int number = 1;            // of the attempt
  bool compile_fix = false;  // the build of the base is broken
  std::string feedback;      // what refused the attempt before
  std::string previous_answer;
};

}  // namespace pawl::stages
