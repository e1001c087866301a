// Builds and tests on a pair of copies: the base once, before anything is changed, and the base
// with a change on it. All code of the target runs in the sandbox, on scratch copies.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/secrets/secret.hpp"
#include "git/change.hpp"
#include "guards/evidence.hpp"
#include "os/files/files.hpp"
#include "repo/checks/checks.hpp"
#include "repo/views/view.hpp"

namespace pawl::evidence {

// Results by the tree they were measured on, one JSON file each in a folder of their own.
class CheckCache {
 public:
  CheckCache(os::Files& files, const Redactor& redactor, std::string folder)
      : files_(files), redactor_(redactor), folder_(std::move(folder)) {}

  struct Kept {
    repo::CheckResults results;
    std::string measured_on;  // another tree, when nothing a check reads lies between the two
  };
  // Nothing when there is none, or none that can be read.
  std::optional<Kept> find(const std::string& tree) const;
  // 0600, secrets blanked.
  Status keep(const std::string& tree, const Kept& kept);

 private:
  std::string path(const std::string& tree) const;

  os::Files& files_;
  const Redactor& redactor_;
  std::string folder_;
};

struct PairSetup {
  repo::CheckPorts ports;
  // `export_to` fills a folder with the base; `caches_to` of the base is `caches_from` of the head.
  repo::CheckOptions options;
};

repo::CheckResults check_base(const repo::RepoView& base, const PairSetup& setup);

// What failed on the base is not run twice to make sure, and what ran out of time there is not run
// again. `base` is the view of the tree `export_to` copies.
repo::CheckResults check_head(const repo::RepoView& base, const git::Change& change,
                              const repo::CheckResults& of_base, PairSetup setup);

// Runs of the same stack and folder stand together.
std::vector<guards::PairedRun> pair_up(std::vector<repo::CheckRun> base,
                                       std::vector<repo::CheckRun> head);

// Puts the files of a change into a copy of its base.
Status apply_to_copy(const git::Change& change, const std::string& folder);

}  // namespace pawl::evidence
