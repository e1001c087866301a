#include "runner/request.hpp"

namespace pawl::runner {

Json to_json(const stages::Request& request) {
  Json json = Json::object({{"version", 1},
                            {"target", request.target},
                            {"base", request.base},
                            {"branch", request.branch},
                            {"model", request.model},
                            {"worker_model", request.worker_model},
                            {"pipeline", request.pipeline},
                            {"plan_file", request.plan_file},
                            {"scope", request.scope},
                            {"attempts_max", request.attempts_max},
                            {"dry_run", request.dry_run},
                            {"yes", request.yes},
                            {"self_review", request.self_review},
                            {"ci_watch", request.ci_watch},
                            {"ci_fix", request.ci_fix}});
  if (!request.recipes.empty()) json.set("recipes", Json::array_of(request.recipes));
  if (!request.notes.empty()) json.set("notes", Json::array_of(request.notes));
  if (!request.task.empty()) json.set("task", request.task);
  if (request.pull > 0) json.set("pull", request.pull);
  if (!request.title.empty()) json.set("title", request.title);
  json.set("test_attempts_max", request.test_attempts_max);
  const auto set = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) json.set(name, value);
  };
  set("client", request.client);
  set("instructions", request.instructions);
  set("plan", request.plan);
  set("spec", request.spec);
  if (!request.commands.empty()) json.set("commands", Json::array_of(request.commands));
  set("parent", request.parent);
  set("land_on", request.land_on);
  set("description", request.description);
  set("child", request.child);
  const config::Limits& budget = request.budget;
  if (budget.cost > 0 || budget.tokens > 0 || budget.time_s > 0) {
    json.set(
        "budget",
        Json::object({{"cost", budget.cost}, {"tokens", budget.tokens}, {"time", budget.time_s}}));
  }
  if (request.issue) json.set("issue", planner::to_json(*request.issue));
  return json;
}

Result<stages::Request> request_from_json(const Json& json) {
  if (json["version"].int_or(0) != 1) {
    return fail(Errc::invalid, "the saved request has version " + json["version"].dump() +
                                   ", this Pawl reads version 1; start anew with --reset");
  }
  stages::Request request;
  request.target = json["target"].string_or("");
  request.base = json["base"].string_or("");
  request.branch = json["branch"].string_or("");
  request.model = json["model"].string_or("");
  request.worker_model = json["worker_model"].string_or("");
  request.pipeline = json["pipeline"].string_or("improve");
  request.plan_file = json["plan_file"].string_or("");
  request.scope = json["scope"].string_or("");
  for (const Json& recipe : json["recipes"].items()) {
    request.recipes.push_back(recipe.string_or(""));
  }
  for (const Json& note : json["notes"].items()) request.notes.push_back(note.string_or(""));
  request.task = json["task"].string_or("");
  request.title = json["title"].string_or("");
  request.client = json["client"].string_or("");
  request.instructions = json["instructions"].string_or("");
  request.plan = json["plan"].string_or("");
  request.spec = json["spec"].string_or("");
  for (const Json& one : json["commands"].items()) {
    request.commands.push_back(one.string_or(""));
  }
  request.test_attempts_max = static_cast<int>(json["test_attempts_max"].int_or(3));
  request.parent = json["parent"].string_or("");
  request.land_on = json["land_on"].string_or("");
  request.description = json["description"].string_or("");
  request.child = json["child"].string_or("");
  request.budget = {.cost = json["budget"]["cost"].number_or(0),
                    .tokens = json["budget"]["tokens"].int_or(0),
                    .time_s = json["budget"]["time"].int_or(0)};
  request.pull = json["pull"].int_or(0);
  if (json.has("issue")) request.issue = planner::issue_from_json(json["issue"]);
  request.attempts_max = static_cast<int>(json["attempts_max"].int_or(2));
  request.dry_run = json["dry_run"].bool_or(false);
  request.yes = json["yes"].bool_or(false);
  request.self_review = json["self_review"].bool_or(true);
  request.ci_watch = json["ci_watch"].bool_or(true);
  request.ci_fix = json["ci_fix"].bool_or(true);
  return request;
}

}  // namespace pawl::runner
