// The kinds of events of all modules, seen together.
#include "guards/events.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "planner/events.hpp"
#include "run/events.hpp"

namespace pawl::cli::events_test {
namespace {

struct Table {
  const char* module;
  std::span<const EventKind* const> kinds;
};

std::vector<Table> tables() {
  return {{"guards", guards::event_kinds()},
          {"llm", llm::event_kinds()},
          {"planner", planner::event_kinds()},
          {"run", run::event_kinds()}};
}

std::string text_of(const std::string& path) {
  std::ifstream file(PAWL_SOURCE_DIR + ("/" + path));
  REQUIRE(file.is_open());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("names and fields of all events are those of tests/golden/events.txt") {
  std::string all;
  for (const Table& table : tables()) {
    all += std::string("# ") + table.module + "\n";
    for (const EventKind* kind : table.kinds) {
      all += std::string(kind->name) + " " + std::string(kind->fields) + "\n";
    }
  }
  CHECK(all == text_of("tests/golden/events.txt"));
}

TEST_CASE("no two modules have a kind of one name, and no kind a field twice") {
  std::set<std::string_view> names;
  for (const Table& table : tables()) {
    for (const EventKind* kind : table.kinds) {
      CAPTURE(kind->name);
      CHECK(names.insert(kind->name).second);
      CHECK(!kind->meaning.empty());
      CHECK(kind->version >= 1);
      std::set<std::string_view> fields;
      for (const std::string_view field : split_words(kind->fields)) {
        CHECK(fields.insert(field).second);
      }
    }
  }
}

TEST_CASE("a module's table has every kind its header declares") {
  for (const Table& table : tables()) {
    CAPTURE(table.module);
    const std::string header = text_of(std::string("src/") + table.module + "/events.hpp");
    CHECK(count_of(header, "inline constexpr EventKind ") == table.kinds.size());
  }
}

}  // namespace
}  // namespace pawl::cli::events_test
