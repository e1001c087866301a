// A plan as people read it: what is to be done, in which files, and who will look at the changes.
#pragma once

#include <string>
#include <string_view>

#include "cli/kit/command.hpp"
#include "planner/plan.hpp"

namespace pawl::cli {

// Tasks, subtasks and their files; one subtask a line where that fits.
std::string plan_listing(const Context& context, const planner::TaskPlan& plan);

// What each subtask is to do, and the tests it is to mend.
std::string plan_details(const Context& context, const planner::TaskPlan& plan);

// The guards that look at each change of a run narrowed to `scope` (empty: to none), as the
// settings want it. Errc::invalid names the setting.
Result<std::string> guards_listing(const Context& context, std::string_view scope);

}  // namespace pawl::cli
