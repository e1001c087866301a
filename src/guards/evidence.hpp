// What guards of the tool tier look at: results that somebody with processes and a network
// gathered before. An absent member means that nobody tried, which is `unknown`, never `pass`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "repo/checks.hpp"

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

// The build or the tests of one stack, run on the base and on the head in twin folders. Nothing
// where the stack is not there on that side.
struct TwinRun {
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
struct TwinScan {
  std::string tool;      // `semgrep`
  std::string trouble;   // why there is no result; empty when both runs ended well
  bool present = false;  // the program is there
  std::vector<ScanFinding> base;
  std::vector<ScanFinding> head;
};

struct Evidence {
  std::optional<std::map<std::string, UrlCheck>> urls;  // by URL
  std::optional<std::vector<TwinRun>> builds;           // one a stack
  std::optional<std::vector<TwinRun>> tests;
  std::string checks_trouble;  // why there are no builds and tests
  std::optional<std::vector<TwinScan>> scans;
};

}  // namespace pawl::guards
