// What is wanted of a change, and how often it was asked for before.
#pragma once

#include <string>
#include <vector>

#include "planner/concerns/past_offers.hpp"
#include "planner/plan.hpp"
#include "planner/rules/failing_tests.hpp"

namespace pawl::stages {

struct Reproduction;

struct Order {
  const planner::Task& task;
  const planner::Subtask& subtask;
  int number = 1;            // of the attempt
  bool compile_fix = false;  // the build of the base is broken
  std::string feedback;      // what refused the attempt before
  std::string previous_answer;
  const std::vector<planner::PastOffer>* offers = nullptr;  // that bind the run; null: none
  // The test that the change brings along, which fails without it; null: none.
  const Reproduction* reproduction = nullptr;
  // What CI printed when it failed, and what changed since it was green; data.
  std::vector<planner::TestFailure> ci = {};
  std::string review = {};  // what people said at a line of the change; data
  // Any path may be touched: who does the work finds out which. Of those that take a person to name
  // them, and of deletions, the paths that stand in these words.
  bool free = false;
  std::string_view words = {};
};

}  // namespace pawl::stages
