#include "cli/runs/plan_listing.hpp"

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "stages/choices.hpp"

namespace pawl::cli {
namespace {

std::size_t width_of(const Context& context) { return context.console.facts().width; }

std::string subtask_lines(const Context& context, const planner::Subtask& subtask) {
  const std::string head =
      "  " + subtask.id + "  " + std::string(planner::to_string(subtask.action)) + "  ";
  const std::size_t indent = display_width("  T001-S01  ");
  std::string out = head + wrapped(printable(subtask.title, 200), width_of(context), head.size());
  std::vector<std::string> files;
  for (const std::string& file : subtask.file_hints) files.push_back(printable(file, 300));
  out += "\n" + std::string(indent, ' ') +
         painted(context, Paint::dim, wrapped(join(files, ", "), width_of(context), indent));
  return out + "\n";
}

}  // namespace

std::string plan_listing(const Context& context, const planner::TaskPlan& plan) {
  std::string out;
  for (const planner::Task& task : plan.tasks) {
    out += painted(context, Paint::bold, task.id) + "  " + printable(task.title, 200) +
           (task.metric.empty() ? "" : "  [" + printable(task.metric, 40) + "]") + "\n";
    for (const planner::Subtask& subtask : task.subtasks) out += subtask_lines(context, subtask);
  }
  return out;
}

std::string plan_details(const Context& context, const planner::TaskPlan& plan) {
  std::string out;
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const std::string text =
          subtask.description.empty() ? subtask.title : printable(subtask.description, 2'000);
      out += painted(context, Paint::bold, subtask.id) + "  " +
             wrapped(text, width_of(context), subtask.id.size() + 2) + "\n";
      for (const std::string& test : subtask.tests) {
        out += "    mends " + printable(test, 200) + "\n";
      }
    }
  }
  return out;
}

Result<std::string> guards_listing(const Context& context, std::string_view scope) {
  TRY_ASSIGN(const guards::Policy policy, stages::policy_of(context.config.config, scope));
  std::vector<std::string> ids;
  for (const guards::Guard& guard : guards::all()) {
    if (policy.wants(guard)) ids.emplace_back(guard.id);
  }
  const std::string head = counted(ids.size(), "guard") + " will look at each change: ";
  return wrapped(head + join(ids, ", "), width_of(context), 2) + "\n";
}

}  // namespace pawl::cli
