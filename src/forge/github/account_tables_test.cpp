#include "forge/github/account_tables.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "store/test_support.hpp"

namespace pawl::forge::account_tables_test {
namespace {

std::unique_ptr<store::Database> open(const store::TestFolder& folder) {
  auto database = store::Database::open(folder.path() + "/pawl.db");
  REQUIRE_MESSAGE(database, database.error().to_line());
  return *std::move(database);
}

}  // namespace

TEST_CASE("an answer is read while another connection writes") {
  const store::TestFolder folder;
  const auto mine = open(folder);
  const auto theirs = open(folder);
  AccountTables tables(*mine, "github.com/one");
  const Timestamp now{Seconds(1'767'225'600)};
  REQUIRE(tables.put_answer("/repos", {.etag = "e", .next = "", .body = "[]"}, now));

  constexpr int kWrites = 2'000;
  std::atomic<bool> over = false;
  int written = 0;
  std::thread writer([&] {
    AccountTables others(*theirs, "github.com/two");
    while (written < kWrites && others.add(ApiResource::rest, now, {.requests = 1})) ++written;
    over = true;
  });
  int read = 0;
  std::string failure;
  while (failure.empty() && !over) {
    const auto answer = tables.answer("/repos", now);
    if (!answer) failure = answer.error().to_line();
    if (answer && *answer && (*answer)->body == "[]") ++read;
  }
  writer.join();
  CHECK(failure == "");
  CHECK(written == kWrites);
  CHECK(read > 0);
}

}  // namespace pawl::forge::account_tables_test
