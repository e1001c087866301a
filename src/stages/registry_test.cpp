#include <doctest/doctest.h>

#include <set>

#include "base/assets.hpp"
#include "pipeline/definition.hpp"
#include "stages/stage.hpp"

namespace pawl::stages::registry_test {

TEST_CASE("stage types are unique, have a phase, and the embedded pipelines know them") {
  const std::set<std::string_view> phases{"IDLE",    "ANALYZING", "PLANNING", "WORKING",
                                          "PR_OPEN", "REVIEWING", "DONE"};
  std::set<std::string_view> types;
  for (const Stage& stage : all()) {
    CHECK(types.insert(stage.type).second);
    CHECK(phases.contains(stage.phase));
    CHECK(find(stage.type) == &stage);
  }
  CHECK(find("nope") == nullptr);
  const auto pipelines = assets_below("pipelines/");
  CHECK_FALSE(pipelines.empty());
  for (const std::string_view path : pipelines) {
    CAPTURE(path);
    CHECK(pipeline::parse(asset(path).value(), kinds()).ok());
  }
}

}  // namespace pawl::stages::registry_test
