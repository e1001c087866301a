#include "pipeline/nodes.hpp"

#include <algorithm>

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"
#include "schema/json_schema.hpp"

namespace pawl::pipeline {
namespace {

constexpr std::size_t kNameShown = 60;

// A name becomes a folder of the artifacts, a part of a branch and of refs: what leads out of the
// one (`..`) or is none in the other (`a..b`, `a.lock`) is no name.
bool is_name(std::string_view name) {
  constexpr std::size_t kNameMax = 60;
  if (name.starts_with('.') || name.ends_with('.') || name.ends_with(".lock")) return false;
  return !name.empty() && name.size() <= kNameMax && !contains(name, "..") &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-';
         });
}

std::string shown(std::string_view text) { return "\"" + printable(text, kNameShown) + "\""; }

// Where an entry stands.
struct Spot {
  const Document& document;
  Place place;
  std::string path;  // of the node whose child it is
  int depth = 0;
  bool beside = false;  // the list is of a parallel group
};

class NodeReader {
 public:
  NodeReader(Shared& shared, ReadNodes& out) : shared_(shared), out_(out) {
    for (const StageKind& kind : shared.knowledge.kinds) types_.emplace_back(kind.type);
  }

  std::vector<Node> list(const Json& entries, const Spot& spot) {
    std::vector<Node> nodes;
    if (!entries.is_array() || entries.items().empty()) {
      problem(spot.place, "is no list of stages, or an empty one");
    } else if (spot.depth > kDepthMax) {
      problem(spot.place, "nodes lie at most " + std::to_string(kDepthMax) + " deep in each other");
    } else {
      for (std::size_t i = 0; i < entries.size() && count_ <= kNodesMax; ++i) {
        Spot at = spot;
        at.place = spot.place.item(i);
        entry(entries.items()[i], at, nodes);
      }
    }
    return nodes;
  }

 private:
  void problem(const Place& place, std::string message) {
    shared_.problems.add(place, std::move(message));
  }
  void keys(const Json& json, const Place& place, std::string_view what,
            const std::vector<std::string>& known) {
    check_keys(shared_.problems, json, place, what, known);
  }

  void entry(const Json& json, const Spot& spot, std::vector<Node>& siblings) {
    if (!json.is_object()) return problem(spot.place, "is no mapping");
    if (json.has("include")) return include(json, spot, siblings);
    if (++count_ > kNodesMax) {
      return problem(spot.place, "a pipeline has at most " + std::to_string(kNodesMax) + " nodes");
    }
    Node node;
    node.name = json["name"].string_or(json["type"].string_or(""));
    if (!is_name(node.name)) {
      problem(json.has("name") ? spot.place.key("name") : spot.place,
              "needs a name of letters, digits, `_`, `-`, and `.` within it");
    }
    Spot inner = spot;
    inner.path = below(spot.path, node.name);
    ++inner.depth;
    inner.beside = false;
    read(node, json, inner);
    out_.places.insert_or_assign(inner.path, spot.place);
    insert(std::move(node), spot, siblings);
  }

  void insert(Node node, const Spot& spot, std::vector<Node>& siblings) {
    const bool taken = std::any_of(siblings.begin(), siblings.end(),
                                   [&](const Node& other) { return other.name == node.name; });
    if (taken) problem(spot.place, "two stages are called " + shown(node.name));
    siblings.push_back(std::move(node));
  }

  void read(Node& node, const Json& json, const Spot& spot) {
    const std::string type = json["type"].string_or("");
    if (json.has("sequence")) {
      keys(json, spot.place, "a sequence", {"name", "sequence"});
      children(node, NodeKind::sequence, json, "sequence", spot);
    } else if (json.has("loop")) {
      keys(json, spot.place, "a loop", {"name", "loop", "until", "max_iterations"});
      loop(node, json, "loop", spot);
    } else if (json.has("parallel")) {
      parallel(node, json, spot);
    } else if (json.has("body") && type == "sequence") {
      keys(json, spot.place, "a sequence", {"name", "type", "body"});
      children(node, NodeKind::sequence, json, "body", spot);
    } else if (json.has("body") && type == "loop") {
      keys(json, spot.place, "a loop",
           {"name", "type", "body", "until", "max_iterations", "max-iterations"});
      loop(node, json, "body", spot);
    } else {
      stage(node, json, spot);
    }
  }

  void children(Node& node, NodeKind kind, const Json& json, std::string_view key,
                const Spot& spot) {
    node.kind = kind;
    Spot inside = spot;
    inside.place = spot.place.key(key);
    inside.beside = kind == NodeKind::parallel;
    node.children = list(json[key], inside);
  }

  void loop(Node& node, const Json& json, std::string_view key, const Spot& spot) {
    children(node, NodeKind::loop, json, key, spot);
    std::vector<std::string> names;
    for (const Node& child : node.children) names.push_back(child.name);
    // The spelling with a body has no `until`: its first stage decides.
    node.until = json["until"].string_or(key == "body" && !names.empty() ? names.front() : "");
    if (!names.empty() && std::find(names.begin(), names.end(), node.until) == names.end()) {
      problem(json.has("until") ? spot.place.key("until") : spot.place,
              "until names the stage of the loop whose success ends it, not " + shown(node.until) +
                  suggestion(node.until, names));
    }
    node.rounds_max = number(json, "max_iterations", node.rounds_max, {1, 50}, spot.place);
    node.rounds_max = number(json, "max-iterations", node.rounds_max, {1, 50}, spot.place);
  }

  void parallel(Node& node, const Json& json, const Spot& spot) {
    keys(json, spot.place, "a parallel group",
         {"name", "parallel", "max_concurrent", "cancel_on_bail", "bail_policy", "merge"});
    children(node, NodeKind::parallel, json, "parallel", spot);
    node.concurrent_max = number(json, "max_concurrent", 0, {1, 64}, spot.place);
    if (json.has("cancel_on_bail") && !json["cancel_on_bail"].is_bool()) {
      problem(spot.place.key("cancel_on_bail"), "is true or false");
    }
    node.cancel_on_bail = json["cancel_on_bail"].bool_or(false);
    const std::string policy = one_of(json, "bail_policy", {"any", "all"}, spot.place);
    node.bail_policy = policy == "all" ? BailPolicy::all : BailPolicy::any;
    const std::string merge =
        one_of(json, "merge", {"none", "pick", "sequence", "union"}, spot.place);
    if (merge == "pick") node.merge = MergePolicy::pick;
    if (merge == "sequence") node.merge = MergePolicy::sequence;
    if (merge == "union") node.merge = MergePolicy::in_union;
  }

  void stage(Node& node, const Json& json, const Spot& spot) {
    keys(json, spot.place, "a stage",
         {"name", "type", "client", "prompt", "in", "out", "options", "max_attempts"});
    node.type = json["type"].string_or("");
    if (json.has("client")) node.client = client(json["client"], spot.place.key("client"));
    if (json.has("prompt")) {
      node.prompt = read_prompt(shared_, spot.document, json["prompt"], spot.place.key("prompt"));
    }
    node.attempts_max = number(json, "max_attempts", node.attempts_max, {1, 50}, spot.place);
    read_in(node, json["in"], spot.place.key("in"));
    read_out(node, json["out"], spot.place.key("out"));
    if (json.has("options")) node.options = json["options"];
    if (node.type.empty()) {
      return problem(spot.place, "names no type (a stage), and is no sequence, loop or parallel");
    }
    const auto& kinds = shared_.knowledge.kinds;
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const StageKind& one) { return one.type == node.type; });
    if (kind == kinds.end()) {
      return problem(spot.place.key("type"),
                     "unknown type " + shown(node.type) + suggestion(node.type, types_));
    }
    node.rerun = kind->rerun;
    options(*kind, node.options, spot.place.key("options"));
  }

  std::string client(const Json& json, const Place& place) {
    const std::string spec = json.string_or("");
    const auto& check = shared_.knowledge.check_client;
    const Status good = check ? check(spec, place.file()) : check_client_shape(spec);
    if (!good) problem(place, good.error().message);
    return spec;
  }

  void options(const StageKind& kind, const Json& options, const Place& place) {
    if (!options.is_object()) return problem(place, "is no mapping");
    const Result<Json> schema = Json::parse(kind.options);
    const auto compiled = schema ? schema::JsonSchema::compile(*schema) : schema.error();
    const auto violations = compiled ? compiled->violations(options) : compiled.error();
    if (!violations) return problem(place, violations.error().message);
    std::vector<std::string> known;
    for (const auto& [name, value] : (*schema)["properties"].members()) known.push_back(name);
    for (const schema::Violation& one : *violations) {
      const Place at = place.below(one.pointer);
      const bool unknown = one.where == "<root>" && one.keyword == "additionalProperties";
      const std::string name = one.pointer.substr(one.pointer.rfind('/') + 1);
      if (unknown) {
        problem(at, "unknown option " + shown(name) + " of " + std::string(kind.type) +
                        (known.empty() ? "; it has no options" : suggestion(name, known)));
      } else {
        problem(at, one.message);
      }
    }
  }

  void read_in(Node& node, const Json& json, const Place& place) {
    if (!json.is_null() && !json.is_object()) problem(place, "maps variables to artifacts");
    for (const auto& [variable, value] : json.members()) {
      const std::string text = value.string_or("");
      const auto mark = text.find('?');
      Taken taken{.variable = variable, .artifact = text.substr(0, mark)};
      taken.optional = mark != std::string::npos;
      if (taken.optional) taken.fallback = text.substr(mark + 1);
      // Files of the person's lie beside the artifacts.
      if (!RepoPath::parse(taken.artifact)) {
        problem(place.key(variable), "names no artifact: a name, or a path below the artifacts");
      }
      node.in.push_back(std::move(taken));
    }
  }

  void read_out(Node& node, const Json& json, const Place& place) {
    constexpr std::string_view kScheme = "file://session/";
    if (!json.is_null() && !json.is_object())
      problem(place, "maps names to files of the artifacts");
    for (const auto& [name, value] : json.members()) {
      Left left{.key = name, .artifact = value.string_or("")};
      left.optional = name.ends_with('?');
      if (left.optional) left.key.pop_back();
      if (left.artifact.starts_with(kScheme)) left.artifact.erase(0, kScheme.size());
      if (!is_name(left.artifact)) {
        problem(place.key(name), "names no file of the artifacts: letters, digits, `.`, `_`, `-`");
      }
      node.out.push_back(std::move(left));
    }
  }

  void include(const Json& json, const Spot& spot, std::vector<Node>& siblings) {
    keys(json, spot.place, "an include", {"include"});
    const Place place = spot.place.key("include");
    const std::string name = json["include"].string_or("");
    Sources* sources = shared_.knowledge.sources;
    if (sources == nullptr) return problem(place, "no pipeline can be included here");
    const auto file = sources->included(spot.document.file, name);
    if (!file) return problem(place, file.error().message);
    if (!*file) {
      const auto names = sources->pipeline_names();
      return problem(place, "there is no pipeline " + shown(name) +
                                suggestion(name, names ? *names : std::vector<std::string>()));
    }
    std::vector<std::string>& open = shared_.included;
    if (std::find(open.begin(), open.end(), (*file)->name) != open.end()) {
      return problem(place, "pipelines include each other in a circle: " + join(open, ", "));
    }
    if (open.size() > kDepthMax) return problem(place, "pipelines lie too deep in each other");
    open.push_back((*file)->name);
    splice(*file.value(), spot, siblings);
    open.pop_back();
  }

  void splice(const SourceFile& file, const Spot& spot, std::vector<Node>& siblings) {
    const Document* document = open_document(shared_, file);
    if (document == nullptr) return;
    check_prompts(shared_, *document);
    Spot inside{.document = *document,
                .place = document->place().key("stages"),
                .path = spot.path,
                .depth = spot.depth};
    if (!spot.beside) {
      for (Node& node : list(document->yaml["stages"], inside))
        insert(std::move(node), spot, siblings);
      return;
    }
    // What is to run beside others is one node.
    Node whole{.kind = NodeKind::sequence, .name = document->name};
    inside.path = below(spot.path, whole.name);
    ++inside.depth;
    whole.children = list(document->yaml["stages"], inside);
    out_.places.insert_or_assign(inside.path, spot.place);
    insert(std::move(whole), spot, siblings);
  }

  struct Limits {
    int low;
    int high;
  };
  int number(const Json& json, std::string_view key, int fallback, Limits limits,
             const Place& place) {
    if (!json.has(key)) return fallback;
    const Json& value = json[key];
    if (value.is_int() && value.int_or(limits.low - 1) >= limits.low &&
        value.int_or(limits.high + 1) <= limits.high) {
      return static_cast<int>(value.int_or(fallback));
    }
    problem(place.key(key), std::string(key) + " is a whole number from " +
                                std::to_string(limits.low) + " to " + std::to_string(limits.high));
    return fallback;
  }

  // The first of the words where the key is not there.
  std::string one_of(const Json& json, std::string_view key, const std::vector<std::string>& words,
                     const Place& place) {
    if (!json.has(key)) return words.front();
    const std::string word = json[key].string_or("");
    if (among(words, word)) return word;
    problem(place.key(key), std::string(key) + " is " + join(words, " or ") + ", not " +
                                shown(word) + suggestion(word, words));
    return words.front();
  }

  Shared& shared_;
  ReadNodes& out_;
  std::vector<std::string> types_;
  std::size_t count_ = 0;
};

}  // namespace

ReadNodes read_nodes(Shared& shared, const Document& document) {
  ReadNodes out;
  NodeReader reader(shared, out);
  out.nodes = reader.list(document.yaml["stages"],
                          {.document = document, .place = document.place().key("stages")});
  return out;
}

}  // namespace pawl::pipeline
