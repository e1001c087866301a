#include "base/schema_circles.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"

namespace pawl {
namespace {

std::string unescaped(std::string_view part) {
  return replace_all(replace_all(part, "~1", "/"), "~0", "~");
}

// What `#/definitions/a` names in the schema; nothing for other documents and names.
const Json* referenced(const Json& root, std::string_view reference) {
  if (reference == "#") return &root;
  if (!reference.starts_with("#/")) return nullptr;
  const Json* at = &root;
  for (const std::string_view part : split(reference.substr(2), '/')) {
    const auto index = parse_int(part);
    if (at->is_array() && index && *index >= 0 &&
        static_cast<std::size_t>(*index) < at->items().size()) {
      at = &at->items()[static_cast<std::size_t>(*index)];
    } else {
      at = at->find(unescaped(part));
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

// Looks for schemas that apply themselves to the same value again, which valijson follows until
// the stack is gone.
class Circles {
 public:
  explicit Circles(const Json& root) : root_(root) {}

  bool below(const Json& value) {
    if (value.is_object() && applies_itself(value)) return true;
    const auto inner = [this](const Json& each) { return below(each); };
    return std::any_of(value.items().begin(), value.items().end(), inner) ||
           std::any_of(value.members().begin(), value.members().end(),
                       [&](const Json::Member& member) { return inner(member.second); });
  }

 private:
  enum class Mark { open, done };

  bool applies_itself(const Json& schema) {
    const auto [place, is_new] = marks_.try_emplace(&schema, Mark::open);
    if (!is_new) return place->second == Mark::open;
    const bool found = any_part_applies(schema);
    marks_[&schema] = Mark::done;
    return found;
  }

  bool any_part_applies(const Json& schema) {
    if (const Json* target = referenced(root_, schema["$ref"].text())) {
      if (applies_itself(*target)) return true;
    }
    for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      for (const Json& part : schema[key].items()) {
        if (applies_itself(part)) return true;
      }
    }
    for (const std::string_view key : {"not", "if", "then", "else"}) {
      if (schema.has(key) && applies_itself(schema[key])) return true;
    }
    for (const auto& [key, part] : schema["dependencies"].members()) {
      if (applies_itself(part)) return true;
    }
    return false;
  }

  const Json& root_;
  std::unordered_map<const Json*, Mark> marks_;
};

}  // namespace

bool has_circle(const Json& schema) { return Circles(schema).below(schema); }

}  // namespace pawl
