#include "forge/ci_judgement.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kNamesShown = 5;
constexpr std::size_t kUrlMax = 300;

// The signals of the commit, by what they mean.
struct Sorted {
  std::vector<CiSignal> red;
  std::vector<CiSignal> pending;
  std::vector<CiSignal> waiting;  // for a person: action_required, stale
  std::size_t green = 0;
  std::size_t all = 0;
};

Sorted sorted(const CiState& state) {
  Sorted out;
  for (const CiSignal& signal : state.signals) {
    if (signal.head_commit != state.head_commit) continue;
    ++out.all;
    if (signal.is_pending()) {
      out.pending.push_back(signal);
    } else if (is_red(signal)) {
      out.red.push_back(signal);
    } else if (signal.conclusion == Conclusion::action_required ||
               signal.conclusion == Conclusion::stale) {
      out.waiting.push_back(signal);
    } else if (signal.conclusion == Conclusion::success) {
      ++out.green;
    }
  }
  return out;
}

std::string names_of(const std::vector<CiSignal>& signals) {
  std::vector<std::string> names;
  for (const CiSignal& signal : signals) {
    std::string name = printable(signal.name, 100);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  }
  const std::size_t more = names.size() - std::min(names.size(), kNamesShown);
  names.resize(names.size() - more);
  return join(names, ", ") + (more == 0 ? "" : " and " + std::to_string(more) + " more");
}

bool satisfies(const CiSignal& signal, const RequiredCheck& required) {
  return signal.name == required.name &&
         (required.app_id == 0 || signal.app_id == 0 || signal.app_id == required.app_id);
}

// Required checks that nothing reports on.
std::vector<std::string> missing_of(const CiState& state) {
  std::vector<std::string> missing;
  for (const RequiredCheck& required : state.required) {
    const bool there =
        std::any_of(state.signals.begin(), state.signals.end(), [&](const CiSignal& signal) {
          return signal.head_commit == state.head_commit && satisfies(signal, required);
        });
    if (!there) missing.push_back(printable(required.name, 100));
  }
  return missing;
}

// A failed job whose workflow still runs: the rest of it belongs to the picture.
bool still_runs(const CiSignal& red, const std::vector<CiSignal>& pending) {
  return red.workflow_run != 0 &&
         std::any_of(pending.begin(), pending.end(), [&](const CiSignal& signal) {
           return signal.workflow_run == red.workflow_run;
         });
}

CiJudgement failed(Sorted found) {
  std::vector<std::string> words;
  for (const CiSignal& signal : found.red) {
    words.push_back(printable(signal.name, 100) + " (" + std::string(to_string(signal.conclusion)) +
                    ")");
  }
  words.resize(std::min(words.size(), kNamesShown));
  const std::size_t more = found.red.size() - words.size();
  return {.outcome = CiOutcome::failure,
          .reason = "CI is red: " + join(words, ", ") +
                    (more == 0 ? "" : " and " + std::to_string(more) + " more"),
          .way_out = "look at " + (found.red.front().url.empty()
                                       ? std::string("the log of the check")
                                       : printable(found.red.front().url, kUrlMax)),
          .red = std::move(found.red)};
}

CiJudgement blocked_by(const std::vector<CiSignal>& waiting) {
  const bool approval = std::any_of(waiting.begin(), waiting.end(), [](const CiSignal& one) {
    return one.conclusion == Conclusion::action_required;
  });
  const std::string url = printable(waiting.front().url, kUrlMax);
  return {.outcome = CiOutcome::blocked,
          .reason = approval ? "a person has to approve or answer " + names_of(waiting)
                             : names_of(waiting) + " was given up as stale",
          .way_out = std::string(approval ? "do that" : "start it again") +
                     (url.empty() ? "" : " at " + url) + ", then `pawl run --resume`"};
}

CiJudgement moved_of(const CiState& state) {
  if (state.pull != PullState::open) {
    return {.outcome = CiOutcome::moved,
            .reason = "the pull request is " + std::string(to_string(state.pull)) +
                      "; its checks are not watched any more"};
  }
  return {.outcome = CiOutcome::moved,
          .reason = "somebody pushed " + state.branch_head.substr(0, 10) +
                    " to the branch; it is left alone from now on"};
}

CiJudgement wait_on(std::string reason) {
  return {.outcome = CiOutcome::pending, .reason = std::move(reason)};
}

CiJudgement out_of_time(const std::string& reason) {
  return {.outcome = CiOutcome::timeout,
          .reason = reason,
          .way_out = "`pawl run --resume` watches on; ci.timeout sets for how long"};
}

// Nothing is red, waits or is under way.
CiJudgement quiet(const CiState& state, const Sorted& found, bool in_grace, bool in_time) {
  const std::vector<std::string> missing = missing_of(state);
  if (!missing.empty()) {
    const std::string what = "the base branch requires " + join(missing, ", ") +
                             ", which nothing has reported on this commit";
    if (in_time) return wait_on(what);
    return {.outcome = CiOutcome::blocked,
            .reason = what,
            .way_out =
                "start that check, or correct the rules of the base branch; then `pawl run "
                "--resume`"};
  }
  if (state.incomplete) {
    return {.outcome = CiOutcome::blocked,
            .reason = "more checks report on this commit than were looked at (" +
                      std::to_string(found.all) + "), so nobody can say that CI is green",
            .way_out = "look at them in the pull request"};
  }
  if (found.all == 0 && state.expected == false) {
    return {.outcome = CiOutcome::none, .reason = "nothing checks commits of this repository"};
  }
  const bool workflows_silent =
      state.has_workflows &&
      std::none_of(state.signals.begin(), state.signals.end(), [&](const CiSignal& signal) {
        return signal.workflow_run != 0 && signal.head_commit == state.head_commit;
      });
  if (in_grace && (found.all == 0 || workflows_silent)) {
    const std::string silence = "no check has begun yet";
    // The grace may be longer than all of it.
    return in_time ? wait_on(silence) : out_of_time(silence + ", and the time is over");
  }
  if (found.all == 0) {
    return {.outcome = CiOutcome::none, .reason = "no check has begun for this commit"};
  }
  if (found.green == 0) {
    return {.outcome = CiOutcome::none,
            .reason = "all checks of this commit were skipped or are neutral"};
  }
  return {.outcome = CiOutcome::success, .reason = "CI is green"};
}

}  // namespace

std::string_view to_string(CiOutcome outcome) {
  static constexpr auto kNames =
      fixed_words("pending", "success", "failure", "timeout", "none", "blocked", "moved");
  return kNames[static_cast<std::size_t>(outcome)];
}

CiJudgement judge_ci(const CiState& state, Milliseconds watched, const CiPatience& patience) {
  const bool late = !state.previous_head.empty() && state.branch_head == state.previous_head;
  const bool same = state.branch_head == state.head_commit || late;
  if (state.pull != PullState::open || !same) return moved_of(state);
  Sorted found = sorted(state);
  const bool in_time = watched < patience.limit;
  const bool settled = std::none_of(found.red.begin(), found.red.end(), [&](const CiSignal& red) {
    return still_runs(red, found.pending);
  });
  if (!found.red.empty() && (settled || !in_time)) return failed(std::move(found));
  if (!found.pending.empty()) {
    if (in_time) return wait_on(names_of(found.pending) + " is not over");
    return out_of_time("CI was not over after " + human_duration(watched) + ": " +
                       names_of(found.pending) + " still runs or waits");
  }
  if (!found.waiting.empty()) return blocked_by(found.waiting);
  return quiet(state, found, watched < patience.grace, in_time);
}

}  // namespace pawl::forge
