#include "store/event_log.hpp"

#include <doctest/doctest.h>

#include "store/journal.hpp"
#include "store/test_support.hpp"

namespace pawl::store::event_log_test {
namespace {

const Redactor kNothingSecret;

struct Fixture {
  TestFolder folder;
  os::FakeClock clock;
  std::unique_ptr<Journal> journal =
      *Journal::open(folder.path(), test_run(), clock, kNothingSecret);
};

}  // namespace

TEST_CASE("an event log is read from any place, followed, and appended to by one of many") {
  Fixture fixture;
  EventLog& log = *fixture.journal;
  constexpr int kEvents = 8;
  CHECK(log.read({})->at_end);
  for (int i = 0; i < kEvents; ++i) {
    REQUIRE(log.record(operation(std::to_string(i))));
  }
  const auto first = log.read({}, 5);
  REQUIRE(first);
  CHECK(first->events.size() == 5);
  CHECK_FALSE(first->at_end);
  const auto rest = log.read(first->next);
  REQUIRE(rest);
  CHECK(rest->at_end);
  CHECK(first->events.size() + rest->events.size() == std::size_t{kEvents});
  CHECK(rest->events.front().seq == 6);
  CHECK(rest->next == fixture.journal->end());
  CHECK(log.read({.seq = 3, .offset = 5}).error().code == Errc::conflict);

  const std::uint64_t newest = rest->next.seq;
  const auto late = log.record_at(newest - 1, operation("the end"));
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().code == Errc::conflict);
  CHECK(log.read(rest->next)->events.empty());
  // Several processes with one number: one of them.
  int won = 0;
  for (int i = 0; i < 4; ++i) {
    won += in_child([&] {
      auto other = Journal::open(fixture.folder.path(), test_run(), fixture.clock, kNothingSecret);
      return other && (*other)->record_at(newest, operation("the end")) ? 1 : 0;
    });
  }
  CHECK(won == 1);
  CHECK(log.read(rest->next)->events.size() == 1);

  Event placed = operation("here");
  placed.node = "work/T\"1";
  REQUIRE(log.record(placed));
  std::vector<std::string> nodes;
  os::Cancel cancel;
  const auto stopped =
      follow(log, rest->next, fixture.clock, cancel, [&](const JournalEvent& event) {
        nodes.push_back(event.node);
        return event.node.empty();
      });
  REQUIRE(stopped);
  CHECK(nodes == std::vector<std::string>{"", "work/T\"1"});
}

}  // namespace pawl::store::event_log_test
