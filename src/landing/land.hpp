// Bringing the work of a run to the branch it was meant for, once: `pawl land`, and whoever chains
// runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {

// How a landing ended; byte-stable, in `--json` and in journals.
enum class LandEnd : std::uint8_t {
  landed,    // proven: the target reaches the work, or the pull request is merged
  already,   // it was there; nothing was done but to note it
  nothing,   // there is no work
  refused,   // by a rule: a draft, a review that is wanted, a checkout that cannot be moved
  findings,  // guards, builds, tests or commands say no
  conflict,  // it does not merge
  red,       // checks of the pull request failed
  pending,   // checks are under way, or the forge does not know yet: try later
};
std::string_view to_string(LandEnd end);

struct LandOptions {
  std::optional<Way> way = {};  // squash or fast_forward; nothing: as the pipeline wants it
  std::string onto = {};        // branch; empty: the one the work was meant for
  // Lands what could not be checked, and what an unfinished run has committed. Never over a
  // finding, a failed check, a conflict or a person's review.
  bool force = false;
  std::function<void(std::string_view)> progress = {};  // for people; may be null
};

struct Landing {
  std::string run;
  LandEnd end = LandEnd::landed;
  std::string target;  // branch
  Way way = Way::squash;
  std::string commit;  // of the target, that brought the work or holds it
  std::string head;    // of the work
  std::int64_t pull = 0;
  std::string pull_url;
  std::string reason;                 // why it did not land
  std::string way_out;                // what to do then; may be empty
  std::vector<std::string> findings;  // of `findings`, each a line for people
  std::vector<std::string> checked;
  std::vector<std::string> unknown;  // what could not be checked
  std::vector<std::string> notes;    // what else a person should know
};
Json to_json(const Landing& landing);

// Takes the lock of the run, and for the moment in which the branch moves that of publishing. Safe
// to call again after a crash at any point: what has landed is noted, and never lands twice.
// Nobody's checkout is changed unless the landing succeeds. An Error: it could not be tried, or
// came to no end; conflict when somebody works on the run.
Result<Landing> land(const Ports& ports, const RunId& id, const LandOptions& options);

}  // namespace pawl::landing
