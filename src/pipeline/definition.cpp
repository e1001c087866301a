#include "pipeline/definition.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "syntax/data.hpp"

namespace pawl::pipeline {
namespace {

std::string suggestion(std::string_view name, std::span<const std::string> known) {
  if (const auto near = nearest(name, known)) return "; did you mean \"" + *near + "\"?";
  return "; known: " + join(known, ", ");
}

Status check_keys(const Json& mapping, std::string_view where, std::vector<std::string> known) {
  for (const auto& [key, value] : mapping.members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return fail(Errc::invalid, std::string(where) + " has the unknown key \"" + key + "\"" +
                                     suggestion(key, known));
    }
  }
  return Done{};
}

Result<StageNode> read_stage(const Json& json, std::size_t index,
                             std::span<const std::string> types) {
  const std::string where = "stage " + std::to_string(index + 1);
  if (!json.is_object()) return fail(Errc::invalid, where + " is no mapping");
  TRY(check_keys(json, where, {"name", "type", "options"}));
  StageNode stage;
  stage.type = json["type"].string_or("");
  stage.name = json["name"].string_or(stage.type);
  if (stage.type.empty()) return fail(Errc::invalid, where + " names no type");
  if (std::find(types.begin(), types.end(), stage.type) == types.end()) {
    return fail(Errc::invalid, where + " has the unknown type \"" + stage.type + "\"" +
                                   suggestion(stage.type, types));
  }
  if (json.has("options")) stage.options = json["options"];
  if (!stage.options.is_object()) return fail(Errc::invalid, where + ": options is no mapping");
  return stage;
}

}  // namespace

Result<Definition> parse(std::string_view yaml, std::span<const std::string> types) {
  TRY_ASSIGN(const std::vector<Json> documents, syntax::parse_yaml(yaml));
  if (documents.size() != 1 || !documents.front().is_object()) {
    return fail(Errc::invalid, "a pipeline is one YAML mapping with name and stages");
  }
  const Json& document = documents.front();
  TRY(check_keys(document, "the pipeline", {"name", "summary", "stages"}));
  Definition definition{.name = document["name"].string_or(""),
                        .summary = document["summary"].string_or(""),
                        .stages = {}};
  if (definition.name.empty()) return fail(Errc::invalid, "the pipeline has no name");
  for (const Json& item : document["stages"].items()) {
    TRY_ASSIGN(StageNode stage, read_stage(item, definition.stages.size(), types));
    for (const StageNode& other : definition.stages) {
      if (other.name == stage.name) {
        return fail(Errc::invalid, "two stages are called \"" + stage.name + "\"");
      }
    }
    definition.stages.push_back(std::move(stage));
  }
  if (definition.stages.empty()) return fail(Errc::invalid, "the pipeline has no stages");
  return definition;
}

}  // namespace pawl::pipeline
