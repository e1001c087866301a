#include "schema/compiler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "base/text/text.hpp"
#include "schema/uri.hpp"

namespace pawl::schema {
namespace {

constexpr std::size_t kNodesMax = 200'000;

struct TypeName {
  std::string_view name;
  Types types;
};
constexpr auto kTypeNames = std::to_array<TypeName>({{"null", kNull},
                                                     {"boolean", kBoolean},
                                                     {"integer", kInteger},
                                                     {"number", kNumber},
                                                     {"string", kString},
                                                     {"array", kArray},
                                                     {"object", kObject}});

Error broken(std::string_view what) {
  return fail(Errc::invalid, "broken JSON Schema: " + std::string(what));
}

template <class Part>
Part& made(std::unique_ptr<Part>& part) {
  if (!part) part = std::make_unique<Part>();
  return *part;
}

// Looks for schemas that apply themselves to the same value again.
class Circles {
 public:
  Status none_from(const std::deque<Node>& nodes) {
    for (const Node& node : nodes) TRY(visit(node, 0));
    return Done{};
  }

 private:
  enum class Mark { open, done };
  static constexpr std::size_t kDepthMax = 2'000;

  Status visit(const Node& node, std::size_t depth) {
    if (!node.logic && !node.objects) return Done{};
    if (depth > kDepthMax) return broken("a row of more than 2,000 references");
    const auto [mark, is_new] = marks_.try_emplace(&node, Mark::open);
    if (!is_new) {
      return mark->second == Mark::done ? Status(Done{}) : broken("a $ref leads back to itself");
    }
    for (const Node* next : applied_by(node)) TRY(visit(*next, depth + 1));
    marks_[&node] = Mark::done;
    return Done{};
  }

  static std::vector<const Node*> applied_by(const Node& node) {
    std::vector<const Node*> out;
    if (node.objects) {
      for (const auto& [name, each] : node.objects->dependent_schemas) out.push_back(each);
    }
    if (!node.logic) return out;
    const Logic& logic = *node.logic;
    for (const auto* list : {&logic.all, &logic.any, &logic.one}) {
      out.insert(out.end(), list->begin(), list->end());
    }
    for (const Node* each : {logic.no, logic.condition, logic.then, logic.otherwise}) {
      if (each != nullptr) out.push_back(each);
    }
    for (const Reference& each : logic.references) out.push_back(each.target);
    return out;
  }

  std::unordered_map<const Node*, Mark> marks_;
};

class Compiler {
 public:
  Compiler(Library& library, bool lenient) : library_(library), lenient_(lenient) {}

  Result<Compiled> run() {
    TRY_ASSIGN(out_.root, node(library_.root()));
    TRY(drain());
    TRY(collect_dynamic());
    TRY(Circles().none_from(out_.nodes));
    return std::move(out_);
  }

 private:
  struct Waiting {
    Place place;
    Node* into;
  };

  Result<const Node*> node(const Place& place) {
    const auto known = known_.find(place.schema);
    if (known != known_.end()) return known->second;
    if (out_.nodes.size() >= kNodesMax) return broken("more than 200,000 parts");
    Node& fresh = out_.nodes.emplace_back();
    fresh.resource = place.resource;
    known_.emplace(place.schema, &fresh);
    waiting_.push_back({place, &fresh});
    return &fresh;
  }

  // What a broken word means: an error, or nothing.
  Status wrong(std::string_view what) const {
    if (lenient_) return Done{};
    return broken(what);
  }

  Status fill(const Place& place, Node& into) {
    const Json& schema = *place.schema;
    if (schema.is_bool()) {
      into.constant = schema.bool_or(true);
      return Done{};
    }
    if (!schema.is_object()) {
      into.constant = true;
      return wrong("a schema must be an object or a boolean, not " +
                   std::string(schema.type_name()));
    }
    here_ = place;
    if (draft() <= Draft::seven && schema.has("$ref")) return references(schema, into);
    TRY(types(schema, into));
    TRY(numbers(schema, into));
    TRY(strings(schema, into));
    TRY(object_sizes(schema, into));
    TRY(object_parts(schema, into));
    TRY(dependencies(schema, into));
    TRY(arrays(schema, into));
    TRY(logic(schema, into));
    return references(schema, into);
  }

  Draft draft() const { return library_.resource(here_.resource).draft; }

  Result<const Node*> child(const Json& part) { return node(library_.child(part, here_.resource)); }
  // The node of a word, nullptr when the schema does not have it.
  Result<const Node*> child_of(const Json& schema, std::string_view word) {
    const Json* part = schema.find(word);
    if (part == nullptr) return nullptr;
    return child(*part);
  }
  Result<std::vector<const Node*>> children_of(const Json& schema, std::string_view word) {
    std::vector<const Node*> out;
    const Json* list = schema.find(word);
    if (list == nullptr) return out;
    if (!list->is_array()) {
      TRY(wrong(std::string(word) + " must be an array"));
      return out;
    }
    for (const Json& part : list->items()) {
      TRY_ASSIGN(const Node* each, child(part));
      out.push_back(each);
    }
    return out;
  }
  Result<const Json::Object*> map_of(const Json& schema, std::string_view word) {
    const Json& map = schema[word];
    if (!map.is_null() && !map.is_object()) TRY(wrong(std::string(word) + " must be an object"));
    return &map.members();
  }
  Result<std::vector<std::string>> names_of(const Json& list, std::string_view word) {
    std::vector<std::string> out;
    if (!list.is_null() && !list.is_array()) {
      TRY(wrong(std::string(word) + " must be an array"));
    }
    for (const Json& name : list.items()) {
      if (!name.is_string()) TRY(wrong(std::string(word) + " must hold strings"));
      if (name.is_string()) out.emplace_back(name.text());
    }
    return out;
  }
  Result<std::optional<double>> number_of(const Json& schema, std::string_view word) {
    const Json* value = schema.find(word);
    if (value == nullptr) return std::optional<double>();
    if (value->is_number()) return std::optional(value->number_or(0));
    TRY(wrong(std::string(word) + " must be a number"));
    return std::optional<double>();
  }
  Status size_of(const Json& schema, std::string_view min, std::string_view max, Size& into) {
    for (const std::string_view word : {min, max}) {
      TRY_ASSIGN(const std::optional<double> value, number_of(schema, word));
      if (!value) continue;
      if (!(*value >= 0) || *value > 9e15) {
        TRY(wrong(std::string(word) + " must be a natural number"));
        continue;
      }
      (word == min ? into.min : into.max) = static_cast<std::size_t>(*value);
    }
    return Done{};
  }
  Result<std::optional<Pattern>> pattern_of(std::string_view text) {
    auto pattern = Pattern::compile(text);
    if (pattern) return std::optional(*std::move(pattern));
    TRY(wrong(pattern.error().message));
    return std::optional<Pattern>();
  }

  Status types(const Json& schema, Node& into) {
    if (const Json* type = schema.find("type")) {
      Json::Array names = type->items();
      if (type->is_string()) names.push_back(*type);
      if (names.empty()) TRY(wrong("type must be a string or an array"));
      for (const Json& name : names) {
        const auto row =
            std::find_if(kTypeNames.begin(), kTypeNames.end(),
                         [&](const TypeName& each) { return each.name == name.text(); });
        if (row == kTypeNames.end()) {
          TRY(wrong("there is no type " + name.dump()));
          into.types = 0;
          break;
        }
        into.types |= row->types;
      }
    }
    into.equal_to = schema.find("const");
    if (const Json* values = schema.find("enum")) {
      if (values->is_array()) {
        into.one_of = values;
      } else {
        TRY(wrong("enum must be an array"));
      }
    }
    return Done{};
  }

  Status numbers(const Json& schema, Node& into) {
    Numbers out;
    TRY_ASSIGN(out.min, number_of(schema, "minimum"));
    TRY_ASSIGN(out.max, number_of(schema, "maximum"));
    // Draft 4 has booleans that sharpen minimum and maximum.
    const Json& above = schema["exclusiveMinimum"];
    if (above.is_bool()) {
      if (above.bool_or(false)) std::swap(out.min, out.above);
    } else {
      TRY_ASSIGN(out.above, number_of(schema, "exclusiveMinimum"));
    }
    const Json& below = schema["exclusiveMaximum"];
    if (below.is_bool()) {
      if (below.bool_or(false)) std::swap(out.max, out.below);
    } else {
      TRY_ASSIGN(out.below, number_of(schema, "exclusiveMaximum"));
    }
    TRY_ASSIGN(out.multiple_of, number_of(schema, "multipleOf"));
    if (out.multiple_of && !(*out.multiple_of > 0)) {
      out.multiple_of.reset();
      TRY(wrong("multipleOf must be greater than 0"));
    }
    if (out.min || out.max || out.above || out.below || out.multiple_of) {
      into.numbers = std::make_unique<Numbers>(out);
    }
    return Done{};
  }

  Status strings(const Json& schema, Node& into) {
    if (schema.has("minLength") || schema.has("maxLength")) {
      TRY(size_of(schema, "minLength", "maxLength", made(into.strings).size));
    }
    const Json* pattern = schema.find("pattern");
    if (pattern == nullptr) return Done{};
    if (!pattern->is_string()) return wrong("pattern must be a string");
    TRY_ASSIGN(made(into.strings).pattern, pattern_of(pattern->text()));
    into.strings->pattern_text = pattern->text();
    // Where the title says what such a text is, as `a plan of five fields` does.
    const std::string_view title = schema["title"].text();
    if (title.starts_with("a ") || title.starts_with("an ")) into.strings->pattern_title = title;
    return Done{};
  }

  Status object_sizes(const Json& schema, Node& into) {
    if (schema.has("minProperties") || schema.has("maxProperties")) {
      TRY(size_of(schema, "minProperties", "maxProperties", made(into.objects).size));
    }
    const Json* required = schema.find("required");
    if (required == nullptr) return Done{};
    TRY_ASSIGN(made(into.objects).required, names_of(*required, "required"));
    if (!required->is_array()) into.objects->required.clear();
    return Done{};
  }

  Status object_parts(const Json& schema, Node& into) {
    TRY_ASSIGN(const Json::Object* properties, map_of(schema, "properties"));
    for (const auto& [name, part] : *properties) {
      TRY_ASSIGN(made(into.objects).properties[name], child(part));
    }
    TRY_ASSIGN(const Json::Object* patterns, map_of(schema, "patternProperties"));
    for (const auto& [text, part] : *patterns) {
      TRY_ASSIGN(const Node* each, child(part));
      TRY_ASSIGN(std::optional<Pattern> pattern, pattern_of(text));
      if (pattern) {
        made(into.objects).patterns.push_back({*std::move(pattern), each});
      } else {
        patterns_lost_ = true;
      }
    }
    const bool patterns_lost = std::exchange(patterns_lost_, false);
    TRY_ASSIGN(const Node* additional, child_of(schema, "additionalProperties"));
    if (additional != nullptr && !patterns_lost) made(into.objects).additional = additional;
    TRY_ASSIGN(const Node* names, child_of(schema, "propertyNames"));
    if (names != nullptr) made(into.objects).names = names;
    TRY_ASSIGN(const Node* unevaluated, child_of(schema, "unevaluatedProperties"));
    if (unevaluated != nullptr && !patterns_lost && draft() >= Draft::d2019) {
      made(into.objects).unevaluated = unevaluated;
      out_.tracks = true;
    }
    return Done{};
  }

  Status dependencies(const Json& schema, Node& into) {
    for (const std::string_view word : {"dependencies", "dependentRequired", "dependentSchemas"}) {
      // The later drafts do not have the first word, and still take it; the earlier ones ignore the
      // others.
      if (word != "dependencies" && draft() < Draft::d2019) continue;
      TRY_ASSIGN(const Json::Object* rows, map_of(schema, word));
      for (const auto& [name, what] : *rows) {
        Objects& objects = made(into.objects);
        if (what.is_array() || what.is_string()) {
          const Json list = what.is_array() ? what : Json(Json::Array{what});
          TRY_ASSIGN(std::vector<std::string> names, names_of(list, word));
          objects.dependent_required.emplace_back(name, std::move(names));
        } else {
          TRY_ASSIGN(const Node* each, child(what));
          objects.dependent_schemas.emplace_back(name, each);
        }
      }
    }
    return Done{};
  }

  Status arrays(const Json& schema, Node& into) {
    if (schema.has("minItems") || schema.has("maxItems")) {
      TRY(size_of(schema, "minItems", "maxItems", made(into.arrays).size));
    }
    if (schema["uniqueItems"].bool_or(false)) made(into.arrays).unique = true;
    TRY(items(schema, into));
    TRY_ASSIGN(const Node* contains, child_of(schema, "contains"));
    if (contains != nullptr) {
      Arrays& arrays = made(into.arrays);
      arrays.contains = contains;
      arrays.contained_counts = draft() >= Draft::d2020;
      if (draft() >= Draft::d2019) {
        TRY(size_of(schema, "minContains", "maxContains", arrays.contained));
      }
    }
    TRY_ASSIGN(const Node* unevaluated, child_of(schema, "unevaluatedItems"));
    if (unevaluated != nullptr && draft() >= Draft::d2019) {
      made(into.arrays).unevaluated = unevaluated;
      out_.tracks = true;
    }
    return Done{};
  }

  Status items(const Json& schema, Node& into) {
    const bool is_new = draft() >= Draft::d2020;
    const Json* items = schema.find("items");
    const bool is_list = !is_new && items != nullptr && items->is_array();
    if (is_list || (is_new && schema.has("prefixItems"))) {
      TRY_ASSIGN(made(into.arrays).prefix, children_of(schema, is_new ? "prefixItems" : "items"));
    }
    const std::string_view word = is_list ? "additionalItems" : "items";
    TRY_ASSIGN(const Node* rest, child_of(schema, word));
    if (rest != nullptr) made(into.arrays).rest = rest;
    return Done{};
  }

  Status logic(const Json& schema, Node& into) {
    Logic out;
    TRY_ASSIGN(out.all, children_of(schema, "allOf"));
    TRY_ASSIGN(out.any, children_of(schema, "anyOf"));
    TRY_ASSIGN(out.one, children_of(schema, "oneOf"));
    TRY_ASSIGN(out.no, child_of(schema, "not"));
    TRY_ASSIGN(out.condition, child_of(schema, "if"));
    TRY_ASSIGN(out.then, child_of(schema, "then"));
    TRY_ASSIGN(out.otherwise, child_of(schema, "else"));
    if (schema["not"].has("required")) into.required_by_not = &schema["not"]["required"];
    const bool has_any = !out.all.empty() || !out.any.empty() || !out.one.empty() ||
                         out.no != nullptr || out.condition != nullptr;
    if (has_any) into.logic = std::make_unique<Logic>(std::move(out));
    return Done{};
  }

  Status references(const Json& schema, Node& into) {
    for (const std::string_view word : {"$ref", "$dynamicRef", "$recursiveRef"}) {
      const Json* reference = schema.find(word);
      const bool counts = word == "$ref" || (word == "$dynamicRef" && draft() >= Draft::d2020) ||
                          (word == "$recursiveRef" && draft() == Draft::d2019);
      if (reference == nullptr || !counts) continue;
      if (!reference->is_string()) {
        TRY(wrong(std::string(word) + " must be a string"));
        continue;
      }
      const auto place = library_.find(reference->text(), here_.resource);
      if (!place) {
        TRY(wrong("nothing is at $ref \"" + printable(reference->text(), 200) + "\""));
        continue;
      }
      TRY(refer(word, reference->text(), *place, into));
    }
    return Done{};
  }

  Status refer(std::string_view word, std::string_view reference, const Place& place, Node& into) {
    Reference out;
    TRY_ASSIGN(out.target, node(place));
    const Resource& resource = library_.resource(place.resource);
    if (word == "$recursiveRef") out.recursive = resource.recursive;
    if (word == "$dynamicRef") {
      const auto anchor = resource.dynamic_anchors.find(split_uri(reference).fragment);
      const bool is_dynamic =
          anchor != resource.dynamic_anchors.end() && anchor->second == place.schema;
      if (is_dynamic) out.dynamic_anchor = anchor->first;
    }
    uses_dynamic_ = uses_dynamic_ || out.recursive || !out.dynamic_anchor.empty();
    made(into.logic).references.push_back(std::move(out));
    return Done{};
  }

  Status drain() {
    // Schemas wait in a row, so that no schema can exhaust the stack.
    while (!waiting_.empty()) {
      const auto [place, into] = waiting_.back();
      waiting_.pop_back();
      TRY(fill(place, *into));
    }
    return Done{};
  }

  // Compiling what a dynamic reference may lead to can bring further documents in.
  Status collect_dynamic() {
    for (std::size_t i = 0; uses_dynamic_ && i < library_.resource_count(); ++i) {
      out_.dynamic.resize(i + 1);
      const Resource& resource = library_.resource(i);
      for (const auto& [name, schema] : resource.dynamic_anchors) {
        TRY_ASSIGN(out_.dynamic[i].anchors[name], node({schema, i}));
      }
      if (resource.recursive) {
        TRY_ASSIGN(out_.dynamic[i].recursive, node({resource.root, i}));
      }
      TRY(drain());
    }
    return Done{};
  }

  Library& library_;
  bool lenient_;
  Compiled out_;
  Place here_;
  bool patterns_lost_ = false;
  bool uses_dynamic_ = false;
  std::unordered_map<const Json*, const Node*> known_;
  std::vector<Waiting> waiting_;
};

}  // namespace

Result<Compiled> compile(Library& library, bool lenient) {
  return Compiler(library, lenient).run();
}

}  // namespace pawl::schema
