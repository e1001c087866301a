#include "fleet/facts.hpp"

#include <doctest/doctest.h>

#include "llm/events.hpp"
#include "os/network/http.hpp"
#include "os/processes/fake_processes.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "store/test_support.hpp"

namespace pawl::fleet::facts_test {
namespace {

struct World {
  store::TestFolder folder;
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Random> random = os::real_random();
  os::FakeClock clock;
  os::FakeProcesses processes;
  os::FakeHttp http;
  os::Cancel cancel;
  os::Ports world{clock, *files, processes, http, *random, cancel, {}, folder.path()};
  store::Layout layout{.config_folder = folder.path() + "/config", .state_folder = folder.path()};
  Redactor redactor;
  RunId id = store::test_run();
  std::unique_ptr<store::Database> database = *store::Database::open(layout.database());

  World() {
    REQUIRE(files->make_folders(layout.run(id), 0700));
    append({.kind = run::kRunBegin,
            .data = Json::object({{"run", id.text()}, {"target", "/t"}, {"repository", "/t"}})});
    append(to_event(
        run::RunExitClean{.state = "bailed", .exit = 8, .reason = "why", .bail_class = "other"}));
  }
  void append(const Event& event) {
    auto journal = store::Journal::open(layout.run(id), id, clock, redactor);
    REQUIRE(journal);
    REQUIRE((*journal)->append(event));
  }
  FleetPorts ports() { return {world, layout, redactor, *database}; }
  std::string shown() { return *files->read(layout.state_file(id)); }
  run::RunState whole() { return *run::load_run(layout, id); }
};

Event call(int tokens) {
  return to_event(llm::LlmCall{.role = "agent",
                               .model = "m",
                               .attempt = 1,
                               .took = {},
                               .tokens_in = tokens,
                               .tokens_out = 1,
                               .finish = "done",
                               .outcome = "answered",
                               .error = {},
                               .record = {},
                               .cost = {}});
}

}  // namespace

TEST_CASE("what is said of an ended run is in its journal, and its views follow") {
  World at;
  auto ended = EndedRun::lock(at.ports(), at.id);
  REQUIRE_MESSAGE(ended, ended.error().to_line());
  REQUIRE(ended->append(*closing(ended->state())));
  CHECK(at.shown() == to_json(at.whole()).pretty());
  const std::string before = at.shown();
  REQUIRE(ended->note(call(7)));
  // By somebody who needs no lock.
  at.append(to_event(
      run::RunLanded{.target = "main", .commit = "c0ffee", .way = "merge", .head = "c0ffee"}));
  REQUIRE(ended->note(call(5)));
  CHECK(at.shown() == before);
  REQUIRE(ended->show());
  CHECK(ended->state() == at.whole());
  CHECK(ended->state().cost.tokens_in == 12);
  CHECK(ended->state().landed.has_value());
  CHECK(at.shown() == to_json(at.whole()).pretty());
}

}  // namespace pawl::fleet::facts_test
