// What would make the builds and tests of a repository possible here.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "cli/kit/progress.hpp"
#include "cli/kit/scratch.hpp"
#include "cli/setup/doctor.hpp"
#include "evidence/check_needs.hpp"
#include "evidence/confinement.hpp"
#include "evidence/gather.hpp"
#include "git/worktrees/export.hpp"
#include "git/worktrees/worktree.hpp"
#include "repo/checks/setup_proposals.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

constexpr auto kOwnDependencies = fixed_words("node_modules", ".venv", "venv");

struct Looked {
  std::string name;
  std::string checkout;
  std::string home;  // the user's; empty: it has none
  std::vector<repo::SetupProposal> proposals;
  repo::CheckResults checks;
};

bool misses_packages(std::string_view reason) {
  return contains(reason, "not installed here") || contains(reason, "could not be fetched") ||
         contains(reason, "needs the network");
}

// The settings that may help a check that misses something; empty when none may.
std::string way_out(const Patient& patient, const Looked& looked, const repo::CheckRun& run) {
  const std::string& reason = run.reason;
  if (!misses_packages(reason)) return {};
  const config::Config& config = patient.config.config;
  std::vector<std::string> ways;
  if (!config.prepare_checks) ways.emplace_back("let them be fetched: checks.prepare true");
  if (contains(reason, "checks.mirrors")) {
    ways.emplace_back("name the registry, if you trust it: checks.mirrors");
  }
  const bool lends = contains(config.check_lend, "checkout");
  for (const std::string_view name : kOwnDependencies) {
    const auto there = patient.ports.files.stat(os::join_path(looked.checkout, name));
    if (lends || !there || !there->has_value()) continue;
    ways.push_back("lend your " + std::string(name) + ": checks.lend checkout");
    break;
  }
  const auto maven = patient.ports.files.stat(os::join_path(looked.home, ".m2/repository"));
  const bool has_maven = !looked.home.empty() && maven && maven->has_value();
  if (run.stack == "Maven" && has_maven && !contains(config.check_lend, "maven")) {
    ways.emplace_back("lend your ~/.m2/repository: checks.lend maven");
  }
  ways.emplace_back("a command that makes what is missing without network: checks.setup");
  return "; ways out: " + join(ways, "; or ");
}

Finding finding_of(const Patient& patient, const Looked& looked, const repo::CheckRun& run,
                   std::string_view step) {
  const std::string name =
      run.stack + " " + std::string(step) + (run.folder.empty() ? "" : " in " + run.folder);
  switch (run.outcome) {
    case repo::CheckOutcome::passed: {
      const std::string tests =
          run.tests_passed ? ", " + counted(static_cast<std::size_t>(*run.tests_passed), "test")
                           : std::string();
      return {name, Health::ok, run.command + " runs and passes" + tests};
    }
    case repo::CheckOutcome::failed:
      return {name, Health::ok, run.command + " runs, and fails: " + run.reason};
    case repo::CheckOutcome::unknown: break;
  }
  if (run.no_tests) return {name, Health::warn, run.reason};
  return {name, Health::warn, run.command + ": " + run.reason + way_out(patient, looked, run)};
}

Finding proposal_of(const Looked& looked, const repo::SetupProposal& proposal) {
  const std::string commands = join(proposal.commands, " && ");
  const std::string quoted = replace_all(looked.name + ": " + commands, "'", "'\\''");
  return {"setup", Health::ok,
          proposal.path + " proposes what is never run unasked; to have it run before checks: " +
              "pawl config set checks.setup '" + quoted + "'"};
}

Result<Looked> look(Console& console, const Patient& patient, const git::Target& place,
                    git::Git& git) {
  os::Ports& ports = patient.ports;
  const config::Config& config = patient.config.config;
  TRY_ASSIGN(const git::Tip tip, git::local_tip(git, place, ""));
  TRY_ASSIGN(const auto view, repo::commit_view(git, place.location, tip.commit));
  TRY_ASSIGN(const auto scratch, Scratch::make(ports, patient.layout, "doctor"));
  const os::Sandbox sandbox = evidence::make_sandbox(ports, config, patient.layout);
  const evidence::ToolPlaces places = evidence::tool_places(ports);
  Progress progress(console, ports.clock);
  repo::CheckOptions options;
  options.scratch = scratch->folder();
  options.build_deadline = Seconds(config.build_timeout_s);
  options.test_deadline = Seconds(config.test_timeout_s);
  options.path_list = places.path_list;
  options.home = places.home;
  options.export_to = [&](const std::string& to) {
    return git::export_commit(git, ports.files, place.location, tip.commit, to);
  };
  options.progress = [&](std::string_view text) {
    progress.line(text);
    progress.doing(text);
  };
  options.needs = evidence::check_needs(ports, config, patient.layout, place);
  const repo::Facts facts = repo::gather_facts(*view);
  Looked looked{.name = place.name, .checkout = place.location, .home = places.home};
  looked.proposals = repo::setup_proposals(facts, *view);
  looked.checks = repo::run_checks(facts, *view,
                                   {.files = ports.files,
                                    .processes = ports.processes,
                                    .sandbox = sandbox,
                                    .cancel = &ports.cancel},
                                   options);
  TRY(view->trouble());
  if (ports.cancel.requested()) return fail(Errc::cancelled, "the checks were asked to stop");
  TRY(scratch->remove());
  return looked;
}

}  // namespace

Status examine_target(Console& console, const Patient& patient, const std::string& target,
                      Findings& findings) {
  git::Git git(patient.ports.processes, runner::git_options(patient.ports, patient.config.config));
  TRY_ASSIGN(const git::Target place, runner::resolve_target(patient.ports, git, target));
  if (place.kind != git::TargetKind::local) {
    return fail(Errc::invalid, place.name + " is not on this machine; clone it first");
  }
  TRY_ASSIGN(const Looked looked, look(console, patient, place, git));
  for (const repo::CheckRun& run : looked.checks.builds) {
    findings.push_back(finding_of(patient, looked, run, "build"));
  }
  for (const repo::CheckRun& run : looked.checks.tests) {
    findings.push_back(finding_of(patient, looked, run, "tests"));
  }
  if (looked.checks.builds.empty() && looked.checks.tests.empty()) {
    findings.push_back({"checks", Health::warn, "no build and no tests that Pawl knows"});
  }
  for (const repo::SetupProposal& proposal : looked.proposals) {
    findings.push_back(proposal_of(looked, proposal));
  }
  return Done{};
}

}  // namespace pawl::cli
