#include <doctest/doctest.h>

#include <set>

#include "base/assets.hpp"
#include "pipeline/own_files.hpp"
#include "pipeline/reader.hpp"
#include "stages/stage.hpp"

namespace pawl::stages::registry_test {
namespace {

void add_types(const pipeline::Node& node, std::set<std::string, std::less<>>& types) {
  if (node.kind == pipeline::NodeKind::stage) types.insert(node.type);
  for (const pipeline::Node& child : node.children) add_types(child, types);
}

}  // namespace

TEST_CASE("stage types are unique, have a phase, and the embedded pipelines know them") {
  const std::set<std::string_view> phases{"IDLE",    "ANALYZING", "PLANNING", "WORKING",
                                          "PR_OPEN", "REVIEWING", "DONE"};
  std::set<std::string_view> types;
  for (const Stage& stage : all()) {
    CAPTURE(stage.type);
    CHECK(types.insert(stage.type).second);
    CHECK(phases.contains(stage.phase));
    CHECK(find(stage.type) == &stage);
  }
  CHECK(find("nope") == nullptr);
  std::set<std::string, std::less<>> used;
  const auto pipelines = assets_below("pipelines/");
  CHECK_FALSE(pipelines.empty());
  for (const std::string_view path : pipelines) {
    CAPTURE(path);
    pipeline::OwnFiles files;
    const auto known = kinds();
    const std::string name(path.substr(0, path.rfind('.')).substr(path.find('/') + 1));
    const auto reading = pipeline::read(files.pipeline(name).value().value(),
                                        {.kinds = known, .check_client = {}, .sources = &files});
    const auto& problems = reading.problems;
    REQUIRE_MESSAGE(problems.empty(), problems.front().to_line());
    add_types(reading.definition.root, used);
  }
  // What pipelines of people are made of.
  const std::set<std::string_view> primitives{"agent", "exec", "guard"};
  for (const Stage& stage : all()) {
    CAPTURE(stage.type);
    if (primitives.contains(stage.type)) continue;
    CHECK_MESSAGE(used.contains(stage.type), "no pipeline of data/pipelines/ has this stage");
  }
}

TEST_CASE("a run offers what it made before anybody reviews or watches it") {
  const auto definition = pipeline::parse(asset("pipelines/improve.yaml").value(), kinds());
  REQUIRE(definition.ok());
  CHECK(definition->name == "improve");
  const std::vector<std::string> paths = pipeline::stage_paths(*definition);
  CHECK(paths == std::vector<std::string>{"preflight", "analyze", "plan", "work", "critics",
                                          "open-pr", "self-review", "ci-watch"});
}

}  // namespace pawl::stages::registry_test
