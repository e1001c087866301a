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
  std::string path_list;
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

// The PATH of this process's environment, for looking up the target's tools.
std::string path_list_of(const os::Ports& ports);

}  // namespace pawl::stages
