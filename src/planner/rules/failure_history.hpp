// What earlier runs on this repository failed at is left out of a plan for a while. A file is left
// alone once enough failures speak against it; a success on it, time, a failing test that names it
// or `pawl memory forget` brings it back, and work on failing tests is never left out. Pure.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "planner/plan.hpp"

namespace pawl::planner {

// What became of a subtask of an earlier run on this repository.
struct PastSubtask {
  std::string run;
  std::string subtask;
  Timestamp at;
  bool succeeded = false;  // else it failed; what ended otherwise is no evidence
  std::vector<std::string> paths;
  std::vector<std::string> failure_modes;  // of a failure
  std::vector<std::string> rules;          // likewise
};

// A failure counts in full for the first half of the window, then less and less until its end.
inline constexpr Milliseconds kHistoryWindow = std::chrono::hours(7 * 24);
inline constexpr std::size_t kHistoryMax = 200;  // observations looked at, newest first

struct FailureHistory {
  std::span<const PastSubtask> past;
  Timestamp now;
  int threshold = 2;  // failures that speak against a file; 0: never
  // Whether a test that fails now names the file. Asked only of files that would be left out.
  std::function<bool(const std::string& path)> named_by_failing_test;
  // Whether a subtask is there to mend tests that fail now. Asked only of one that would be left
  // out; nobody to ask: none is.
  std::function<bool(const Task& task, const Subtask& subtask)> mends_failing_test = {};
};

struct LeftOut {
  std::string subtask;
  std::string title;
  std::vector<std::string> file_hints;
  std::string path;  // the hint with the most failures
  int failures = 0;  // of it, since its last success
  std::string reason;
};

struct HistoryFilter {
  TaskPlan plan;
  std::vector<LeftOut> left_out;
  std::vector<Dropped> tasks_dropped;  // they had no subtask left; the reason is the title
  std::vector<std::string> spared;     // files a failing test names, which would be left out
  std::size_t total_subtasks = 0;      // before
};

struct LeftAlone {
  std::string path;
  int failures = 0;
  std::string reason;
};

// The files that failed too often, by path, whatever plans name; failing tests are not asked.
std::vector<LeftAlone> files_left_alone(const FailureHistory& history);

// Subtasks of which some file failed too often are left out, unless a failing test names one of
// their files, or they are there to mend one.
HistoryFilter filter_by_failure_history(TaskPlan plan, const FailureHistory& history);

}  // namespace pawl::planner
