// Measuring a repository: facts, build and test runs, the eleven metrics. Used before the work,
// after it, and by `pawl analyze`.
#pragma once

#include <functional>
#include <string>

#include "analyzers/metric.hpp"
#include "analyzers/registry.hpp"
#include "git/git.hpp"
#include "os/ports.hpp"
#include "os/sandbox.hpp"
#include "repo/checks.hpp"

namespace pawl::stages {

struct MeasureOptions {
  std::string target;   // for the report
  std::string folder;   // the checkout to measure
  std::string scratch;  // where scratch copies may be made
  bool run_checks = true;
  Seconds build_timeout{300};
  Seconds test_timeout{300};
  std::string path_list;  // where the target's tools are looked up
  std::string home;       // whose package caches they may read
  unsigned threads = 0;  // 0: one a core
  std::function<Status(const std::string& folder)> export_to;
  std::function<void(const analyzers::Progress&)> on_metric;
  std::function<void(std::string_view)> on_step;
};

struct Measured {
  analyzers::Report report;
  repo::Facts facts;
};

Result<Measured> measure(git::Git& git, os::Ports& ports, const os::Sandbox& sandbox,
                         const MeasureOptions& options);

// Sets path_list and home from this process's environment.
void look_up_tools(const os::Ports& ports, MeasureOptions& options);

}  // namespace pawl::stages
