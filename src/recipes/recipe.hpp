// Recipes: deterministic improvements from a repository's own facts, behind the interface of a
// chat model. Each recipe is one file and one row; it refuses when its facts are missing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzers/metric.hpp"
#include "llm/chat.hpp"
#include "planner/plan.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::recipes {

struct Settings {
  std::string default_license;  // SPDX id used when no manifest names one; empty: refuse
  std::string author;           // of a new licence text when no manifest names one
  std::string today;            // YYYY-MM-DD
  std::string security_contact =
      {};  // an address or a page for reports; empty: no policy is written
  // Those a person asked for, and no others; empty: what the repository proves broken or missing.
  std::vector<std::string> asked = {};

  bool asks_for(std::string_view recipe) const;
};

struct Input {
  const repo::RepoView& view;
  const repo::Facts& facts;
  const Settings& settings;
};

// A whole new text for one path.
struct Write {
  std::string path;
  std::string content;
  // What was wrong and what proves the new text right, a line each, for who reads the plan.
  std::vector<std::string> reasons = {};
};

// When a recipe is worth a commit.
enum class When : std::uint8_t {
  metric_open,  // only while its metric is not passing
  always,       // it mends something broken, whatever the metric says
  asked,        // only when a person asks for it by name
};

struct Recipe {
  std::string_view name;    // byte-stable: `license`, `gitignore` …
  std::string_view metric;  // the metric it serves
  // What a pull request is about: unless a person asked for them, recipes of one concern alone are
  // planned at a time, in the order of the table.
  std::string_view concern;
  When when;
  std::string_view title;    // of the subtask
  std::string_view message;  // Conventional Commits subject
  // What it would write now; empty when there is nothing to do or a fact is missing. Pure. After
  // its own writes it answers empty: a recipe never runs twice on the same repository.
  std::vector<Write> (*prepare)(const Input& input);
};

// In the order in which they are planned: later ones may speak of what earlier ones wrote.
std::span<const Recipe> all();
const Recipe* find(std::string_view name);
// `license, gitignore` as the setting `recipes.enabled` names them. invalid: there is no such
// recipe.
Result<std::vector<std::string>> names_in(std::string_view list);

using CurrentView = std::function<Result<std::unique_ptr<repo::RepoView>>()>;

// The model `recipes:`. Asked as `planner` (context {"report": …, "passed_over": [concern …]}) it
// plans the recipes of the first concern that has something to write (all recipes a person asked
// for), each on the tree the ones before it leave; concerns that are passed over do not count for
// that, and come last. Asked as `worker` (context
// {"subtask": {"id", "recipe"}}) it answers with the edits of that recipe. `view` must show the
// current worktree each time it is called.
std::unique_ptr<llm::ChatModel> recipe_model(CurrentView view, Settings settings);

}  // namespace pawl::recipes
