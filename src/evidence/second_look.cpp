#include "evidence/second_look.hpp"

#include <algorithm>

namespace pawl::evidence {
namespace {

using repo::CheckResults;
using repo::CheckRun;
using repo::CheckStep;
using repo::PassedOver;

bool is_same(const CheckRun& a, const CheckRun& b) {
  return a.stack == b.stack && a.folder == b.folder;
}

CheckRun* find(std::vector<CheckRun>& runs, const CheckRun& like) {
  const auto found = std::find_if(runs.begin(), runs.end(),
                                  [&](const CheckRun& run) { return is_same(run, like); });
  return found == runs.end() ? nullptr : &*found;
}

bool passes(const CheckRun& run, const std::string& id) {
  return std::any_of(run.passing.begin(), run.passing.end(),
                     [&](const repo::TestName& test) { return test.id == id; });
}

bool is_lost(const CheckRun& base, const CheckRun& head) {
  if (!repo::is_judged(base) || head.no_tests) return false;
  return !repo::is_judged(head) ||
         std::any_of(head.unjudged.begin(), head.unjudged.end(),
                     [&](const repo::FailingTest& test) { return passes(base, test.id); });
}

bool is_lost(const std::vector<CheckRun>& base, std::vector<CheckRun>& head, const CheckRun& like) {
  const CheckRun* after = find(head, like);
  return after != nullptr && std::any_of(base.begin(), base.end(), [&](const CheckRun& run) {
           return is_same(run, like) && is_lost(run, *after);
         });
}

// Builds and tests of a stack go together: some test what was built.
bool loses_anything(const CheckResults& base, CheckResults& head, const CheckRun& like) {
  return is_lost(base.builds, head.builds, like) || is_lost(base.tests, head.tests, like);
}

// Those of which nothing was lost.
std::vector<PassedOver> rest(const CheckResults& base, CheckResults& head) {
  std::vector<PassedOver> out;
  const auto add = [&](const std::vector<CheckRun>& runs, CheckStep step) {
    for (const CheckRun& run : runs) {
      if (loses_anything(base, head, run)) continue;
      out.push_back({.stack = run.stack,
                     .folder = run.folder,
                     .step = step,
                     .reason = "nothing about it is in doubt"});
    }
  };
  add(base.builds, CheckStep::build);
  add(base.tests, CheckStep::test);
  return out;
}

bool loses_anything(const CheckResults& base, CheckResults& head) {
  const auto any = [&](const std::vector<CheckRun>& runs) {
    return std::any_of(runs.begin(), runs.end(),
                       [&](const CheckRun& run) { return loses_anything(base, head, run); });
  };
  return any(base.builds) || any(base.tests);
}

// The base as it is found now, where the head was lost.
void renew_base(std::vector<CheckRun>& base, std::vector<CheckRun>& head,
                std::vector<CheckRun> again) {
  for (CheckRun& run : base) {
    const CheckRun* after = find(head, run);
    CheckRun* now = find(again, run);
    if (after != nullptr && now != nullptr && is_lost(run, *after)) run = std::move(*now);
  }
}

// A head that can be judged after all.
void renew_head(std::vector<CheckRun>& base, std::vector<CheckRun>& head,
                std::vector<CheckRun> again) {
  for (CheckRun& run : head) {
    const CheckRun* before = find(base, run);
    CheckRun* now = find(again, run);
    if (before == nullptr || now == nullptr || !is_lost(*before, run)) continue;
    if (!is_lost(*before, *now)) run = std::move(*now);
  }
}

bool is_out_of_time(const CheckResults& head) {
  const auto any = [](const std::vector<CheckRun>& runs) {
    return std::any_of(runs.begin(), runs.end(),
                       [](const CheckRun& run) { return run.out_of_time; });
  };
  return any(head.builds) || any(head.tests);
}

}  // namespace

void look_again(CheckResults& base, CheckResults& head, const MeasureAgain& of_base,
                const MeasureAgain& of_head) {
  if (!loses_anything(base, head)) return;
  CheckResults base_again = of_base(rest(base, head));
  renew_base(base.builds, head.builds, std::move(base_again.builds));
  renew_base(base.tests, head.tests, std::move(base_again.tests));
  if (!loses_anything(base, head) || is_out_of_time(head)) return;
  CheckResults head_again = of_head(rest(base, head));
  renew_head(base.builds, head.builds, std::move(head_again.builds));
  renew_head(base.tests, head.tests, std::move(head_again.tests));
}

}  // namespace pawl::evidence
