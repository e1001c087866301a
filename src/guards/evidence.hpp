// What guards of the tool tier look at: results that somebody with processes and a network
// gathered before. An absent member means that nobody tried, which is `unknown`, never `pass`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repo/checks/checks.hpp"

namespace pawl::guards {

enum class UrlAnswer : std::uint8_t {
  found,      // something answers there
  missing,    // no such host, or 404 or 410
  forbidden,  // an address nobody should be sent to: private, loopback, link-local, metadata
  unchecked,  // offline, time out, odd answer
};
struct UrlCheck {
  UrlAnswer answer = UrlAnswer::unchecked;
  std::string detail;  // `404 Not Found`, `no such host`
};

// The build or the tests of one stack, run on the base and on the head, in a folder each. Nothing
// where the stack is not there on that side.
struct PairedRun {
  std::optional<repo::CheckRun> base;
  std::optional<repo::CheckRun> head;
};

struct ScanFinding {
  std::string rule;
  std::string path;  // relative to the repository
  int line = 0;
  std::string severity;  // error, warning, note
  std::string message;
  std::string window;  // the code around it, blanks folded: the same fault on another line is equal
};
struct PairedScan {
  std::string tool;      // `semgrep`
  std::string trouble;   // why there is no result; empty when both runs ended well
  bool present = false;  // the program is there
  std::vector<ScanFinding> base;
  std::vector<ScanFinding> head;
};

enum class MutantFate : std::uint8_t {
  noticed,   // a new test fails on it
  survived,  // the new tests pass on it
  no_say,    // it does not build, the tests never end, or older tests fail on it, too
};
// One wrong version of code that new tests use.
struct TriedMutant {
  std::string path;
  int line = 0;
  std::string before;  // the code as it is, in one line
  std::string after;
  MutantFate fate = MutantFate::survived;
  std::string why;                   // of no_say
  std::vector<std::string> by;       // of noticed: names of new tests (AddedTest), or the file's
  std::vector<std::string> used_by;  // names of new tests that use what was made wrong
};
// What the new tests of one file noticed.
struct MutantTrial {
  std::string file;     // of tests
  std::string trouble;  // why it came to no end; what was tried before still counts
  std::vector<TriedMutant> mutants;
};

struct Evidence {
  std::optional<std::map<std::string, UrlCheck>> urls;  // by URL
  std::optional<std::vector<PairedRun>> builds;         // one a stack
  std::optional<std::vector<PairedRun>> tests;
  std::string checks_trouble;  // why there are no builds and tests
  std::optional<std::vector<PairedScan>> scans;
  std::optional<std::vector<MutantTrial>> mutants;  // of the files that add tests
};

}  // namespace pawl::guards
