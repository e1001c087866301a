// Parallel groups from fan-out to fan-in, with real repositories, branches in processes of their
// own, agents that are functions, and kills at every event.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <map>

#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "runner/branch.hpp"
#include "runner/branch_order.hpp"
#include "runner/clean.hpp"
#include "runner/group_events.hpp"
#include "runner/run.hpp"
#include "runner/test_branches.hpp"
#include "stages/stage.hpp"
#include "store/journal.hpp"

namespace pawl::runner::groups_test {
namespace {

using agents::Order;
using agents::Work;
using agents::WorkEnd;

class World {
 public:
  explicit World(const std::string& yaml) {
    repo = lab.make_repo("project");
    layout.config_folder = lab.path("config");
    layout.state_folder = lab.path("state");
    auto loaded =
        config::load(*files, lab.path("config/config.toml"),
                     {{"PAWL_CHECKS_RUN", "false"}, {"PAWL_SELF_REVIEW_RUN", "false"}}, {});
    REQUIRE(loaded);
    resolved = *std::move(loaded);
    options.target = repo;
    options.plan = "# Do it";
    options.client = "scripted:none";
    options.branch = "bg/work";
    auto definition = pipeline::parse(yaml, stages::kinds());
    REQUIRE_MESSAGE(definition.ok(), definition.error().to_line());
    options.pipeline = definition->name;
    options.definition = *std::move(definition);
  }

  os::Ports ports() {
    return {.clock = *clock,
            .files = *files,
            .processes = forks,
            .http = *http,
            .random = *random,
            .cancel = cancel,
            .environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}},
            .folder = "/"};
  }

  RunPorts run_ports(os::Ports& world) {
    return {
        .ports = world,
        .config = resolved,
        .layout = layout,
        .listener =
            [this](const JournalEvent& event, const run::RunState&) {
              if (kill_at > 0 && event.seq == static_cast<std::uint64_t>(kill_at)) {
                ::raise(SIGKILL);
              }
            },
        .confirm = [](const planner::TaskPlan&, const std::string&) -> Result<planner::Consent> {
          return planner::Consent{.agreed = true};
        },
        .agents = {.open =
                       [this](const std::string& spec) -> Result<std::unique_ptr<agents::Agent>> {
          return std::unique_ptr<agents::Agent>(std::make_unique<Scripted>(*this, spec));
        }}};
  }

  RunEnd run(Start start = Start::fresh, const std::string& from = {}) {
    options.start = start;
    options.from = from;
    os::Ports world = ports();
    auto end = runner::run(run_ports(world), options);
    REQUIRE_MESSAGE(end.ok(), end.error().to_line());
    return *std::move(end);
  }

  // In a process of its own; whether it was killed.
  bool killed(Start start) {
    const pid_t child = ::fork();
    if (child == 0) {
      options.start = start;
      os::Ports world = ports();
      const auto end = runner::run(run_ports(world), options);
      ::_exit(end.ok() ? 0 : 99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    return WIFSIGNALED(status);
  }

  std::string git(const std::string& script) { return lab.sh(repo, "git " + script); }
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

  // Of each client, what it does in its folder, and says; `bail CLASS` and `wait` are words of it.
  struct Play {
    std::string script = {};
    std::string bail = {};
    std::string text = "done";
  };
  std::map<std::string, Play> plays;
  int kill_at = 0;  // the number of an event

  git::Lab lab;
  std::string repo;
  std::unique_ptr<os::Clock> clock = os::real_clock();
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Http> http = os::real_http();
  std::unique_ptr<os::Random> random = os::real_random();
  os::Cancel cancel;
  store::Layout layout;
  config::Resolved resolved;
  RunOptions options;

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

  BranchForks forks{lab.processes(), [this](const std::string& run) {
                      os::Ports world = ports();
                      kill_at = 0;
                      const auto end = run_branch(run_ports(world), run);
                      return end.ok() ? end->exit : 99;
                    }};
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

TEST_CASE("a conflict is an outcome, and both sides are kept") {
  std::string merge;
  std::string left;
  SUBCASE("union: nothing is taken") { merge = "union"; }
  SUBCASE("sequence: what came before stays") { merge = "sequence"; }
  World world(group("    merge: " + merge + "\n"));
  world.plays["a"] = {.script = "echo a > same.txt"};
  world.plays["b"] = {.script = "echo b > same.txt"};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(end.state.bail_class == "conflict");
  CHECK(contains(end.state.reason, "same.txt"));
  const std::string refs = world.rescued();
  CHECK(contains(refs, "/g/a"));
  CHECK(contains(refs, "/g/b"));
  CHECK(contains(refs, "/g/ours"));
  CHECK(world.lab.sh(world.repo,
                     "git show $(git for-each-ref --format='%(refname)' "
                     "'refs/pawl/rescue/*/g/b'):same.txt") == "b");
  // Once somebody made room, a resume merges what is left.
  const RunEnd again = world.run(Start::resume);
  CHECK(again.state.bail_class == "conflict");
  const auto merges = world.merges();
  CHECK(std::count_if(merges.begin(), merges.end(), [](const GroupMerged& one) {
          return one.outcome == "merged";
        }) == (merge == "sequence" ? 1 : 0));
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
  CHECK(contains(world.lab.read(world.artifacts() + "/g/merge.json"), "the smallest"));
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
    CHECK(end.state.bail_class == "secrets");
    CHECK(world.outcomes() == "b merged");
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
  constexpr int kStride = 10;  // 1: each of them, which takes minutes
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
  CHECK(kills > 4);
}

}  // namespace pawl::runner::groups_test
