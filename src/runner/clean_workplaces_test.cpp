#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "run/events.hpp"
#include "runner/clean.hpp"
#include "store/journal.hpp"

namespace pawl::runner::clean_workplaces_test {
namespace {

struct World {
  World() {
    layout.config_folder = lab.path("config");
    layout.state_folder = lab.path("state");
    REQUIRE(lab.files().make_folders(layout.state_folder, 0700));
    auto opened = store::Database::open(layout.database());
    REQUIRE(opened);
    database = *std::move(opened);
  }

  // What its agents left; and its journal, with the end it came to.
  RunId run(const std::string& hex, const std::string& left, const std::string& state) {
    const RunId id = RunId::make("box", hex);
    lab.sh(lab.path(""), "mkdir -p " + layout.workplaces(id) + "/" + left);
    if (state.empty()) return id;
    REQUIRE(lab.files().make_folders(layout.run(id), 0700));
    auto journal = store::Journal::open(layout.run(id), id, *clock, redactor);
    REQUIRE(journal);
    REQUIRE((*journal)->append(to_event(run::RunBegin{.run = id.text()})));
    REQUIRE((*journal)->append(to_event(run::RunExitClean{.state = state})));
    return id;
  }

  std::vector<LeftOver> clean(bool dry_run = false) {
    os::Ports world{.clock = *clock,
                    .files = lab.files(),
                    .processes = lab.processes(),
                    .http = *http,
                    .random = *random,
                    .cancel = cancel,
                    .environment = {},
                    .folder = "/"};
    auto found = runner::clean({.world = world,
                                .git = lab.git(),
                                .database = *database,
                                .layout = layout,
                                .config = config,
                                .dry_run = dry_run});
    REQUIRE_MESSAGE(found.ok(), found.error().to_line());
    std::erase_if(*found, [](const LeftOver& item) { return item.kind != "workplace"; });
    return *std::move(found);
  }
  bool is_there(const RunId& id) { return lab.exists(layout.workplaces(id)); }

  git::Lab lab;
  store::Layout layout;
  config::Config config;
  Redactor redactor;
  std::unique_ptr<os::Clock> clock = os::real_clock();
  std::unique_ptr<os::Http> http = os::real_http();
  std::unique_ptr<os::Random> random = os::real_random();
  os::Cancel cancel;
  std::unique_ptr<store::Database> database;
};

}  // namespace

TEST_CASE("what agents had for a HOME goes with their run, and work that no commit holds stays") {
  World world;
  const RunId ended = world.run("aaaaaa", "home/.cache", "succeeded");
  const RunId removed = world.run("bbbbbb", "home", "");
  const RunId resumable = world.run("cccccc", "home", "bailed");
  const RunId keeps = world.run("dddddd", "implement-1234.kept-1/tree", "succeeded");
  CHECK(world.clean(true).size() == 3);
  CHECK(world.is_there(ended));
  const std::vector<LeftOver> found = world.clean();
  REQUIRE(found.size() == 3);
  CHECK(found[0].kept.empty());
  CHECK(found[1].kept.empty());
  CHECK(found[2].path == world.layout.workplaces(keeps));
  CHECK(found[2].kept.starts_with("it holds work of an agent"));
  CHECK_FALSE(found[2].failed);
  CHECK_FALSE(world.is_there(ended));
  CHECK_FALSE(world.is_there(removed));
  CHECK(world.is_there(resumable));
  CHECK(world.is_there(keeps));
}

}  // namespace pawl::runner::clean_workplaces_test
