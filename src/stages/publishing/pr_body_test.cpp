#include "stages/publishing/pr_body.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "proof/bundle.hpp"

namespace pawl::stages::pr_body_test {
namespace {

analyzers::Metric metric(std::string name, double score) {
  analyzers::Metric out;
  out.name = name;
  out.display_name = "The " + name;
  analyzers::grade(out, score);
  return out;
}

struct Fixture {
  run::RunState state;
  planner::TaskPlan plan;
  analyzers::Report before;
  analyzers::Report after;

  Fixture() {
    state.run = "demo-00ff00";
    state.base = "main";
    state.base_commit = "0123456789abcdef";
    state.model = "openai:x";
    state.cost = {.calls = 3, .tokens_in = 10, .tokens_out = 20, .model_ms = 1500};
    plan.source = "openai:x";
    plan.tasks.push_back({.id = "T001",
                          .title = "Docs <b>bold</b> @someone #12 | cell",
                          .metric = "docs",
                          .subtasks = {{.id = "T001-S01", .title = "First"},
                                       {.id = "T001-S02", .title = "Second"},
                                       {.id = "T001-S03", .title = "Third"}}});
    state.subtasks["T001-S01"] = {.status = run::SubtaskStatus::committed,
                                  .commit = "fedcba9876543210"};
    state.subtasks["T001-S02"] = {.status = run::SubtaskStatus::failed,
                                  .reason = "syntax/parse-error on a.py: `x` | y\nz",
                                  .attempts = 2};
    before.metrics = {metric("docs", 0.2), metric("license", 1.0)};
    after.metrics = {metric("docs", 0.8), metric("license", 1.0)};
    after.metrics.push_back({.name = "build", .display_name = "Build"});
  }
  PrFacts facts() const {
    return {.state = state,
            .plan = plan,
            .before = before,
            .after = after,
            .commits = {{.id = "fedcba9876543210", .subject = "docs: First"}},
            .guards = {{.guard = "syntax", .passed = 1, .refused = 2}, {.guard = "schema"}},
            .checks = {.failing = {"t/a.py::test_a[1|2]"},
                       .flaky = {"clock"},
                       .unchecked = {"the build of Rust: cargo is not installed"}},
            .version = "0.1.0"};
  }
};

}  // namespace

TEST_CASE("the body tells what was measured, done and not done") {
  const Fixture fixture;
  const std::string body = pr_body(fixture.facts());
  CHECK(contains(body, "| The docs | 0.20 fail | **0.80 pass** |"));
  CHECK(contains(body, "| The license | 1.00 pass | 1.00 pass |"));
  CHECK(contains(body, "| Build | unknown | unknown |"));
  CHECK(contains(body, "T001-S01 First: committed as fedcba9876"));
  CHECK(contains(body, "**failed** after 2 attempts"));
  CHECK(contains(body, "T001-S03 Third: not started"));
  CHECK(contains(body, "| syntax | 1 | 2 | 0 |"));
  CHECK_FALSE(contains(body, "| schema |"));
  CHECK(contains(body, "- failed before, counts for nothing: t/a.py::test\\_a\\[1\\|2\\]\n"));
  CHECK(contains(body, "- fails now and then, counts for nothing: clock\n"));
  CHECK(contains(body, "- not checked: the build of Rust: cargo is not installed\n"));
  CHECK(contains(body, "A program wrote this pull request: Pawl 0.1.0, run demo-00ff00"));
  CHECK(contains(body, "3 model calls, 10 tokens in, 20 out"));
}

TEST_CASE("notes tell what failed before, what is flaky, and what nobody could check") {
  repo::CheckRun tests;
  tests.stack = "npm";
  tests.outcome = repo::CheckOutcome::failed;
  tests.failing = {{.id = "a", .file = "a.js", .message = {}},
                   {.id = "b", .file = {}, .message = {}}};
  repo::CheckRun flaky = tests;
  flaky.failing.clear();
  flaky.flaky = {{.id = "b", .file = {}, .message = {}}};
  repo::CheckRun build;
  build.stack = "Rust";
  build.folder = "tool";
  build.reason = "cargo is not installed";
  repo::CheckResults base{.builds = {}, .tests = {tests}, .ran = true, .sandbox = {}};
  repo::CheckResults head{.builds = {build}, .tests = {flaky}, .ran = true, .sandbox = {}};
  const CheckNotes notes = check_notes(base, head);
  CHECK(notes.failing == std::vector<std::string>{"a (a.js)"});
  CHECK(notes.flaky == std::vector<std::string>{"b"});
  CHECK(notes.unchecked ==
        std::vector<std::string>{"the build of Rust in tool: cargo is not installed"});
  CHECK(check_notes(base, {}).unchecked.size() == 1);
}

TEST_CASE("a site is proposed when it was built and no link of it is dead") {
  const auto site = [](repo::CheckOutcome outcome, const char* reason, const char* folder) {
    repo::CheckRun run;
    run.stack = "site";
    run.folder = folder;
    run.outcome = outcome;
    run.reason = reason;
    return run;
  };
  const auto why = [](std::vector<repo::CheckRun> base, std::vector<repo::CheckRun> head) {
    return why_unproven("site",
                        {.builds = std::move(base), .tests = {}, .ran = true, .sandbox = {}},
                        {.builds = std::move(head), .tests = {}, .ran = true, .sandbox = {}});
  };
  using repo::CheckOutcome;
  const repo::CheckRun built = site(CheckOutcome::passed, "2 pages", "docs");
  CHECK(why({}, {built}).empty());
  CHECK(why({}, {}) == "it was not built: no build of it was run");
  // One that was there before proves nothing of the new one.
  CHECK(why({built}, {built}) == "it was not built: no build of it was run");
  repo::CheckRun other_tool = built;
  other_tool.command = "npm run docs";
  CHECK(why({other_tool}, {built}).empty());
  const repo::CheckRun old = site(CheckOutcome::failed, "broken", "old");
  CHECK(why({old}, {old, built}).empty());
  CHECK(why({}, {site(CheckOutcome::unknown, "npm is not installed", "docs")}) ==
        "it was not built: npm is not installed");
  CHECK(why({}, {built, site(CheckOutcome::failed, "no title", "docs")}) ==
        "it does not build: no title");
  repo::CheckRun dead = built;
  for (int i = 0; i < 9; ++i) {
    dead.remarks.push_back({.path = "a.html",
                            .code = std::string(repo::kDeadLink),
                            .message = std::to_string(i),
                            .tool = "links"});
  }
  CHECK(why({}, {dead}).starts_with("it was built, but: dead link 0 on a.html, dead link 1 on"));
  CHECK(why({}, {dead}).ends_with("dead link 7 on a.html and 1 more"));
  const CheckNotes notes =
      check_notes({}, {.builds = {built}, .tests = {}, .ran = true, .sandbox = {}});
  CHECK(notes.passed == std::vector<std::string>{" passes in docs (2 pages)"});
}

TEST_CASE("a title that the command says is the title") {
  const Fixture fixture;
  PrFacts facts = fixture.facts();
  facts.title = "A site, without x @someone";
  CHECK(pr_title(facts).starts_with("A site, without x "));
  CHECK_FALSE(contains(pr_title(facts), "@someone"));
}

TEST_CASE("nothing from outside becomes Markdown, a mention or a link") {
  const Fixture fixture;
  const std::string body = pr_body(fixture.facts());
  CHECK_FALSE(contains(body, "<b>"));
  CHECK_FALSE(contains(body, "@someone"));
  CHECK_FALSE(contains(body, "#12"));
  CHECK(contains(body, "\\| cell"));
  CHECK_FALSE(contains(body, "a.py: `x`"));
}

TEST_CASE("of an issue the title and the first line tell") {
  Fixture fixture;
  PrFacts facts = fixture.facts();
  const planner::IssueWork issue{.number = 3,
                                 .title = "The lid\nsticks",
                                 .body = "",
                                 .files = {{.path = "src/lid_*.py", .lines = {}, .spelled = ""},
                                           {.path = "key.py", .lines = {}, .spelled = ""}}};
  facts.issue = &issue;
  CHECK(pr_title(facts) == "Fix #3: The lid\\nsticks");
  CHECK(pr_body(facts).starts_with(
      "Fixes #3\n\nNothing was seen to fail before and pass now: no test shows what the issue "
      "reports.\n\nThe issue is about src/lid\\_\\*.py, key.py.\n\n## What was broken\n\n"
      "- as reported: The lid\\\\nsticks\n"));
}

TEST_CASE("what is left to a person stands before what was done") {
  Fixture fixture;
  PrFacts facts = fixture.facts();
  facts.notes = {"Set `url`.", "Look at <b>."};
  CHECK(contains(pr_body(facts),
                 "## Left to you\n\n- Set \\`url\\`.\n- Look at \\<b\\>.\n\n## Commits\n"));
}

TEST_CASE("the title counts what landed") {
  Fixture fixture;
  CHECK(pr_title(fixture.facts()) == "First");
  fixture.state.subtasks["T001-S03"] = {.status = run::SubtaskStatus::committed, .commit = "1"};
  CHECK(pr_title(fixture.facts()) == "2 improvements");
  PrFacts facts = fixture.facts();
  facts.checks.passed = {"npm test passes (12 tests)"};
  CHECK(pr_title(facts) == "2 verified improvements");
}

TEST_CASE("the body opens with what was broken, what passes now, why merge it, what was refused") {
  Fixture fixture;
  fixture.before.metrics.front().details = "no section on how to install";
  const std::string unrun = pr_body(fixture.facts());
  CHECK(
      unrun.starts_with("## What was broken\n\n- The docs: no section on how to install\n\n"
                        "## What passes now\n\n- The docs: 0.20 fail before, 0.80 pass now\n\n"
                        "**Nothing was built or tested**"));
  CHECK(contains(
      unrun, "## Why it is worth merging\n\n- The docs goes from fail to pass.\n- 1 commit.\n"));
  CHECK(contains(unrun, "## What was refused\n\n- Not in here: Second, after 2 attempts: "));
  CHECK(contains(unrun, "- Changes that guards refused while it was made: syntax 2\n"));

  run::SubtaskState& done = fixture.state.subtasks["T001-S01"];
  done.tests_fixed = {"box > opens"};
  done.commit = "0123456789abcdef";
  done.paths = {"box.js", "lid.js"};
  PrFacts facts = fixture.facts();
  facts.checks.passed = {"npm test passes (12 tests)"};
  const std::string body = pr_body(facts);
  CHECK(
      body.starts_with("## What was broken\n\n- the test box \\> opens failed\n\n"
                       "## What passes now\n\n- box \\> opens, by 0123456789\n"
                       "- npm test passes \\(12 tests\\)\n"));
  CHECK(contains(body, "- It mends 1 test that fails on main.\n"));
  CHECK(contains(body, "- No build and no test that could be run and passed before fails now.\n"));
  CHECK(contains(body, "- 1 commit, 2 files.\n"));
  CHECK_FALSE(contains(body, "Nothing was built"));
}

TEST_CASE("a later proof takes the place of the one a text has") {
  const Fixture fixture;
  PrFacts facts = fixture.facts();
  facts.critics = "## What critics found\n\n- Panel: a \\#\\# Proof.\n\n";
  facts.proof = "- one commit\n\n" + proof::proof_mark(std::string(64, 'a')) + "\n";
  const std::string later = "- two commits\n\n" + proof::proof_mark(std::string(64, 'b')) + "\n";
  const std::string body = with_proof(pr_body(facts), later);
  facts.proof = later;
  CHECK(body == pr_body(facts));
  CHECK(with_proof("## Proof\n\nA person's own words.\n", later) ==
        "## Proof\n\nA person's own words.\n");
}

TEST_CASE("what a recipe proved wrong is told, and what was only asked for is not called broken") {
  Fixture fixture;
  fixture.plan.tasks.front().subtasks.front().recipe = "markdown-links";
  fixture.plan.tasks.front().subtasks.front().description =
      "Recipe markdown-links.\n- a.md: doc/x.md → docs/x.md, the only file of that name";
  PrFacts facts = fixture.facts();
  facts.concerns = {"recipe:links"};
  const std::string body = pr_body(facts);
  CHECK(body.starts_with("## What was broken\n\n- a.md: doc/x.md → docs/x.md, the only file"));
  CHECK(contains(body, "- 1 commit, one concern: links.\n"));
  CHECK(body.ends_with("\n<!-- pawl-concerns: [\"recipe:links\"] -->\n"));

  Fixture asked;
  asked.plan.tasks.front().metric = "";
  CHECK(pr_body(asked.facts()).starts_with("## What was wanted\n\n- First\n\n"));
  PrFacts in_words = asked.facts();
  in_words.task = "Parse `*`";
  CHECK(pr_body(in_words).starts_with("## What was wanted\n\n> Parse \\`\\*\\`\n\n- First\n\n"));
  CHECK(pr_body(PrFacts{.state = asked.state,
                        .plan = asked.plan,
                        .before = asked.before,
                        .after = asked.after})
            .find("## What was refused") != std::string::npos);
  asked.state.subtasks.erase("T001-S02");
  PrFacts clean = asked.facts();
  clean.guards.clear();
  CHECK(contains(pr_body(clean), "## What was refused\n\nNothing.\n"));
}

TEST_CASE("ids, scores, models and costs stand folded at the end, and no server is named") {
  Fixture fixture;
  fixture.state.model = "openai:qwen@http://models.house.example/v1";
  fixture.plan.source = "scripted:/home/ada/script.jsonl";
  fixture.state.costs[{"planner", "openai:qwen@http://models.house.example/v1"}] = {.calls = 1};
  fixture.state.costs[{"worker", "recipes:"}] = {.calls = 1};
  const std::string body = pr_body(fixture.facts());
  const auto fold = body.find("<details>\n<summary>How this was made</summary>\n\n");
  REQUIRE(fold != std::string::npos);
  const std::string front = body.substr(0, fold);
  for (const char* inside : {"demo-00ff00", "T001", "| Metric", "tokens", "openai"}) {
    CAPTURE(inside);
    CHECK_FALSE(contains(front, inside));
    CHECK(contains(body, inside));
  }
  CHECK_FALSE(contains(body, "house"));
  CHECK_FALSE(contains(body, "ada"));
  CHECK(body.find("### Tasks") < body.find("### Metrics"));
}

TEST_CASE("the body tells what models cost, who answered, and why the run stopped") {
  struct Row {
    std::int64_t micros;
    std::int64_t unpriced;
    const char* says;
  };
  const Row rows[] = {{0, 0, "3 model calls, 10 tokens in, 20 out, 1"},
                      {250'000, 0, "20 out, 0.250 USD, "},
                      {250'000, 2, "20 out, 0.250 USD and 2 calls of unknown cost, "},
                      {0, 3, "20 out, cost unknown, "}};
  for (const Row& row : rows) {
    CAPTURE(row.says);
    Fixture fixture;
    fixture.state.cost.micros = row.micros;
    fixture.state.cost.unpriced = row.unpriced;
    const std::string body = pr_body(fixture.facts());
    CHECK(contains(body, row.says));
    CHECK_FALSE(contains(body, "stopped early"));
  }
  Fixture fixture;
  fixture.state.costs[{"planner", "large"}] = {.calls = 1, .tokens_in = 5, .micros = 10'000};
  fixture.state.costs[{"worker", "small"}] = {.calls = 2, .tokens_in = 5, .unpriced = 2};
  PrFacts facts = fixture.facts();
  facts.stopped = "the budget is gone";
  const std::string body = pr_body(facts);
  CHECK(contains(body, "**This run stopped early**: the budget is gone."));
  CHECK(contains(body, "- planner, large: 1 model call, 5 tokens in, 0 out, 0.010 USD\n"));
  CHECK(contains(body, "- worker, small: 2 model calls, 5 tokens in, 0 out, cost unknown\n"));
}

TEST_CASE("new tests are told with what they noticed, and not spoken of where there are none") {
  Fixture fixture;
  CHECK_FALSE(contains(pr_body(fixture.facts()), "## New tests"));
  fixture.state.subtasks["T001-S01"].tests_added = {
      {.test = "test_a|b", .file = "t/test_a.py", .told = "killed 7 of 9 mutants in src/a.py"},
      {.test = "", .file = "t/b_test.c", .told = "killed 1 of 2 mutants in b.c"}};
  // What a failed subtask would have added is not there.
  fixture.state.subtasks["T001-S02"].tests_added = {{.test = "no", .file = "no", .told = "no"}};
  const std::string body = pr_body(fixture.facts());
  CHECK(contains(body,
                 "- test\\_a\\|b (t/test\\_a.py): killed 7 of 9 mutants in src/a.py\n"
                 "- t/b\\_test.c: killed 1 of 2 mutants in b.c\n"));
}

TEST_CASE("the fix of an issue says first which test failed before, or that none did") {
  Fixture fixture;
  planner::IssueWork issue{
      .number = 5, .title = "It breaks", .body = "", .files = {{.path = "a.py"}}};
  planner::Subtask test{.id = "T000-S01", .title = "Write a test"};
  test.reproduces = true;
  fixture.plan.tasks.insert(fixture.plan.tasks.begin(),
                            {.id = "T000", .title = "Show it", .subtasks = {test}});
  const auto body = [&] {
    PrFacts facts = fixture.facts();
    facts.issue = &issue;
    return pr_body(facts);
  };
  CHECK(body().starts_with("Fixes #5\n\nNothing was seen to fail before and pass now: no test"));
  fixture.state.subtasks["T000-S01"] = {.status = run::SubtaskStatus::skipped,
                                        .reason = "no test shows it: m says: words"};
  CHECK(
      body().starts_with("Fixes #5\n\nNothing was seen to fail before and pass now; no test shows "
                         "it: m says: words\n"));

  fixture.state.subtasks["T000-S01"] = {.status = run::SubtaskStatus::reproduced,
                                        .tests_shown = {"t/x.py::test_new"}};
  fixture.state.subtasks["T001-S01"].tests_fixed = {"t/x.py::test_new"};
  const std::string fixed = body();
  CHECK(fixed.starts_with("Fixes #5\n\nFixed: t/x.py::test\\_new, which failed before\n\n"));
  CHECK(contains(fixed, "- the test t/x.py::test\\_new failed, which was written for it\n"));
  CHECK(contains(fixed, "- It brings 1 test that failed on main without the fix, each time"));
  CHECK_FALSE(contains(fixed, "- It mends"));
  CHECK(contains(fixed, "T000-S01 Write a test: fails without the fix: t/x.py::test\\_new"));
}

}  // namespace pawl::stages::pr_body_test
