// What was rescued and lies in a target under refs/pawl/rescue/: to be listed, looked at, brought
// back, and dropped once a branch is proven to hold every byte of it.
#pragma once

#include <string>
#include <vector>

#include "landing/landing.hpp"

namespace pawl::landing {

struct RescueRef {
  std::string name;  // behind refs/pawl/rescue/: `<run>/<label>-<id>`
  std::string commit;
  std::string run;  // as the name says; empty when it says none
  Timestamp at;     // it was rescued
  // No file's content is in it, of all its commits, that no branch holds.
  bool held = false;
  std::size_t files = 0;  // contents that are nowhere else
};
std::string full_name(const RescueRef& ref);
Json to_json(const RescueRef& ref);

// Of a target on this machine, by name; of one run where it is named.
Result<std::vector<RescueRef>> rescue_refs(const Ports& ports, const git::Target& target,
                                           const std::string& run = {});
// The one of that name, full or behind the prefix, or the only one that begins so. not_found when
// there is none, or several: the message lists them.
Result<RescueRef> find_rescue_ref(const Ports& ports, const git::Target& target,
                                  const std::string& name);
// What it holds beyond the commit of a branch it was made on, as git prints it.
Result<std::string> rescue_diff(const Ports& ports, const git::Target& target,
                                const RescueRef& ref);

// A new branch at it; no checkout is touched. conflict when there is such a branch.
Status restore_rescue(const Ports& ports, const git::Target& target, const RescueRef& ref,
                      const std::string& branch);

enum class Proof : std::uint8_t {
  wanted,   // only what branches hold goes
  nothing,  // a person gives it up
};
// Removes those that may go; answers them. What a branch holds is held by the branches as they are
// at that moment: one that moves meanwhile keeps it all.
Result<std::vector<RescueRef>> drop_rescues(const Ports& ports, const git::Target& target,
                                            const std::vector<RescueRef>& refs, Proof proof);

}  // namespace pawl::landing
