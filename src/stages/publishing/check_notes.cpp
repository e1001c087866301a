#include <algorithm>

#include "base/text/text.hpp"
#include "stages/publishing/pr_body.hpp"

namespace pawl::stages {
namespace {

std::string place_of(const repo::CheckRun& run) {
  return run.folder.empty() ? run.stack : run.stack + " in " + run.folder;
}

std::string named(const repo::FailingTest& test) {
  return test.file.empty() ? test.id : test.id + " (" + test.file + ")";
}

void note_once(std::vector<std::string>& notes, std::string note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

bool is_of(const std::vector<repo::CheckRun>& runs, const repo::CheckRun& run) {
  return std::any_of(runs.begin(), runs.end(), [&](const repo::CheckRun& one) {
    return one.stack == run.stack && one.folder == run.folder && one.command == run.command;
  });
}

void note_flaky(const repo::CheckResults& results, CheckNotes& notes) {
  for (const repo::CheckRun& run : results.tests) {
    for (const repo::FailingTest& test : run.flaky) note_once(notes.flaky, named(test));
  }
}

// `npm test` passes (12 tests); a command counts once.
void note_passed(const std::vector<repo::CheckRun>& runs, CheckNotes& notes) {
  for (const repo::CheckRun& run : runs) {
    if (run.outcome != repo::CheckOutcome::passed) continue;
    const std::string count =
        run.tests_passed ? " (" + counted(static_cast<std::size_t>(*run.tests_passed), "test") + ")"
                         : "";
    // Of what passed, the reason says what came of it.
    const std::string reason = run.reason.empty() ? "" : " (" + run.reason + ")";
    note_once(notes.passed, run.command + " passes" + count +
                                (run.folder.empty() ? "" : " in " + run.folder) + reason);
  }
}

void note_unchecked(const std::vector<repo::CheckRun>& runs, std::string_view what,
                    CheckNotes& notes) {
  for (const repo::CheckRun& run : runs) {
    // Others fail for sure, and are reported elsewhere.
    if (run.outcome == repo::CheckOutcome::failed && !run.inconclusive.empty()) {
      notes.unchecked.push_back(std::string(what) + " of " + place_of(run) + ": " +
                                repo::why_inconclusive(run.inconclusive));
    }
    if (run.outcome != repo::CheckOutcome::unknown || run.no_tests) continue;
    notes.unchecked.push_back(std::string(what) + " of " + place_of(run) + ": " + run.reason);
  }
}

}  // namespace

CheckNotes check_notes(const repo::CheckResults& base, const repo::CheckResults& head) {
  CheckNotes notes;
  note_flaky(base, notes);
  note_flaky(head, notes);
  for (const repo::CheckRun& run : base.tests) {
    for (const repo::FailingTest& test : run.failing) {
      const auto flaky = std::find(notes.flaky.begin(), notes.flaky.end(), named(test));
      if (flaky == notes.flaky.end()) note_once(notes.failing, named(test));
    }
  }
  note_passed(head.builds, notes);
  note_passed(head.tests, notes);
  note_unchecked(head.builds, "the build", notes);
  note_unchecked(head.tests, "the tests", notes);
  if (!head.ran) notes.unchecked.emplace_back("builds and tests, which are switched off");
  return notes;
}

std::string why_unproven(std::string_view stack, const repo::CheckResults& base,
                         const repo::CheckResults& head) {
  constexpr std::size_t kShown = 8;
  std::string why = "it was not built: no build of it was run";
  for (const repo::CheckRun& run : head.builds) {
    if (run.stack != stack || is_of(base.builds, run)) continue;
    if (run.outcome == repo::CheckOutcome::unknown) return "it was not built: " + run.reason;
    if (run.outcome == repo::CheckOutcome::failed) return "it does not build: " + run.reason;
    why.clear();
    for (std::size_t i = 0; i < std::min(run.remarks.size(), kShown); ++i) {
      const repo::Diagnostic& one = run.remarks[i];
      why += (i == 0 ? "" : ", ") + std::string(one.code == repo::kDeadLink ? "dead link " : "") +
             one.message + (one.path.empty() ? "" : " on " + one.path);
    }
    if (run.remarks.size() > kShown) {
      why += " and " + std::to_string(run.remarks.size() - kShown) + " more";
    }
    if (!why.empty()) return "it was built, but: " + why;
  }
  return why;
}

}  // namespace pawl::stages
