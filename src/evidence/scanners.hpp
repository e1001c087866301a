// Scanners that print SARIF, run on copies of base and head. They do not run code of the
// target, but read what it wrote: they run in the sandbox all the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/config.hpp"
#include "guards/evidence.hpp"
#include "guards/policy.hpp"
#include "os/files/tainted.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::evidence {

struct Scanner {
  std::string tool;               // `semgrep`, or the name of a configured one
  std::vector<std::string> argv;  // the folder it runs in is the tree
  Seconds deadline{60};
  bool network = false;  // its rules come from there
  // A word of argv that names a file of the repository: the base's is used for both trees.
  std::string rules;
};

// Those whose guard the policy wants. Errc::invalid names the entry of guards.scanners that is
// none.
Result<std::vector<Scanner>> wanted_scanners(const config::Config& config,
                                             const guards::Policy& policy);

struct ScanPorts {
  repo::CheckPorts ports;
  std::string path_list;
  os::Tainted& folder;  // holds `base` and `head`, the trees; scanners may write beside them
};

// One scan of `base` or `head`. A program that is not there is a scan without presence; one that
// ends badly, in time or not, has trouble and no findings.
struct Scan {
  bool present = false;
  std::string trouble;
  std::vector<guards::ScanFinding> findings;
};
Scan scan(const Scanner& scanner, const ScanPorts& ports, const std::string& side);

}  // namespace pawl::evidence
