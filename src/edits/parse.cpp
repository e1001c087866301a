#include "base/assets.hpp"
#include "edits/edits.hpp"

namespace pawl::edits {
namespace {

EditKind kind_named(std::string_view name) {
  if (name == "symbol") return EditKind::symbol;
  if (name == "write") return EditKind::write;
  if (name == "delete") return EditKind::remove;
  return EditKind::replace;
}

}  // namespace

Json edits_schema() {
  const auto text = asset("schemas/edits.json");
  PAWL_CHECK(text.has_value(), "data/schemas/edits.json is embedded");
  Result<Json> schema = Json::parse(*text);
  return std::move(schema.value());
}

Json edits_schema(int edits_max) {
  Json schema = edits_schema();
  Json properties = schema["properties"];
  Json edits = properties["edits"];
  edits.set("maxItems", edits_max);
  properties.set("edits", std::move(edits));
  schema.set("properties", std::move(properties));
  return schema;
}

EditAnswer parse_edits(const Json& json) {
  EditAnswer answer;
  answer.commit_message = json["commit_message"].string_or("");
  answer.no_change_reason = json["no_change_reason"].string_or("");
  for (const Json& item : json["edits"].items()) {
    Edit edit;
    edit.kind = kind_named(item["kind"].text());
    edit.path = item["path"].string_or("");
    edit.find = item["find"].string_or("");
    edit.content = item["content"].string_or("");
    edit.symbol = item["symbol"].string_or("");
    edit.executable = item["executable"].bool_or(false);
    answer.edits.push_back(std::move(edit));
  }
  return answer;
}

}  // namespace pawl::edits
