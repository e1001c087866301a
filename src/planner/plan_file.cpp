#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "planner/plan.hpp"
#include "schema/json_schema.hpp"
#include "syntax/data/data.hpp"
#include "syntax/data/write_yaml.hpp"

namespace pawl::planner {
namespace {

constexpr auto kPlanKeys = fixed_words("version", "source", "overall_score_before", "tasks");
constexpr auto kTaskKeys =
    fixed_words("id", "title", "priority", "metric", "description", "subtasks");
constexpr auto kSubtaskKeys =
    fixed_words("id", "title", "description", "file_hints", "action", "recipe", "named", "tests");

constexpr std::string_view kHead =
    "# A plan for `pawl run --plan-from-file`. Change it as you like: of a subtask only the files "
    "of\n"
    "# file_hints may be written; action is create, modify, delete or verify. What creates may "
    "also\n"
    "# modify, and the other way round, when one file at least is as its action says.\n";

bool is_yaml(std::string_view name) {
  const std::string folded = lower(name);
  return folded.ends_with(".yaml") || folded.ends_with(".yml");
}

// A misspelt key would silently do nothing.
Status check_keys(const Json& object, WordsView known, const std::string& where) {
  for (const auto& [key, value] : object.members()) {
    if (among(known, key)) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    const auto near = nearest(key, names);
    return fail(Errc::invalid,
                where + " has a key \"" + printable(key, 60) + "\" that means nothing here" +
                    (near ? "; did you mean " + *near + "?" : "; there are " + join(names, ", ")));
  }
  return Done{};
}

Status check_all_keys(const Json& plan) {
  TRY(check_keys(plan, kPlanKeys, "the plan"));
  std::size_t number = 0;
  for (const Json& task : plan["tasks"].items()) {
    const std::string where = "tasks[" + std::to_string(number++) + "]";
    TRY(check_keys(task, kTaskKeys, where));
    std::size_t part = 0;
    for (const Json& subtask : task["subtasks"].items()) {
      TRY(check_keys(subtask, kSubtaskKeys, where + ".subtasks[" + std::to_string(part++) + "]"));
    }
  }
  return Done{};
}

Result<Json> parse_document(std::string_view name, std::string_view text) {
  if (!is_yaml(name)) return Json::parse(text);
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
  TRY(check_all_keys(json).during(doing));
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

std::string plan_file_text(const TaskPlan& plan, std::string_view name) {
  const Json json = to_json(plan);
  return is_yaml(name) ? std::string(kHead) + syntax::write_yaml(json) : json.pretty();
}

}  // namespace pawl::planner
