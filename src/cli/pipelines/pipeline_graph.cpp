// `pawl pipeline graph`: the nodes of a pipeline as a tree, for Mermaid, or for Graphviz.
#include "base/text/text.hpp"
#include "cli/pipelines/pipeline_desk.hpp"
#include "pipeline/node_paths.hpp"

namespace pawl::cli {
namespace {

using pipeline::Node;
using pipeline::NodeKind;

std::string note_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::stage:
      return (node.type == node.name ? "" : node.type) +
             (node.client.empty() ? "" : (node.type == node.name ? "" : ", ") + node.client);
    case NodeKind::sequence: return "in order";
    case NodeKind::loop:
      return "until " + node.until + ", " +
             counted(static_cast<std::size_t>(node.rounds_max), "round") + " at most";
    case NodeKind::parallel:
      return "side by side" +
             (node.concurrent_max > 0 ? ", " + std::to_string(node.concurrent_max) + " at a time"
                                      : std::string()) +
             (node.merge == pipeline::MergePolicy::none
                  ? ""
                  : ", merge: " + std::string(to_string(node.merge)));
  }
  return {};
}

void add_tree(const Node& node, std::size_t depth, std::string& out) {
  const std::string note = note_of(node);
  out += std::string(depth * 2, ' ') + node.name + (note.empty() ? "" : " (" + note + ")") + "\n";
  for (const Node& child : node.children) add_tree(child, depth + 1, out);
}

// Boxes and arrows: what may run after what.
class Arrows {
 public:
  enum class Language : std::uint8_t { mermaid, dot };
  explicit Arrows(Language language) : language_(language) {}

  std::string of(const pipeline::Definition& definition) && {
    add(definition.root, "", {});
    return language_ == Language::mermaid ? "flowchart TD\n" + out_
                                          : "digraph pipeline {\n" + out_ + "}\n";
  }

 private:
  using Ends = std::vector<std::string>;

  void line(const std::string& text) {
    out_ += "  " + text + (language_ == Language::dot ? ";\n" : "\n");
  }

  void box(const std::string& path, const std::string& label) {
    if (language_ == Language::mermaid) {
      line(id(path) + "[\"" + replace_all(label, "\"", "'") + "\"]");
    } else {
      line(id(path) + " [shape=box, label=" + Json(label).dump() + "]");
    }
  }

  std::string id(const std::string& path) {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i] == path) return "n" + std::to_string(i);
    }
    paths_.push_back(path);
    return "n" + std::to_string(paths_.size() - 1);
  }

  void arrow(const std::string& from, const std::string& to, const std::string& label = {}) {
    if (language_ == Language::mermaid) {
      line(id(from) + (label.empty() ? " --> " : " -- " + label + " --> ") + id(to));
    } else {
      line(id(from) + " -> " + id(to) +
           (label.empty() ? "" : " [label=" + Json(label).dump() + "]"));
    }
  }

  // Where the node ends, having come from `before`.
  Ends add(const Node& node, const std::string& path, const Ends& before) {
    if (node.kind == NodeKind::stage) {
      const std::string note = note_of(node);
      box(path, node.name + (note.empty() ? "" : " (" + note + ")"));
      for (const std::string& one : before) arrow(one, path);
      return {path};
    }
    Ends ends = before;
    Ends together;
    for (const Node& child : node.children) {
      const Ends of_child = add(child, pipeline::below(path, child.name),
                                node.kind == NodeKind::parallel ? before : ends);
      together.insert(together.end(), of_child.begin(), of_child.end());
      if (node.kind != NodeKind::parallel) ends = of_child;
    }
    if (node.kind == NodeKind::loop) back(node, path, ends);
    return node.kind == NodeKind::parallel ? together : ends;
  }

  void back(const Node& node, const std::string& path, const Ends& ends) {
    const std::string first = pipeline::below(path, node.children.front().name);
    for (const std::string& one : ends) {
      if (node.children.front().kind == NodeKind::stage) {
        arrow(one, first, "until " + node.until);
      }
    }
  }

  Language language_;
  std::string out_;
  std::vector<std::string> paths_;
};

class PipelineGraph final : public Command {
 public:
  std::string name;
  std::string target;
  std::string base;
  std::string format = "text";
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--format", "FORMAT", "text, mermaid or dot", &format, "text mermaid dot"},
        {"--target", "TARGET", "a path; the repository of the current folder when absent", &target},
        {"--base", "BRANCH", "whose pipelines; the default branch when absent", &base},
        {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {
        {"PIPELINE", "a name of `pawl pipeline list`, or a file", &name, true, kOfferPipelines}};
  }

  Result<Exit> run(Context& context) override {
    const std::vector<std::string> formats = {"text", "mermaid", "dot"};
    if (!among(formats, format)) {
      return fail(Errc::invalid, "--format is one of " + join(formats, ", ") + ", not \"" +
                                     printable(format, 60) + "\"");
    }
    TRY_ASSIGN(const auto desk, open_pipelines(context, target, base));
    TRY_ASSIGN(const pipeline::Definition definition, runner::load_pipeline(*desk->files, name));
    std::string text;
    if (format == "text") {
      for (const Node& child : definition.root.children) add_tree(child, 0, text);
    } else {
      text = Arrows(format == "dot" ? Arrows::Language::dot : Arrows::Language::mermaid)
                 .of(definition);
    }
    if (json) {
      context.console.document(
          Json::object({{"pipeline", definition.name}, {"format", format}, {"graph", text}}));
    } else {
      context.console.out(text);
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_pipeline_graph() { return std::make_unique<PipelineGraph>(); }

}  // namespace pawl::cli
