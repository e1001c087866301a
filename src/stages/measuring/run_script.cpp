#include "stages/measuring/run_script.hpp"

#include "evidence/check_needs.hpp"
#include "git/worktrees/export.hpp"
#include "judge/base.hpp"
#include "repo/checks/one_command.hpp"
#include "stages/measuring/measure.hpp"

namespace pawl::stages {
namespace {

using ExportTo = std::function<Status(const std::string& folder)>;

Result<repo::CheckRun> run_on(const Scope& scope, const RunSettings& settings,
                              const Checkout& checkout, const repo::RepoView& view,
                              const repo::Facts& facts, ExportTo export_to,
                              const ScriptOrder& order) {
  TRY(view.trouble());
  const repo::CheckPorts ports{.files = scope.ports.files,
                               .processes = scope.ports.processes,
                               .sandbox = checkout.sandbox,
                               .cancel = &scope.ports.cancel};
  MeasureOptions tools;
  look_up_tools(scope.ports, tools);
  repo::CheckOptions options;
  options.scratch = os::join_path(scope.layout.scratch(scope.id), order.scratch);
  options.test_deadline = order.deadline;
  options.path_list = tools.path_list;
  options.home = tools.home;
  options.needs =
      evidence::check_needs(scope.ports, settings.config, scope.layout, checkout.target);
  options.export_to = std::move(export_to);
  TRY(scope.ports.files.make_folders(scope.layout.scratch(scope.id), 0700));
  repo::CheckRun run = repo::run_one_command(order.script, facts, view, ports, options);
  TRY(go_on(scope));
  return run;
}

}  // namespace

Result<repo::CheckRun> run_script(const Scope& scope, const RunSettings& settings,
                                  const Checkout& checkout, const ScriptOrder& order) {
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  return run_script_at(scope, settings, checkout, head, order);
}

Result<repo::CheckRun> run_script_at(const Scope& scope, const RunSettings& settings,
                                     const Checkout& checkout, const std::string& commit,
                                     const ScriptOrder& order) {
  const std::string& folder = checkout.worktree->folder();
  judge::Reader reader(checkout.git, folder, std::nullopt);
  const judge::Base at(reader, commit);
  const ExportTo export_to = [&](const std::string& to) {
    return git::export_commit(checkout.git, scope.ports.files, folder, commit, to);
  };
  return run_on(scope, settings, checkout, at.tree(), at.facts(), export_to, order);
}

}  // namespace pawl::stages
