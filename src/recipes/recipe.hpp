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
#include "repo/facts.hpp"
#include "repo/view.hpp"

namespace pawl::recipes {

struct Settings {
  std::string default_license;  // SPDX id used when no manifest names one; empty: refuse
  std::string author;           // of a new licence text when no manifest names one
  std::string today;            // YYYY-MM-DD
};

struct Input {
  const repo::RepoView& view;
  const repo::Facts& facts;
  const Settings& settings;
};

// A whole new text for one path; `before` absent means the file is new.
struct Write {
  std::string path;
  std::string content;
  bool remove = false;
};

struct Recipe {
  std::string_view name;    // byte-stable: `license`, `gitignore` …
  std::string_view metric;  // the metric it serves
  std::string_view title;   // of the subtask
  int priority;
  // What it would write now; empty when there is nothing to do or a fact is missing. Pure. After
  // its own writes it must answer empty (a recipe never runs twice on the same repository).
  std::vector<Write> (*prepare)(const Input& input);
  // Conventional Commits subject for these writes.
  std::string (*message)(const Input& input, const std::vector<Write>& writes);
};

std::span<const Recipe> all();
const Recipe* find(std::string_view name);

// The model `recipes:`. Asked as `planner` it plans every recipe that has something to write (the
// limits of a plan hold; the most valuable first); asked as `worker`, with request.context
// {"subtask": {…, "recipe": name}}, it answers with the edits of that recipe.
// The view must show the current worktree at each ask: `view` is called for it.
std::unique_ptr<llm::ChatModel> recipe_model(
    std::function<Result<std::unique_ptr<repo::RepoView>>()> view, Settings settings);

}  // namespace pawl::recipes
