#include "pipeline/reader.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "pipeline/nodes.hpp"

namespace pawl::pipeline {
namespace {

// Who edits files of a worktree when asked to (src/agents).
constexpr auto kProviders = fixed_words("claude", "codex", "opencode", "copilot", "gemini", "acp",
                                        "command", "scripted", "pawl");

// The rounds all loops may make together, for loops within loops multiply.
int rounds_of(const Node& node) {
  int inner = 0;
  for (const Node& child : node.children) inner += rounds_of(child);
  if (node.kind != NodeKind::loop) return inner;
  return std::min(kRoundsMax + 1, node.rounds_max * std::max(1, inner));
}

std::string default_client(Shared& shared, const Document& document) {
  if (!document.yaml.has("default_client")) return {};
  const std::string spec = document.yaml["default_client"].string_or("");
  const auto& check = shared.knowledge.check_client;
  const Status good = check ? check(spec, document.file) : check_client_shape(spec);
  if (!good) {
    shared.problems.add(document.place().key("default_client"), good.error().message);
  }
  return spec;
}

bool one_at_a_time(Shared& shared, const Document& document) {
  const Json& value = document.yaml["one_at_a_time"];
  if (!value.is_null() && !value.is_bool()) {
    shared.problems.add(document.place().key("one_at_a_time"), "is true or false");
  }
  return value.bool_or(false);
}

}  // namespace

Status check_client_shape(std::string_view client) {
  const auto colon = client.find(':');
  if (colon == std::string_view::npos || colon == 0 || trim(client.substr(colon + 1)).empty()) {
    return fail(Errc::invalid, "a client is provider:model, such as claude:sonnet, not \"" +
                                   printable(client, 60) + "\"");
  }
  const std::string_view provider = client.substr(0, colon);
  if (among(kProviders, provider)) return Done{};
  const std::vector<std::string> known(kProviders.begin(), kProviders.end());
  return fail(Errc::invalid,
              "unknown provider \"" + printable(provider, 60) + "\"" + suggestion(provider, known));
}

Reading read(const SourceFile& file, const Knowledge& knowledge) {
  Shared shared{.knowledge = knowledge};
  shared.included.push_back(file.name);
  Reading reading;
  const Document* document = open_document(shared, file);
  if (document == nullptr) {
    reading.problems = shared.problems.take();
    return reading;
  }
  check_prompts(shared, *document);
  Definition& definition = reading.definition;
  definition.name = document->name;
  definition.summary = document->yaml["summary"].string_or("");
  definition.default_client = default_client(shared, *document);
  definition.inputs = read_inputs(shared.problems, *document);
  definition.one_at_a_time = one_at_a_time(shared, *document);
  if (document->yaml["stages"].items().empty()) {
    shared.problems.add(
        document->yaml.has("stages") ? document->place().key("stages") : document->place(),
        "the pipeline has no stages");
  } else {
    ReadNodes read = read_nodes(shared, *document);
    definition.root.children = std::move(read.nodes);
    check_artifacts(shared, definition, read.places);
    if (rounds_of(definition.root) > kRoundsMax) {
      shared.problems.add(document->place().key("stages"),
                          "the loops of the pipeline make more than " + std::to_string(kRoundsMax) +
                              " rounds together");
    }
  }
  reading.problems = shared.problems.take();
  return reading;
}

}  // namespace pawl::pipeline
