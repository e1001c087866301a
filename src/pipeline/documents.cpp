#include "pipeline/documents.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "syntax/check.hpp"
#include "syntax/data/data.hpp"

namespace pawl::pipeline {
namespace {

// Keys of entries that stand on another kind of entry than the one they belong to.
struct KeyOwner {
  std::string_view keys;
  std::string_view owner;
};
constexpr auto kOwners = std::to_array<KeyOwner>({
    {"type client prompt options in out max_attempts", "a stage"},
    {"until max_iterations", "a loop"},
    {"max_concurrent cancel_on_bail bail_policy merge", "a parallel group"},
    {"default_client prompts prompt_dir inputs one_at_a_time summary", "the pipeline itself"},
});

std::string owner_of(std::string_view key) {
  for (const KeyOwner& row : kOwners) {
    if (among(split_words(row.keys), key)) return std::string(row.owner);
  }
  return {};
}

std::string stem_of(const std::string& name) {
  const std::string file = name.substr(name.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

std::string key_text(const Json& yaml, std::string_view key, Problems& problems,
                     const Place& place) {
  const Json& value = yaml[key];
  if (!value.is_null() && !value.is_string()) problems.add(place.key(key), "has to be a text");
  return value.string_or("");
}

}  // namespace

void check_keys(Problems& problems, const Json& mapping, const Place& place, std::string_view what,
                const std::vector<std::string>& known) {
  constexpr std::size_t kShown = 60;
  for (const auto& [key, value] : mapping.members()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string owner = owner_of(key);
    problems.add(place.key(key),
                 "unknown key \"" + printable(key, kShown) + "\" of " + std::string(what) +
                     (owner.empty() || owner == what ? suggestion(key, known)
                                                     : ", for it belongs to " + owner));
  }
}

const Document* open_document(Shared& shared, SourceFile file) {
  Document& document = shared.documents.emplace_back();
  document.file = std::move(file);
  Problems& problems = shared.problems;
  const Result<std::vector<Json>> documents = syntax::parse_yaml(document.file.text);
  if (!documents) {
    const auto faults = syntax::check({.format = syntax::Format::yaml}, document.file.text);
    const int line = faults.empty() ? 0 : faults.front().line;
    problems.add({.file = document.file.name,
                  .line = line,
                  .key = {},
                  .message = "no YAML: " + (faults.empty() ? documents.error().message
                                                           : faults.front().message)});
    return nullptr;
  }
  if (documents->size() != 1 || !documents->front().is_object()) {
    problems.add(document.place(), "a pipeline is one YAML mapping with name and stages");
    return nullptr;
  }
  document.yaml = documents->front();
  const Place place = document.place();
  check_keys(problems, document.yaml, place, "the pipeline itself",
             {"$schema", "name", "summary", "default_client", "prompt_dir", "prompts", "inputs",
              "one_at_a_time", "stages"});
  document.name = key_text(document.yaml, "name", problems, place);
  if (document.name.empty()) document.name = stem_of(document.file.name);
  if (document.name.empty()) problems.add(place, "the pipeline has no name");
  document.prompt_folder = key_text(document.yaml, "prompt_dir", problems, place);
  if (!document.prompt_folder.empty() && !document.prompt_folder.ends_with('/')) {
    document.prompt_folder += '/';
  }
  return &document;
}

std::vector<Input> read_inputs(Problems& problems, const Document& document) {
  std::vector<Input> inputs;
  const Json* list = document.yaml.find("inputs");
  if (list == nullptr || list->is_null()) return inputs;
  Place place = document.place().key("inputs");
  if (list->size() == 1 && (*list)["sources"].is_object()) {
    list = list->find("sources");
    place = place.key("sources");
  }
  if (!list->is_object()) {
    problems.add(place, "is a mapping from names to {type, optional, default, summary}");
    return inputs;
  }
  for (const auto& [name, value] : list->members()) {
    const Place at = place.key(name);
    if (!value.is_object() && !value.is_null() && !value.is_string()) {
      problems.add(at, "an input is a type or a mapping");
      continue;
    }
    if (slug(name, 40) != replace_all(name, "_", "-")) {
      problems.add(at, "the name of an input has letters, digits, `-` and `_`");
    }
    check_keys(problems, value, at, "an input", {"type", "optional", "default", "summary"});
    const std::string type =
        value.is_string() ? value.string_or("") : value["type"].string_or("string");
    const std::vector<std::string> types = {"string", "filepath"};
    if (!among(types, type)) {
      problems.add(value.is_string() ? at : at.key("type"),
                   "unknown type \"" + printable(type, 60) + "\"" + suggestion(type, types));
    }
    Input input{.name = name, .summary = value["summary"].string_or("")};
    input.is_file = type == "filepath";
    if (value.has("optional") && !value["optional"].is_bool()) {
      problems.add(at.key("optional"), "is true or false");
    }
    if (value.has("default")) {
      if (value["default"].is_string()) {
        input.fallback = value["default"].string_or("");
      } else {
        problems.add(at.key("default"), "has to be a text");
      }
    }
    input.optional = value["optional"].bool_or(false) || input.fallback.has_value();
    inputs.push_back(std::move(input));
  }
  return inputs;
}

}  // namespace pawl::pipeline
