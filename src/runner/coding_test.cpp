// Pipelines of coding agents from their first stage to their last, with real repositories and
// agents that are functions. The defects of an older program that belong to stages have a test
// each, named by what went wrong.
#include <doctest/doctest.h>

#include <csignal>
#include <map>

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "runner/test_run_world.hpp"
#include "store/journal.hpp"

namespace pawl::runner::coding_test {
namespace {

using agents::Order;
using agents::Work;
using agents::WorkEnd;

class World;
// What an agent does when it is asked under a label.
using Play = std::function<Work(World&, const Order&)>;

Work said(std::string text) {
  Work work;
  work.text = std::move(text);
  work.model = "fake";
  work.usage.tokens_in = 10;
  work.usage.tokens_out = 5;
  work.usage.cost_micros = 100;
  return work;
}

Play says(std::string text) {
  return [text](World&, const Order&) { return said(text); };
}

class PlayedAgent final : public agents::Agent {
 public:
  explicit PlayedAgent(World& world) : world_(world) {}
  std::string_view spec() const override { return "fake:agent"; }
  Result<Work> work(const Order& order, EventSink& events) override;

 private:
  World& world_;
};

constexpr const char* kLocal =
    "name: work\nstages:\n  - type: plan\n  - type: implement\n  - type: review-code\n"
    "  - type: address-code\n  - {type: verify, options: {cmds: ['grep -q fixed state.txt']}}\n";

class World final : public RunWorld {
 public:
  World() {
    options.instructions = "Write a greeting.";
    options.client = "fake:agent";
    pipeline(kLocal);
    plays["plan"] = {says("# Add a greeting\n\nWrite hello.txt.")};
    plays["implement"] = {[](World& world, const Order& order) {
      world.sh(order, "echo hello > hello.txt; echo broken > state.txt");
      return said("done");
    }};
    plays["review-code:review-code"] = {says("# Review\n\n## Findings\nhello.txt:1 minor: shout")};
    plays["address-code"] = {[](World& world, const Order& order) {
      world.sh(order, "echo HELLO > hello.txt");
      return said("followed");
    }};
    plays["verify-fix-1"] = {[](World& world, const Order& order) {
      world.sh(order, "echo fixed > state.txt");
      return said("fixed");
    }};
  }

  std::unique_ptr<agents::Agent> agent(const std::string&) override {
    return std::make_unique<PlayedAgent>(*this);
  }

  // As the agent, whose files may be another user's.
  void sh(const Order& order, const std::string& script) {
    lab.sh(order.folder,
           "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'; " +
               script);
  }

  void run_killed(Start start = Start::fresh) { CHECK(killed(start)); }

  template <class Look>
  void at_forge(const Look& look) {
    const RunPorts of_run = ports();
    git::Git git = lab.git();
    auto database = store::Database::open(layout.database());
    REQUIRE(database.ok());
    const auto forge = forge::open_forge({.config = resolved.config,
                                          .target = git::Lab::local(repo),
                                          .layout = layout,
                                          .database = **database,
                                          .git = git,
                                          .ports = of_run.ports});
    REQUIRE_MESSAGE(forge.ok(), forge.error().to_line());
    look(**forge);
  }

  std::string artifact(const std::string& name) {
    return lab.sh(layout.runs(), "cat */artifacts/" + name);
  }
  std::size_t count(std::string_view kind) {
    const std::string run = lab.sh(layout.runs(), "ls -d $PWD/*");
    const auto journal = store::read_journal(run);
    REQUIRE(journal.ok());
    std::size_t n = 0;
    for (const JournalEvent& event : journal->events) n += event.name == kind ? 1U : 0U;
    return n;
  }

  std::map<std::string, std::vector<Play>> plays;
  std::map<std::string, int> asked;
  std::map<std::string, std::string> prompts;  // the last under each label
  bool may_write = false;                      // of the last order
};

Result<Work> PlayedAgent::work(const Order& order, EventSink& /*events*/) {
  world_.prompts[order.label] = order.prompt;
  world_.may_write = order.may_write;
  const auto found = world_.plays.find(order.label);
  if (found == world_.plays.end()) return fail(Errc::invalid, "nobody plays " + order.label);
  const auto number = static_cast<std::size_t>(world_.asked[order.label]++);
  return found->second[std::min(number, found->second.size() - 1)](world_, order);
}

}  // namespace

TEST_CASE("a pipeline of agents comes from a plan to commits on the run's branch") {
  World world;
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(end.state.status == run::RunStatus::succeeded);
  CHECK(world.git("log --reverse --format=%s main..bg/work") ==
        "Add a greeting\nfix: Address the review\nfix: Make the checks pass");
  CHECK(world.git("show bg/work:hello.txt") == "HELLO");
  CHECK(world.git("show bg/work:state.txt") == "fixed");
  CHECK(contains(world.prompts["review-code:review-code"], "+hello"));
  CHECK(contains(world.prompts["address-code"], "shout"));
  CHECK(contains(world.prompts["verify-fix-1"], "grep -q fixed state.txt"));
  CHECK(world.count("coding.stage") == 5);
  CHECK(world.git("status --porcelain").empty());
  CHECK(world.git("for-each-ref refs/pawl/rescue").empty());
}

TEST_CASE("defect 1: work that was not committed is no work that is lost") {
  const char* how = nullptr;
  SUBCASE("untracked") { how = "echo new > new.txt"; }
  SUBCASE("staged") { how = "echo new > new.txt; git add -A"; }
  SUBCASE("committed by the agent") {
    how = "echo new > new.txt; git add -A; git commit -qm 'my own words'";
  }
  World world;
  world.pipeline("name: work\nstages: [{type: implement}]\n");
  world.options.plan = "# Do it";
  world.plays["implement"] = {[how](World& w, const Order& order) {
    w.sh(order, how);
    return said("done");
  }};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.git("show bg/work:new.txt") == "new");
  CHECK(world.git("log --format=%s main..bg/work") == "Do it");
}

TEST_CASE("an agent that changes nothing has not implemented anything") {
  World world;
  world.plays["implement"] = {says("all done!")};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(contains(end.state.reason, "changed nothing"));
}

TEST_CASE("a bail ends the run with its class, and what the agent had made is kept") {
  World world;
  world.plays["implement"] = {[](World& w, const Order& order) {
    w.sh(order, "echo half > half.txt");
    Work work = said("no");
    work.end = WorkEnd::bailed;
    work.bail = agents::Bail{"secrets", "a key lies in the file"};
    return work;
  }};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(end.state.bail_class == "secrets");
  CHECK(contains(end.state.reason, "refs/pawl/rescue/"));
  const std::string ref = world.git("for-each-ref --format='%(refname)' refs/pawl/rescue");
  CHECK(contains(end.state.reason, ref));
  CHECK(world.git("show " + ref + ":half.txt") == "half");
}

TEST_CASE("read: the bail of an agent that addresses reviews is not ignored") {
  World world;
  world.plays["address-code"] = {[](World&, const Order&) {
    Work work = said("no");
    work.end = WorkEnd::bailed;
    work.bail = agents::Bail{"security", "the review asks for a hole"};
    return work;
  }};
  const RunEnd end = world.run();
  CHECK(end.state.bail_class == "security");
  CHECK(world.asked["verify-fix-1"] == 0);
}

TEST_CASE("what is refused goes back to the agent, which mends it") {
  World world;
  world.pipeline("name: work\nstages: [{type: implement}]\n");
  world.plays["implement"] = {[](World& w, const Order& order) {
                                w.sh(order, "printf 'def f(:\\n' > a.py; echo good > good.txt");
                                return said("done");
                              },
                              [](World& w, const Order& order) {
                                CHECK(w.lab.read(order.folder + "/good.txt") == "good\n");
                                CHECK(contains(order.prompt, "a.py"));
                                w.sh(order,
                                     "printf 'def f():\\n    return 1\\n' > a.py; "
                                     "printf 'import a\\nprint(a.f())\\n' > b.py");
                                return said("mended");
                              }};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.asked["implement"] == 2);
  CHECK(world.git("show bg/work:good.txt") == "good");
}

TEST_CASE("what stays refused is on a rescue ref, and nothing of it on the branch") {
  World world;
  world.pipeline("name: work\nstages: [{type: implement}]\n");
  world.plays["implement"] = {[](World& w, const Order& order) {
    w.sh(order, "printf 'def f(:\\n' > a.py");
    return said("done");
  }};
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(end.state.bail_class == "exhausted");
  CHECK(world.asked["implement"] == 3);
  const std::string ref = world.git("for-each-ref --format='%(refname)' refs/pawl/rescue");
  CHECK(contains(end.state.reason, ref));
  CHECK(world.git("show " + ref + ":a.py") == "def f(:");
  CHECK(world.git("branch --list bg/work").empty());
}

TEST_CASE("an agent that runs out of time or money keeps what it made") {
  World world;
  std::string wanted;
  WorkEnd end_of_work = WorkEnd::timed_out;
  SUBCASE("time") { wanted = "timeout"; }
  SUBCASE("stalled") {
    wanted = "timeout";
    end_of_work = WorkEnd::stalled;
  }
  SUBCASE("budget") {
    wanted = "budget";
    end_of_work = WorkEnd::over_budget;
  }
  world.plays["implement"] = {[end_of_work](World& w, const Order& order) {
    w.sh(order, "echo half > half.txt");
    Work work = said("");
    work.end = end_of_work;
    work.reason = "that was it";
    return work;
  }};
  const RunEnd end = world.run();
  CHECK(end.state.bail_class == wanted);
  const std::string ref = world.git("for-each-ref --format='%(refname)' refs/pawl/rescue");
  CHECK(world.git("show " + ref + ":half.txt") == "half");
}

TEST_CASE("a process that is killed in a stage is gone on with, and what lay there is kept") {
  for (const std::string label :
       {"plan", "implement", "review-code:review-code", "address-code", "verify-fix-1"}) {
    CAPTURE(label);
    World world;
    const std::vector<Play> plays = world.plays[label];
    world.plays[label] = {[](World& w, const Order& order) -> Work {
      w.sh(order, "echo half > half.txt");
      ::raise(SIGKILL);
      return {};
    }};
    world.run_killed();
    world.plays[label] = plays;
    const RunEnd end = world.run(Start::resume);
    CHECK_MESSAGE(end.exit == 0, end.state.reason);
    CHECK(world.git("log --reverse --format=%s main..bg/work") ==
          "Add a greeting\nfix: Address the review\nfix: Make the checks pass");
    const std::string ref = world.git("for-each-ref --format='%(refname)' refs/pawl/rescue");
    CHECK(world.git("show " + ref + ":half.txt") == "half");
    CHECK(world.count("coding.rescued") == 1);
  }
}

TEST_CASE("a resume goes on at the first stage that is not complete, and asks nobody twice") {
  World world;
  world.plays["address-code"] = {[](World&, const Order&) {
    Work work = said("");
    work.end = WorkEnd::failed;
    work.reason = "a bad day";
    return work;
  }};
  CHECK(world.run().state.status == run::RunStatus::bailed);
  world.plays["address-code"] = {says("nothing to do")};
  const RunEnd end = world.run(Start::resume);
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.asked["plan"] == 1);
  CHECK(world.asked["implement"] == 1);
  CHECK(world.asked["address-code"] == 2);
}

TEST_CASE("verify gives up after so many attempts, and what it committed stays") {
  World world;
  world.options.test_attempts_max = 3;
  for (const char* label : {"verify-fix-1", "verify-fix-2"}) {
    world.plays[label] = {[](World& w, const Order& order) {
      w.sh(order, "date +%N >> state.txt");
      return said("tried");
    }};
  }
  const RunEnd end = world.run();
  CHECK(end.state.bail_class == "exhausted");
  CHECK(world.asked["verify-fix-1"] == 1);
  CHECK(world.asked["verify-fix-2"] == 1);
  CHECK(world.count("coding.commands") == 3);
  CHECK(world.git("rev-list --count main..bg/work") == "4");
}

TEST_CASE("defect 4: reviews of parallel children are found by who addresses them") {
  World world;
  world.pipeline(
      "name: work\nstages:\n  - type: implement\n  - name: reviews\n    parallel:\n"
      "      - {name: races, type: review-code}\n      - {name: style, type: review-code}\n"
      "  - type: address-code\n");
  world.plays["review-code:races"] = {says("a race at hello.txt")};
  world.plays["review-code:style"] = {says("no style at hello.txt")};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(contains(world.prompts["address-code"], "a race at hello.txt"));
  CHECK(contains(world.prompts["address-code"], "no style at hello.txt"));
}

TEST_CASE("read: a review covers all commits of the run, not the last one") {
  World world;
  world.pipeline(
      "name: work\nstages:\n  - type: implement\n  - {type: agent, name: more, prompt: {text: Do "
      "more.}}\n"
      "  - type: review-code\n");
  world.plays["agent:more"] = {[](World& w, const Order& order) {
    w.sh(order, "echo more > more.txt");
    return said("done");
  }};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(contains(world.prompts["review-code:review-code"], "+hello"));
  CHECK(contains(world.prompts["review-code:review-code"], "+more"));
  CHECK_FALSE(world.may_write);
}

TEST_CASE("read: a prompt is of bounded length, and what it quotes has no braces doubled") {
  World world;
  world.options.plan = "# Do {it}\n" + std::string(400'000, 'x');
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.prompts["implement"].size() < 70'000);
  CHECK(contains(world.prompts["implement"], "# Do {it}"));
  CHECK(world.asked["plan"] == 0);
}

TEST_CASE("read: a handoff takes no signal of an earlier turn") {
  World world;
  world.pipeline("name: work\nstages: [{type: handoff}]\n");
  world.options.plan = "# All\n\n- [x] one\n- [ ] two\n";
  const char* const kSignal =
      "mkdir -p .pawl-out; echo '# Rest' > .pawl-out/plan.md; "
      "echo '# Two' > .pawl-out/child-plan.md; "
      "echo '{\"exit_state\": \"next-plan\", \"child_plan\": "
      "\"child-plan.md\"}' > .pawl-out/handoff.json; ";
  SUBCASE("of a turn that was killed") {
    world.plays["handoff"] = {[&](World& w, const Order& order) -> Work {
      w.sh(order, kSignal);
      ::raise(SIGKILL);
      return {};
    }};
    world.run_killed();
    world.plays["handoff"] = {says("I did it before")};
    const RunEnd end = world.run(Start::resume);
    CHECK(end.state.status == run::RunStatus::bailed);
    CHECK(contains(end.state.reason, "no signal"));
  }
  SUBCASE("of this turn it does") {
    world.plays["handoff"] = {[&](World& w, const Order& order) {
      w.sh(order, kSignal);
      return said("done");
    }};
    const RunEnd end = world.run();
    CHECK_MESSAGE(end.exit == 0, end.state.reason);
    CHECK(contains(world.artifact("handoff.json"), "next-plan"));
    CHECK(contains(world.artifact("child-plan.md"), "# Two"));
    CHECK(world.git("for-each-ref refs/heads/bg").empty());
  }
  SUBCASE("one that is not an object is refused") {
    world.plays["handoff"] = {[](World& w, const Order& order) {
      w.sh(order, "mkdir .pawl-out; echo '[1]' > .pawl-out/handoff.json");
      return said("done");
    }};
    const RunEnd end = world.run();
    CHECK(end.state.status == run::RunStatus::bailed);
  }
}

TEST_CASE("read of HEAD: rounds of loops and other stages do not write one log") {
  World world;
  world.pipeline(
      "name: work\nstages:\n  - type: implement\n  - name: rounds\n    until: check\n    loop:\n"
      "      - {name: mend, type: agent, prompt: {text: Mend it.}}\n"
      "      - {name: verify, type: verify, options: {cmds: ['cat state.txt']}}\n"
      "      - {name: check, type: exec, options: {cmds: ['grep -q fixed state.txt']}}\n"
      "  - {name: again, type: verify, options: {cmds: ['cat hello.txt']}}\n");
  for (const char* state : {"half", "fixed"}) {
    const std::string round = std::string(state) == "half" ? "1" : "2";
    world.plays["agent:rounds@" + round + "/mend"] = {[state](World& w, const Order& order) {
      w.sh(order, std::string("echo ") + state + " > state.txt");
      return said("done");
    }};
  }
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.lab.sh(world.layout.runs(), "cd */artifacts; ls exec-* verify-*") ==
        "exec-rounds-1-check.log\nexec-rounds-2-check.log\nverify-attempt-1-again.log\n"
        "verify-attempt-1-rounds-1-verify.log\nverify-attempt-1-rounds-2-verify.log");
  CHECK(contains(world.artifact("verify-attempt-1-rounds-1-verify.log"), "half"));
  CHECK(contains(world.artifact("verify-attempt-1-rounds-2-verify.log"), "fixed"));
}

TEST_CASE("read: what commands do ends at its time, and that is no success") {
  World world;
  world.pipeline(
      "name: work\nstages:\n  - type: implement\n"
      "  - {type: verify, options: {cmds: ['exec sleep 600'], commands_timeout: 1}}\n");
  const RunEnd end = world.run();
  CHECK(end.state.status == run::RunStatus::bailed);
  CHECK(end.state.bail_class == "timeout");
  CHECK(world.asked["verify-fix-1"] == 0);
}

TEST_CASE("commands of a pipeline get what is handed to them as variables, never as code") {
  World world;
  world.pipeline(
      "name: work\nstages:\n  - type: plan\n"
      "  - {type: exec, in: {PLAN: plan.md}, options: {cmds: ['test -n \"$PLAN\"', 'ls']}}\n");
  world.plays["plan"] = {says("# $(touch hacked) `touch hacked`'; touch hacked; '")};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK_FALSE(contains(world.artifact("exec-exec.log"), "hacked"));
}

TEST_CASE("links that stay in the repository are committed, others go back to the agent") {
  World world;
  world.pipeline("name: work\nstages: [{type: implement}]\n");
  world.plays["implement"] = {[](World& w, const Order& order) {
                                w.sh(order,
                                     "ln -s README.md good; ln -s /etc/passwd out; "
                                     "ln -s ../../up up; mkdir d; ln -s ../.git/config d/g");
                                return said("done");
                              },
                              [](World& w, const Order& order) {
                                for (const char* path : {"out", "up", "d/g"}) {
                                  CHECK_MESSAGE(contains(order.prompt, path), order.prompt);
                                }
                                w.sh(order, "rm out up d/g; ln -s ../README.md d/g");
                                return said("mended");
                              }};
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(world.asked["implement"] == 2);
  CHECK(world.git("ls-tree -r bg/work | grep ^120000 | cut -f2 | tr '\\n' ' '") == "d/g good");
  CHECK(world.git("show bg/work:d/g") == "../README.md");
}

TEST_CASE("a repository that wants nothing of programs is known before an agent is asked") {
  World world;
  world.lab.write(world.repo + "/CONTRIBUTING.md",
                  "# Contributing\n\nWe do not accept AI-generated contributions.\n");
  world.git("add -A; git commit -qm Rules");
  world.pipeline("name: work\nstages: [{type: implement}, {type: commit-pr}]\n");
  world.plays["commit-pr"] = {says("# A greeting\n\nGreets.")};
  bool asked = false;
  SUBCASE("followed") {}
  SUBCASE("ignored, by its owner") {
    world.resolved.config.forge_ai_policy = "ignore";
    asked = true;
  }
  SUBCASE("work that is offered to nobody") {
    world.pipeline("name: work\nstages: [{type: implement}]\n");
    asked = true;
  }
  const RunEnd end = world.run();
  CHECK(end.exit == (asked ? 0 : 4));
  CHECK_MESSAGE((asked || contains(end.state.reason, "CONTRIBUTING.md:3")), end.state.reason);
  CHECK(world.asked["implement"] == (asked ? 1 : 0));
}

// PAWL_KILL_STRIDE=1 kills at each event, which takes minutes (docs/howto/add-a-stage.md).
TEST_CASE("killed at an event of any stage, a run comes to the same end, and says nothing twice") {
  const char* const stride_text = std::getenv("PAWL_KILL_STRIDE");
  const int stride = stride_text == nullptr ? 41 : std::max(1, std::atoi(stride_text));
  int kills = 0;
  for (int at = 7; at < 400; at += stride) {
    CAPTURE(at);
    World world;
    world.resolved.config.ci_grace_s = 0;
    world.pipeline(
        "name: work\nstages:\n  - type: implement\n"
        "  - {type: exec, options: {cmds: ['test -f hello.txt']}}\n  - type: guard\n"
        "  - type: commit-pr\n  - type: ghreview\n  - type: ghaddress\n"
        "  - {type: wait-ci, options: {no_checks: pass}}\n  - type: handoff\n");
    world.plays["commit-pr"] = {says("# A greeting\n\nGreets.")};
    world.plays["ghreview"] = {
        says(R"({"findings": [{"severity": "minor", "category": "style", "summary": "Not loud.",
                               "file": "hello.txt", "line": 1, "quote": "hello"}]})")};
    world.plays["ghaddress"] = {[](World& w, const Order& order) {
      w.sh(order,
           "echo HELLO > hello.txt; mkdir -p .pawl-out; "
           "echo '[{\"id\": 1, \"followed\": true, \"why\": \"it is loud\"}]' > "
           ".pawl-out/replies.json");
      return said("done");
    }};
    world.plays["handoff"] = {[](World& w, const Order& order) {
      w.sh(order,
           "mkdir -p .pawl-out; echo '{\"exit_state\": \"chain-done\"}' > "
           ".pawl-out/handoff.json");
      return said("done");
    }};
    world.kill_at = at;
    if (!world.killed()) break;
    ++kills;
    world.kill_at = 0;
    const RunEnd end = world.run(Start::resume);
    REQUIRE_MESSAGE(end.exit == 0, end.state.reason);
    CHECK(world.git("log --reverse --format=%s main..bg/work") ==
          "Write a greeting.\nfix: Address the review");
    CHECK(world.git("show bg/work:hello.txt") == "HELLO");
    CHECK(contains(world.artifact("handoff.json"), "chain-done"));
    world.at_forge([&](forge::Forge& forge) {
      const auto pulls = forge.pulls().list(std::nullopt, {});
      REQUIRE(pulls.ok());
      REQUIRE(pulls->items.size() == 1);
      const forge::Pull& pull = pulls->items.front();
      CHECK(pull.title == "A greeting");
      CHECK(pull.head_commit == world.git("rev-parse bg/work"));
      const auto reviews = forge.reviews().list(pull.number, {});
      CHECK(reviews->items.size() == 1);
      const auto threads = forge.reviews().threads(pull.number);
      REQUIRE(threads->size() == 1);
      CHECK(threads->front().comments.size() == 2);
    });
  }
  CHECK(kills > 3);
}

TEST_CASE("the guards look at the whole of what was changed") {
  World world;
  world.pipeline("name: work\nstages: [{type: implement}, {type: guard}]\n");
  const RunEnd end = world.run();
  CHECK_MESSAGE(end.exit == 0, end.state.reason);
  CHECK(contains(world.artifact("guard.json"), "findings"));
}

}  // namespace pawl::runner::coding_test
