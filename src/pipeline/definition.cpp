#include "pipeline/definition.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"
#include "schema/json_schema.hpp"
#include "syntax/data/data.hpp"

namespace pawl::pipeline {
namespace {

std::string suggestion(std::string_view name, std::span<const std::string> known) {
  if (const auto near = nearest(name, known)) return "; did you mean \"" + *near + "\"?";
  return "; known: " + join(known, ", ");
}

Status check_keys(const Json& mapping, std::string_view where, std::vector<std::string> known) {
  for (const auto& [key, value] : mapping.members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return fail(Errc::invalid, std::string(where) + " has the unknown key \"" +
                                     printable(key, 60) + "\"" + suggestion(key, known));
    }
  }
  return Done{};
}

bool is_name(std::string_view name) {
  constexpr std::size_t kNameMax = 60;
  return !name.empty() && name.size() <= kNameMax &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

// A whole number of an entry; `fallback` where there is none.
Result<int> number_of(const Json& json, std::string_view key, int fallback, int low, int high,
                      const std::string& where) {
  if (!json.has(key)) return fallback;
  const Json& value = json[key];
  if (value.is_int() && value.int_or(low - 1) >= low && value.int_or(high + 1) <= high) {
    return static_cast<int>(value.int_or(fallback));
  }
  return fail(Errc::invalid, where + ": " + std::string(key) + " is a whole number from " +
                                 std::to_string(low) + " to " + std::to_string(high));
}

class Reader {
 public:
  explicit Reader(std::span<const StageKind> kinds) : kinds_(kinds) {
    for (const StageKind& kind : kinds) types_.emplace_back(kind.type);
  }

  Result<std::vector<Node>> nodes(const Json& list, const std::string& where, int depth) {
    if (!list.is_array() || list.items().empty()) {
      return fail(Errc::invalid, where + " is no list of stages, or an empty one");
    }
    if (depth > kDepthMax) {
      return fail(Errc::invalid, where + ": nodes lie at most " + std::to_string(kDepthMax) +
                                     " deep in each other");
    }
    std::vector<Node> nodes;
    for (const Json& item : list.items()) {
      const std::string place =
          (depth == 0 ? "stage " : where + ", entry ") + std::to_string(nodes.size() + 1);
      if (++count_ > kNodesMax) {
        return fail(Errc::invalid,
                    "a pipeline has at most " + std::to_string(kNodesMax) + " nodes");
      }
      TRY_ASSIGN(Node node, this->node(item, place, depth));
      const bool taken = std::any_of(nodes.begin(), nodes.end(),
                                     [&](const Node& other) { return other.name == node.name; });
      if (taken) {
        return fail(Errc::invalid, place + ": two stages are called \"" + node.name + "\"");
      }
      nodes.push_back(std::move(node));
    }
    return nodes;
  }

 private:
  Result<Node> node(const Json& json, const std::string& where, int depth) {
    if (!json.is_object()) return fail(Errc::invalid, where + " is no mapping");
    Node node;
    if (json.has("sequence")) {
      TRY(check_keys(json, where, {"name", "sequence"}));
      node.kind = NodeKind::sequence;
      TRY_ASSIGN(node.children, nodes(json["sequence"], where + " (sequence)", depth + 1));
    } else if (json.has("loop")) {
      TRY(read_loop(node, json, where, depth));
    } else if (json.has("parallel")) {
      TRY(read_parallel(node, json, where, depth));
    } else {
      TRY(read_stage(node, json, where));
    }
    node.name = json["name"].string_or(node.type);
    if (!is_name(node.name)) {
      return fail(Errc::invalid, where + " needs a name of letters, digits, `.`, `_` and `-`");
    }
    return node;
  }

  Status read_loop(Node& node, const Json& json, const std::string& where, int depth) {
    TRY(check_keys(json, where, {"name", "loop", "until", "max_iterations"}));
    node.kind = NodeKind::loop;
    TRY_ASSIGN(node.children, nodes(json["loop"], where + " (loop)", depth + 1));
    node.until = json["until"].string_or("");
    std::vector<std::string> names;
    for (const Node& child : node.children) names.push_back(child.name);
    if (std::find(names.begin(), names.end(), node.until) == names.end()) {
      return fail(Errc::invalid, where +
                                     ": until names the stage of the loop whose success ends "
                                     "it, not \"" +
                                     printable(node.until, 60) + "\"" +
                                     suggestion(node.until, names));
    }
    TRY_ASSIGN(node.rounds_max, number_of(json, "max_iterations", node.rounds_max, 1, 50, where));
    return Done{};
  }

  Status read_parallel(Node& node, const Json& json, const std::string& where, int depth) {
    TRY(check_keys(json, where,
                   {"name", "parallel", "max_concurrent", "cancel_on_bail", "bail_policy"}));
    node.kind = NodeKind::parallel;
    TRY_ASSIGN(node.children, nodes(json["parallel"], where + " (parallel)", depth + 1));
    TRY_ASSIGN(node.concurrent_max, number_of(json, "max_concurrent", 0, 1, 64, where));
    if (json.has("cancel_on_bail") && !json["cancel_on_bail"].is_bool()) {
      return fail(Errc::invalid, where + ": cancel_on_bail is true or false");
    }
    node.cancel_on_bail = json["cancel_on_bail"].bool_or(false);
    const std::string policy = json["bail_policy"].string_or("any");
    if (policy != "any" && policy != "all") {
      return fail(Errc::invalid, where + ": bail_policy is any or all");
    }
    node.bail_policy = policy == "all" ? BailPolicy::all : BailPolicy::any;
    return Done{};
  }

  Status read_stage(Node& node, const Json& json, const std::string& where) {
    TRY(check_keys(json, where, {"name", "type", "options", "max_attempts"}));
    node.type = json["type"].string_or("");
    if (node.type.empty()) return fail(Errc::invalid, where + " names no type");
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                                   [&](const StageKind& one) { return one.type == node.type; });
    if (kind == kinds_.end()) {
      return fail(Errc::invalid, where + " has the unknown type \"" + printable(node.type, 60) +
                                     "\"" + suggestion(node.type, types_));
    }
    node.rerun = kind->rerun;
    TRY_ASSIGN(node.attempts_max, number_of(json, "max_attempts", node.attempts_max, 1, 50, where));
    if (json.has("options")) node.options = json["options"];
    if (!node.options.is_object()) return fail(Errc::invalid, where + ": options is no mapping");
    return check_options(*kind, node.options, where);
  }

  static Status check_options(const StageKind& kind, const Json& options,
                              const std::string& where) {
    TRY_ASSIGN(const Json schema, Json::parse(kind.options));
    TRY_ASSIGN(const schema::JsonSchema compiled, schema::JsonSchema::compile(schema));
    TRY_ASSIGN(const auto violations, compiled.violations(options));
    if (violations.empty()) return Done{};
    const schema::Violation& first = violations.front();
    std::vector<std::string> known;
    for (const auto& [name, value] : schema["properties"].members()) known.push_back(name);
    const std::string at = first.where == "<root>" ? "options" : "options." + first.where;
    return fail(
        Errc::invalid,
        where + " (" + std::string(kind.type) + "), " + at + ": " + first.message +
            (known.empty() ? "; it has no options" : "; its options: " + join(known, ", ")));
  }

  std::span<const StageKind> kinds_;
  std::vector<std::string> types_;
  std::size_t count_ = 0;
};

// Who writes what: a stage may read what stages before it left, and of stages beside it nothing.
class ArtifactCheck {
 public:
  explicit ArtifactCheck(std::span<const StageKind> kinds) : kinds_(kinds) {}

  // `there` grows by what the node leaves.
  Status visit(const Node& node, std::set<std::string_view>& there) const {
    if (node.kind == NodeKind::stage) return visit_stage(node, there);
    const std::set<std::string_view> before = there;
    for (const Node& child : node.children) {
      if (node.kind != NodeKind::parallel) {
        TRY(visit(child, there));
        continue;
      }
      std::set<std::string_view> own = before;
      TRY(visit(child, own));
      there.merge(own);
    }
    return Done{};
  }

 private:
  Status visit_stage(const Node& node, std::set<std::string_view>& there) const {
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                                   [&](const StageKind& one) { return one.type == node.type; });
    for (const std::string_view name : split_words(kind->reads)) {
      if (!there.contains(name)) {
        return fail(Errc::invalid, "the stage \"" + node.name + "\" (" + node.type + ") reads " +
                                       std::string(name) + ", which no stage before it writes" +
                                       writers_of(name));
      }
    }
    for (const std::string_view name : split_words(kind->writes)) there.insert(name);
    return Done{};
  }

  std::string writers_of(std::string_view name) const {
    std::vector<std::string> types;
    for (const StageKind& kind : kinds_) {
      const auto names = split_words(kind.writes);
      if (std::find(names.begin(), names.end(), name) != names.end()) types.emplace_back(kind.type);
    }
    return types.empty() ? std::string()
                         : "; put one of type " + join(types, " or ") + " before it";
  }

  std::span<const StageKind> kinds_;
};

// The rounds all loops may make together, for loops within loops multiply.
int rounds_of(const Node& node) {
  int inner = 0;
  for (const Node& child : node.children) inner += rounds_of(child);
  if (node.kind != NodeKind::loop) return inner;
  return std::min(kRoundsMax + 1, node.rounds_max * std::max(1, inner));
}

}  // namespace

Result<Definition> parse(std::string_view yaml, std::span<const StageKind> kinds) {
  TRY_ASSIGN(const std::vector<Json> documents, syntax::parse_yaml(yaml));
  if (documents.size() != 1 || !documents.front().is_object()) {
    return fail(Errc::invalid, "a pipeline is one YAML mapping with name and stages");
  }
  const Json& document = documents.front();
  TRY(check_keys(document, "the pipeline", {"name", "summary", "stages"}));
  Definition definition{.name = document["name"].string_or(""),
                        .summary = document["summary"].string_or("")};
  if (definition.name.empty()) return fail(Errc::invalid, "the pipeline has no name");
  if (document["stages"].items().empty()) return fail(Errc::invalid, "the pipeline has no stages");
  TRY_ASSIGN(definition.root.children, Reader(kinds).nodes(document["stages"], "stages", 0));
  std::set<std::string_view> there;
  TRY(ArtifactCheck(kinds).visit(definition.root, there));
  if (rounds_of(definition.root) > kRoundsMax) {
    return fail(Errc::invalid, "the loops of the pipeline make more than " +
                                   std::to_string(kRoundsMax) + " rounds together");
  }
  return definition;
}

std::vector<std::string> stage_paths(const Definition& definition) {
  std::vector<std::string> paths;
  for_each_stage(definition.root, "",
                 [&](const Node& /*stage*/, const std::string& path) { paths.push_back(path); });
  return paths;
}

}  // namespace pawl::pipeline
