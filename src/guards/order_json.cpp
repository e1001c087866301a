#include "guards/order_json.hpp"

namespace pawl::guards {
namespace {

void put_texts(Json& json, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) json.set(name, Json::array_of(texts));
}

void put_paths(Json& json, std::string_view name, const std::vector<RepoPath>& paths) {
  std::vector<std::string> texts;
  for (const RepoPath& path : paths) texts.push_back(path.text());
  put_texts(json, name, texts);
}

void put_flag(Json& json, std::string_view name, bool value, bool usual) {
  if (value != usual) json.set(name, value);
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& item : list.items()) texts.push_back(item.string_or(""));
  return texts;
}

Result<std::vector<RepoPath>> paths_from(const Json& list) {
  std::vector<RepoPath> paths;
  for (const Json& item : list.items()) {
    TRY_ASSIGN(RepoPath path, RepoPath::parse(item.text()));
    paths.push_back(std::move(path));
  }
  return paths;
}

Json locked_json(const std::vector<LockedSymbol>& locked) {
  Json list = Json::array();
  for (const LockedSymbol& symbol : locked) {
    list.push(Json::object(
        {{"path", symbol.path.text()}, {"symbol", symbol.qualified}, {"by", symbol.by}}));
  }
  return list;
}

Result<std::vector<LockedSymbol>> locked_from(const Json& list) {
  std::vector<LockedSymbol> locked;
  for (const Json& item : list.items()) {
    TRY_ASSIGN(RepoPath path, RepoPath::parse(item["path"].text()));
    locked.push_back({.path = std::move(path),
                      .qualified = item["symbol"].string_or(""),
                      .by = item["by"].string_or("")});
  }
  return locked;
}

Json reproduction_json(const Reproduction& reproduction) {
  Json json = Json::object({{"stack", reproduction.stack}, {"folder", reproduction.folder}});
  std::vector<RepoPath> files;
  for (const Reproduction::File& file : reproduction.files) files.push_back(file.path);
  put_paths(json, "files", files);
  put_texts(json, "tests", reproduction.ids);
  return json;
}

Result<Reproduction> reproduction_from(const Json& json) {
  Reproduction out;
  TRY_ASSIGN(std::vector<RepoPath> files, paths_from(json["files"]));
  for (RepoPath& path : files) out.files.push_back({.path = std::move(path), .text = {}});
  out.ids = texts_of(json["tests"]);
  out.stack = json["stack"].string_or("");
  out.folder = json["folder"].string_or("");
  return out;
}

}  // namespace

Json to_json(const Order& order) {
  Json json = Json::object();
  put_flag(json, "fenced", order.fenced, true);
  put_paths(json, "hints", order.hints);
  put_paths(json, "named", order.named);
  put_texts(json, "targets", order.targets);
  put_paths(json, "sanctioned_deletions", order.sanctioned_deletions);
  if (!order.locked.empty()) json.set("locked", locked_json(order.locked));
  put_texts(json, "to_mend", order.to_mend);
  put_flag(json, "reproduces", order.reproduces, false);
  if (!order.reproduction.ids.empty()) {
    json.set("reproduction", reproduction_json(order.reproduction));
  }
  put_flag(json, "layout", order.layout, false);
  put_flag(json, "compile_fix", order.compile_fix, false);
  return json;
}

Result<Order> order_from_json(const Json& json) {
  Order order;
  order.fenced = json["fenced"].bool_or(true);
  TRY_ASSIGN(order.hints, paths_from(json["hints"]));
  TRY_ASSIGN(order.named, paths_from(json["named"]));
  order.targets = texts_of(json["targets"]);
  TRY_ASSIGN(order.sanctioned_deletions, paths_from(json["sanctioned_deletions"]));
  TRY_ASSIGN(order.locked, locked_from(json["locked"]));
  order.to_mend = texts_of(json["to_mend"]);
  order.reproduces = json["reproduces"].bool_or(false);
  TRY_ASSIGN(order.reproduction, reproduction_from(json["reproduction"]));
  order.layout = json["layout"].bool_or(false);
  order.compile_fix = json["compile_fix"].bool_or(false);
  return order;
}

Json to_json(const Policy& policy) {
  Json json = Json::object();
  put_texts(json, "enable", policy.enable);
  put_texts(json, "skip", policy.skip);
  put_texts(json, "only", policy.only);
  put_texts(json, "require", policy.require);
  if (policy.sanctions.empty()) return json;
  Json sanctions = Json::array();
  for (const Sanction& sanction : policy.sanctions) {
    sanctions.push(
        Json::object({{"rule", sanction.rule}, {"path", sanction.path}, {"why", sanction.why}}));
  }
  json.set("sanctions", std::move(sanctions));
  return json;
}

Result<Policy> policy_from_json(const Json& json) {
  Policy policy;
  policy.enable = texts_of(json["enable"]);
  policy.skip = texts_of(json["skip"]);
  policy.only = texts_of(json["only"]);
  policy.require = texts_of(json["require"]);
  for (const auto* ids : {&policy.enable, &policy.skip, &policy.only, &policy.require}) {
    TRY(check_ids(*ids));
  }
  for (const Json& item : json["sanctions"].items()) {
    policy.sanctions.push_back({.rule = item["rule"].string_or(""),
                                .path = item["path"].string_or(""),
                                .why = item["why"].string_or("")});
  }
  return policy;
}

}  // namespace pawl::guards
