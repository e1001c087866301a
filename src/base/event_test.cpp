#include "base/event.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "base/text/text.hpp"

namespace pawl::event_test {
namespace {

TEST_CASE("names and fields of all events are those of tests/golden/events.txt") {
  std::ifstream file(PAWL_SOURCE_DIR "/tests/golden/events.txt");
  REQUIRE(file.is_open());
  std::stringstream golden;
  golden << file.rdbuf();
  std::string table;
  for (const EventRow& row : event_table()) {
    table += std::string(row.name) + " " + std::string(row.fields) + "\n";
  }
  CHECK(table == golden.str());
}

TEST_CASE("every row is found by its kind, and no name or field repeats") {
  std::set<std::string_view> names;
  for (const EventRow& row : event_table()) {
    CAPTURE(row.name);
    CHECK(event_row(row.kind).name == row.name);
    CHECK(names.insert(row.name).second);
    CHECK(!row.meaning.empty());
    std::set<std::string_view> fields;
    for (const std::string_view field : split_words(row.fields)) {
      CHECK(fields.insert(field).second);
    }
  }
}

TEST_CASE("an event of a journal is known by its name") {
  const JournalEvent event{.seq = 1, .at = {}, .name = "run.phase", .data = {}};
  CHECK(event.is(EventKind::run_phase));
  CHECK(!event.is(EventKind::run_begin));
}

}  // namespace
}  // namespace pawl::event_test
