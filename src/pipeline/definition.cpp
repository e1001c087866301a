#include "pipeline/definition.hpp"

#include "pipeline/node_paths.hpp"
#include "pipeline/reader.hpp"

namespace pawl::pipeline {

Result<Definition> parse(std::string_view yaml, std::span<const StageKind> kinds) {
  const SourceFile file{.name = "", .text = std::string(yaml)};
  Reading reading = read(file, {.kinds = kinds});
  if (!reading.problems.empty()) return error_of(reading.problems);
  return std::move(reading.definition);
}

std::vector<std::string> stage_paths(const Definition& definition) {
  std::vector<std::string> paths;
  for_each_stage(definition.root, "",
                 [&](const Node& /*stage*/, const std::string& path) { paths.push_back(path); });
  return paths;
}

}  // namespace pawl::pipeline
