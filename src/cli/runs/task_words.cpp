#include "cli/runs/task_words.hpp"

#include "base/text/text.hpp"
#include "planner/task_work.hpp"
#include "stages/roles.hpp"

namespace pawl::cli {

Error task_excludes(std::string_view flag, std::string_view why) {
  return fail(Errc::invalid,
              "--task and " + std::string(flag) + " exclude each other: " + std::string(why));
}

Status check_task_words(const Context& context, const std::string& words,
                        const std::string& plan_file) {
  if (trim(words).empty()) {
    return fail(
        Errc::invalid,
        "--task is empty: say what is to be done, as in --task \"Add a flag --json to list\"");
  }
  if (words.size() > planner::kTaskBytesMax) {
    return fail(Errc::invalid, "--task has " + std::to_string(words.size()) +
                                   " bytes, and may have " +
                                   std::to_string(planner::kTaskBytesMax) +
                                   "; a longer one belongs in an issue, see `pawl fix`");
  }
  if (!plan_file.empty()) {
    return task_excludes("--plan-from-file", "the plan says already what is to be done");
  }
  const std::string worker = stages::spec_of(context.config.config, config::Role::worker);
  if (!worker.starts_with("recipes:")) return Done{};
  return fail(Errc::invalid,
              "recipes: cannot do a task, that takes a model; give one with --model, as in "
              "--model openai:qwen3-coder");
}

}  // namespace pawl::cli
