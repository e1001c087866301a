#include <set>

#include "base/text/text.hpp"
#include "recipes/recipe.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::recipes {
namespace {

bool is_open(const Json& report, std::string_view metric) {
  for (const Json& item : report["metrics"].items()) {
    if (item["name"].text() == metric) return item["status"].text() != "pass";
  }
  return true;
}

RepoPath path_of(const Write& write) {
  Result<RepoPath> path = RepoPath::parse(write.path);
  PAWL_CHECK(path.ok(), "a recipe writes a path of its own making");
  return *std::move(path);
}

constexpr std::size_t kReasonsShownMax = 20;

std::string description_of(const Recipe& recipe, const std::vector<Write>& writes) {
  std::string out = "Recipe " + std::string(recipe.name) + ".";
  std::size_t shown = 0;
  std::size_t all = 0;
  for (const Write& write : writes) {
    for (const std::string& reason : write.reasons) {
      if (++all > kReasonsShownMax) continue;
      out += "\n- " + printable(write.path + ": " + reason, 300);
      ++shown;
    }
  }
  if (all > shown) out += "\n- and " + std::to_string(all - shown) + " more";
  return out;
}

Json subtask_json(const Recipe& recipe, const repo::RepoView& view,
                  const std::vector<Write>& writes) {
  Json hints = Json::array();
  bool creates = true;
  for (const Write& write : writes) {
    hints.push(write.path);
    if (view.has(write.path)) creates = false;
  }
  return Json::object({{"title", recipe.title},
                       {"description", description_of(recipe, writes)},
                       {"file_hints", std::move(hints)},
                       {"action", creates ? "create" : "modify"},
                       {"recipe", recipe.name}});
}

// The task of a metric, made when its first recipe comes.
Json& task_for(Json& tasks, std::string_view metric) {
  for (Json& task : tasks.mutable_items()) {
    if (task["metric"].text() == metric) return task;
  }
  tasks.push(Json::object({{"title", "Improve " + std::string(metric)},
                           {"priority", tasks.size() + 1},
                           {"metric", metric},
                           {"description", "Deterministic fixes from the repository's own facts."},
                           {"subtasks", Json::array()}}));
  return tasks.mutable_items().back();
}

class RecipeModel final : public llm::ChatModel {
 public:
  RecipeModel(CurrentView view, Settings settings)
      : view_(std::move(view)), settings_(std::move(settings)) {}

  std::string name() const override { return "recipes:"; }
  Result<llm::ModelHealth> check() override { return llm::ModelHealth{}; }

  Result<llm::ChatAnswer> ask(const llm::ChatRequest& request) override {
    TRY_ASSIGN(const std::unique_ptr<repo::RepoView> view, view_());
    TRY_ASSIGN(const Json json, request.role == "planner"
                                    ? Result<Json>(plan(*view, request.context))
                                    : work(*view, request.context["subtask"]));
    TRY(view->trouble());
    llm::ChatAnswer answer;
    answer.text = json.dump();
    answer.model = name();
    answer.finish_reason = "stop";
    return answer;
  }

 private:
  std::vector<Write> prepare(const Recipe& recipe, const repo::RepoView& view) const {
    const repo::Facts facts = repo::gather_facts(view);
    std::vector<Write> writes =
        recipe.prepare({.view = view, .facts = facts, .settings = settings_});
    // git can hold names that no plan can (a backslash, a dot at the end): those files stay as they
    // are.
    std::erase_if(writes, [](const Write& write) { return !RepoPath::parse(write.path).ok(); });
    return writes;
  }

  bool is_wanted(const Recipe& recipe, const Json& report) const {
    if (!settings_.asked.empty()) return settings_.asks_for(recipe.name);
    if (recipe.when == When::asked) return false;
    return recipe.when == When::always || is_open(report, recipe.metric);
  }

  // A concern that is passed over does not count as the first one and leaves no trace in the tree
  // of the others; what it would write comes last, for the rule that drops it and says why.
  Json plan(const repo::RepoView& view, const Json& context) const {
    std::set<std::string_view> passed_over;
    for (const Json& concern : context["passed_over"].items()) passed_over.insert(concern.text());
    repo::OverlayView tree(view);
    Json tasks = Json::array();
    std::string_view concern;
    for (const Recipe& recipe : all()) {
      if (!is_wanted(recipe, context["report"]) || passed_over.contains(recipe.concern)) continue;
      if (settings_.asked.empty() && !concern.empty() && recipe.concern != concern) continue;
      if (add_subtask(tasks, recipe, tree)) concern = recipe.concern;
    }
    for (const Recipe& recipe : all()) {
      if (!is_wanted(recipe, context["report"]) || !passed_over.contains(recipe.concern)) continue;
      repo::OverlayView alone(view);
      add_subtask(tasks, recipe, alone);
    }
    return Json::object({{"tasks", std::move(tasks)}});
  }

  // Whether it has something to write; the tree has it then.
  bool add_subtask(Json& tasks, const Recipe& recipe, repo::OverlayView& tree) const {
    const std::vector<Write> writes = prepare(recipe, tree);
    if (writes.empty()) return false;
    Json& task = task_for(tasks, recipe.metric);
    Json subtasks = task["subtasks"];
    subtasks.push(subtask_json(recipe, tree, writes));
    task.set("subtasks", std::move(subtasks));
    for (const Write& write : writes) tree.put(path_of(write), write.content);
    return true;
  }

  Result<Json> work(const repo::RepoView& view, const Json& subtask) const {
    const Recipe* recipe = find(subtask["recipe"].text());
    if (recipe == nullptr) {
      return fail(Errc::invalid, "recipes: cannot do " + subtask["id"].string_or("this subtask") +
                                     ", it names no recipe; give --model to have a model do it");
    }
    const std::vector<Write> writes = prepare(*recipe, view);
    Json edits = Json::array();
    for (const Write& write : writes) {
      edits.push(
          Json::object({{"kind", "write"}, {"path", write.path}, {"content", write.content}}));
    }
    Json answer = Json::object({{"commit_message", recipe->message}, {"edits", std::move(edits)}});
    if (writes.empty()) answer.set("no_change_reason", "the recipe finds nothing left to do");
    return answer;
  }

  CurrentView view_;
  Settings settings_;
};

}  // namespace

std::unique_ptr<llm::ChatModel> recipe_model(CurrentView view, Settings settings) {
  return std::make_unique<RecipeModel>(std::move(view), std::move(settings));
}

}  // namespace pawl::recipes
