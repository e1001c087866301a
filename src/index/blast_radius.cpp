#include "index/blast_radius.hpp"

#include <iterator>
#include <set>
#include <utility>

#include "base/text/text.hpp"

namespace pawl::index {
namespace {

std::string parameters_of(const syntax::Symbol& symbol) {
  if (!symbol.signature) return {};
  std::string out = "(";
  const syntax::Signature& signature = *symbol.signature;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const syntax::Parameter& parameter = signature.parameters[i];
    if (i > 0) out += ", ";
    out += parameter.name.empty() ? "_" : parameter.name;
    if (parameter.optional) out += "?";
  }
  if (signature.variadic) out += out.size() > 1 ? ", ..." : "...";
  return out + ")";
}

std::string users_of(const Graph& graph, const std::string& path, const syntax::Symbol& symbol,
                     std::size_t shown_max) {
  std::set<std::string> seen;
  std::string out;
  std::size_t more = 0;
  for (const Site& site : graph.uses_of(path, symbol.definition.qualified)) {
    if (site.path == path || site.imports || site.confidence == Confidence::possible) continue;
    const std::string place = site.path + ":" + std::to_string(site.line);
    if (!seen.insert(place).second) continue;
    if (seen.size() > shown_max) {
      ++more;
      continue;
    }
    if (!out.empty()) out += ", ";
    out += place;
    if (!site.enclosing.empty()) out += " in " + site.enclosing;
  }
  if (out.empty()) return "no known users in other files";
  if (more > 0) out += " (+" + std::to_string(more) + " more)";
  return "used by " + out;
}

// The block while it is made: the lines of each file, those of wanted symbols first.
class Radius {
 public:
  Radius(const Graph& graph, std::span<const std::string> paths, const BlastOptions& options)
      : graph_(graph), paths_(paths), options_(options), lines_(paths.size()) {}

  void add_all(bool wanted) {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const OutlinePtr outline = graph_.outline(paths_[i]);
      if (outline == nullptr) continue;
      for (const syntax::Symbol& symbol : outline->symbols) {
        const syntax::Definition& definition = symbol.definition;
        if (!definition.is_public || definition.kind == "module") continue;
        if (is_wanted(definition.name) == wanted) add(i, symbol);
      }
    }
  }

  BlastRadius take() {
    BlastRadius out;
    for (std::vector<BlastLine>& lines : lines_) {
      std::move(lines.begin(), lines.end(), std::back_inserter(out.lines));
    }
    out.left_out = left_out_;
    return out;
  }

 private:
  bool is_wanted(const std::string& name) const { return options_.wanted && options_.wanted(name); }

  void add(std::size_t index, const syntax::Symbol& symbol) {
    if (bytes_ >= options_.bytes_max) {
      ++left_out_;
      return;
    }
    const std::string& path = paths_[index];
    const syntax::Definition& definition = symbol.definition;
    std::string text = definition.qualified + parameters_of(symbol) + " [" + definition.kind +
                       ", line " + std::to_string(definition.line) +
                       "]: " + users_of(graph_, path, symbol, options_.users_max);
    const std::size_t heading = lines_[index].empty() ? path.size() + 1 : 0;
    const std::size_t bytes = heading + text.size() + 3;
    if (bytes_ + bytes > options_.bytes_max) {
      ++left_out_;
      return;
    }
    bytes_ += bytes;
    lines_[index].push_back({path, definition.line, std::move(text)});
  }

  const Graph& graph_;
  std::span<const std::string> paths_;
  const BlastOptions& options_;
  std::vector<std::vector<BlastLine>> lines_;
  std::size_t bytes_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

BlastRadius blast_radius(const Graph& graph, std::span<const std::string> paths,
                         const BlastOptions& options) {
  Radius radius(graph, paths, options);
  if (options.wanted) radius.add_all(true);
  radius.add_all(false);
  return radius.take();
}

std::string to_text(const BlastRadius& radius) {
  std::string out;
  std::string_view path;
  for (const BlastLine& line : radius.lines) {
    if (line.path != path) out += line.path + "\n";
    path = line.path;
    out += "  " + line.text + "\n";
  }
  if (radius.left_out > 0 && !out.empty()) {
    out += "  (" + counted(radius.left_out, "further symbol") + " not shown)\n";
  }
  return out;
}

}  // namespace pawl::index
