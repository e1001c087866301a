// Facts as JSON, and back.
#include "repo/facts/facts_json.hpp"

#include <algorithm>

#include "repo/manifests/manifests.hpp"

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

Sourced to_sourced(const Json& json) {
  return {json["value"].string_or(""), json["path"].string_or(""),
          static_cast<int>(json["line"].int_or(0))};
}

std::optional<Dependency> to_dependency(const Json& json) {
  const auto kind = dependency_kind_of(json["kind"].text());
  const auto manifest = manifest_kind_of(json["manifest"].text());
  if (!kind || !manifest) return {};
  return Dependency{.name = json["name"].string_or(""),
                    .constraint = json["constraint"].string_or(""),
                    .kind = *kind,
                    .group = json["group"].string_or(""),
                    .placed = json["placed"].bool_or(false),
                    .manifest = *manifest,
                    .path = json["path"].string_or(""),
                    .line = static_cast<int>(json["line"].int_or(0))};
}

std::optional<WorkspaceMember> to_member(const Json& json) {
  const auto kind = manifest_kind_of(json["manifest"].text());
  if (!kind) return {};
  return WorkspaceMember{.name = json["name"].string_or(""),
                         .folder = json["folder"].string_or(""),
                         .kind = *kind,
                         .path = json["path"].string_or(""),
                         .line = static_cast<int>(json["line"].int_or(0))};
}

std::optional<Framework> to_framework(const Json& json) {
  auto proof = to_dependency(json["proof"]);
  if (!proof) return {};
  return Framework{json["name"].string_or(""), *std::move(proof)};
}

std::optional<Manifest> to_manifest(const Json& json) {
  const auto kind = manifest_kind_of(json["kind"].text());
  auto path = RepoPath::from_git(json["path"].text());
  if (!kind || !path) return {};
  return Manifest{*kind, *std::move(path), json["data"]};
}

// Reads every item of a list; false when one of them is none.
template <class Item, class Read>
bool read_list(const Json& list, Read read, std::vector<Item>& out) {
  if (!list.is_array()) return false;
  for (const Json& json : list.items()) {
    auto item = read(json);
    if (!item) return false;
    out.push_back(*std::move(item));
  }
  return true;
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

Json record_of(const Facts& facts) {
  Json record = to_json(facts);
  record.set("manifests", list_of(facts.manifests, [](const Manifest& one) {
               return Json::object(
                   {{"kind", to_string(one.kind)}, {"path", one.path.text()}, {"data", one.data}});
             }));
  record.set("frameworks", list_of(facts.frameworks, [](const Framework& one) {
               return Json::object({{"name", one.name}, {"proof", dependency(one.proof)}});
             }));
  return record;
}

std::optional<Facts> facts_of_record(const Json& record) {
  Facts facts;
  const auto language = [](const Json& json) -> std::optional<LanguageCount> {
    return LanguageCount{json["name"].string_or(""),
                         static_cast<std::size_t>(json["files"].int_or(0))};
  };
  const bool whole = read_list(record["languages"], language, facts.languages) &&
                     read_list(record["manifests"], to_manifest, facts.manifests) &&
                     read_list(record["workspaces"], to_member, facts.workspaces) &&
                     read_list(record["frameworks"], to_framework, facts.frameworks) &&
                     read_list(record["dependencies"], to_dependency, facts.dependencies);
  if (!whole) return {};
  for (const SingleRow& row : kSingles) {
    if (record[row.key].is_object()) facts.*row.field = to_sourced(record[row.key]);
  }
  const auto sourced_of = [](const Json& json) { return std::optional(to_sourced(json)); };
  for (const ListRow& row : kLists) {
    if (!read_list(record[row.key], sourced_of, facts.*row.field)) return {};
  }
  return facts;
}

}  // namespace pawl::repo
