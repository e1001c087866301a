#include "pipeline/expand.hpp"

#include "syntax/data/write_yaml.hpp"

namespace pawl::pipeline {
namespace {

Json entries(const std::vector<Node>& nodes);

void add_stage(Json& json, const Node& node) {
  json.set("type", node.type);
  if (!node.client.empty()) json.set("client", node.client);
  if (!node.prompt.empty()) json.set("prompt", Json::object({{"text", node.prompt}}));
  for (const Taken& taken : node.in) {
    if (!json.has("in")) json.set("in", Json::object());
    json.find("in")->set(taken.variable,
                         taken.artifact + (taken.optional ? "?" + taken.fallback : ""));
  }
  for (const Left& left : node.out) {
    if (!json.has("out")) json.set("out", Json::object());
    json.find("out")->set(left.key + (left.optional ? "?" : ""), left.artifact);
  }
  if (node.options.size() > 0) json.set("options", node.options);
  if (node.attempts_max != Node{}.attempts_max) json.set("max_attempts", node.attempts_max);
}

void add_group(Json& json, const Node& node) {
  if (node.concurrent_max > 0) json.set("max_concurrent", node.concurrent_max);
  if (node.cancel_on_bail) json.set("cancel_on_bail", true);
  if (node.bail_policy == BailPolicy::all) json.set("bail_policy", "all");
  if (node.merge != MergePolicy::none) json.set("merge", to_string(node.merge));
  json.set("parallel", entries(node.children));
}

Json entry_of(const Node& node) {
  Json json = Json::object({{"name", node.name}});
  switch (node.kind) {
    case NodeKind::stage: add_stage(json, node); break;
    case NodeKind::sequence: json.set("sequence", entries(node.children)); break;
    case NodeKind::loop:
      json.set("until", node.until);
      json.set("max_iterations", node.rounds_max);
      json.set("loop", entries(node.children));
      break;
    case NodeKind::parallel: add_group(json, node); break;
  }
  return json;
}

Json entries(const std::vector<Node>& nodes) {
  Json list = Json::array();
  for (const Node& node : nodes) list.push(entry_of(node));
  return list;
}

Json input_entry(const Input& input) {
  Json json = Json::object({{"type", input.is_file ? "filepath" : "string"}});
  if (!input.summary.empty()) json.set("summary", input.summary);
  if (input.fallback) {
    json.set("default", *input.fallback);
  } else if (input.optional) {
    json.set("optional", true);
  }
  return json;
}

}  // namespace

Json expanded(const Definition& definition) {
  Json json = Json::object({{"name", definition.name}});
  if (!definition.summary.empty()) json.set("summary", definition.summary);
  if (!definition.default_client.empty()) json.set("default_client", definition.default_client);
  if (definition.one_at_a_time) json.set("one_at_a_time", true);
  for (const Input& input : definition.inputs) {
    if (!json.has("inputs")) json.set("inputs", Json::object());
    json.find("inputs")->set(input.name, input_entry(input));
  }
  json.set("stages", entries(definition.root.children));
  return json;
}

std::string expanded_yaml(const Definition& definition) {
  return syntax::write_yaml(expanded(definition));
}

}  // namespace pawl::pipeline
