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

// `name` is what the trial calls the test.
void count(const MutantTrial& trial, const std::string& name, TestProof& proof) {
  proof.trouble = trial.trouble;
  for (const TriedMutant& mutant : trial.mutants) {
    const bool noticed = among(mutant.by, name);
    if (!noticed && !among(mutant.used_by, name)) continue;
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

std::vector<TestProof> proofs_of(const AddedTests& added, const std::vector<MutantTrial>& trials) {
  std::vector<TestProof> proofs;
  for (const AddedTestFile& file : added.files) {
    const auto trial = std::find_if(trials.begin(), trials.end(),
                                    [&](const MutantTrial& one) { return one.file == file.path; });
    const MutantTrial none{.file = file.path, .trouble = "nobody tried it", .mutants = {}};
    const MutantTrial& tried = trial == trials.end() ? none : *trial;
    if (file.whole) {
      count(tried, file.path, proofs.emplace_back(TestProof{.test = {}, .file = file.path}));
    }
    for (const AddedTest& test : file.tests) {
      count(
          tried, test.name,
          proofs.emplace_back(TestProof{.test = test.name, .file = file.path, .line = test.line}));
    }
  }
  return proofs;
}

}  // namespace pawl::guards
