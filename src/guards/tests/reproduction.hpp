// A test that shows what somebody reported. Tried alone, it fails for what the code does, the same
// way each time; with the fix it passes.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"
#include "guards/evidence.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// A test that fails with a change, and was not there without it. Both are borrowed from evidence.
struct NewFailure {
  const repo::CheckRun* run = nullptr;
  const repo::FailingTest* test = nullptr;
};

// Whether a test that fails on the head, and does not on the base, is one that the change adds, or
// stands for a file or a run that cannot be loaded with it. `base` is null where there is none.
bool is_new_failure(const git::Change& change, const repo::CheckRun* base,
                    const repo::CheckRun& head, const repo::FailingTest& test);

// Whether such an id is that of no test, but of a file or a run that cannot be loaded.
bool is_no_test(const git::Change& change, const repo::CheckRun& run,
                const repo::FailingTest& test);

// All of them; empty where no tests were run.
std::vector<NewFailure> new_failures(const git::Change& change, const Evidence& evidence);

// Refuses what is no single test that fails for what the code does, the same way each time. Says
// nothing further of what is refused already.
void judge_new_failures(const std::vector<NewFailure>& failures, const git::Change& change,
                        const Context& context, Verdict& verdict);

// Why the test was not run on the head, or does not pass there; empty when it does.
std::string why_not_passing(const Evidence* evidence, const Reproduction& shown);

// Refuses a change that brings a test along which does not pass, or was not run.
void judge_reproduction(const Context& context, Verdict& verdict);

// That a test which is to pass fails, with what it prints.
Finding still_fails(const Context& context, const repo::CheckRun& run,
                    const repo::FailingTest& test);

// That the file of such a test is another one than was tried.
Finding changed_reproduction(const RepoPath& path);

}  // namespace pawl::guards
