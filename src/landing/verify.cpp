#include "landing/verify.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "evidence/check_needs.hpp"
#include "evidence/confinement.hpp"
#include "evidence/gather.hpp"
#include "git/changes.hpp"
#include "git/worktrees/export.hpp"
#include "guards/config/configured.hpp"
#include "judge/judge.hpp"
#include "repo/checks/one_command.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kShownBytesMax = 300;
constexpr std::size_t kOutputBytesMax = 2000;

std::string line_of(const guards::Finding& finding) {
  std::string line = finding.path;
  if (finding.line > 0) line += ":" + std::to_string(finding.line);
  return printable(line + (line.empty() ? "" : " ") + finding.rule + ": " + finding.message,
                   kShownBytesMax);
}

std::string name_of(const repo::CheckRun& run, std::string_view what) {
  return std::string(what) + " of " + run.stack +
         (run.folder.empty() ? "" : " in " + printable(run.folder, 120));
}

// Of builds or tests: what passed is told, and what nobody could tell. What became worse the guards
// have refused already.
void note_runs(const std::vector<guards::PairedRun>& runs, std::string_view what,
               Verified& verified) {
  for (const guards::PairedRun& pair : runs) {
    if (!pair.head) continue;
    const repo::CheckRun& head = *pair.head;
    const std::string name = name_of(head, what);
    switch (head.outcome) {
      case repo::CheckOutcome::passed: verified.checked.push_back(name + " passed"); break;
      case repo::CheckOutcome::failed:
        verified.checked.push_back(name + " failed before the change, too");
        break;
      case repo::CheckOutcome::unknown:
        if (head.no_tests) break;
        verified.unknown.push_back(name + ": " + printable(head.reason, kShownBytesMax));
        break;
    }
  }
}

void note_evidence(const Ports& ports, const guards::Evidence* evidence, Verified& verified) {
  if (!ports.config.run_checks) {
    verified.checked.emplace_back("no builds and tests: they are switched off (checks.run)");
    return;
  }
  if (evidence == nullptr) return;
  if (evidence->builds) note_runs(*evidence->builds, "the build", verified);
  if (evidence->tests) note_runs(*evidence->tests, "the tests", verified);
  if (!evidence->checks_trouble.empty()) {
    verified.unknown.push_back("builds and tests: " +
                               printable(evidence->checks_trouble, kShownBytesMax));
  }
}

judge::ToolPorts tool_ports(const Ports& ports, const VerifyOrder& order) {
  return {.world = ports.world,
          .config = ports.config,
          .redactor = ports.redactor,
          .sandbox = evidence::lazy_sandbox(ports.world, ports.config, ports.layout),
          .scratch = os::join_path(order.scratch, "checks"),
          .results = os::join_path(order.scratch, "results"),
          .flaky_file = evidence::flaky_file(ports.layout, order.target),
          .url_cache = ports.layout.url_cache(),
          .needs = evidence::check_needs(ports.world, ports.config, ports.layout, order.target),
          .progress = order.progress,
          .all_checks = true};
}

// The work as a whole against the target as it is now. What a task may touch was judged when each
// change was made: here only what is broken for anyone refuses.
Status ask_guards(const Ports& ports, const VerifyOrder& order, judge::Reader& reader,
                  Verified& verified) {
  TRY_ASSIGN(git::ReadChange read, git::change_between(reader.objects(), order.base, order.commit));
  const judge::Base base(reader, order.base);
  TRY_ASSIGN(guards::Policy policy, guards::configured_policy(ports.config));
  policy.scope_refuses = false;
  guards::Order wanted;
  wanted.fenced = false;
  judge::Tools tools(tool_ports(ports, order), base);
  TRY_ASSIGN(
      const auto judge,
      judge::Judge::open({.base = base,
                          .tools = &tools,
                          .config = ports.config,
                          .files = ports.world.files,
                          .schemas = ports.layout.schemas(),
                          .policy = std::move(policy),
                          .order = std::move(wanted),
                          .stopwatch = [&clock = ports.world.clock] { return clock.ticks(); }}));
  TRY_ASSIGN(const guards::Evaluation evaluation,
             judge->evaluate(read.change,
                             {.unsafe = std::move(read.unsafe), .unread = std::move(read.unread)}));
  for (const guards::Finding& finding : evaluation.refusing()) {
    verified.refused.push_back(line_of(finding));
  }
  verified.checked.push_back(counted(evaluation.results.size(), "guard"));
  note_evidence(ports, judge->evidence(), verified);
  return Done{};
}

repo::CheckOptions command_options(const Ports& ports, const VerifyOrder& order) {
  const evidence::ToolPlaces places = evidence::tool_places(ports.world);
  repo::CheckOptions options;
  options.scratch = os::join_path(order.scratch, "commands");
  options.test_deadline = Seconds(ports.config.test_timeout_s);
  options.path_list = places.path_list;
  options.home = places.home;
  options.needs = evidence::check_needs(ports.world, ports.config, ports.layout, order.target);
  options.progress = order.progress;
  options.export_to = [&ports, &order](const std::string& to) {
    return git::export_commit(ports.git, ports.world.files, order.folder, order.commit, to);
  };
  return options;
}

Status run_commands(const Ports& ports, const VerifyOrder& order, judge::Reader& reader,
                    Verified& verified) {
  if (order.wish.commands.empty()) return Done{};
  const judge::Base result(reader, order.commit);
  const auto sandbox = evidence::lazy_sandbox(ports.world, ports.config, ports.layout);
  const repo::CheckPorts check{.files = ports.world.files,
                               .processes = ports.world.processes,
                               .sandbox = sandbox(),
                               .cancel = &ports.world.cancel};
  const repo::CheckOptions options = command_options(ports, order);
  for (const VerifyScript& command : order.wish.commands) {
    const std::string shown = "`" + printable(command.shown, 120) + "`";
    if (order.progress) order.progress("running " + shown);
    const repo::CheckRun run =
        repo::run_one_command(command.text, result.facts(), result.tree(), check, options);
    TRY(result.tree().trouble());
    switch (run.outcome) {
      case repo::CheckOutcome::passed: verified.checked.push_back(shown + " passed"); break;
      case repo::CheckOutcome::failed:
        verified.refused.push_back(
            shown + " failed: " + printable(run.reason, kShownBytesMax) + "\n" +
            head_and_tail(ports.redactor.apply(run.output), kOutputBytesMax));
        break;
      case repo::CheckOutcome::unknown:
        verified.unknown.push_back(shown + ": " + printable(run.reason, kShownBytesMax));
        break;
    }
  }
  return Done{};
}

}  // namespace

Result<Verified> verify(const Ports& ports, const VerifyOrder& order) {
  judge::Reader reader(ports.git, order.folder,
                       judge::IndexPlace{ports.layout.index_folder(), order.target.key});
  Verified verified;
  TRY(ask_guards(ports, order, reader, verified));
  const auto stopped = [&]() -> Status {
    if (!ports.world.cancel.requested()) return Done{};
    return fail(Errc::cancelled, "asked to stop while the result of the landing was checked");
  };
  TRY(stopped());
  if (verified.refused.empty()) {
    TRY(run_commands(ports, order, reader, verified));
    TRY(stopped());
  }
  return verified;
}

}  // namespace pawl::landing
