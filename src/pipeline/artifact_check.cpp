// Who writes what: a stage may read what stages before it left, and of stages beside it nothing.
#include <algorithm>
#include <set>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"
#include "pipeline/nodes.hpp"

namespace pawl::pipeline {
namespace {

// What was left up to a place in the pipeline.
struct Shelf {
  std::set<std::string, std::less<>> artifacts;
  std::map<std::string, std::string, std::less<>> names;  // of inputs and `out:`, to artifacts

  void add(const Shelf& other) {
    artifacts.insert(other.artifacts.begin(), other.artifacts.end());
    names.insert(other.names.begin(), other.names.end());
  }
  bool holds(std::string_view wanted) const {
    return std::any_of(artifacts.begin(), artifacts.end(), [&](const std::string& one) {
      return one == wanted || glob_match(wanted, one) || glob_match(one, wanted);
    });
  }
};

class ArtifactCheck {
 public:
  ArtifactCheck(Shared& shared, const std::map<std::string, Place>& places)
      : shared_(shared), places_(places) {}

  // `shelf` grows by what the node leaves.
  void visit(Node& node, const std::string& path, Shelf& shelf) const {
    if (node.kind == NodeKind::stage) return visit_stage(node, path, shelf);
    const Shelf before = shelf;
    for (Node& child : node.children) {
      if (node.kind != NodeKind::parallel) {
        visit(child, below(path, child.name), shelf);
        continue;
      }
      Shelf own = before;
      visit(child, below(path, child.name), own);
      shelf.add(own);
    }
  }

 private:
  const Place& place_of(const std::string& path) const { return places_.at(path); }

  void visit_stage(Node& node, const std::string& path, Shelf& shelf) const {
    const auto& kinds = shared_.knowledge.kinds;
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const StageKind& one) { return one.type == node.type; });
    for (Taken& taken : node.in) take(taken, place_of(path).key("in").key(taken.variable), shelf);
    if (kind != kinds.end()) {
      for (const std::string_view name : split_words(kind->reads)) {
        if (name.ends_with('?') || shelf.holds(name)) continue;
        shared_.problems.add(place_of(path), "the stage \"" + node.name + "\" (" + node.type +
                                                 ") reads " + std::string(name) +
                                                 ", which no stage before it writes" +
                                                 writers_of(name));
        break;  // who writes it most often writes the others
      }
      for (const std::string_view name : split_words(kind->writes)) shelf.artifacts.emplace(name);
    }
    for (const Left& left : node.out) leave(left, place_of(path).key("out").key(left.key), shelf);
  }

  void take(Taken& taken, const Place& place, const Shelf& shelf) const {
    const auto named = shelf.names.find(taken.artifact);
    if (named != shelf.names.end()) {
      taken.artifact = named->second;
      return;
    }
    if (taken.optional || shelf.holds(taken.artifact)) return;
    std::vector<std::string> known(shelf.artifacts.begin(), shelf.artifacts.end());
    for (const auto& [name, artifact] : shelf.names) known.push_back(name);
    shared_.problems.add(place, "no stage before it leaves \"" + printable(taken.artifact, 60) +
                                    "\", and no input has that name" +
                                    suggestion(taken.artifact, known));
  }

  void leave(const Left& left, const Place& place, Shelf& shelf) const {
    const auto [at, fresh] = shelf.names.emplace(left.key, left.artifact);
    if (!fresh && at->second != left.artifact) {
      shared_.problems.add(
          place, "\"" + printable(left.key, 60) + "\" stands for " + at->second + " already");
    }
    shelf.artifacts.insert(left.artifact);
  }

  std::string writers_of(std::string_view name) const {
    std::vector<std::string> types;
    for (const StageKind& kind : shared_.knowledge.kinds) {
      for (const std::string_view written : split_words(kind.writes)) {
        const bool same = written == name || glob_match(name, written);
        if (same && !among(types, kind.type)) types.emplace_back(kind.type);
      }
    }
    return types.empty() ? std::string()
                         : "; put one of type " + join(types, " or ") + " before it";
  }

  Shared& shared_;
  const std::map<std::string, Place>& places_;
};

}  // namespace

void check_artifacts(Shared& shared, Definition& definition,
                     const std::map<std::string, Place>& places) {
  Shelf shelf;
  for (const Input& input : definition.inputs) {
    shelf.names.emplace(input.name, input.artifact());
    shelf.artifacts.insert(input.artifact());
  }
  ArtifactCheck(shared, places).visit(definition.root, "", shelf);
}

}  // namespace pawl::pipeline
