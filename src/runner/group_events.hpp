// The kinds of events of parallel nodes: of each its row, what it says, and the codec of that.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::runner {

std::span<const EventKind* const> group_event_kinds();

inline constexpr EventKind kGroupReady{"group.ready", "group head base runs", Durability::durable,
                                       "the branches of a parallel node were made ready, each a "
                                       "run of its own"};
struct GroupReady {
  std::string group;              // the path of the node
  std::string head;               // the commit they begin at
  std::string base;               // the commit the run began at
  std::vector<std::string> runs;  // ids, in the order of the pipeline
};
Event to_event(const GroupReady& event);
GroupReady group_ready_of(const JournalEvent& event);

inline constexpr EventKind kGroupMerged{"group.merged", "group policy branch outcome commit reason",
                                        Durability::durable,
                                        "what became of the files that a branch changed"};
struct GroupMerged {
  std::string group;
  std::string policy;   // none pick sequence union
  std::string branch;   // its name
  std::string outcome;  // unchanged, merged, kept, conflict, refused
  std::string commit;   // of the run, where it was merged; else the branch's own
  std::string reason;
};
Event to_event(const GroupMerged& event);
GroupMerged group_merged_of(const JournalEvent& event);

}  // namespace pawl::runner
