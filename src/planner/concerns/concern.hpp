// What a piece of work is about, in words that are the same in every run and on every machine
// (docs/adr/0042-manners.md): one pull request is open for a concern, and one that was closed
// without a merge is not offered again. Words of a model (titles, descriptions) are no part of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan.hpp"

namespace pawl::planner {

struct ConcernNames {
  // The concern of a recipe (`links`), empty for a name that is no recipe's.
  std::function<std::string(const std::string& recipe)> of_recipe;
  std::int64_t issue = 0;  // that the run is bound to; 0: none
};

// The concerns of a subtask, byte-stable, each of them one of
//   issue:5            of a run that is bound to an issue
//   recipe:links       of a subtask that a recipe carries out
//   test:a.py::test_b  for each failing test it is to mend
//   docs:README.md     otherwise: its metric (`any` without one) and each file it may touch
std::vector<std::string> concerns_of(const Task& task, const Subtask& subtask,
                                     const ConcernNames& names);

// The concerns as one line of HTML comment, for the end of a pull request's text; empty for none.
// What is beyond 200 of them, or some 16 KB, is left out.
std::string concerns_mark(const std::vector<std::string>& concerns);
// The concerns of the last such line of a text; none where there is none, or one that somebody
// spoilt.
std::vector<std::string> concerns_in(std::string_view text);

}  // namespace pawl::planner
