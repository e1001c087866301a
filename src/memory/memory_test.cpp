#include "memory/memory.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "run/events.hpp"

namespace pawl::memory::memory_test {
namespace {

using Names = std::vector<std::string>;

class Events final : public EventSink {
 public:
  Status append(const Event& event) override {
    seen.push_back(event);
    return Done{};
  }
  std::vector<Event> seen;
};

struct Fixture {
  std::string folder = [] {
    std::string name = "/tmp/pawl-memory-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    return name;
  }();
  std::unique_ptr<store::Database> database = *store::Database::open(folder + "/pawl.db");
  os::FakeClock clock;
  os::FakeHttp http;
  Redactor redactor;
  Events events;

  ~Fixture() { (void)os::real_files()->remove_tree(folder).ok(); }
  Memory memory(const std::string& repository, bool with_gateway) {
    std::optional<Gateway> gateway;
    if (with_gateway) {
      gateway.emplace(GatewayPorts{.http = http, .clock = clock, .redactor = redactor}, "http://gw",
                      repository);
    }
    return {*database, events, repository, std::move(gateway)};
  }
  void keep(const char* run, const char* repository, Milliseconds age) {
    REQUIRE(ObservationTable(*database).put(
        std::vector<run::Observation>{{.run = run,
                                       .subtask = "T001-S01",
                                       .repository = repository,
                                       .at = clock.now() - age,
                                       .outcome = run::ObservationOutcome::fail,
                                       .paths = {"a.py"}}}));
  }
  Json entry(const char* run, Milliseconds age) const {
    return Json::object({{"ts", to_iso8601(clock.now() - age)},
                         {"agent", "pawl:" + hash_hex("/here")},
                         {"run_id", run},
                         {"subtask_id", "T001-S01"},
                         {"outcome", "fail"},
                         {"touched_files", Json::array_of(std::vector{"a.py"})}});
  }
  Names runs(Memory& memory, std::size_t limit = 200) {
    const auto seen =
        memory.recall({.now = clock.now(), .window = std::chrono::hours(48), .limit = limit});
    REQUIRE(seen);
    Names out;
    for (const run::Observation& one : *seen) out.push_back(one.run);
    return out;
  }
};

constexpr Milliseconds kHour = std::chrono::hours(1);

}  // namespace

TEST_CASE("a memory is of one repository and one window") {
  Fixture at;
  at.keep("old-000001", "/here", 49 * kHour);
  at.keep("one-000001", "/here", 3 * kHour);
  at.keep("two-000001", "/here", 2 * kHour);
  at.keep("far-000001", "/there", kHour);
  Memory memory = at.memory("/here", false);
  CHECK(at.runs(memory) == Names{"two-000001", "one-000001"});
  CHECK(at.runs(memory, 1) == Names{"two-000001"});
  CHECK(at.http.seen().empty());
}

TEST_CASE("a gateway adds what this machine does not know, unless it was forgotten") {
  Fixture at;
  at.keep("one-000001", "/here", 3 * kHour);
  Json of_other = at.entry("other-1", kHour);
  of_other.set("agent", "pawl:" + hash_hex("/there"));
  const std::string log =
      Json(Json::Array{at.entry("future-1", -kHour), at.entry("late-1", kHour), of_other,
                       at.entry("one-000001", 3 * kHour), at.entry("early-1", 5 * kHour),
                       at.entry("old-1", 50 * kHour)})
          .dump();
  // Twice each time: of the last day, then of the whole window. What both say counts once.
  for (int i = 0; i < 4; ++i) at.http.reply({.status = 200, .headers = {}, .body = log});
  Memory memory = at.memory("/here", true);
  CHECK(at.runs(memory) == Names{"late-1", "one-000001", "early-1"});
  CHECK(contains(at.http.seen()[0].url, "since=24h&limit=20&"));
  CHECK(contains(at.http.seen()[1].url, "since=2d&limit=200&"));
  REQUIRE(ObservationTable(*at.database).forget("/here", {}, at.clock.now() - 2 * kHour));
  CHECK(at.runs(memory) == Names{"late-1"});
  CHECK(at.events.seen.empty());
}

TEST_CASE("what the gateway says of the last day counts when it is slow at the rest") {
  Fixture at;
  at.http.reply(
      {.status = 200, .headers = {}, .body = Json(Json::Array{at.entry("late-1", kHour)}).dump()});
  at.http.reply({.status = 503, .headers = {}, .body = {}});
  Memory memory = at.memory("/here", true);
  CHECK(at.runs(memory) == Names{"late-1"});
  REQUIRE(at.events.seen.size() == 1);
  CHECK(at.events.seen[0].data["reason"].text() == "status 503");
}

TEST_CASE("what this machine offered comes back under its branch, and is no news") {
  Fixture at;
  REQUIRE(ObservationTable(*at.database)
              .put(std::vector<run::Observation>{{.run = "one-000001",
                                                  .subtask = "T001-S01",
                                                  .repository = "/here",
                                                  .at = at.clock.now() - kHour,
                                                  .outcome = run::ObservationOutcome::fail,
                                                  .paths = {"a.py"},
                                                  .branch = "pawl/one"}}));
  const std::string log = Json(Json::Array{at.entry("pawl/one", kHour)}).dump();
  for (int i = 0; i < 2; ++i) at.http.reply({.status = 200, .headers = {}, .body = log});
  Memory memory = at.memory("/here", true);
  CHECK(at.runs(memory) == Names{"one-000001"});
}

TEST_CASE("a gateway that fails is one note, and changes nothing") {
  Fixture at;
  at.keep("one-000001", "/here", 3 * kHour);
  at.http.reply({.status = 200, .headers = {}, .body = "garbage"});
  Memory memory = at.memory("/here", true);
  CHECK(at.runs(memory) == Names{"one-000001"});
  CHECK(at.runs(memory) == Names{"one-000001"});
  REQUIRE(memory.offer(run::Observation{}));
  REQUIRE(memory.offer(std::nullopt));
  const auto print = memory.fingerprint("/x");
  REQUIRE(print);
  CHECK_FALSE(*print);
  REQUIRE(at.events.seen.size() == 1);
  CHECK(at.events.seen[0].kind == run::kMemoryGateway);
  CHECK(at.events.seen[0].data["reason"].text() == "no JSON");
  CHECK(at.http.seen().size() == 1);
}

}  // namespace pawl::memory::memory_test
