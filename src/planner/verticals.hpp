// A vertical narrows a run to one kind of work: which metrics it is about, and which files it may
// touch. To add one: a row, its text in data/prompts, a command, a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzers/metric.hpp"

namespace pawl::planner {

struct Vertical {
  std::string_view name;     // byte-stable: `docs`
  std::string_view summary;  // one line
  std::span<const std::string_view> metrics;
  // Globs of base/glob.hpp, whatever the letter case. A path is in scope when one of `files` fits
  // and none of `never`.
  std::span<const std::string_view> files;
  std::span<const std::string_view> never;
  std::string_view prompt;  // what the planner is told, below data/
};
std::span<const Vertical> verticals();

// Null for an empty name. Errc::invalid when there is none of that name; the message lists them.
Result<const Vertical*> vertical_named(std::string_view name);

bool in_scope(const Vertical& vertical, std::string_view path);
bool is_about(const Vertical& vertical, std::string_view metric);
// The report without the metrics the vertical is not about.
analyzers::Report narrowed(const analyzers::Report& report, const Vertical& vertical);

}  // namespace pawl::planner
