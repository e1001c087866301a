#include "base/event.hpp"

#include <doctest/doctest.h>

namespace pawl::event_test {
namespace {

constexpr EventKind kPhase{"run.phase", "phase", Durability::buffered, "", 2};
constexpr EventKind kBegin{"run.begin", "run", Durability::durable, ""};

TEST_CASE("an event of a stream is of a kind by its name, and by a version that is known") {
  JournalEvent event{.seq = 1, .at = {}, .name = "run.phase", .data = {}};
  CHECK(event.is(kPhase));
  CHECK_FALSE(event.is(kBegin));
  event.version = 2;
  CHECK(event.is(kPhase));
  event.version = 3;
  CHECK_FALSE(event.is(kPhase));
}

}  // namespace
}  // namespace pawl::event_test
