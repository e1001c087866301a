#include "base/assets.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace pawl::assets_test {
namespace {

TEST_CASE("files of data/ are embedded under their path") {
  const auto pipeline = asset("pipelines/improve.yaml");
  REQUIRE(pipeline);
  CHECK(!pipeline->empty());
  CHECK(pipeline->find("preflight") != std::string_view::npos);
}

TEST_CASE("what is not there is nothing") {
  CHECK(!asset("pipelines/nope.yaml"));
  CHECK(!asset(""));
  CHECK(assets_below("nope/").empty());
}

TEST_CASE("the files below a folder come sorted") {
  const auto found = assets_below("pipelines/");
  CHECK(!found.empty());
  CHECK(std::is_sorted(found.begin(), found.end()));
  for (const std::string_view path : found) CHECK(path.starts_with("pipelines/"));
}

}  // namespace
}  // namespace pawl::assets_test
