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
  // Those a person asked for, and no others; empty: all but those that must be asked for.
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

using CurrentView = std::function<Result<std::unique_ptr<repo::RepoView>>()>;

// The model `recipes:`. Asked as `planner` (context {"report": …}) it plans every recipe that has
// something to write, each on the tree the ones before it leave; asked as `worker` (context
// {"subtask": {"id", "recipe"}}) it answers with the edits of that recipe. `view` must show the
// current worktree each time it is called.
std::unique_ptr<llm::ChatModel> recipe_model(CurrentView view, Settings settings);

}  // namespace pawl::recipes
