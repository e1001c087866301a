#include "guards/tests/test_proofs.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kPathsToldMax = 3;

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!among(names, name)) names.push_back(name);
}

// `names` are what the trial calls the tests.
void count(const MutantTrial& trial, const std::vector<std::string>& names, TestProof& proof) {
  const auto is_one = [&](const std::string& name) { return among(names, name); };
  proof.trouble = trial.trouble;
  for (const TriedMutant& mutant : trial.mutants) {
    const bool noticed = std::any_of(mutant.by.begin(), mutant.by.end(), is_one);
    if (!noticed && std::none_of(mutant.used_by.begin(), mutant.used_by.end(), is_one)) continue;
    proof.used = true;
    if (mutant.fate == MutantFate::no_say) continue;
    ++proof.tried;
    add_once(proof.paths, mutant.path);
    if (noticed) {
      ++proof.noticed;
    } else {
      proof.survivors.push_back(mutant);
    }
  }
}

MutantTrial trial_of(const AddedTestFile& file, const std::vector<MutantTrial>& trials) {
  const auto trial = std::find_if(trials.begin(), trials.end(),
                                  [&](const MutantTrial& one) { return one.file == file.path; });
  if (trial != trials.end()) return *trial;
  return {.file = file.path, .trouble = "nobody tried it", .mutants = {}};
}

}  // namespace

std::string TestProof::summary() const {
  std::vector<std::string> shown = paths;
  if (shown.size() > kPathsToldMax) {
    shown.resize(kPathsToldMax);
    shown.emplace_back("…");
  }
  return "killed " + std::to_string(noticed) + " of " +
         counted(static_cast<std::size_t>(tried), "mutant") +
         (shown.empty() ? "" : " in " + join(shown, ", "));
}

std::vector<TestProof> file_proofs_of(const AddedTests& added,
                                      const std::vector<MutantTrial>& trials) {
  std::vector<TestProof> proofs;
  for (const AddedTestFile& file : added.files) {
    std::vector<std::string> names;
    if (file.whole) names.push_back(file.path);
    for (const AddedTest& test : file.tests) names.push_back(test.name);
    count(trial_of(file, trials), names,
          proofs.emplace_back(TestProof{.test = {}, .file = file.path}));
  }
  return proofs;
}

std::vector<TestProof> proofs_of(const AddedTests& added, const std::vector<MutantTrial>& trials) {
  std::vector<TestProof> proofs;
  for (const AddedTestFile& file : added.files) {
    const MutantTrial tried = trial_of(file, trials);
    if (file.whole) {
      count(tried, {file.path}, proofs.emplace_back(TestProof{.test = {}, .file = file.path}));
    }
    for (const AddedTest& test : file.tests) {
      count(
          tried, {test.name},
          proofs.emplace_back(TestProof{.test = test.name, .file = file.path, .line = test.line}));
    }
  }
  return proofs;
}

}  // namespace pawl::guards
