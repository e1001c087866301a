// What earlier runs offered as pull requests, and what that keeps a later run from offering again:
// what is open already, what a person closed, what was merged and taken back. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "planner/concerns/traces.hpp"

namespace pawl::planner {

enum class OfferState : std::uint8_t { open, merged, closed };
std::string_view to_string(OfferState state);
OfferState offer_state_named(std::string_view name);  // open where the name is none of these

struct PastOffer {
  std::int64_t number = 0;  // of the pull request
  std::string url;
  std::string title;
  OfferState state = OfferState::open;
  Timestamp since;                    // it was first seen in that state
  std::vector<std::string> concerns;  // planner/concerns/concern.hpp
  std::vector<FileTrace> traces;      // of all its commits together; none when nobody knows
};

// The open or closed offer that is about all these concerns; null when there is none. Merged work
// may come again: what it was about can break again.
const PastOffer* offer_about(std::span<const PastOffer> offers,
                             std::span<const std::string> concerns);

// The offer that did most of this change already, whatever it was called then; null when there is
// none. `concerns` are those of the work it was made for: where they name a failing test or an
// issue that an offer was not about, only nearly the same lines count, and so they do for merged
// offers.
const PastOffer* offer_of_change(std::span<const PastOffer> offers,
                                 std::span<const std::string> concerns,
                                 std::span<const FileTrace> change);

// For people: `pull request #2 (URL) offers it already`, and what lifts that.
std::string why_left(const PastOffer& offer);

// What a planner reads of them: a line each, printable, bounded; merged ones are left out.
std::string offers_lines(std::span<const PastOffer> offers);

Json to_json(const PastOffer& offer);
Result<PastOffer> past_offer_from_json(const Json& json);

}  // namespace pawl::planner
