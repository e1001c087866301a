#include "store/code_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <sys/stat.h>

#include "os/files/test_folder.hpp"
#include "store/sqlite.hpp"

namespace {

using pawl::Errc;
using pawl::store::CodeIndexFile;
using pawl::store::CodeIndexLimits;

TEST_CASE("contents and paths of the code index") {
  const pawl::os::TestFolder folder;
  auto opened = CodeIndexFile::open(folder.path(), 1);
  REQUIRE(opened);
  CodeIndexFile& file = **opened;
  const std::string binary("a\0b", 3);
  const std::uint64_t high = 0xffff'ffff'ffff'fff0U;
  const std::vector<CodeIndexFile::Content> contents = {
      {.object = "o1", .outline = binary, .text = "text", .keys = {1, 2, high}},
      {.object = "o2", .outline = "", .text = "", .keys = {2}},
  };
  REQUIRE(file.add(contents));
  REQUIRE(file.add(contents));  // known already
  const std::vector<std::string> objects = {"o1", "o3", "o2"};
  CHECK(file.known(objects).value() == std::vector<bool>{true, false, true});
  const std::vector<CodeIndexFile::Path> paths = {
      {"", "top", "o1"}, {"a", "x", "o1"}, {"a/b", "x", "o2"}, {"a.c", "y", "o2"}};
  REQUIRE(file.replace_tree("r", "t", paths));
  REQUIRE(file.begin_reading("r", "t"));
  CHECK(file.has("a", "x").value());
  CHECK_FALSE(file.has("a", "y").value());
  CHECK(file.outline(file.content("a", "x").value()).value() == binary);
  CHECK(file.content("a", "y").value() == 0);
  CHECK(file.text("a", "x").value() == std::optional<std::string>("text"));
  CHECK_FALSE(file.text("a/b", "x").value());
  CHECK(file.count_below("a", 9).value() == 2);
  CHECK(file.count_below("", 9).value() == 4);
  CHECK(file.count_below("", 2).value() == 2);
  CHECK(file.names_in("a").value() == std::vector<std::string>{"x"});
  CHECK(file.folders_with("x").value().size() == 2);
  CHECK(file.with_key(2).value().size() == 4);
  CHECK(file.with_key(high).value().size() == 2);
  CHECK(file.with_key(7).value().empty());
  file.end_reading();
  CHECK(file.begin_reading("r", "other").error().code == Errc::not_found);
  file.end_reading();
  CHECK(file.tree_of("r").value() == "t");
  file.give_up();
  opened->reset();
  CHECK((*CodeIndexFile::open(folder.path(), 1))->tree_of("r").value().empty());
}

TEST_CASE("the log that openings leave beside the code index stays short") {
  const pawl::os::TestFolder folder;
  const std::string log = folder.path() + "/index.db-wal";
  struct stat facts = {};
  bool left = false;
  for (int i = 0; i < 200; ++i) {
    auto opened = CodeIndexFile::open(folder.path(), 1);
    REQUIRE(opened);
    REQUIRE((*opened)->replace_tree("r", std::to_string(i), {}));
    opened->reset();
    const bool there = ::stat(log.c_str(), &facts) == 0;
    if (there) CHECK(facts.st_size < 256 * 1024);
    left = left || there;
  }
  CHECK(left);
  CHECK((*CodeIndexFile::open(folder.path(), 1))->tree_of("r").value() == "199");
}

// Objects `<name>0` to `<name><count - 1>`, each with an outline of two pages and two keys: one of
// its own, and one that all have.
constexpr std::size_t kOutlineBytes = 8000;
constexpr std::uint64_t kKeyOfAll = 7;

std::vector<CodeIndexFile::Content> contents_of(const std::string& name, std::size_t count) {
  std::vector<CodeIndexFile::Content> out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string object = name + std::to_string(i);
    out.push_back({.object = object,
                   .outline = std::string(kOutlineBytes, 'o'),
                   .text = "",
                   .keys = {kKeyOfAll, 8 + std::hash<std::string>()(object) % 1'000'000}});
  }
  return out;
}

std::vector<CodeIndexFile::Path> paths_of(const std::vector<CodeIndexFile::Content>& contents) {
  std::vector<CodeIndexFile::Path> out;
  for (const auto& one : contents) out.push_back({"", one.object + ".py", one.object});
  return out;
}

std::size_t known_of(CodeIndexFile& file, const std::vector<CodeIndexFile::Content>& contents) {
  std::vector<std::string> objects;
  for (const auto& one : contents) objects.push_back(one.object);
  const auto known = file.known(objects);
  REQUIRE(known);
  return static_cast<std::size_t>(std::count(known->begin(), known->end(), true));
}

TEST_CASE("a code index stays within its limit: what was not used for longest goes first") {
  const pawl::os::TestFolder folder;
  constexpr std::int64_t kLimit = std::int64_t{4} << 20U;
  const CodeIndexLimits limits{.bytes = kLimit, .contents_per_step = 16};
  auto opened = CodeIndexFile::open(folder.path(), 1, limits);
  REQUIRE(opened);
  CodeIndexFile& file = **opened;
  const auto kept = contents_of("kept", 20);
  REQUIRE(file.add(kept));
  std::vector<CodeIndexFile::Path> paths = paths_of(kept);
  REQUIRE(file.replace_tree("r", "t", paths));
  std::string tree = "t";
  // 80 moves that bring and leave ten contents each: 6.4 MB.
  for (int i = 0; i < 80; ++i) {
    const auto fresh = contents_of("move" + std::to_string(i) + "-", 10);
    REQUIRE(file.add(fresh));
    std::vector<CodeIndexFile::Path> changed;
    for (std::size_t j = 0; j < fresh.size(); ++j) {
      changed.push_back({"src", std::to_string(j) + ".py", fresh[j].object});
    }
    const std::string next = "t" + std::to_string(i);
    REQUIRE(file.move_tree("r", tree, next, changed));
    tree = next;
  }
  CHECK(known_of(file, kept) == 20);
  CHECK(known_of(file, contents_of("move79-", 10)) == 10);
  CHECK(known_of(file, contents_of("move0-", 10)) == 0);
  REQUIRE(file.begin_reading("r", tree));
  CHECK(file.with_key(kKeyOfAll).value().size() == 30);
  CHECK(file.outline(file.content("", "kept3.py").value()).value().size() == kOutlineBytes);
  file.end_reading();
  // What comes back is known again, under an id of its own.
  REQUIRE(file.add(contents_of("move0-", 10)));
  CHECK(known_of(file, contents_of("move0-", 10)) == 10);
  opened->reset();
  struct stat facts {};
  REQUIRE(::stat((folder.path() + "/index.db").c_str(), &facts) == 0);
  CHECK(facts.st_size < kLimit + (kLimit / 4));
}

TEST_CASE("an opening prunes no more than a step, and stops at the share") {
  const pawl::os::TestFolder folder;
  const auto contents = contents_of("c", 400);  // 3.2 MB
  {
    auto file = CodeIndexFile::open(folder.path(), 1);
    REQUIRE((*file)->add(contents));
  }
  const CodeIndexLimits limits{
      .bytes = std::int64_t{2} << 20U, .share_percent = 50, .contents_per_step = 100};
  std::vector<std::size_t> left;
  for (int i = 0; i < 5; ++i) {
    left.push_back(known_of(**CodeIndexFile::open(folder.path(), 1, limits), contents));
  }
  CHECK(left == std::vector<std::size_t>{300, 200, 100, 100, 100});
}

TEST_CASE("path lists nobody used for long go when contents alone do not suffice") {
  const pawl::os::TestFolder folder;
  const auto old = contents_of("old", 200);
  const auto mine = contents_of("mine", 200);
  {
    auto file = CodeIndexFile::open(folder.path(), 1);
    REQUIRE((*file)->add(old));
    REQUIRE((*file)->replace_tree("old", "t", paths_of(old)));
    REQUIRE((*file)->add(mine));
    REQUIRE((*file)->replace_tree("mine", "t", paths_of(mine)));
  }
  const CodeIndexLimits limits{
      .bytes = std::int64_t{2} << 20U, .contents_per_step = 200, .paths_per_step = 120};
  for (int i = 0; i < 30; ++i) {
    auto file = CodeIndexFile::open(folder.path(), 1, limits);
    REQUIRE(file);
    // Used lately, both stay, however large they are.
    if (i < 5) CHECK((*file)->tree_of("old").value() == "t");
    REQUIRE((*file)->begin_reading("mine", "t"));
    CHECK((*file)->with_key(kKeyOfAll).value().size() == 200);
    (*file)->end_reading();
  }
  auto file = CodeIndexFile::open(folder.path(), 1, limits);
  CHECK((*file)->tree_of("old").value().empty());
  CHECK((*file)->tree_of("mine").value() == "t");
  CHECK(known_of(**file, old) == 0);
  CHECK(known_of(**file, mine) == 200);
}

TEST_CASE("what another process pruned is a conflict, not a file without an outline") {
  const pawl::os::TestFolder folder;
  const auto contents = contents_of("c", 200);
  auto one = CodeIndexFile::open(folder.path(), 1);
  REQUIRE((*one)->add(contents));
  CHECK(known_of(**one, contents) == 200);
  const CodeIndexLimits limits{.bytes = 1 << 16, .contents_per_step = 1000};
  REQUIRE(CodeIndexFile::open(folder.path(), 1, limits));
  const auto put = (*one)->replace_tree("r", "t", paths_of(contents));
  REQUIRE_FALSE(put);
  CHECK(put.error().code == Errc::conflict);
  CHECK((*one)->tree_of("r").value().empty());
  REQUIRE((*one)->add(contents));
  CHECK((*one)->replace_tree("r", "t", paths_of(contents)));
}

TEST_CASE("versions of what fills the index do not see each other, and share the file") {
  const pawl::os::TestFolder folder;
  const auto contents = contents_of("c", 3);
  auto one = CodeIndexFile::open(folder.path(), 1);
  REQUIRE((*one)->add(contents));
  REQUIRE((*one)->replace_tree("r", "t", paths_of(contents)));
  one->reset();
  auto two = CodeIndexFile::open(folder.path(), 2);
  REQUIRE(two);
  CHECK(known_of(**two, contents) == 0);
  CHECK((*two)->tree_of("r").value().empty());
  REQUIRE((*two)->add(contents));
  two->reset();
  one = CodeIndexFile::open(folder.path(), 1);
  CHECK(known_of(**one, contents) == 3);
  CHECK((*one)->tree_of("r").value() == "t");
}

TEST_CASE("a file of the first schema is replaced") {
  const pawl::os::TestFolder folder;
  {
    auto old = pawl::store::Connection::open(folder.path() + "/index.db");
    REQUIRE(old);
    REQUIRE(
        (*old)->run("CREATE TABLE contents (id INTEGER PRIMARY KEY, object BLOB NOT NULL UNIQUE, "
                    "outline BLOB NOT NULL);"
                    "CREATE TABLE repositories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
                    "tree TEXT NOT NULL); INSERT INTO repositories (name, tree) VALUES ('r', 't');"
                    "PRAGMA user_version = 1004"));
  }
  auto opened = CodeIndexFile::open(folder.path(), 4);
  REQUIRE(opened);
  CHECK((*opened)->tree_of("r").value().empty());
  REQUIRE((*opened)->add(contents_of("c", 3)));
  opened->reset();
  CHECK(known_of(**CodeIndexFile::open(folder.path(), 4), contents_of("c", 3)) == 3);
}

}  // namespace
