#include "store/database.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <set>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "store/migrate.hpp"
#include "store/sqlite.hpp"
#include "store/test_support.hpp"

namespace pawl::store::database_test {
namespace {

struct Fixture {
  TestFolder folder;
  std::string path = folder.path() + "/pawl.db";
  std::unique_ptr<Database> open() {
    auto database = Database::open(path);
    REQUIRE(database);
    return *std::move(database);
  }
};

unsigned mode_of(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0;
}

}  // namespace

TEST_CASE("the database is private") {
  Fixture at;
  {
    const auto database = at.open();
    REQUIRE(database->use()->run("CREATE TABLE more (x INTEGER)"));
    CHECK(mode_of(at.path) == 0600);
    CHECK(mode_of(at.path + "-wal") == 0600);
  }
  ::chmod(at.path.c_str(), 0644);
  at.open();
  CHECK(mode_of(at.path) == 0600);
}

TEST_CASE("a second connection of a process takes nothing from the first") {
  Fixture at;
  const auto first = at.open();
  { const auto second = at.open(); }
  REQUIRE(first->use()->run("CREATE TABLE mine (x)"));
  // Another process asks for what nobody may have while a connection is there (SQLite's shared
  // lock): it would else take itself for the last one, and remove the journal at its end.
  const pid_t other = ::fork();
  if (other == 0) {
    constexpr off_t kSharedFirst = 0x40000002;
    constexpr off_t kSharedSize = 510;
    struct flock wanted = {};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    wanted.l_start = kSharedFirst;
    wanted.l_len = kSharedSize;
    const int fd = ::open(at.path.c_str(), O_RDWR | O_CLOEXEC);
    const bool asked = fd >= 0 && ::fcntl(fd, F_GETLK, &wanted) == 0;
    ::_exit(asked && wanted.l_type == F_RDLCK ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(other, &status, 0) == other);
  CHECK(status == 0);
}

TEST_CASE("what is no database of ours is refused, and stays as it is") {
  struct Row {
    const char* name;
    const char* says;
  };
  const auto files = os::real_files();
  const auto check = [&](const Fixture& at, const char* says) {
    const auto opened = Database::open(at.path);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Errc::invalid);
    CHECK(contains(opened.error().to_line(), says));
    CHECK(contains(opened.error().to_line(), at.path));
  };
  SUBCASE("another file") {
    const Fixture at;
    const std::string text(5000, 'x');
    REQUIRE(files->write_atomic(at.path, text, 0600));
    check(at, "pawl doctor --rebuild-index");
    CHECK(*files->read(at.path) == text);
  }
  SUBCASE("a damaged file") {
    Fixture at;
    at.open();
    std::string bytes = *files->read(at.path);
    for (std::size_t i = 100; i < bytes.size(); ++i) bytes[i] = 'x';
    REQUIRE(files->write_atomic(at.path, bytes, 0600));
    check(at, "pawl doctor --rebuild-index");
  }
  SUBCASE("a newer schema") {
    Fixture at;
    at.open();
    REQUIRE((*Connection::open(at.path))->run("PRAGMA user_version=99"));
    check(at, "newer Pawl");
  }
}

namespace {

using Columns = std::set<std::string>;

// `table.column type` of all tables, and the indexes.
Columns schema_of(Connection& connection) {
  Columns out;
  auto rows = connection.prepare(
      "SELECT m.name || '.' || c.name || ' ' || c.type || c.\"notnull\" || c.pk "
      "FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' "
      "UNION ALL SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL");
  REQUIRE(rows);
  while (*rows->step()) out.insert(rows->text());
  return out;
}

std::int64_t number_of(Connection& connection, const char* sql) {
  auto row = connection.prepare(sql);
  REQUIRE(row);
  REQUIRE(row->step());
  return row->number();
}

// A database as a Pawl left it that had the first `version` files of the one list.
void make_earlier(const std::string& path, int version) {
  const auto connection = *Connection::open(path);
  for (int i = 1; i <= version; ++i) {
    const auto sql = asset("migrations/earlier/000" + std::to_string(i) + ".sql");
    REQUIRE(sql);
    REQUIRE(connection->run(std::string(*sql)));
  }
  REQUIRE(connection->run("PRAGMA user_version=" + std::to_string(version)));
  REQUIRE(connection->run(
      "INSERT INTO pulls (repository, number, location, title, body, state, base, branch, "
      "base_commit, head_commit, merge_commit, run, labels, created_at, updated_at) VALUES "
      "('r', 7, '/x', 'Kept', '', 'open', 'main', 'b', 'c0', 'c1', '', '', '[]', '', '')"));
}

}  // namespace

TEST_CASE("a database of each earlier schema becomes one whose modules have their own versions") {
  const Fixture fresh;
  { REQUIRE(Database::open(fresh.path)); }
  const Columns wanted = schema_of(**Connection::open(fresh.path));
  CHECK(wanted.contains("reviews.head_commit TEXT10"));
  for (int version = 1; version <= 4; ++version) {
    CAPTURE(version);
    const Fixture at;
    make_earlier(at.path, version);
    for (int times = 0; times < 2; ++times) {
      const auto opened = Database::open(at.path);
      REQUIRE_MESSAGE(opened, opened.error().to_line());
    }
    const auto connection = *Connection::open(at.path);
    CHECK(schema_of(*connection) == wanted);
    CHECK(number_of(*connection, "SELECT number FROM pulls WHERE title = 'Kept'") == 7);
    CHECK(number_of(*connection, "PRAGMA user_version") == 5);
    CHECK(number_of(*connection, "SELECT version FROM schema_versions WHERE owner = 'forge'") == 5);
    CHECK(number_of(*connection, "SELECT version FROM schema_versions WHERE owner = 'runs'") == 4);
  }
}

TEST_CASE("an owner whose tables are newer is refused, one nobody knows is left alone") {
  Fixture at;
  at.open();
  const auto connection = *Connection::open(at.path);
  REQUIRE(connection->run("INSERT INTO schema_versions VALUES ('nobody', 9)"));
  CHECK(Database::open(at.path));
  REQUIRE(connection->run("UPDATE schema_versions SET version = 99 WHERE owner = 'memory'"));
  const auto opened = Database::open(at.path);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == Errc::invalid);
  CHECK(contains(opened.error().to_line(), "schema 99 of memory"));
}

TEST_CASE("a migration that was killed half-way is done again, whole") {
  for (const int version : {0, 4}) {
    CAPTURE(version);
    Fixture at;
    if (version > 0) make_earlier(at.path, version);
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      const pid_t child = ::fork();
      if (child == 0) ::_exit(Database::open(at.path) ? 0 : 1);
      children.push_back(child);
    }
    ::kill(children.front(), SIGKILL);
    int status = 0;
    ::waitpid(children.front(), &status, 0);
    for (std::size_t i = 1; i < children.size(); ++i) {
      ::waitpid(children[i], &status, 0);
      CHECK(status == 0);
    }
    CHECK(Database::open(at.path));
  }
}

}  // namespace pawl::store::database_test
