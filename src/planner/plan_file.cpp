#include "base/text/text.hpp"
#include "planner/plan.hpp"
#include "schema/json_schema.hpp"
#include "syntax/data/data.hpp"

namespace pawl::planner {
namespace {

Result<Json> parse_document(std::string_view name, std::string_view text) {
  const std::string folded = lower(name);
  if (!folded.ends_with(".yaml") && !folded.ends_with(".yml")) return Json::parse(text);
  TRY_ASSIGN(std::vector<Json> documents, syntax::parse_yaml(text));
  if (documents.size() != 1) {
    return fail(Errc::invalid, "it holds " + counted(documents.size(), "document") +
                                   "; a plan file holds exactly one");
  }
  return std::move(documents.front());
}

}  // namespace

Result<Json> load_plan_file(std::string_view name, std::string_view text) {
  const std::string doing = "reading the plan file " + std::string(name);
  TRY_ASSIGN(Json json, parse_document(name, text).during(doing));
  TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(plan_schema()));
  TRY_ASSIGN(const auto violations, schema.violations(json).during(doing));
  if (!violations.empty()) {
    std::string list;
    for (const schema::Violation& violation : violations) {
      list += "\n  " + violation.where + ": " + violation.message;
    }
    return Result<Json>(fail(Errc::invalid, "it does not follow the schema of a plan:" + list))
        .during(doing);
  }
  if (json["tasks"].size() == 0) {
    return Result<Json>(fail(Errc::invalid, "it holds no task; a plan file names at least one"))
        .during(doing);
  }
  return json;
}

}  // namespace pawl::planner
