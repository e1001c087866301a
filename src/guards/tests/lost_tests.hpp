// Tests that were run on the base and are not run on the head: what the guard of tests says of
// them.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/evidence.hpp"
#include "guards/guard.hpp"
#include "guards/tests/paired_runs.hpp"

namespace pawl::guards {

// Adds to `verdict` what it finds; all three are borrowed.
class LostTests {
 public:
  LostTests(const git::Change& change, const Context& context, Verdict& verdict)
      : change_(change), context_(context), verdict_(verdict) {}

  // The stack has no tests to run any more.
  void refuse_silence(const repo::CheckRun& base, const std::string& why);
  // There were tests, and none is found. Where the change removes a test that is a question of
  // scope; where it does not, it keeps them from being found.
  void refuse_none(const repo::CheckRun& base, const std::string& why);
  // The whole run cannot be judged: no tool, no time, no report, no network …
  void refuse_run(const repo::CheckRun& base, const repo::CheckRun& head);
  // Single tests that passed, and now ask for what this place does not have. True: there are some.
  bool refuse_unjudged(const repo::CheckRun& base, const repo::CheckRun& head);
  // Tests that passed and are neither passed, failed nor waiting for something missing here. What
  // turned up under another name in the same file, or under the same name elsewhere, was renamed.
  void refuse_absent(const repo::CheckRun& base, const repo::CheckRun& head);
  // Where tests are only counted, the count has to bear out that they were run.
  void refuse_fewer(const repo::CheckRun& base, const repo::CheckRun& head);
  // The repository's own command for its tests was changed, and runs fewer of them.
  void refuse_own_command(const repo::CheckRun& head);

 private:
  struct Group;  // tests of one file that are gone
  void cannot_run(std::string path, int line, const std::string& what, const std::string& output);
  void refuse_group(const repo::CheckRun& head, const Group& group);
  void refuse_not_run(std::string path, const std::string& what);
  bool touches_tests() const;
  bool removes_a_test() const;
  bool is_removed(const std::string& file) const;
  bool is_changed(const std::string& file) const;

  const git::Change& change_;
  const Context& context_;
  Verdict& verdict_;
};

}  // namespace pawl::guards
