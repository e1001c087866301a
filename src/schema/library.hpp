// The documents a schema is made of, and what the addresses in them name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.hpp"
#include "schema/json_schema.hpp"

namespace pawl::schema {

enum class Draft : std::uint8_t { four, six, seven, d2019, d2020 };

// A schema with an address of its own: a document, or a part with `$id`.
struct Resource {
  std::string uri;
  const Json* root = nullptr;
  Draft draft = Draft::seven;
  std::map<std::string, const Json*> anchors;          // also the dynamic ones
  std::map<std::string, const Json*> dynamic_anchors;  // by `$dynamicAnchor`
  bool recursive = false;                              // `$recursiveAnchor`
};

// A part of a document, and the resource it belongs to.
struct Place {
  const Json* schema = nullptr;
  std::size_t resource = 0;
};

class Library {
 public:
  Library(const Json& root, const Options& options);

  Place root() const { return {documents_.front().get(), 0}; }
  std::size_t resource_count() const { return resources_.size(); }
  const Resource& resource(std::size_t index) const { return resources_[index]; }
  // Where the part belongs that was found as a child of something in `parent`.
  Place child(const Json& part, std::size_t parent) const;
  // What a reference names from within a resource; nothing when it names nothing.
  std::optional<Place> find(std::string_view reference, std::size_t from);

 private:
  void add_document(const std::string& uri, Json document, Draft draft);
  void scan(const Json& schema, std::size_t resource);
  std::size_t scan_names(const Json& schema, std::size_t resource);
  std::optional<Place> by_pointer(std::size_t resource, std::string_view pointer) const;

  const Options& options_;
  std::deque<std::unique_ptr<const Json>> documents_;
  std::deque<Resource> resources_;
  std::unordered_map<std::string, std::size_t> by_uri_;
  std::unordered_map<const Json*, std::size_t> by_root_;
};

}  // namespace pawl::schema
