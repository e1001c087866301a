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
    note_once(notes.passed,
              run.command + " passes" + count + (run.folder.empty() ? "" : " in " + run.folder));
  }
}

void note_unchecked(const std::vector<repo::CheckRun>& runs, std::string_view what,
                    CheckNotes& notes) {
  for (const repo::CheckRun& run : runs) {
    // Others fail for sure, and are told of elsewhere.
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

}  // namespace pawl::stages
