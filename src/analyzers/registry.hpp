// The table of analyzers and the way to run them all.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "analyzers/metric.hpp"
#include "os/cancel.hpp"
#include "repo/checks/checks.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::analyzers {

struct Survey;

struct Input {
  const repo::RepoView& view;
  const repo::Facts& facts;
  const repo::CheckResults& checks;
  const os::Cancel* cancel = nullptr;  // what is not measured by then is unknown
  const Survey* survey = nullptr;      // set by analyze(): what one pass over the files found
};

struct Analyzer {
  std::string_view name;
  std::string_view display_name;
  double weight;
  void (*analyze)(const Input& input, Metric& metric);  // pure; names and weight are filled in
};

std::span<const Analyzer> all();

struct Progress {
  std::string_view display_name;
  std::size_t done = 0;
  std::size_t total = 0;
  const Metric* metric = nullptr;  // set when it has just been measured
};

// All analyzers, concurrent on up to `threads` threads; `progress` is called from one thread at a
// time. Same input, same report, whatever the number of threads.
std::vector<Metric> analyze(const Input& input, unsigned threads,
                            const std::function<void(const Progress&)>& progress);

}  // namespace pawl::analyzers
