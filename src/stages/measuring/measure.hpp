// Measuring a repository: facts, build and test runs, the eleven metrics. Used before the work,
// after it, and by `pawl analyze`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/metric.hpp"
#include "analyzers/registry.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/checks/checks.hpp"
#include "repo/views/view.hpp"

namespace pawl::stages {

struct MeasureOptions {
  std::string target;                    // for the report
  std::string commit;                    // that is measured, for the report
  std::string scratch;                   // where scratch copies may be made
  const os::Sandbox* sandbox = nullptr;  // to build and test in; without one, neither is done
  Seconds build_timeout{300};
  Seconds test_timeout{300};
  std::string path_list;  // where the target's tools are looked up
  std::string home;       // whose package caches they may read
  repo::Needs needs;      // of builds and tests
  std::string caches;     // where compilers' caches are put afterwards; empty: nowhere
  // Tests that are asked more often before a failure of theirs counts.
  std::vector<repo::FlakyTest> known_flaky;
  // What builds and tests of this very tree reported before: they are not run again.
  std::optional<repo::CheckResults> known;
  // Called with what they say, before anything is concluded from it.
  std::function<void(repo::CheckResults& checks)> on_checks;
  unsigned threads = 0;  // 0: one a core
  std::function<Status(const std::string& folder)> export_to;
  std::function<void(const analyzers::Progress&)> on_metric;
  std::function<void(std::string_view)> on_step;
};

struct Measured {
  analyzers::Report report;
  repo::Facts facts;
};

Result<Measured> measure(const repo::RepoView& view, os::Ports& ports,
                         const MeasureOptions& options);

// Sets path_list and home from this process's environment.
void look_up_tools(const os::Ports& ports, MeasureOptions& options);

}  // namespace pawl::stages
