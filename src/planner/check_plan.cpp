// From what a model or a person wrote to a plan that can be carried out: order, limits, ids, and
// every path checked now instead of at write time.
#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text/text.hpp"
#include "planner/plan.hpp"

namespace pawl::planner {
namespace {

std::string task_id(std::size_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "T%03zu", number);
  return text;
}

std::string subtask_id(const std::string& task, std::size_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "-S%02zu", number);
  return task + text;
}

Subtask read_subtask(const Json& json) {
  Subtask subtask;
  subtask.id = json["id"].string_or("");
  subtask.title = std::string(trim(json["title"].text()));
  subtask.description = json["description"].string_or("");
  subtask.action = action_named(json["action"].text()).value_or(SubtaskAction::modify);
  subtask.recipe = json["recipe"].string_or("");
  for (const Json& hint : json["file_hints"].items()) subtask.file_hints.emplace_back(hint.text());
  for (const Json& test : json["tests"].items()) subtask.tests.emplace_back(test.text());
  subtask.reproduces = json["reproduces"].bool_or(false);
  return subtask;
}

Task read_task(const Json& json, std::size_t index) {
  Task task;
  task.id = json["id"].string_or("");
  task.title = std::string(trim(json["title"].text()));
  task.priority = static_cast<int>(json["priority"].int_or(static_cast<long long>(index) + 1));
  task.metric = json["metric"].string_or("");
  task.description = json["description"].string_or("");
  for (const Json& item : json["subtasks"].items()) task.subtasks.push_back(read_subtask(item));
  return task;
}

// Hints become checked, normalised paths without repetition; the first fault is the reason.
using Forbidden = std::function<std::string(const RepoPath&)>;

std::string check_hints(Subtask& subtask, const Forbidden& forbidden) {
  std::vector<std::string> hints;
  for (const std::string& hint : subtask.file_hints) {
    const Result<RepoPath> path = RepoPath::parse(hint);
    if (!path) return path.error().message;
    if (const std::string reason = forbidden(*path); !reason.empty()) {
      return path->text() + " may not be changed: " + reason;
    }
    if (std::find(hints.begin(), hints.end(), path->text()) == hints.end()) {
      hints.push_back(path->text());
    }
  }
  subtask.file_hints = std::move(hints);
  return {};
}

// Paths an earlier subtask of the plan makes or takes away count for the later ones.
struct Tree {
  const repo::RepoView& view;
  std::set<std::string> made;
  std::set<std::string> gone;

  bool has(const std::string& path) const {
    if (gone.contains(path)) return false;
    return made.contains(path) || view.has(path);
  }
};

// A file that only differs in the case of letters is the same file on some machines.
std::string other_spelling_of(const std::string& path, const repo::RepoView& view) {
  const std::string folded = lower(path);
  for (const repo::Entry& entry : view.files()) {
    const std::string& there = entry.path.text();
    if (there.size() == path.size() && lower(there) == folded) return there;
  }
  return {};
}

// Why a file that is not there cannot be made.
std::string check_new(const std::string& hint, const Tree& tree) {
  if (tree.view.has_folder(hint)) return hint + " is a folder";
  const std::string other = tree.gone.empty() ? other_spelling_of(hint, tree.view) : "";
  if (!other.empty()) return hint + " does not exist; the file is called " + other;
  return {};
}

// To delete and to verify, all files have to be there. Work that creates or modifies may do both:
// of its files one at least has to be what its action says.
std::string check_existence(const Subtask& subtask, const Tree& tree) {
  const bool creates = subtask.action == SubtaskAction::create;
  const bool mixes = creates || subtask.action == SubtaskAction::modify;
  bool fits = subtask.file_hints.empty();
  for (const std::string& hint : subtask.file_hints) {
    const bool there = tree.has(hint);
    if (!there && !mixes) return hint + " does not exist";
    if (there != creates) fits = true;
    if (there) continue;
    if (std::string reason = check_new(hint, tree); !reason.empty()) return reason;
  }
  if (fits) return {};
  const std::string files = join(subtask.file_hints, ", ");
  const bool one = subtask.file_hints.size() == 1;
  if (creates) {
    return files + (one ? " exists already, so it cannot be created"
                        : " exist already, so none of them can be created");
  }
  return files + (one ? " does not exist" : " do not exist");
}

void note_effect(const Subtask& subtask, Tree& tree) {
  if (subtask.action == SubtaskAction::verify) return;
  for (const std::string& hint : subtask.file_hints) {
    if (subtask.action == SubtaskAction::remove) {
      tree.gone.insert(hint);
      continue;
    }
    tree.made.insert(hint);
    tree.gone.erase(hint);
  }
}

bool is_task_id(const std::string& id) {
  return id.size() == 4 && id[0] == 'T' && parse_int(id.substr(1)).has_value();
}

bool is_subtask_id(const std::string& id, const std::string& task) {
  return id.size() == task.size() + 4 && id.starts_with(task + "-S") &&
         parse_int(id.substr(task.size() + 2)).has_value();
}

std::string name_of_subtask(const std::string& id, const std::string& title) {
  return id.empty() ? printable(title, 60) : id;
}

class PlanBuilder {
 public:
  PlanBuilder(const repo::RepoView& view, const Forbidden& forbidden)
      : tree_{view, {}, {}}, forbidden_(forbidden) {}

  void add(Task task) {
    if (checked_.plan.tasks.size() == kTasksMax) {
      return drop(name_of_subtask(task.id, task.title), "a plan has at most 8 tasks");
    }
    const bool keep_id = is_task_id(task.id) && !ids_.contains(task.id);
    task.id = keep_id ? task.id : free_task_id();
    std::vector<Subtask> kept;
    for (Subtask& subtask : task.subtasks) add_subtask(task.id, subtask, kept);
    if (kept.empty()) return drop(task.id, "none of its subtasks can be done");
    ids_.insert(task.id);
    task.subtasks = std::move(kept);
    checked_.plan.tasks.push_back(std::move(task));
  }

  CheckedPlan take() { return std::move(checked_); }

 private:
  void drop(std::string what, std::string reason) {
    checked_.dropped.push_back({std::move(what), std::move(reason)});
  }

  std::string free_task_id() const {
    std::size_t number = checked_.plan.tasks.size() + 1;
    while (ids_.contains(task_id(number))) ++number;
    return task_id(number);
  }

  void add_subtask(const std::string& task, Subtask& subtask, std::vector<Subtask>& kept) {
    const std::string name = name_of_subtask(subtask.id, subtask.title);
    if (kept.size() == kSubtasksMax) return drop(name, "a task has at most 4 subtasks");
    if (std::string reason = check_hints(subtask, forbidden_); !reason.empty()) {
      return drop(name, std::move(reason));
    }
    if (std::string reason = check_existence(subtask, tree_); !reason.empty()) {
      return drop(name, std::move(reason));
    }
    note_effect(subtask, tree_);
    if (!is_subtask_id(subtask.id, task) || subtask_ids_.contains(subtask.id)) {
      std::size_t number = kept.size() + 1;
      while (subtask_ids_.contains(subtask_id(task, number))) ++number;
      subtask.id = subtask_id(task, number);
    }
    subtask_ids_.insert(subtask.id);
    kept.push_back(std::move(subtask));
  }

  Tree tree_;
  const Forbidden& forbidden_;
  std::set<std::string> ids_;
  std::set<std::string> subtask_ids_;
  CheckedPlan checked_;
};

}  // namespace

CheckedPlan check_plan(const Json& json, const repo::RepoView& view, const Forbidden& forbidden) {
  std::vector<Task> tasks;
  for (const Json& item : json["tasks"].items()) tasks.push_back(read_task(item, tasks.size()));
  std::stable_sort(tasks.begin(), tasks.end(),
                   [](const Task& a, const Task& b) { return a.priority < b.priority; });
  PlanBuilder builder(view, forbidden);
  for (Task& task : tasks) builder.add(std::move(task));
  return builder.take();
}

std::string obstacle_to(const Subtask& subtask, const repo::RepoView& view) {
  return check_existence(subtask, Tree{view, {}, {}});
}

}  // namespace pawl::planner
