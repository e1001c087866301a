// All that could be otherwise in a world: who goes on next, what goes wrong, what a person does.
// Each answer is random, or the one that is written down; what is not written down is as usual. So
// the few answers that a failure takes can be kept as text, and mean the same when rates change.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.hpp"
#include "pipeline/test_pipelines.hpp"

namespace pawl::simulation {

// Byte-stable by their names.
enum class What : std::uint8_t {
  // of a call of a process
  kill,
  lost,       // it was done, and the answer is lost
  refused,    // it was not done, and the answer says nothing
  claimed,    // it was not done, and the answer says that it was
  full_disk,  // of an append
  late,       // it takes long, and all others go on
  late_for,   // seconds
  pause,      // another may go on
  // of what a process does
  stall,
  deaf,         // it hears no TERM
  orphaned,     // of a branch whose parent dies: it goes on for a moment
  orphan_goes,  // the moment is over
  stage_ms,
  verify_ms,
  lands,    // who worked on it lands it, too
  untried,  // the forge does not know whether it merges
  pending,  // a check is under way
  // of the machine
  next,
  unwritten,  // of an event, when the power is lost: it was not on the disk
  // of people
  acts,
  act_after,  // ms
  act,
  whose,
  at_once,  // and another process does the same at the same time
  decided,  // of a run of a chain, once it is quiet
  decision,
  named,  // they name a stage
  stage,
  both,  // what they commit changes what runs change, too
  count_of_all,
};
std::string_view to_string(What what);

// The `nth` time that `who` (a pid; 0: the machine) is asked.
struct Choice {
  int who = 0;
  What what = What::kill;
  int nth = 1;
  int answer = 1;
};

// One schedule as text:
//
//   # for people
//   seed 17          the runs, their pipelines, and what their stages come to
//   mild             nothing goes wrong but what people do
//   3 kill 41        pid, what, which time; the answer, where it is not 1
struct Script {
  std::uint64_t seed = 0;
  bool mild = false;
  std::vector<Choice> choices;
};
Result<Script> script_from(std::string_view text);
std::string to_text(const Script& script);

class Choices {
 public:
  explicit Choices(std::uint64_t seed) : dice_(seed) {}
  explicit Choices(const Script& script);

  // Whether it is so, which it is not usually: one in so many times; 0: never.
  bool happens(int who, What what, int one_in);
  // From 0 to below `count`.
  int one_of(int who, What what, int count, int usual = 0);

  // Those that were not the usual ones, in order.
  const std::vector<Choice>& made() const { return made_; }
  // Of a script, those that nobody asked for.
  std::size_t unused() const { return written_.size() - used_; }

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(What::count_of_all);
  int count_of(int who, What what);
  int written(int who, What what, int nth, int usual);

  pipeline::Dice dice_{0};
  bool random_ = true;
  std::map<std::tuple<int, What, int>, int> written_;
  std::size_t used_ = 0;
  std::vector<std::array<int, kKinds>> counts_;  // by who
  std::vector<Choice> made_;
};

}  // namespace pawl::simulation
