// A vertical narrows a run to one kind of work: which metrics it is about, and which files it may
// touch. To add one: a row, its text in data/prompts, a command, a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzers/metric.hpp"
#include "planner/plan.hpp"

namespace pawl::planner {

struct Vertical {
  std::string_view name;     // byte-stable: `docs`
  std::string_view summary;  // one line
  std::span<const std::string_view> metrics;
  // Globs of base/text/glob.hpp, whatever the letter case. A path is in scope when one of `files`
  // fits and none of `never`.
  std::span<const std::string_view> files;
  std::span<const std::string_view> never;
  std::string_view prompt;  // the planner's instructions, below data/
  // Where no globs say it, and in place of `files`: whether a path is in scope.
  bool (*holds)(const std::string& path) = nullptr;
  std::span<const SubtaskAction> actions = {};  // what its subtasks may do; empty: anything
  // A person named what it is about: there is work although no metric is open, and a task's metric
  // does not count. Such a run is asked for by its own command alone.
  bool named_subject = false;
  // Guards that look at each change, whatever the configuration says, and those of them that have
  // to be able to: their `unknown` refuses.
  std::span<const std::string_view> guards = {};
  std::span<const std::string_view> required = {};
  // The stack of repo::CheckRun that the work is about: what is new of it has to be built on the
  // result, with nothing remarked, or nothing is proposed. Empty: none.
  std::string_view proven_by = {};
};
std::span<const Vertical> verticals();

// Null for an empty name. Errc::invalid when there is none of that name; the message lists them.
Result<const Vertical*> vertical_named(std::string_view name);

bool in_scope(const Vertical& vertical, std::string_view path);
bool may(const Vertical& vertical, SubtaskAction action);
bool is_about(const Vertical& vertical, std::string_view metric);
// The report without the metrics the vertical is not about.
analyzers::Report narrowed(const analyzers::Report& report, const Vertical& vertical);

}  // namespace pawl::planner
