// Facts as JSON, and back.
#include <algorithm>

#include "repo/facts.hpp"
#include "repo/manifests.hpp"

namespace pawl::repo {
namespace {

using Single = std::optional<Sourced> Facts::*;
using List = std::vector<Sourced> Facts::*;

struct SingleRow {
  std::string_view key;
  Single field;
};
struct ListRow {
  std::string_view key;
  List field;
};

// In the order they are written.
constexpr SingleRow kSingles[] = {{"name", &Facts::name},
                                  {"description", &Facts::description},
                                  {"version", &Facts::version},
                                  {"license_declared", &Facts::license_declared},
                                  {"license_file", &Facts::license_file},
                                  {"author", &Facts::author},
                                  {"repository_url", &Facts::repository_url},
                                  {"homepage", &Facts::homepage},
                                  {"readme", &Facts::readme}};
constexpr ListRow kLists[] = {{"package_managers", &Facts::package_managers},
                              {"install_commands", &Facts::install_commands},
                              {"build_commands", &Facts::build_commands},
                              {"test_commands", &Facts::test_commands},
                              {"lint_commands", &Facts::lint_commands},
                              {"run_commands", &Facts::run_commands},
                              {"workflows", &Facts::workflows},
                              {"entry_points", &Facts::entry_points},
                              {"unreadable", &Facts::unreadable}};

Json sourced(const Sourced& fact) {
  return Json::object({{"value", fact.value}, {"path", fact.path}, {"line", fact.line}});
}

Json sourced_list(const std::vector<Sourced>& facts) {
  Json list = Json::array();
  for (const Sourced& fact : facts) list.push(sourced(fact));
  return list;
}

Json dependency(const Dependency& one) {
  return Json::object({{"name", one.name},
                       {"constraint", one.constraint},
                       {"kind", to_string(one.kind)},
                       {"group", one.group},
                       {"placed", one.placed},
                       {"manifest", to_string(one.manifest)},
                       {"path", one.path},
                       {"line", one.line}});
}

Json member(const WorkspaceMember& one) {
  return Json::object({{"name", one.name},
                       {"folder", one.folder},
                       {"manifest", to_string(one.kind)},
                       {"path", one.path},
                       {"line", one.line}});
}

Json framework(const Framework& one) {
  return Json::object({{"name", one.name},
                       {"dependency", one.proof.name},
                       {"kind", to_string(one.proof.kind)},
                       {"path", one.proof.path},
                       {"line", one.proof.line}});
}

template <class Items, class Write>
Json list_of(const Items& items, Write write) {
  Json list = Json::array();
  for (const auto& one : items) list.push(write(one));
  return list;
}

}  // namespace

Json to_json(const Facts& facts) {
  Json json = Json::object();
  json.set("languages", list_of(facts.languages, [](const LanguageCount& one) {
             return Json::object({{"name", one.name}, {"files", one.files}});
           }));
  json.set("manifests", list_of(facts.manifests, [](const Manifest& one) {
             return Json::object({{"kind", to_string(one.kind)}, {"path", one.path.text()}});
           }));
  for (const SingleRow& row : kSingles) {
    const auto& fact = facts.*row.field;
    json.set(row.key, fact ? sourced(*fact) : Json());
  }
  for (const ListRow& row : kLists) json.set(row.key, sourced_list(facts.*row.field));
  json.set("workspaces", list_of(facts.workspaces, member));
  json.set("frameworks", list_of(facts.frameworks, framework));
  json.set("dependencies", list_of(facts.dependencies, dependency));
  return json;
}

}  // namespace pawl::repo
