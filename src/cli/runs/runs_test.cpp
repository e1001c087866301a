#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "cli/kit/test_world.hpp"
#include "git/worktrees/worktree.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "run/work_events.hpp"
#include "runner/target.hpp"
#include "store/database.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::cli::runs_test {
namespace {

// Runs with journals, as a run process would leave them.
class Runs {
 public:
  explicit Runs(TestWorld& world)
      : world_(world), layout{world.folder + "/config", world.folder + "/state"} {}

  RunId id(const std::string& text) const { return *RunId::parse(text); }

  void append(const std::string& run, std::vector<Event> events) {
    REQUIRE(world_.files().make_folders(layout.run(id(run))));
    const Redactor redactor;
    auto journal = store::Journal::open(layout.run(id(run)), id(run), world_.clock, redactor);
    REQUIRE(journal);
    for (const Event& event : events) {
      REQUIRE((*journal)->append(event));
      world_.clock.advance(Seconds(1));
    }
  }

  void begin(const std::string& run, const std::string& target, bool alive = false) {
    const int pid = alive ? os::own_pid() : 0;
    append(run, {{run::kRunBegin, Json::object({{"run", run},
                                                {"target", target},
                                                {"base", "main"},
                                                {"branch", "pawl/improve/x"},
                                                {"pid", pid},
                                                {"started", os::process_start_time(os::own_pid())},
                                                {"boot", os::boot_id()}})}});
  }

  void end(const std::string& run, const std::string& state, int exit) {
    append(run, {{run::kRunExitClean,
                  Json::object({{"state", state}, {"exit", exit}, {"reason", ""}})}});
  }

  void index(const std::string& run) {
    auto database = store::Database::open(layout.database());
    REQUIRE(database);
    const auto state = run::load_run(layout, id(run));
    REQUIRE(state);
    REQUIRE(run::write_views(world_.files(), layout, **database, id(run), *state));
  }

 private:
  TestWorld& world_;

 public:
  store::Layout layout;
};

Json document(const TestWorld::Outcome& outcome) {
  CAPTURE(outcome.err);
  const Result<Json> parsed = Json::parse(outcome.out);
  REQUIRE(parsed);
  return *parsed;
}

std::string column(const Json& list, std::string_view name) {
  std::string out;
  for (const Json& run : list["runs"].items()) out += run[name].string_or("?") + " ";
  return out;
}

TEST_CASE("list shows runs newest first with the status they have now") {
  TestWorld world;
  Runs runs(world);
  CHECK(document(world.call({"list", "--json"}))["total"] == 0);
  runs.begin("first-000001", "/one");
  runs.end("first-000001", "succeeded", 0);
  runs.begin("second-000002", "/two");
  runs.begin("third-000003", "/three", true);
  runs.begin("fourth-000004", "/four", true);
  runs.end("fourth-000004", "nothing_to_do", 3);
  runs.index("first-000001");

  const Json list = document(world.call({"list", "--json"}));
  CHECK(column(list, "run") == "fourth-000004 third-000003 second-000002 first-000001 ");
  CHECK(column(list, "status") == "nothing_to_do running crashed succeeded ");
  world.clock.advance(Seconds(91));
  const Json later = document(world.call({"list", "--json", "--limit", "2"}));
  CHECK(column(later, "status") == "nothing_to_do stalled ");
  CHECK(later["total"] == 4);
  CHECK(world.call({"list", "--limit", "-1"}).exit == 2);
  CHECK(contains(world.call({"list"}).out, "second-000002  crashed"));
}

TEST_CASE("a run nobody can read is named, and the others are listed") {
  TestWorld world;
  Runs runs(world);
  runs.begin("good-000001", "/one", true);
  runs.begin("bad-000002", "/two", true);
  REQUIRE(world.files().write_atomic(runs.layout.run(runs.id("bad-000002")) + "/events.jsonl",
                                     "{\"pawl_journal\":1,\"run\":\"bad-000002\"}\nbroken\n{}\n"));
  const auto outcome = world.call({"list", "--json"});
  CHECK(outcome.exit == 0);
  CHECK(column(document(outcome), "run") == "good-000001 ");
  CHECK(contains(outcome.err, "bad-000002"));
}

TEST_CASE("status") {
  TestWorld world;
  Runs runs(world);
  CHECK(world.call({"status"}).exit == 9);
  runs.begin("project-000001", "/one");
  runs.append("project-000001",
              {{run::kSubtaskCommitted,
                Json::object({{"subtask", "T001-S01"}, {"commit", "abc"}, {"message", "add"}})}});
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"status", "--json"},
        std::vector<std::string>{"status", "project", "--json"}}) {
    const Json status = document(world.call(words));
    CHECK(status["run"] == "project-000001");
    CHECK(status["status"] == "crashed");
    CHECK(status["subtasks"]["T001-S01"]["status"] == "committed");
  }
  const auto answer = world.call({"status"});
  CHECK(contains(answer.out, "1 of 1 committed, 0 failed"));
  CHECK(contains(answer.err, "pawl resume project-000001"));
  CHECK(world.call({"status", "other"}).exit == 9);

  const std::string artifacts = runs.layout.artifacts(runs.id("project-000001"));
  REQUIRE(world.files().make_folders(artifacts));
  REQUIRE(world.files().write_atomic(
      artifacts + "/plan.json", R"({"version":1,"tasks":[{"id":"T001","title":"t","subtasks":[)"
                                R"({"id":"T001-S01","title":"one","file_hints":["a"]},)"
                                R"({"id":"T001-S02","title":"two","file_hints":["b"]}]}]})"));
  CHECK(contains(world.call({"status"}).out, "1 of 2 committed, 0 failed, 1 to do"));
  const Json planned = document(world.call({"status", "--json"}));
  CHECK(planned["subtasks"]["T001-S02"]["status"] == "pending");
  CHECK(planned["subtasks"]["T001-S02"]["message"] == "two");
}

TEST_CASE("logs") {
  TestWorld world;
  Runs runs(world);
  runs.begin("project-000001", "/one", true);
  runs.append("project-000001", {{run::kRunPhase, Json::object({{"phase", "WORKING"}})},
                                 {run::kRunHeartbeat, Json::object({{"pid", 1}})}});
  const std::string journal =
      *world.files().read(runs.layout.run(runs.id("project-000001")) + "/events.jsonl");

  CHECK(world.call({"logs", "--raw"}).out == journal);
  const std::string filtered = world.call({"logs", "--raw", "--filter", "run.phase"}).out;
  CHECK(line_count(filtered) == 1);
  CHECK(contains(journal, filtered));
  CHECK(
      contains(world.call({"logs", "--filter", "run.ph"}).out, "run.phase          phase=WORKING"));
  CHECK(line_count(world.call({"logs"}).out) == 3);
  CHECK(document(world.call({"logs", "--json"}))["events"].size() == 3);
  CHECK(world.call({"logs", "--json", "--raw"}).exit == 2);
  CHECK(world.call({"logs", "nothing"}).exit == 9);
}

TEST_CASE("following ends with the run, or with a signal") {
  TestWorld world;
  Runs runs(world);
  runs.begin("ended-000001", "/one", true);
  runs.end("ended-000001", "succeeded", 0);
  const auto ended = world.call({"logs", "ended", "--follow"});
  CHECK(ended.exit == 0);
  CHECK(contains(ended.out, "run.exit_clean"));
  runs.begin("crashed-000002", "/one");
  CHECK(world.call({"logs", "crashed", "-f"}).exit == 0);
  runs.begin("alive-000003", "/one", true);
  world.cancel.request();
  CHECK(world.call({"logs", "alive", "-f"}).exit == 130);
}

// A repository with one commit on main.
std::string make_repository(TestWorld& world) {
  const std::string folder = world.folder + "/project";
  REQUIRE(world.files().make_folders(folder));
  REQUIRE(world.files().write_atomic(folder + "/a.txt", "a\n"));
  const std::vector<std::vector<std::string>> calls = {
      {"git", "init", "-q", "-b", "main"},
      {"git", "add", "-A"},
      {"git", "-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "-qm", "first"}};
  for (const auto& argv : calls) {
    os::Command command;
    command.argv = argv;
    command.environment = {{"PATH", "/usr/bin:/bin"}, {"HOME", world.folder}};
    command.folder = folder;
    const auto finished = world.processes().run(command);
    REQUIRE(finished);
    CAPTURE(finished->err);
    REQUIRE(finished->succeeded());
  }
  return folder;
}

struct Worked {
  std::string repository;
  git::Target target;
};

// A crashed run whose worktree holds work that was not committed.
Worked make_worked_run(TestWorld& world, Runs& runs, const std::string& run) {
  Worked worked;
  worked.repository = make_repository(world);
  os::FakeHttp http;
  const auto random = os::real_random();
  os::Ports ports{world.clock, world.files(), world.processes(), http,
                  *random,     world.cancel,  world.environment, world.folder};
  git::Git git(world.processes(), runner::git_options(ports, {}));
  const auto target = runner::resolve_target(ports, git, worked.repository);
  REQUIRE(target);
  worked.target = *target;
  const git::WorktreePlan plan{*target, runs.layout.worktree(runs.id(run)), "main",
                               "pawl/improve/x"};
  REQUIRE(world.files().make_folders(runs.layout.state_folder + "/worktrees"));
  const auto worktree = git::Worktree::create(git, world.files(), plan);
  if (!worktree) MESSAGE(worktree.error().to_line());
  REQUIRE(worktree);
  REQUIRE(world.files().write_atomic(worktree->folder() + "/new.txt", "precious\n"));
  runs.begin(run, target->location);
  runs.append(run, {{run::kWorktreeReady, Json::object({{"path", worktree->folder()},
                                                        {"commit", worktree->base_commit()}})}});
  return worked;
}

TEST_CASE("reset rescues the work, removes the worktree and stops the run") {
  TestWorld world;
  Runs runs(world);
  const Worked worked = make_worked_run(world, runs, "project-000001");
  const auto outcome = world.call({"reset", worked.repository, "--json"});
  CAPTURE(outcome.err);
  REQUIRE(outcome.exit == 0);
  const Json given = document(outcome);
  CHECK(given["runs"].items()[0]["worktree_removed"] == true);
  CHECK_FALSE(world.files().stat(runs.layout.worktree(runs.id("project-000001")))->has_value());
  const auto state = run::load_run(runs.layout, runs.id("project-000001"));
  REQUIRE(state);
  CHECK(state->status == run::RunStatus::stopped);

  git::Git git(world.processes(), {});
  const auto refs = git.text(worked.repository, {"for-each-ref", "--format=%(refname)"});
  REQUIRE(refs);
  std::string rescued;
  for (const std::string_view ref : split_lines(*refs)) {
    if (!ref.starts_with("refs/pawl/rescue/")) continue;
    if (const auto text = git.show(worked.repository, std::string(ref), "new.txt")) rescued = *text;
  }
  CHECK(rescued == "precious\n");
  CHECK(world.call({"reset", "project-000001"}).exit == 3);
}

TEST_CASE("reset leaves a run alone that is being worked on") {
  TestWorld world;
  Runs runs(world);
  const Worked worked = make_worked_run(world, runs, "project-000001");
  const auto lock =
      store::ProcessLock::acquire(world.files(), runs.layout.run_lock(runs.id("project-000001")),
                                  {.pid = os::own_pid(), .run = "project-000001"}, "the run");
  REQUIRE(lock);
  const auto outcome = world.call({"reset", "project-000001"});
  CHECK(outcome.exit == 8);
  CHECK(contains(outcome.err, std::to_string(os::own_pid())));
  CHECK(world.files().stat(runs.layout.worktree(runs.id("project-000001")))->has_value());
  CHECK(world.call({"reset", "nothing"}).exit == 9);
}

}  // namespace
}  // namespace pawl::cli::runs_test
