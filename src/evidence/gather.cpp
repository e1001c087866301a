#include "evidence/gather.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "evidence/flaky_memory.hpp"
#include "evidence/mutant_runs.hpp"
#include "evidence/scanners.hpp"
#include "evidence/second_look.hpp"
#include "evidence/urls.hpp"
#include "guards/paths/inert_files.hpp"
#include "guards/text/added_urls.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::evidence {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/bin";
constexpr std::size_t kSlugBytesMax = 40;

std::string scan_folder(const std::string& scratch) { return os::join_path(scratch, "scan"); }
std::string kept_database(const std::string& scratch) {
  return os::join_path(scratch, "scan-kept/trivy-cache");
}
RepoPath database() { return RepoPath::from_git("trivy-cache").value(); }

bool wants_kind(const guards::Policy& policy, std::string_view id) {
  const guards::Guard* guard = guards::find(id);
  return guard != nullptr && policy.wants(*guard);
}

}  // namespace

ToolPlaces tool_places(const os::Ports& ports) {
  ToolPlaces places{.path_list = std::string(kDefaultPath), .home = {}};
  for (const auto& [name, value] : ports.environment) {
    if (name == "PATH" && !value.empty()) places.path_list = value;
    if (name == "HOME") places.home = value;
  }
  return places;
}

std::string flaky_file(const store::Layout& layout, const git::Target& target) {
  return os::join_path(layout.flaky_folder(),
                       slug(target.key, kSlugBytesMax) + "-" + hash_hex(target.key) + ".json");
}

Gatherer::Gatherer(GatherSetup setup)
    : setup_(std::move(setup)), cache_(setup_.ports.files, setup_.redactor, setup_.cache_folder) {}

PairSetup Gatherer::pair_setup(std::string_view where) const {
  const ToolPlaces places = tool_places(setup_.ports);
  PairSetup setup{.ports = {.files = setup_.ports.files,
                            .processes = setup_.ports.processes,
                            .sandbox = setup_.sandbox(),
                            .cancel = &setup_.ports.cancel},
                  .options = {}};
  setup.options.scratch = setup_.scratch;
  setup.options.build_deadline = Seconds(setup_.config.build_timeout_s);
  setup.options.test_deadline = Seconds(setup_.config.test_timeout_s);
  setup.options.path_list = places.path_list;
  setup.options.home = places.home;
  setup.options.needs = setup_.needs;
  setup.options.export_to = setup_.export_base;
  setup.options.known_flaky =
      FlakyMemory::load(setup_.ports.files, setup_.flaky_file, setup_.ports.clock.now()).tests();
  if (setup_.progress) {
    setup.options.progress = [this, where = std::string(where)](std::string_view text) {
      setup_.progress(where + ": " + std::string(text));
    };
  }
  return setup;
}

Status Gatherer::measure_base(bool builds, bool tests) {
  if (base_) return Done{};
  base_ = cache_.find(setup_.base_tree);
  if (base_) return Done{};
  PairSetup setup = pair_setup("on the base");
  setup.options.caches_to = setup_.caches;
  setup.options.builds = builds;
  setup.options.tests = tests;
  base_ =
      CheckCache::Kept{.results = check_base(setup_.base, setup), .measured_on = setup_.base_tree};
  if (setup_.ports.cancel.requested()) {
    base_.reset();
    return fail(Errc::cancelled, "the baseline of builds and tests was asked to stop");
  }
  if (Status read = setup_.base.trouble(); !read) {
    base_.reset();
    return std::move(read).during("reading the base to build and test it");
  }
  remember_flaky(base_->results);
  return cache_.keep(setup_.base_tree, *base_);
}

const guards::Evidence* Gatherer::gather(const git::Change& change, const guards::Policy& policy,
                                         const index::CodeIndex* index) {
  evidence_ = {};
  head_.reset();
  gather_urls(change, policy);
  gather_scans(change, policy);
  gather_checks(change, policy);
  gather_mutants(change, policy, index);
  return &evidence_;
}

void Gatherer::gather_urls(const git::Change& change, const guards::Policy& policy) {
  if (!wants_kind(policy, "url-grounding")) return;
  std::vector<std::string> urls;
  for (const guards::AddedUrl& added : guards::added_urls(change)) urls.push_back(added.url);
  evidence_.urls = check_urls(urls, setup_.ports.http, setup_.ports.clock, setup_.ports.files,
                              {.offline = setup_.config.url_offline,
                               .cache_path = setup_.url_cache,
                               .cancel = &setup_.ports.cancel});
}

Result<std::unique_ptr<os::Tainted>> Gatherer::copy_both(const git::Change& change) const {
  TRY_ASSIGN(
      std::unique_ptr<os::Tainted> copies,
      os::Tainted::create(scan_folder(setup_.scratch), {.owner = setup_.sandbox().files_owner(),
                                                        .cancel = &setup_.ports.cancel}));
  TRY(copies->fill(RepoPath::from_git("base").value(), setup_.export_base));
  TRY(copies->fill(RepoPath::from_git("head").value(), [&](const std::string& folder) -> Status {
    TRY(setup_.export_base(folder));
    return apply_to_copy(change, folder);
  }));
  return copies;
}

void Gatherer::scan_both(const std::vector<Scanner>& scanners, os::Tainted& copies,
                         std::vector<guards::PairedScan>& scans) {
  const ScanPorts ports{.ports = pair_setup({}).ports,
                        .path_list = tool_places(setup_.ports).path_list,
                        .folder = copies};
  for (const Scanner& scanner : scanners) {
    guards::PairedScan& pair = scans.emplace_back(guards::PairedScan{.tool = scanner.tool});
    if (setup_.progress) setup_.progress("scanning base and head: " + scanner.tool);
    Scan base = scan(scanner, ports, "base");
    Scan head = base.present && base.trouble.empty() ? scan(scanner, ports, "head") : Scan();
    pair.present = base.present;
    pair.trouble = base.trouble.empty() ? head.trouble : "on the base: " + base.trouble;
    pair.base = std::move(base.findings);
    pair.head = std::move(head.findings);
  }
}

void Gatherer::gather_scans(const git::Change& change, const guards::Policy& policy) {
  const Result<std::vector<Scanner>> scanners = wanted_scanners(setup_.config, policy);
  std::vector<guards::PairedScan>& scans = evidence_.scans.emplace();
  if (!scanners) {
    scans.push_back({.tool = "scanners", .trouble = scanners.error().message, .present = true});
    return;
  }
  if (scanners->empty()) return;
  const std::string objection = no_programs();
  Result<std::unique_ptr<os::Tainted>> copies =
      objection.empty() ? copy_both(change) : fail(Errc::denied, objection);
  if (!copies) {
    for (const Scanner& scanner : *scanners) {
      scans.push_back({.tool = scanner.tool, .trouble = copies.error().to_line(), .present = true});
    }
    return;
  }
  take_database(**copies);
  scan_both(*scanners, **copies, scans);
  keep_database(**copies);
  // A copy that cannot be removed lies in the scratch folder, which its owner clears.
  static_cast<void>((*copies)->remove().ok());
}

// What Trivy fetched for one change serves the next.
void Gatherer::take_database(os::Tainted& copies) const {
  static_cast<void>(copies.take_back(kept_database(setup_.scratch), database()).ok());
}

void Gatherer::keep_database(os::Tainted& copies) const {
  const std::string kept = kept_database(setup_.scratch);
  const bool ready = setup_.ports.files.make_folders(os::parent_path(kept), 0700).ok() &&
                     setup_.ports.files.remove_tree(kept).ok();
  if (ready) static_cast<void>(copies.hand_over(database(), kept).ok());
}

void Gatherer::gather_checks(const git::Change& change, const guards::Policy& policy) {
  const bool build_wanted = wants_kind(policy, "build");
  const bool tests_wanted = wants_kind(policy, "tests") || wants_kind(policy, "new-tests");
  if (!build_wanted && !tests_wanted) return;
  if (!setup_.config.run_checks) {
    evidence_.checks_trouble = "builds and tests are switched off (checks.run)";
    return;
  }
  const repo::OverlayView head(setup_.base, change);
  if (guards::is_inert(change, &head)) {
    // The guards do not apply, and what was measured still holds.
    if (!base_) base_ = cache_.find(setup_.base_tree);
    head_ = base_;
    return;
  }
  if (const std::string objection = no_programs(); !objection.empty()) {
    // What is known to have worked on the base, and cannot be run now, shows below.
    if (!base_) base_ = cache_.find(setup_.base_tree);
    if (!base_) {
      evidence_.checks_trouble = objection;
      return;
    }
  }
  const bool builds = build_wanted || setup_.all_checks;
  const bool tests = tests_wanted || setup_.all_checks;
  const Status baseline = measure_base(builds, tests);
  if (!baseline && !base_) {
    evidence_.checks_trouble = baseline.error().to_line();
    return;
  }
  PairSetup setup = pair_setup("with the change");
  setup.options.caches_from = setup_.caches;
  setup.options.builds = builds;
  setup.options.tests = tests;
  head_ = CheckCache::Kept{.results = check_head(setup_.base, change, base_->results, setup),
                           .measured_on = {}};
  repo::CheckResults base = base_->results;
  look_again(base, change, setup);
  if (setup_.ports.cancel.requested()) {
    head_.reset();
    evidence_.checks_trouble = "it was asked to stop";
    return;
  }
  if (const Status read = setup_.base.trouble(); !read) {
    head_.reset();
    evidence_.checks_trouble = read.error().to_line();
    return;
  }
  pair(std::move(base), head_->results);
}

// Where the head could not be judged though the base was (second_look.hpp).
void Gatherer::look_again(repo::CheckResults& base, const git::Change& change,
                          const PairSetup& head_setup) {
  if (setup_.ports.cancel.requested()) return;
  const auto of_base = [&](std::vector<repo::PassedOver> passed_over) {
    PairSetup setup = pair_setup("on the base, once more");
    setup.options.caches_from = head_setup.options.caches_from;
    setup.options.builds = head_setup.options.builds;
    setup.options.tests = head_setup.options.tests;
    setup.options.passed_over = std::move(passed_over);
    return check_base(setup_.base, setup);
  };
  const auto of_head = [&](std::vector<repo::PassedOver> passed_over) {
    PairSetup setup = head_setup;
    setup.options.passed_over = std::move(passed_over);
    return check_head(setup_.base, change, base_->results, setup);
  };
  evidence::look_again(base, head_->results, of_base, of_head);
}

// Expensive: only for tests that are new, run and pass.
void Gatherer::gather_mutants(const git::Change& change, const guards::Policy& policy,
                              const index::CodeIndex* index) {
  if (!wants_kind(policy, "new-tests") || !evidence_.tests || index == nullptr) return;
  const guards::AddedTests added = guards::added_tests(change, evidence_);
  const bool odd =
      std::any_of(added.files.begin(), added.files.end(), [](const guards::AddedTestFile& file) {
        return !file.not_run.empty() || !file.hollow.empty();
      });
  if (added.fails || odd) return;
  PairSetup pair = pair_setup("with the new tests");
  pair.options.caches_from = setup_.caches;
  evidence_.mutants =
      try_mutants(added, {.base = setup_.base,
                          .change = change,
                          .graph = index->head(),
                          .pair = pair,
                          .clock = setup_.ports.clock,
                          .mutants_max = static_cast<std::size_t>(setup_.config.mutants_max),
                          .time_max = Seconds(setup_.config.mutants_time_s)});
}

// Without the memory a later run takes the test for a regression and runs it again first.
void Gatherer::remember_flaky(const repo::CheckResults& measured) const {
  FlakyMemory memory =
      FlakyMemory::load(setup_.ports.files, setup_.flaky_file, setup_.ports.clock.now());
  if (!memory.learn(measured.tests)) return;
  static_cast<void>(memory.save(setup_.ports.files, setup_.flaky_file).ok());
}

void Gatherer::pair(repo::CheckResults base, repo::CheckResults head) {
  const FlakyMemory memory =
      FlakyMemory::load(setup_.ports.files, setup_.flaky_file, setup_.ports.clock.now());
  memory.settle(base.tests);
  memory.settle(head.tests);
  evidence_.builds = pair_up(std::move(base.builds), std::move(head.builds));
  evidence_.tests = pair_up(std::move(base.tests), std::move(head.tests));
}

Status Gatherer::keep_head(const std::string& tree) {
  if (!head_) return Done{};
  // Only now: what a change nobody keeps did to a test is no fact about the repository.
  if (head_->measured_on.empty()) {
    remember_flaky(head_->results);
    head_->measured_on = tree;
  }
  return cache_.keep(tree, *head_);
}

}  // namespace pawl::evidence
