#include "git/worktrees/test_commit.hpp"

#include <doctest/doctest.h>

#include "judge/judge.hpp"

namespace pawl::git {
namespace {

class Nowhere final : public EventSink {
 public:
  Status append(const Event& /*event*/) override { return Done{}; }
};

guards::Policy no_guards() {
  guards::Policy policy;
  for (const guards::Guard& guard : guards::all()) policy.skip.emplace_back(guard.id);
  return policy;
}

}  // namespace

Admitted admit(Worktree& worktree, const Change& change) {
  const auto head = worktree.head();
  REQUIRE(head.ok());
  judge::Reader reader(worktree.git(), worktree.folder(), {});
  const judge::Base base(reader, *head);
  const config::Config config;
  const auto judge = judge::Judge::open({.base = base,
                                         .config = config,
                                         .files = worktree.files(),
                                         .schemas = {},
                                         .policy = no_guards(),
                                         .order = {},
                                         .stopwatch = [] { return guards::Nanoseconds(0); }});
  REQUIRE(judge.ok());
  Nowhere events;
  auto judged = (*judge)->judge(change, {.subtask = "T001-S01", .number = 1}, events);
  REQUIRE(judged.ok());
  REQUIRE(judged->admitted.has_value());
  return *judged->admitted;
}

std::string commit_change(Worktree& worktree, const Change& change, const std::string& message) {
  auto transaction = PatchTransaction::begin(worktree);
  REQUIRE_MESSAGE(transaction.ok(), transaction.error().to_line());
  const auto applied = transaction->apply(change);
  REQUIRE_MESSAGE(applied.ok(), applied.error().to_line());
  const auto commit =
      transaction->commit(admit(worktree, change), message, Timestamp(Seconds(1'767'225'600)));
  REQUIRE_MESSAGE(commit.ok(), commit.error().to_line());
  REQUIRE(commit->has_value());
  return **commit;
}

}  // namespace pawl::git
