// Runs that a run makes, one after the other, in processes of their own: what a chain does with
// them. Who can do that stands above this layer, and hands it down (runner::RunPorts).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "chain/chain.hpp"
#include "config/config.hpp"

namespace pawl::stages {

// What a child is to do.
struct ChildOrder {
  std::string plan;
  std::string description;  // for people, in one line
  config::Limits left;      // of its budget; 0: no limit
};

// How the landing of a child ended.
struct ChildLanding {
  enum class End : std::uint8_t {
    landed,   // proven to be in the target
    pending,  // it may land later, as it is
    refused,
    nothing,  // it changed nothing
  };
  End end = End::refused;
  bool by_others = false;  // of landed: it was there already, and not by a landing of Pawl's
  std::string target;      // branch
  std::string commit;      // of the branch, that brought the work or holds it
  std::string way;         // a landing::Way
  std::string word;        // a landing::LandEnd
  std::string reason;      // why it did not land
};

class ChildRuns {
 public:
  virtual ~ChildRuns() = default;
  // A new run; no process works on it.
  virtual Result<RunId> reserve(const ChildOrder& order) = 0;
  // The process of a run that never began; and of one whose newest attempt, that one, has ended.
  // conflict where another process was quicker.
  // `most` is what it may use in all from then on.
  virtual Status begin(const RunId& child) = 0;
  virtual Status go_on(const RunId& child, int attempt, const config::Limits& most) = 0;
  virtual Result<chain::Sight> look(const RunId& child) = 0;
  // Until no process works on it; cancelled when asked to stop.
  virtual Status wait(const RunId& child) = 0;
  virtual Status stop(const RunId& child) = 0;
  virtual Result<ChildLanding> land(const RunId& child) = 0;
  // Where its work is in the target, by whatever way; nothing where it was not seen there. conflict
  // while somebody else works on it, lands it or says something of it.
  virtual Result<std::optional<ChildLanding>> prove(const RunId& child) = 0;
};

}  // namespace pawl::stages
