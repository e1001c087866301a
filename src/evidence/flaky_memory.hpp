// Which tests of a repository fail only now and then: seen once, remembered for a month, so that a
// later run asks them more often before it believes a failure of theirs.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/time.hpp"
#include "os/files/files.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::evidence {

class FlakyMemory {
 public:
  struct Entry {
    std::string stack;
    std::string folder;
    std::string id;
    std::string file;
    int seen = 1;
    Timestamp last;
  };

  // What the file at `path` remembers; nothing when it is not there or cannot be read. Entries
  // older than a month are forgotten.
  static FlakyMemory load(os::Files& files, const std::string& path, Timestamp now);

  // Remembers the flaky tests of runs. True when there was one.
  bool learn(const std::vector<repo::CheckRun>& runs);
  // Those remembered, for repo::CheckOptions::known_flaky.
  std::vector<repo::FlakyTest> tests() const;
  // Failing tests that are remembered, and did not fail kFlakyRunsMax times in a row, become
  // inconclusive ones; a run without any other failure is unknown. Those that did still fail.
  void settle(std::vector<repo::CheckRun>& runs) const;
  // Writes the file, 0600, with what another process has learnt meanwhile.
  Status save(os::Files& files, const std::string& path) const;

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  explicit FlakyMemory(Timestamp now) : now_(now) {}
  void take(const Json& json);
  Entry* find(const repo::CheckRun& run, const std::string& id);

  Timestamp now_;
  std::vector<Entry> entries_;
};

}  // namespace pawl::evidence
