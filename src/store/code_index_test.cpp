#include "store/code_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "os/test_folder.hpp"

namespace {

using pawl::Errc;
using pawl::store::CodeIndexFile;

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
  CHECK(file.outline("a", "x").value()->outline == binary);
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

}  // namespace
