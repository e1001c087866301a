// Parallel groups from fan-out to fan-in, with real repositories, branches in processes of their
// own, agents that are functions, and kills at every event.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "llm/spending/ledger.hpp"
#include "run/work_events.hpp"
#include "runner/branch_order.hpp"
#include "runner/clean.hpp"
#include "runner/group_events.hpp"
#include "runner/test_run_world.hpp"
#include "store/journal.hpp"

namespace pawl::runner::groups_test {
namespace {

using agents::Order;
using agents::Work;
using agents::WorkEnd;

class World final : public RunWorld {
 public:
  explicit World(const std::string& yaml) {
    options.plan = "# Do it";
    options.client = "scripted:none";
    pipeline(yaml);
  }

  std::unique_ptr<agents::Agent> agent(const std::string& spec) override {
    return std::make_unique<Scripted>(*this, spec);
  }

  llm::Spending spent_today() {
    auto database = store::Database::open(layout.database());
    REQUIRE(database.ok());
    const auto spent = llm::Ledger(**database).look(to_iso8601(clock->now()).substr(0, 10));
    REQUIRE(spent.ok());
    return spent->spent;
  }

  std::string subjects() { return git("log --reverse --format=%s main..bg/work"); }
  std::string rescued() { return git("for-each-ref --format='%(refname)' refs/pawl/rescue"); }
  // Where the run keeps its artifacts; branches are runs, too.
  std::string artifacts() {
    return lab.sh(layout.runs(),
                  "for r in $PWD/*; do [ -e $r/artifacts/branch.json ] || echo $r/artifacts; done");
  }
  std::string worktrees() { return lab.sh(layout.state_folder, "ls worktrees 2>/dev/null || :"); }
  std::string workplaces() { return lab.sh(layout.state_folder, "ls workplaces 2>/dev/null || :"); }
  std::vector<GroupMerged> merges() {
    const auto journal = store::read_journal(os::parent_path(artifacts()));
    REQUIRE(journal.ok());
    std::vector<GroupMerged> found;
    for (const JournalEvent& event : journal->events) {
      if (event.name == kGroupMerged.name) found.push_back(group_merged_of(event));
    }
    return found;
  }
  std::string outcomes() {
    std::vector<std::string> said;
    for (const GroupMerged& one : merges()) said.push_back(one.branch + " " + one.outcome);
    return join(said, ", ");
  }

  // Of each client, what it does in its folder, says and uses.
  struct Play {
    std::string script = {};
    std::string bail = {};
    std::string text = "done";
    std::int64_t tokens = 0;
  };
  std::map<std::string, Play> plays;

 private:
  class Scripted final : public agents::Agent {
   public:
    Scripted(World& world, std::string spec) : world_(world), spec_(std::move(spec)) {}
    std::string_view spec() const override { return spec_; }
    Result<Work> work(const Order& order, EventSink& /*events*/) override {
      const auto found = world_.plays.find(spec_.substr(spec_.find(':') + 1));
      if (found == world_.plays.end()) return fail(Errc::invalid, "nobody plays " + spec_);
      world_.lab.sh(order.folder, found->second.script + "\n:");
      Work work;
      work.text = found->second.text;
      work.model = "fake";
      work.usage.tokens_in = found->second.tokens;
      if (found->second.tokens > 0) work.usage.cost_micros = found->second.tokens * 2;
      if (!found->second.bail.empty()) {
        work.end = WorkEnd::bailed;
        work.bail = agents::Bail{found->second.bail, "as asked for"};
      }
      return work;
    }

   private:
    World& world_;
    std::string spec_;
  };
};

std::string group(const std::string& keys, const std::string& after = {}) {
  return "name: work\nstages:\n  - name: g\n" + keys +
         "    parallel:\n"
         "      - {name: a, type: implement, client: 'scripted:a'}\n"
         "      - {name: b, type: implement, client: 'scripted:b'}\n" +
         after;
}

}  // namespace

TEST_CASE("branches that change other files are merged as one, and leave nothing behind") {
  World world(group("    merge: union\n"));
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.script = "echo b > b.txt; echo more >> README.md"};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.outcomes() == "a merged, b merged");
  CHECK(world.subjects() == "Merge the branches a, b");
  CHECK(world.git("show bg/work:a.txt") == "a");
  CHECK(world.git("show bg/work:b.txt") == "b");
  CHECK(world.rescued().empty());
  CHECK(world.worktrees().empty());
  CHECK(world.workplaces().empty());
}

TEST_CASE("a branch whose worktree is gone is not one that changed nothing") {
  World world(group("    merge: union\n"));
  world.plays["a"] = {.script = "echo a > a.txt", .bail = "other"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  CHECK(world.run().state.status == run::RunStatus::bailed);
  world.lab.sh(world.layout.state_folder, "rm -r worktrees/b-*");
  world.plays["a"] = {.script = "echo a > a.txt"};
  const RunEnd end = world.run(Start::resume);
  CHECK(end.exit != 0);
  CHECK_MESSAGE(contains(end.state.reason, "the worktree of the branch b"), end.state.reason);
  CHECK(world.outcomes().empty());
  // A person who wants to go on has it done anew.
  const RunEnd again = world.run(Start::resume, "g");
  CHECK_MESSAGE(again.exit == 0, again.state.reason);
  CHECK(world.git("show bg/work:b.txt") == "b");
}

TEST_CASE("one after the other, each is a commit of its own") {
  World world(group("    merge: sequence\n"));
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.subjects() == "Do it\nDo it");
  CHECK(world.git("show bg/work~1:a.txt") == "a");
}

TEST_CASE("a second conflict of a group leaves the sides of the first where they are") {
  World world(group("    merge: union\n"));
  world.plays["a"] = {.script = "echo a > same.txt"};
  world.plays["b"] = {.script = "echo b > same.txt"};
  CHECK(world.run().state.bail_class == "conflict");
  world.plays["a"] = {.script = "echo second a > same.txt"};
  world.plays["b"] = {.script = "echo second b > same.txt"};
  CHECK(world.run(Start::resume, "g").state.bail_class == "conflict");
  CHECK(world.git("grep -h '' $(git for-each-ref --format='%(refname)' refs/pawl/rescue) -- "
                  "same.txt | sort -u") == "a\nb\nsecond a\nsecond b");
}

TEST_CASE("a conflict is an outcome, and both sides are kept") {
  std::string merge;
  std::string left;
  SUBCASE("union: nothing is taken") { merge = "union"; }
  SUBCASE("sequence: what came before stays") { merge = "sequence"; }
  // A branch may be called as one likes.
  World world(replace_all(group("    merge: " + merge + "\n"), "name: a,", "name: ours,"));
  world.plays["a"] = {.script = "echo a > same.txt"};
  world.plays["b"] = {.script = "echo b > same.txt"};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(end.state.bail_class == "conflict");
  CHECK(contains(end.state.reason, "same.txt"));
  const std::string refs = world.rescued();
  CHECK(contains(refs, "/g/ours"));
  CHECK(contains(refs, "/g/b"));
  CHECK(contains(refs, "/g/@ours"));
  CHECK(world.lab.sh(world.repo,
                     "git show $(git for-each-ref --format='%(refname)' "
                     "'refs/pawl/rescue/*/g/ours-*'):same.txt") == "a");
  CHECK(world.lab.sh(world.repo,
                     "git show $(git for-each-ref --format='%(refname)' "
                     "'refs/pawl/rescue/*/g/b-*'):same.txt") == "b");
  // Once somebody made room, a resume merges what is left.
  const RunEnd again = world.run(Start::resume);
  CHECK(again.state.bail_class == "conflict");
  const auto merges = world.merges();
  CHECK(std::count_if(merges.begin(), merges.end(), [](const GroupMerged& one) {
          return one.outcome == "merged";
        }) == (merge == "sequence" ? 1 : 0));
}

TEST_CASE("a branch whose commands fail on top of those before it is refused, and kept") {
  World world(group("    merge: sequence\n"));
  world.options.commands = {"test ! -e a.txt -o ! -e b.txt"};
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK_MESSAGE(contains(end.state.reason, "the commands fail"), end.state.reason);
  CHECK(world.outcomes() == "a merged, b refused");
  CHECK(world.subjects() == "Do it");
  CHECK(world.lab.sh(world.repo,
                     "git show $(git for-each-ref --format='%(refname)' "
                     "'refs/pawl/rescue/*/g/b-*'):b.txt") == "b");
}

TEST_CASE("what branches make is weighed: commands, how it is written, its size") {
  World world(group("    merge: pick\n"));
  std::string picked = "b";
  const char* why = nullptr;
  SUBCASE("commands that pass go before size") {
    world.options.commands = {"test -e b.txt"};
    world.plays["a"] = {.script = "echo 1 > a.txt"};
    world.plays["b"] = {.script = "printf '1\\n2\\n3\\n' > b.txt"};
    why = "the commands fail";
  }
  SUBCASE("Ψ goes before size") {
    world.plays["a"] = {.script = "printf 'a  \\nb  \\n' > a.txt"};
    world.plays["b"] = {.script = "printf '1\\n2\\n3\\n' > b.txt"};
    why = "Ψ 0.";
  }
  SUBCASE("of two that are alike the first") {
    world.plays["a"] = {.script = "echo 1 > a.txt"};
    world.plays["b"] = {.script = "echo 2 > b.txt"};
    picked = "a";
    why = "Ψ 1.00, 1 changed line";
  }
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  const auto merges = world.merges();
  REQUIRE(merges.size() == 2);
  CHECK(merges[0].branch == picked);
  CHECK_MESSAGE(contains(merges[0].reason, "the best of 2"), merges[0].reason);
  CHECK(contains(merges[1].reason, picked + " is better"));
  CHECK_MESSAGE(contains(merges[1].reason, why), merges[1].reason);
}

TEST_CASE("what branches use counts once, in the run, in its budget and in the day") {
  World world(group("    merge: union\n",
                    "  - {name: next, type: implement, client: 'scripted:c'}\n"
                    "  - {name: last, type: implement, client: 'scripted:d'}\n"));
  world.plays["a"] = {.script = "echo a > a.txt", .tokens = 400};
  world.plays["b"] = {.script = "echo b > b.txt", .tokens = 220};
  world.plays["c"] = {.script = "echo c > c.txt", .tokens = 50};
  world.plays["d"] = {.script = "echo d > d.txt", .tokens = 30};
  bool enough = true;
  SUBCASE("the budget holds all of it") {}
  SUBCASE("it is gone before the last stage") {
    world.resolved.config.run_budget.tokens = 700;  // a tenth is kept for the end
    enough = false;
  }
  const RunEnd end = world.run();
  CHECK(end.state.bail_class == (enough ? "" : "budget"));
  CHECK(end.state.cost.tokens_in == (enough ? 700 : 670));
  CHECK(end.state.cost.micros == 2 * end.state.cost.tokens_in);
  CHECK(end.state.stage_costs.at("g/a").tokens_in == 400);
  CHECK(world.spent_today().tokens == end.state.cost.tokens_in);
  CHECK(world.subjects() ==
        (enough ? "Merge the branches a, b\nDo it\nDo it" : "Merge the branches a, b\nDo it"));
  if (enough) return;
  world.resolved.config.run_budget.tokens = 2'000;
  const RunEnd again = world.run(Start::resume);
  CHECK_MESSAGE(again.exit == 0, again.state.reason);
  CHECK(again.state.cost.tokens_in == 700);
  CHECK(world.spent_today().tokens == 700);
}

TEST_CASE("of those that may be picked the smallest is, and the others are kept") {
  World world(group("    merge: pick\n"));
  world.plays["a"] = {.script = "printf '1\\n2\\n3\\n' > a.txt"};
  world.plays["b"] = {.script = "echo 1 > b.txt"};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.outcomes() == "b merged, a kept");
  CHECK(contains(world.merges()[0].reason, "1 changed line"));
  CHECK(world.git("ls-tree --name-only bg/work | grep -c '^[ab].txt'") == "1");
  const std::string ref = world.rescued();
  CHECK(world.git("show " + ref + ":a.txt") == "1\n2\n3");
  CHECK(contains(world.lab.read(world.artifacts() + "/g/merge.json"), "the best of 2"));
  CHECK(contains(world.lab.read(world.artifacts() + "/merges.json"), "b is better"));
}

TEST_CASE("one that was picked stays the best, also when its process died before it could say so") {
  World world(group("    merge: pick\n"));
  // Beside its file the commands pass for the smaller one, too.
  world.options.commands = {"test -e b.txt"};
  world.plays["a"] = {.script = "echo 1 > a.txt"};
  world.plays["b"] = {.script = "printf '1\\n2\\n3\\n' > b.txt"};
  world.kill_on = run::kSubtaskCommitted.name;
  REQUIRE(world.killed(Start::fresh));
  world.kill_on = {};
  const RunEnd end = world.run(Start::resume);
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.outcomes() == "b merged, a kept");
  CHECK(world.subjects() == "Do it");
}

TEST_CASE("where nothing is merged the work of branches is on rescue refs") {
  World world(group("", "  - {name: last, type: implement, client: 'scripted:c'}\n"));
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  world.plays["c"] = {.script = "ls > c.txt"};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.outcomes() == "a kept, b kept");
  const std::string refs = world.rescued();
  CHECK(split_lines(refs).size() == 2);
  CHECK_FALSE(contains(world.git("show bg/work:c.txt"), "a.txt"));
}

TEST_CASE("artifacts of branches are found by what follows, and a branch begins at the head") {
  World world(
      "name: work\nstages:\n  - {type: implement, client: 'scripted:a'}\n  - name: reviews\n"
      "    max_concurrent: 1\n    parallel:\n"
      "      - {name: races, type: review-code, client: 'scripted:r'}\n"
      "      - {name: style, sequence: [{type: review-code, client: 'scripted:s'}]}\n"
      "  - {type: address-code, client: 'scripted:c'}\n");
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["r"] = {.script = "test -f a.txt", .text = "a race"};
  world.plays["s"] = {.script = "test -f a.txt", .text = "no style"};
  world.plays["c"] = {.script = "echo c > a.txt"};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.outcomes() == "races unchanged, style unchanged");
  CHECK(world.lab.read(world.artifacts() + "/reviews/races/review-races.md") == "a race\n");
  CHECK(world.lab.read(world.artifacts() + "/reviews/style/review-review-code.md") == "no style\n");
  CHECK(world.git("show bg/work:a.txt") == "c");
  CHECK(world.rescued().empty());
  CHECK(world.worktrees().empty());
  // Each with a journal of its own.
  CHECK(world.lab.sh(world.layout.runs(), "ls */events.jsonl | wc -l") == "3");
}

TEST_CASE(
    "defect 3: bails of branches count by policy, the fan-in is done, a resume does those again") {
  std::string policy;
  SUBCASE("any") { policy = "any"; }
  SUBCASE("all") { policy = "all"; }
  World world(group("    merge: union\n    bail_policy: " + policy + "\n"));
  world.plays["a"] = {.script = "echo a > a.txt", .bail = "secrets"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  const RunEnd end = world.run();
  CHECK(end.state.stages.contains("g-fanin"));
  if (policy == "any") {
    CHECK(end.state.status == run::RunStatus::bailed);
    CHECK(end.state.bail_class == "secrets");
    CHECK(contains(end.state.reason, "g/a: "));
    CHECK(world.outcomes().empty());
  } else {
    CHECK_MESSAGE(end.exit == 0, end.state.reason);
    CHECK_MESSAGE(contains(end.state.reason, "1 branch bailed of 2: g/a: "), end.state.reason);
    CHECK(world.outcomes() == "b merged");
    CHECK(world.git("show bg/work:b.txt") == "b");
    CHECK(world.worktrees().empty());
    CHECK(world.git("show " + world.rescued() + ":a.txt") == "a");
    return;
  }
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.bail = "other"};  // it is not asked again
  const RunEnd again = world.run(Start::resume);
  CHECK_MESSAGE(again.exit == 0, again.state.reason);
  CHECK(world.git("show bg/work:a.txt") == "a");
  CHECK(world.git("show bg/work:b.txt") == "b");
  CHECK(world.worktrees().empty());
}

TEST_CASE("a bail cancels what runs beside it, where that is asked for") {
  World world(group("    cancel_on_bail: true\n    merge: union\n"));
  world.plays["a"] = {.script = "echo a > a.txt", .bail = "security"};
  world.plays["b"] = {.script = "echo b > b.txt; sleep 60"};
  const Timestamp began = world.clock->now();
  const RunEnd end = world.run();
  CHECK(world.clock->now() - began < Milliseconds(30'000));
  CHECK(end.state.bail_class == "security");
  world.plays["a"] = {.script = "echo a > a.txt"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  const RunEnd again = world.run(Start::resume);
  CHECK_MESSAGE(again.exit == 0, again.state.reason);
  CHECK(world.outcomes() == "a merged, b merged");
}

TEST_CASE("a group that a person names is done anew, and what it had made is kept") {
  World world(group("    merge: pick\n"));
  world.plays["a"] = {.script = "echo 1 > a.txt", .bail = "other"};
  world.plays["b"] = {.script = "echo b > b.txt"};
  CHECK(world.run().state.status == run::RunStatus::bailed);
  world.plays["a"] = {.script = "echo 2 > a.txt"};
  world.plays["b"] = {.script = "printf '3\\n4\\n' > b.txt"};
  const RunEnd end = world.run(Start::resume, "g");
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.git("show bg/work:a.txt") == "2");
  CHECK(contains(world.lab.sh(world.repo,
                              "for r in $(git for-each-ref --format='%(refname)' "
                              "refs/pawl/rescue); do git show $r:b.txt 2>/dev/null || :; done"),
                 "b"));
}

TEST_CASE("killed at an event of a group, a run comes to the same end") {
  const std::string yaml =
      group("    merge: sequence\n", "  - {name: last, type: implement, client: 'scripted:c'}\n");
  int kills = 0;
  constexpr int kStride = 20;  // 1: each of them, which takes minutes
  for (int at = 3; at < 100; at += kStride) {
    CAPTURE(at);
    World world(yaml);
    world.plays["a"] = {.script = "echo a > a.txt"};
    world.plays["b"] = {.script = "echo b > b.txt"};
    world.plays["c"] = {.script = "cat a.txt b.txt > c.txt"};
    world.kill_at = at;
    if (!world.killed(Start::fresh)) break;
    ++kills;
    world.kill_at = 0;
    const RunEnd end = world.run(Start::resume);
    REQUIRE_MESSAGE(end.exit == 0, end.state.reason);
    CHECK(world.subjects() == "Do it\nDo it\nDo it");
    CHECK(world.git("show bg/work:c.txt") == "a\nb");
    CHECK(world.worktrees().empty());
  }
  CHECK(kills > 3);
}

}  // namespace pawl::runner::groups_test
