#include "planner/rules/failure_history.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kFailuresTold = 3;
constexpr Milliseconds kFullFor = kHistoryWindow / 2;
constexpr std::size_t kMinuteLength = 16;  // of `2026-04-20T09:30`

// What counts against one file.
struct Record {
  std::vector<const PastSubtask*> failures;  // newest first
  Timestamp last_success;
};

bool names(const PastSubtask& past, const std::string& path) {
  return std::find(past.paths.begin(), past.paths.end(), path) != past.paths.end();
}

// The time for which a failure still counts, cut off at what counts in full.
Milliseconds weight_of(const PastSubtask& failure, Timestamp now) {
  const auto left = std::chrono::duration_cast<Milliseconds>(failure.at + kHistoryWindow - now);
  return std::clamp(left, Milliseconds(0), kFullFor);
}

bool too_many(const Record& record, Timestamp now, int threshold) {
  Milliseconds sum{0};
  for (const PastSubtask* failure : record.failures) sum += weight_of(*failure, now);
  return threshold > 0 && sum >= kFullFor * threshold;
}

// The first moment at which the failures are too few again; they are too many now.
Timestamp free_at(const Record& record, Timestamp now, int threshold) {
  Timestamp low = now;
  Timestamp high = std::max(now, record.failures.front()->at) + kHistoryWindow;
  while (high - low > Milliseconds(1)) {
    const Timestamp middle = low + (high - low) / 2;
    (too_many(record, middle, threshold) ? low : high) = middle;
  }
  return high;
}

std::string words_of(const PastSubtask& failure) {
  const std::vector<std::string>& why =
      failure.rules.empty() ? failure.failure_modes : failure.rules;
  std::string text = "run " + printable(failure.run, 60) + " " + printable(failure.subtask, 20);
  if (!why.empty()) text += " by " + printable(join(why, ", "), 60);
  return text;
}

class Judge {
 public:
  explicit Judge(const FailureHistory& history) : history_(history) {}

  const Record& record_of(const std::string& path) {
    const auto [found, is_new] = records_.try_emplace(path);
    if (is_new) found->second = look_up(path);
    return found->second;
  }

  bool speaks_against(const std::string& path) {
    return too_many(record_of(path), history_.now, history_.threshold);
  }

  bool is_needed(const std::string& path) {
    const auto [found, is_new] = needed_.try_emplace(path, false);
    if (is_new && history_.named_by_failing_test) {
      found->second = history_.named_by_failing_test(path);
    }
    return found->second;
  }

  bool mends(const Task& task, const Subtask& subtask) const {
    return history_.mends_failing_test && history_.mends_failing_test(task, subtask);
  }

  std::string reason(const std::string& path) {
    const Record& record = record_of(path);
    std::vector<std::string> runs;
    for (const PastSubtask* failure : record.failures) {
      if (runs.size() == kFailuresTold) break;
      runs.push_back(words_of(*failure));
    }
    const std::string until = to_iso8601(free_at(record, history_.now, history_.threshold));
    std::string text = path + " failed " + counted(record.failures.size(), "time") +
                       " lately: " + join(runs, "; ");
    if (record.failures.size() > runs.size()) text += "; …";
    return text + ". It is left alone until " + until.substr(0, kMinuteLength) +
           "Z, unless it succeeds or a failing test names it; `pawl memory forget` brings it back";
  }

 private:
  Record look_up(const std::string& path) const {
    Record record;
    for (const PastSubtask& past : history_.past) {
      if (past.succeeded && names(past, path)) {
        record.last_success = std::max(record.last_success, past.at);
      }
    }
    for (const PastSubtask& past : history_.past) {
      const bool counts = !past.succeeded && past.at > record.last_success &&
                          weight_of(past, history_.now) > Milliseconds(0);
      if (counts && names(past, path)) record.failures.push_back(&past);
    }
    std::stable_sort(record.failures.begin(), record.failures.end(),
                     [](const PastSubtask* a, const PastSubtask* b) { return a->at > b->at; });
    return record;
  }

  const FailureHistory& history_;
  std::map<std::string, Record> records_;
  std::map<std::string, bool> needed_;
};

// The hint with the most failures that keeps a subtask out of the plan; nothing when it stays.
std::optional<std::string> worst_hint(const Subtask& subtask, Judge& judge) {
  std::optional<std::string> worst;
  for (const std::string& hint : subtask.file_hints) {
    if (!judge.speaks_against(hint)) continue;
    const std::size_t failures = judge.record_of(hint).failures.size();
    if (!worst || failures > judge.record_of(*worst).failures.size()) worst = hint;
  }
  return worst;
}

class Filter {
 public:
  explicit Filter(const FailureHistory& history) : judge_(history) {}

  HistoryFilter run(TaskPlan plan) {
    out_.total_subtasks = plan.subtask_count();
    std::vector<Task> tasks = std::move(plan.tasks);
    plan.tasks.clear();
    for (Task& task : tasks) {
      const bool had_any = !task.subtasks.empty();
      keep_some(task);
      if (had_any && task.subtasks.empty()) {
        out_.tasks_dropped.push_back({task.id, task.title});
      } else {
        plan.tasks.push_back(std::move(task));
      }
    }
    out_.plan = std::move(plan);
    return std::move(out_);
  }

 private:
  void keep_some(Task& task) {
    std::vector<Subtask> kept;
    for (Subtask& subtask : task.subtasks) {
      const std::optional<std::string> worst = worst_hint(subtask, judge_);
      if (worst && !is_spared(task, subtask, *worst)) {
        leave_out(subtask, *worst);
      } else {
        kept.push_back(std::move(subtask));
      }
    }
    task.subtasks = std::move(kept);
  }

  bool is_spared(const Task& task, const Subtask& subtask, const std::string& worst) {
    const bool needed =
        judge_.mends(task, subtask) ||
        std::any_of(subtask.file_hints.begin(), subtask.file_hints.end(),
                    [&](const std::string& hint) { return judge_.is_needed(hint); });
    const bool reported =
        std::find(out_.spared.begin(), out_.spared.end(), worst) != out_.spared.end();
    if (needed && !reported) out_.spared.push_back(worst);
    return needed;
  }

  void leave_out(const Subtask& subtask, const std::string& worst) {
    out_.left_out.push_back({.subtask = subtask.id,
                             .title = subtask.title,
                             .file_hints = subtask.file_hints,
                             .path = worst,
                             .failures = static_cast<int>(judge_.record_of(worst).failures.size()),
                             .reason = judge_.reason(worst)});
  }

  Judge judge_;
  HistoryFilter out_;
};

}  // namespace

std::vector<LeftAlone> files_left_alone(const FailureHistory& history) {
  std::set<std::string> paths;
  for (const PastSubtask& past : history.past) paths.insert(past.paths.begin(), past.paths.end());
  Judge judge(history);
  std::vector<LeftAlone> out;
  for (const std::string& path : paths) {
    if (!judge.speaks_against(path)) continue;
    out.push_back({.path = path,
                   .failures = static_cast<int>(judge.record_of(path).failures.size()),
                   .reason = judge.reason(path)});
  }
  return out;
}

HistoryFilter filter_by_failure_history(TaskPlan plan, const FailureHistory& history) {
  return Filter(history).run(std::move(plan));
}

}  // namespace pawl::planner
