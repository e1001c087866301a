// What a journal says of how each commit of a run was judged.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "guards/events.hpp"

namespace pawl::proof {

struct JudgedCommit {
  std::string commit;
  std::string subtask;
  std::string model;
  int attempt = 0;
  std::uint64_t seq = 0;                       // of the event that records the commit
  guards::GuardOrder asked;                    // of a journal of an older program: without an order
  std::vector<guards::GuardVerdict> verdicts;  // of the attempt that was committed
};
// By commit. A subtask that was tried in several turns has the verdicts of its last one.
std::map<std::string, JudgedCommit> judged_commits(std::span<const JournalEvent> events);

}  // namespace pawl::proof
