#include "index/reached.hpp"

namespace pawl::index {
namespace {

void add_import(const Graph& graph, std::string_view from, const syntax::Import& import,
                std::set<std::string>& out) {
  for (const std::string& path : graph.resolve(from, import).paths) {
    out.insert(path);
    for (const syntax::ImportedName& name : import.names) {
      if (auto origin = graph.origin_of(path, name.name)) out.insert(std::move(origin->path));
    }
  }
  for (const syntax::ImportedName& name : import.names) {
    for (std::string& path : graph.resolve_name(from, import, name.name).paths) {
      out.insert(std::move(path));
    }
  }
}

}  // namespace

std::set<std::string> reached_from(const Graph& graph, std::string_view path) {
  std::set<std::string> out;
  for (const syntax::Import& import : graph.imports_of(path)) add_import(graph, path, import, out);
  const Family family = family_of(path);
  if (family != Family::go && family != Family::java) return out;
  for (const std::string& beside : graph.tree().files_in(folder_of(path))) {
    if (family_of(beside) == family) out.insert(beside);
  }
  return out;
}

}  // namespace pawl::index
