// What a change adds as a test has to be one: the project's own runner runs it, it passes on the
// code as it is, it fails on at least one wrong version of what it uses, and the new tests of a
// file together on as large a share of them as is set.
#include <algorithm>
#include <cmath>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/tests/paired_runs.hpp"
#include "guards/tests/test_proofs.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

Finding finding_of_rule(std::string_view rule, const std::string& path, int line,
                        std::string message, std::string feedback) {
  return {.rule = "new-tests/" + std::string(rule),
          .kind = RuleKind::scope,
          .path = path,
          .line = line,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

std::string in_backticks(const std::string& name) { return "`" + printable(name, 200) + "`"; }

// Findings of the form of the tests alone. True when there are some.
bool judge_form(const AddedTestFile& file, Verdict& verdict) {
  std::size_t shown = 0;
  for (const AddedTest& test : file.not_run) {
    if (++shown > kShownMax) break;
    verdict.refuse(finding_of_rule(
        "not-run", file.path, test.line,
        in_backticks(test.name) + " is not run by the project's own test command",
        "Put it where the project's other tests are, name it as they are named, and skip it "
        "nowhere."));
  }
  for (const AddedTest& test : file.hollow) {
    if (++shown > kShownMax) break;
    verdict.refuse(finding_of_rule("asserts-nothing", file.path, test.line,
                                   in_backticks(test.name) + " asserts nothing",
                                   "Assert what the code under test gives back or does."));
  }
  return shown > 0;
}

std::string survivors_text(const TestProof& proof) {
  std::string out;
  std::size_t shown = 0;
  for (const TriedMutant& mutant : proof.survivors) {
    if (++shown > kShownMax) break;
    out += "\n    " + mutant.path + ":" + std::to_string(mutant.line) + ": `" +
           printable(mutant.before, 160) + "` → `" + printable(mutant.after, 160) + "`";
  }
  if (shown > kShownMax) {
    out += "\n    and " + std::to_string(proof.survivors.size() - kShownMax) + " more";
  }
  return out;
}

void judge_proof(const TestProof& proof, Verdict& verdict) {
  if (proof.noticed > 0) return;
  const std::string who = proof.test.empty() ? "the new test" : in_backticks(proof.test);
  if (!proof.used && proof.trouble.empty()) {
    verdict.refuse(finding_of_rule(
        "tests-nothing", proof.file, proof.line, who + " uses no code of this repository",
        "Import what is to be tested from the repository's own sources and call it."));
    return;
  }
  if (proof.tried == 0) {
    return verdict.cannot(proof.file + ": " +
                          (proof.trouble.empty()
                               ? "no wrong version of what " + who + " uses could be built and run"
                               : proof.trouble));
  }
  if (!proof.trouble.empty()) return verdict.cannot(proof.file + ": " + proof.trouble);
  verdict.refuse(finding_of_rule(
      "kills-no-mutant", proof.file, proof.line,
      who + " passes on " +
          (proof.tried == 1 ? "the wrong version"
                            : "all " + std::to_string(proof.tried) + " wrong versions") +
          " of what it uses (" + join(proof.paths, ", ") + ")",
      "Assert results exactly, for inputs that tell right from wrong, and of the repository's own "
      "code, not of a copy. The test passes although this was changed:" +
          survivors_text(proof)));
}

// Of all new tests of a file, each of which noticed something.
void judge_share(const TestProof& proof, double share_min, Verdict& verdict) {
  if (proof.tried == 0 || proof.noticed >= share_min * proof.tried) return;
  if (!proof.trouble.empty()) return verdict.cannot(proof.file + ": " + proof.trouble);
  const auto wanted = static_cast<int>(std::ceil(share_min * proof.tried));
  verdict.refuse(finding_of_rule(
      "kills-too-few", proof.file, 0,
      "the new tests notice " + std::to_string(proof.noticed) + " of " +
          counted(static_cast<std::size_t>(proof.tried), "wrong version") + " of what they use (" +
          join(proof.paths, ", ") + "), and " + std::to_string(wanted) + " are wanted",
      "Test more of what the code under test decides: its borders, its other branches, all it "
      "gives "
      "back. The tests pass although this was changed:" +
          survivors_text(proof)));
}

}  // namespace

Verdict new_tests(const git::Change& change, const Context& context) {
  Verdict verdict;
  const auto first = std::find_if(
      change.files.begin(), change.files.end(),
      [](const git::FileChange& file) { return file.after && repo::is_test_file(file.path); });
  if (first == change.files.end()) return verdict;
  const bool gathered = context.evidence != nullptr && context.evidence->tests.has_value();
  if (!gathered) {
    verdict.cannot(trouble_of(context, gathered));
    return verdict;
  }
  const AddedTests added = added_tests(change, *context.evidence);
  // What fails on the code as it is, the guard `tests` speaks of.
  if (added.fails) return verdict;
  verdict.applies();
  bool adds = false;
  bool odd = false;
  for (const AddedTestFile& file : added.files) {
    if (!file.trouble.empty()) verdict.cannot(file.path + ": " + file.trouble);
    adds = adds || file.adds() || !file.trouble.empty();
    odd = judge_form(file, verdict) || odd;
  }
  if (!adds) {
    verdict.refuse(finding_of_rule("not-new", first->path.text(), 0, "it adds no test",
                                   "Add a test that was not there before."));
  }
  if (odd || !adds) return verdict;
  if (!context.evidence->mutants) {
    verdict.cannot("nobody tried the new tests on wrong versions of the code");
    return verdict;
  }
  for (const TestProof& proof : proofs_of(added, *context.evidence->mutants)) {
    judge_proof(proof, verdict);
  }
  if (!verdict.findings.empty()) return verdict;
  for (const TestProof& proof : file_proofs_of(added, *context.evidence->mutants)) {
    judge_share(proof, context.settings.mutants_killed, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
