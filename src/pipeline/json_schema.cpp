#include "pipeline/json_schema.hpp"

#include <string>

namespace pawl::pipeline {
namespace {

Json text(std::string_view description) {
  return Json::object({{"type", "string"}, {"description", description}});
}

Json whole_number(int low, int high, std::string_view description) {
  return Json::object(
      {{"type", "integer"}, {"minimum", low}, {"maximum", high}, {"description", description}});
}

Json reference(const std::string& name) {
  return Json::object({{"$ref", "#/definitions/" + name}});
}

Json one_of_words(std::initializer_list<const char*> words, std::string_view description) {
  Json list = Json::array();
  for (const char* word : words) list.push(word);
  return Json::object({{"enum", std::move(list)}, {"description", description}});
}

Json described(Json json, std::string_view description) {
  json.set("description", description);
  return json;
}

Json mapping(Json properties, std::initializer_list<const char*> required) {
  Json list = Json::array();
  for (const char* key : required) list.push(key);
  return Json::object({{"type", "object"},
                       {"additionalProperties", false},
                       {"required", std::move(list)},
                       {"properties", std::move(properties)}});
}

Json name_schema() {
  return Json::object({{"type", "string"},
                       {"pattern", "^[A-Za-z0-9._-]{1,60}$"},
                       {"description", "unique beside its siblings"}});
}

Json stage_schema(const StageKind& kind) {
  const Result<Json> options = Json::parse(kind.options);
  Json type = Json::object({{"const", kind.type}, {"description", kind.summary}});
  return mapping(
      Json::object({{"type", std::move(type)},
                    {"name", name_schema()},
                    {"client", reference("client")},
                    {"prompt", reference("prompt")},
                    {"in", reference("in")},
                    {"out", reference("out")},
                    {"options", options ? *options : Json::object()},
                    {"max_attempts", whole_number(1, 50, "turns of a stage that asks for more")}}),
      {"type"});
}

Json sequence_schema() {
  return mapping(
      Json::object({{"name", name_schema()},
                    {"sequence", described(reference("entries"), "one after the other")}}),
      {"name", "sequence"});
}

Json loop_schema() {
  return mapping(
      Json::object({{"name", name_schema()},
                    {"loop", described(reference("entries"), "in order, round after round")},
                    {"until", text("the stage of the loop whose success ends it")},
                    {"max_iterations", whole_number(1, 50, "rounds at most; 3")}}),
      {"name", "loop", "until"});
}

Json parallel_schema() {
  return mapping(
      Json::object(
          {{"name", name_schema()},
           {"parallel", described(reference("entries"), "side by side, each in a worktree")},
           {"max_concurrent", whole_number(1, 64, "side by side at most; all")},
           {"cancel_on_bail",
            Json::object({{"type", "boolean"}, {"description", "a bail ends the others"}})},
           {"bail_policy", one_of_words({"any", "all"}, "which bails make the group bail")},
           {"merge", one_of_words({"none", "pick", "sequence", "union"},
                                  "what becomes of the files they changed")}}),
      {"name", "parallel"});
}

// The other spelling of sequences and loops.
Json body_schema() {
  return mapping(
      Json::object({{"name", name_schema()},
                    {"type", one_of_words({"sequence", "loop"}, "what becomes of the body")},
                    {"body", reference("entries")},
                    {"until", text("of a loop: the stage whose success ends it; the first")},
                    {"max_iterations", whole_number(1, 50, "of a loop: rounds at most; 3")},
                    {"max-iterations", whole_number(1, 50, "of a loop: rounds at most; 3")}}),
      {"type", "body"});
}

Json include_schema() {
  return mapping(Json::object({{"include", text("a pipeline, whose stages stand here")}}),
                 {"include"});
}

Json prompt_schema() {
  const Json one = Json::object(
      {{"anyOf",
        Json::array_of(std::vector<Json>{
            text("a path from this file, a name of `prompts`, `pawl:NAME`, or lines of text"),
            mapping(Json::object({{"text", text("the prompt itself")}}), {"text"})})}});
  return Json::object(
      {{"description", "what the agent is asked, put together in this order"},
       {"anyOf", Json::array_of(std::vector<Json>{
                     one, Json::object({{"type", "array"}, {"minItems", 1}, {"items", one}})})}});
}

Json texts_by_name(std::string_view description) {
  return Json::object({{"type", "object"},
                       {"description", description},
                       {"additionalProperties", Json::object({{"type", "string"}})}});
}

Json input_schema() {
  const Json types = one_of_words({"string", "filepath"}, "a text, or a file whose text counts");
  const Json whole = mapping(Json::object({{"type", types},
                                           {"optional", Json::object({{"type", "boolean"}})},
                                           {"default", text("where nothing is handed over")},
                                           {"summary", text("for people")}}),
                             {});
  return Json::object({{"anyOf", Json::array_of(std::vector<Json>{
                                     types, whole, Json::object({{"type", "null"}})})}});
}

Json definitions(std::span<const StageKind> kinds) {
  Json entry = Json::array();
  Json all = Json::object();
  for (const StageKind& kind : kinds) {
    const std::string name = "stage-" + std::string(kind.type);
    all.set(name, stage_schema(kind));
    entry.push(reference(name));
  }
  const std::pair<const char*, Json> groups[] = {{"sequence", sequence_schema()},
                                                 {"loop", loop_schema()},
                                                 {"parallel", parallel_schema()},
                                                 {"body", body_schema()},
                                                 {"include", include_schema()}};
  for (const auto& [name, schema] : groups) {
    all.set(name, schema);
    entry.push(reference(name));
  }
  all.set("entry", Json::object({{"anyOf", std::move(entry)}}));
  all.set("entries",
          Json::object({{"type", "array"}, {"minItems", 1}, {"items", reference("entry")}}));
  all.set("client", Json::object({{"type", "string"},
                                  {"pattern", "^[a-z]+:.+$"},
                                  {"description", "who works: `provider:model`"}}));
  all.set("prompt", prompt_schema());
  all.set("in", texts_by_name("variables, and the artifacts or inputs they stand for"));
  all.set("out", texts_by_name("names for stages after this one, and the files they stand for"));
  return all;
}

}  // namespace

Json pipeline_schema(std::span<const StageKind> kinds) {
  Json inputs = Json::object({{"type", "object"},
                              {"description", "what whoever starts a run hands to it"},
                              {"additionalProperties", input_schema()}});
  Json prompts = Json::object({{"type", "object"},
                               {"description", "prompts by names"},
                               {"additionalProperties", reference("prompt")}});
  Json properties = Json::object(
      {{"$schema", Json::object({{"type", "string"}})},
       {"name", text("that of the file, where it is absent")},
       {"summary", text("one line, for people")},
       {"default_client", described(reference("client"), "who works where nobody is named")},
       {"prompt_dir", text("where paths of prompts begin; the folder of this file")},
       {"prompts", std::move(prompts)},
       {"inputs", std::move(inputs)},
       {"one_at_a_time",
        Json::object({{"type", "boolean"},
                      {"description", "one run of it at a time works on a repository"}})},
       {"stages", reference("entries")}});
  Json schema = mapping(std::move(properties), {"stages"});
  schema.set("definitions", definitions(kinds));
  Json whole = Json::object(
      {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "a pipeline of Pawl"}});
  for (const auto& [key, value] : schema.members()) whole.set(key, value);
  return whole;
}

}  // namespace pawl::pipeline
