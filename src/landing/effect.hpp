// A landing as an effect in the journal: what was meant before a branch moves, and what came of it.
// Whether it happened is never taken from here, but looked up in the target.
#pragma once

#include <string>
#include <vector>

#include "base/event.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {

struct Intent {
  std::string target;  // branch
  std::string from;    // where it was
  std::string commit;  // where it was to be
  std::string head;    // of the work
  Way way = Way::squash;
};

std::vector<Intent> intents_of(const run::RunState& state);
Status intend(EventSink& journal, const Intent& intent);
Status confirm(EventSink& journal, const Intent& intent);

// Where a result waits, in the target, for its branch to move: nothing is lost when that fails.
std::string waiting_ref(const std::string& run);

}  // namespace pawl::landing
