#include "evidence/paired_checks.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "os/files/root.hpp"
#include "repo/checks/checks_json.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::evidence {
namespace {

using repo::CheckRun;

bool is_same_stack(const CheckRun& a, const CheckRun& b) {
  return a.stack == b.stack && a.folder == b.folder;
}

bool is_known_flaky(const repo::CheckOptions& options, const CheckRun& run, const std::string& id) {
  return std::any_of(options.known_flaky.begin(), options.known_flaky.end(),
                     [&](const repo::FlakyTest& test) {
                       return test.id == id && test.stack == run.stack && test.folder == run.folder;
                     });
}

void collect_flaky(const std::vector<CheckRun>& runs, repo::CheckOptions& options) {
  for (const CheckRun& run : runs) {
    for (const repo::FailingTest& test : run.flaky) {
      options.known_flaky.push_back({run.stack, run.folder, test.id});
    }
  }
}

// One that is known to be flaky, and did not fail often enough to count, is asked again.
void collect_failing(const std::vector<CheckRun>& runs, repo::CheckOptions& options) {
  for (const CheckRun& run : runs) {
    for (const repo::FailingTest& test : run.failing) {
      const bool counts =
          test.times >= repo::kFlakyRunsMax || !is_known_flaky(options, run, test.id);
      if (counts) options.known_failing.insert(test.id);
    }
  }
}

// What fails on the base, too, failed there as well in a row.
void add_times(const std::vector<CheckRun>& of_base, std::vector<CheckRun>& of_head) {
  for (CheckRun& run : of_head) {
    const auto base = std::find_if(of_base.begin(), of_base.end(),
                                   [&](const CheckRun& one) { return is_same_stack(one, run); });
    if (base == of_base.end()) continue;
    for (repo::FailingTest& test : run.failing) {
      for (const repo::FailingTest& before : base->failing) {
        if (before.id == test.id) test.times += before.times;
      }
    }
  }
}

void collect_slow(const std::vector<CheckRun>& runs, repo::CheckStep step,
                  repo::CheckOptions& options) {
  for (const CheckRun& run : runs) {
    if (!run.out_of_time) continue;
    options.passed_over.push_back({.stack = run.stack,
                                   .folder = run.folder,
                                   .step = step,
                                   .reason = "it ran out of time on the base: " + run.reason});
  }
}

void collect_own_commands(const std::vector<CheckRun>& runs, repo::CheckOptions& options) {
  for (const CheckRun& run : runs) {
    if (run.own_commands.empty()) continue;
    options.own_before.push_back({run.stack, run.folder, run.own_commands});
  }
}

// Files are written over files and links over links; everything else has to go first.
Status make_way(os::Root& root, const git::FileChange& file) {
  TRY_ASSIGN(const std::optional<os::FileStat> stat, root.stat(file.path));
  if (stat && stat->type == os::FileType::symlink) return root.remove_link(file.path);
  return file.after ? Status(Done{}) : root.remove(file.path);
}

Status put(os::Root& root, const git::FileChange& file) {
  if (file.mode_after == git::kSymlinkMode) return root.write_link(file.path, *file.after);
  return root.write(file.path, *file.after, file.mode_after);
}

}  // namespace

std::string CheckCache::path(const std::string& tree) const {
  return os::join_path(folder_, "checks-" + tree + ".json");
}

std::optional<CheckCache::Kept> CheckCache::find(const std::string& tree) const {
  const Result<std::string> text = files_.read(path(tree));
  if (!text) return {};
  const Result<Json> json = Json::parse(*text);
  if (!json) return {};
  Result<repo::CheckResults> results = repo::check_results_from_json((*json)["results"]);
  if (!results) return {};
  return Kept{.results = *std::move(results),
              .measured_on = (*json)["measured_on"].string_or(tree)};
}

Status CheckCache::keep(const std::string& tree, const Kept& kept) {
  TRY(files_.make_folders(folder_, 0700));
  const Json json =
      Json::object({{"measured_on", kept.measured_on}, {"results", repo::to_json(kept.results)}});
  return files_.write_atomic(path(tree), redactor_.apply(json.dump()) + "\n", 0600);
}

repo::CheckResults check_base(const repo::RepoView& base, const PairSetup& setup) {
  return repo::run_checks(repo::gather_facts(base), base, setup.ports, setup.options);
}

repo::CheckResults check_head(const repo::RepoView& base, const git::Change& change,
                              const repo::CheckResults& of_base, PairSetup setup) {
  repo::CheckOptions& options = setup.options;
  collect_flaky(of_base.tests, options);
  collect_failing(of_base.tests, options);
  collect_slow(of_base.builds, repo::CheckStep::build, options);
  collect_slow(of_base.tests, repo::CheckStep::test, options);
  collect_own_commands(of_base.tests, options);
  for (const git::FileChange& file : change.files) options.changed.push_back(file.path.text());
  const auto export_base = options.export_to;
  options.export_to = [&, export_base](const std::string& folder) -> Status {
    TRY(export_base(folder));
    return apply_to_copy(change, folder);
  };
  const repo::OverlayView head(base, change);
  repo::CheckResults results =
      repo::run_checks(repo::gather_facts(head), head, setup.ports, options);
  add_times(of_base.tests, results.tests);
  return results;
}

std::vector<guards::PairedRun> pair_up(std::vector<CheckRun> base, std::vector<CheckRun> head) {
  std::vector<guards::PairedRun> pairs;
  pairs.reserve(base.size() + head.size());
  for (CheckRun& run : base) pairs.push_back({.base = std::move(run), .head = {}});
  for (CheckRun& run : head) {
    const auto pair = std::find_if(pairs.begin(), pairs.end(), [&](const guards::PairedRun& one) {
      return one.base && !one.head && is_same_stack(*one.base, run);
    });
    if (pair == pairs.end()) {
      pairs.push_back({.base = {}, .head = std::move(run)});
    } else {
      pair->head = std::move(run);
    }
  }
  return pairs;
}

Status apply_to_copy(const git::Change& change, const std::string& folder) {
  TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(folder));
  // Removals first: a file may make way for a folder.
  for (const git::FileChange& file : change.files) {
    if (file.before) TRY(make_way(*root, file));
  }
  for (const git::FileChange& file : change.files) {
    if (file.after) TRY(put(*root, file));
  }
  return Done{};
}

}  // namespace pawl::evidence
