#include "schema/library.hpp"

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "schema/uri.hpp"

namespace pawl::schema {
namespace {

// The words whose value is one schema, a list of them, a map of them.
constexpr auto kSingle = fixed_words("additionalItems", "additionalProperties", "contains",
                                     "contentSchema", "else", "if", "items", "not", "propertyNames",
                                     "then", "unevaluatedItems", "unevaluatedProperties");
constexpr auto kLists = fixed_words("allOf", "anyOf", "items", "oneOf", "prefixItems");
constexpr auto kMaps = fixed_words("$defs", "definitions", "dependencies", "dependentSchemas",
                                   "patternProperties", "properties");

Draft draft_of(const Json& schema, Draft fallback) {
  const std::string_view text = schema["$schema"].text();
  if (contains(text, "draft-04")) return Draft::four;
  if (contains(text, "draft-06")) return Draft::six;
  if (contains(text, "draft-07")) return Draft::seven;
  if (contains(text, "2019-09")) return Draft::d2019;
  if (contains(text, "2020-12")) return Draft::d2020;
  return fallback;
}

}  // namespace

Library::Library(const Json& root, const Options& options) : options_(options) {
  add_document(options.uri, root, Draft::seven);
}

void Library::add_document(const std::string& uri, Json document, Draft draft) {
  documents_.push_back(std::make_unique<const Json>(std::move(document)));
  const Json& root = *documents_.back();
  const std::size_t index = resources_.size();
  resources_.push_back({.uri = uri, .root = &root, .draft = draft_of(root, draft)});
  by_uri_.emplace(uri, index);
  by_root_.emplace(&root, index);
  scan(root, index);
}

void Library::scan(const Json& schema, std::size_t resource) {
  if (!schema.is_object()) return;
  resource = scan_names(schema, resource);
  for (const std::string_view word : kSingle) {
    if (const Json* part = schema.find(word)) scan(*part, resource);
  }
  for (const std::string_view word : kLists) {
    for (const Json& part : schema[word].items()) scan(part, resource);
  }
  for (const std::string_view word : kMaps) {
    for (const auto& [key, part] : schema[word].members()) scan(part, resource);
  }
}

// Returns the resource that the schema's parts belong to.
std::size_t Library::scan_names(const Json& schema, std::size_t resource) {
  const Draft draft = draft_of(schema, resources_[resource].draft);
  const bool is_old = draft <= Draft::seven;
  if (is_old && schema["$ref"].is_string()) return resource;
  const Json& id = schema[draft == Draft::four ? "id" : "$id"];
  if (id.is_string()) {
    const SplitUri uri = split_uri(resolve_uri(resources_[resource].uri, id.text()));
    if (!id.text().starts_with('#')) {
      const auto known = by_root_.find(&schema);
      if (known != by_root_.end()) {
        resources_[resource].uri = uri.document;
      } else {
        resource = resources_.size();
        resources_.push_back({.uri = uri.document, .root = &schema, .draft = draft});
        by_root_.emplace(&schema, resource);
      }
      by_uri_.emplace(uri.document, resource);
    }
    if (is_old && !uri.fragment.empty()) {
      resources_[resource].anchors.emplace(uri.fragment, &schema);
    }
  }
  Resource& here = resources_[resource];
  for (const std::string_view word : {"$anchor", "$dynamicAnchor"}) {
    if (is_old || !schema[word].is_string()) continue;
    here.anchors.emplace(schema[word].text(), &schema);
    if (word == "$dynamicAnchor") here.dynamic_anchors.emplace(schema[word].text(), &schema);
  }
  if (here.root == &schema) here.recursive = schema["$recursiveAnchor"].bool_or(false);
  return resource;
}

Place Library::child(const Json& part, std::size_t parent) const {
  const auto own = by_root_.find(&part);
  return {&part, own == by_root_.end() ? parent : own->second};
}

std::optional<Place> Library::find(std::string_view reference, std::size_t from) {
  const SplitUri uri = split_uri(resolve_uri(resources_[from].uri, reference));
  auto found = by_uri_.find(uri.document);
  if (reference.starts_with('#') || reference.empty()) {
    found = by_uri_.end();
  } else if (found == by_uri_.end()) {
    auto document =
        options_.document ? options_.document(uri.document) : std::optional<Json>(std::nullopt);
    if (!document) return std::nullopt;
    add_document(uri.document, *std::move(document), resources_[from].draft);
    found = by_uri_.find(uri.document);
  }
  const std::size_t resource = found == by_uri_.end() ? from : found->second;
  if (uri.fragment.empty() || uri.fragment.starts_with('/')) {
    return by_pointer(resource, uri.fragment);
  }
  const auto& anchors = resources_[resource].anchors;
  const auto anchor = anchors.find(uri.fragment);
  if (anchor == anchors.end()) return std::nullopt;
  return Place{anchor->second, resource};
}

std::optional<Place> Library::by_pointer(std::size_t resource, std::string_view pointer) const {
  Place at{resources_[resource].root, resource};
  for (const std::string& part : pointer_parts(pointer)) {
    const Json* next = nullptr;
    if (at.schema->is_array()) {
      const auto index = parse_int(part);
      const bool is_there =
          index && *index >= 0 && static_cast<std::size_t>(*index) < at.schema->items().size();
      if (is_there) next = &at.schema->items()[static_cast<std::size_t>(*index)];
    } else {
      next = at.schema->find(part);
    }
    if (next == nullptr) return std::nullopt;
    at = child(*next, at.resource);
  }
  return at;
}

}  // namespace pawl::schema
