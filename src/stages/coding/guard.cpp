// The guards look at all that the run changed, as one change.
#include "base/text/text.hpp"
#include "guards/policy.hpp"
#include "judge/judge.hpp"
#include "stages/coding/bench.hpp"
#include "stages/stages.hpp"
#include "stages/working/run_judge.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {

Result<Outcome> guard(const Scope& scope, const RunSettings& settings, Checkout& checkout) {
  TRY(open_worktree(scope, settings, checkout));
  const git::Worktree& worktree = *checkout.worktree;
  const judge::IndexPlace place{scope.layout.index_folder(), checkout.target.key};
  judge::Reader reader(checkout.git, worktree.folder(), place);
  const judge::Base base(reader, worktree.base_commit());
  TRY_ASSIGN(const std::string head, worktree.head());
  TRY_ASSIGN(const git::ReadChange read,
             git::change_between(reader.objects(), worktree.base_commit(), head));
  if (read.change.empty()) return Outcome::skip("the run changed nothing");
  TRY_ASSIGN(guards::Policy policy, run_policy(settings));
  policy.scope_refuses = scope.options["strict"].bool_or(false);
  guards::Order order;
  order.fenced = false;
  TRY_ASSIGN(const auto judge,
             judge::Judge::open({.base = base,
                                 .config = settings.config,
                                 .files = scope.ports.files,
                                 .schemas = scope.layout.schemas(),
                                 .policy = std::move(policy),
                                 .owner = nullptr,
                                 .order = std::move(order),
                                 .stopwatch = [&scope] { return scope.ports.clock.ticks(); }}));
  TRY_ASSIGN(const guards::Evaluation evaluation,
             judge->evaluate(read.change, {.unsafe = read.unsafe, .unread = read.unread}));
  Json list = Json::array();
  for (const guards::Finding& finding : evaluation.findings()) list.push(guards::to_json(finding));
  TRY(scope.artifacts.write_json("guard.json", Json::object({{"base", worktree.base_commit()},
                                                             {"head", head},
                                                             {"findings", std::move(list)}})));
  if (!evaluation.refused()) return Outcome{};
  const std::vector<guards::Finding> refusing = evaluation.refusing();
  const guards::Finding& first = refusing.front();
  return failed_check(scope, "exhausted",
                      counted(refusing.size(), "finding") + " in the whole change, first " +
                          first.rule + " on " + printable(first.path, 100) + ": " +
                          printable(first.message, 200));
}

}  // namespace pawl::stages
