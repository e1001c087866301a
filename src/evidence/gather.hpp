// Gathers what the guards of the tool tier look at, of one base and the changes tried on it. A run
// and `pawl guard` share it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "config/config.hpp"
#include "evidence/paired_checks.hpp"
#include "evidence/scanners.hpp"
#include "git/change.hpp"
#include "git/target.hpp"
#include "guards/evidence.hpp"
#include "guards/policy.hpp"
#include "index/index.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/views/view.hpp"
#include "store/layout.hpp"

namespace pawl::evidence {

// Where the target's tools are looked up, and whose package caches they may read.
struct ToolPlaces {
  std::string path_list;
  std::string home;
};
ToolPlaces tool_places(const os::Ports& ports);

// The memory of flaky tests of a repository.
std::string flaky_file(const store::Layout& layout, const git::Target& target);

struct GatherSetup {
  const config::Config& config;
  os::Ports& ports;
  const Redactor& redactor;
  // Asked for when something is to be run in it, and no sooner.
  std::function<const os::Sandbox&()> sandbox;
  const repo::RepoView& base;
  std::string base_tree;  // its tree, under which its results are kept
  std::function<Status(const std::string& folder)> export_base;
  std::string scratch;       // a folder to make copies in
  std::string cache_folder;  // where results are kept
  std::string caches;        // of compilers, made by the base's run; empty: none
  std::string flaky_file;
  std::string url_cache;
  repo::Needs needs = {};
  // Why no program may be run on what the target holds: reported instead of builds, tests and
  // scans. An empty answer, or no function: they may.
  std::function<std::string()> no_programs = {};
  std::function<void(std::string_view)> progress;
  // Builds and tests of which no guard wants to know are measured all the same: something else
  // does.
  bool all_checks = true;
};

class Gatherer {
 public:
  // Everything behind the references outlives it.
  explicit Gatherer(GatherSetup setup);

  // Measures the base, unless its results are kept. conflict, io: they could not be kept;
  // cancelled when the run was asked to stop meanwhile.
  Status take_baseline() { return measure_base(true, true); }
  // Of the guards the policy wants, what they need to know of this change. What fails is recorded
  // in the evidence. Borrowed from the gatherer until it is asked again. `index` is that of the
  // base with the change on it; null when there is none.
  const guards::Evidence* gather(const git::Change& change, const guards::Policy& policy,
                                 const index::CodeIndex* index);
  // The last change gathered for has become the tree `tree`: its results are the baseline there.
  Status keep_head(const std::string& tree);

 private:
  Status measure_base(bool builds, bool tests);
  void gather_checks(const git::Change& change, const guards::Policy& policy);
  void look_again(repo::CheckResults& base, const git::Change& change, const PairSetup& head_setup);
  void gather_mutants(const git::Change& change, const guards::Policy& policy,
                      const index::CodeIndex* index);
  void gather_scans(const git::Change& change, const guards::Policy& policy);
  Result<std::unique_ptr<os::Tainted>> copy_both(const git::Change& change) const;
  void scan_both(const std::vector<Scanner>& scanners, os::Tainted& copies,
                 std::vector<guards::PairedScan>& scans);
  void take_database(os::Tainted& copies) const;
  void keep_database(os::Tainted& copies) const;
  void gather_urls(const git::Change& change, const guards::Policy& policy);
  void pair(repo::CheckResults base, repo::CheckResults head);
  void remember_flaky(const repo::CheckResults& measured) const;
  std::string no_programs() const { return setup_.no_programs ? setup_.no_programs() : ""; }
  PairSetup pair_setup(std::string_view where) const;

  GatherSetup setup_;
  CheckCache cache_;
  std::optional<CheckCache::Kept> base_;
  std::optional<CheckCache::Kept> head_;
  guards::Evidence evidence_;
};

}  // namespace pawl::evidence
