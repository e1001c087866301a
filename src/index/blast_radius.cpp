#include "index/blast_radius.hpp"

#include <set>

#include "base/text.hpp"

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

}  // namespace

std::string blast_radius(const Graph& graph, std::span<const std::string> paths,
                         const BlastOptions& options) {
  std::string out;
  std::size_t left_out = 0;
  for (const std::string& path : paths) {
    const OutlinePtr outline = graph.outline(path);
    if (outline == nullptr) continue;
    std::string heading = path + "\n";
    for (const syntax::Symbol& symbol : outline->symbols) {
      const syntax::Definition& definition = symbol.definition;
      if (!definition.is_public || definition.kind == "module") continue;
      if (out.size() >= options.bytes_max) {
        ++left_out;
        continue;
      }
      std::string line = "  " + definition.qualified + parameters_of(symbol) + " [" +
                         definition.kind + ", line " + std::to_string(definition.line) +
                         "]: " + users_of(graph, path, symbol, options.users_max) + "\n";
      if (out.size() + heading.size() + line.size() > options.bytes_max) {
        ++left_out;
        continue;
      }
      out += std::exchange(heading, {}) + line;
    }
  }
  if (left_out > 0 && !out.empty()) {
    out += "  (" + counted(left_out, "further symbol") + " not shown)\n";
  }
  return out;
}

}  // namespace pawl::index
