// What runs offered as pull requests: those that are open, how many there may be, and what the
// memory keeps of all of them. Everything is asked of the interfaces of a forge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "memory/offer_table.hpp"
#include "planner/concerns/concern.hpp"
#include "planner/concerns/past_offers.hpp"
#include "planner/rules/plan_rules.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Where pull requests are, and who looks.
struct ForgePlace {
  forge::Forge& forge;
  git::Git& git;
  const git::Target& target;
};

// The pull requests of Pawl's that are open, by number. One whose commits a person brought into its
// base by hand is none, also where the forge has not noticed.
Result<std::vector<forge::Pull>> open_pulls(const ForgePlace& place);
// `#1 Title (URL)`, a line each, a few of them.
std::string pulls_listed(std::span<const forge::Pull> pulls);

// Whether one more may be opened: denied when as many are open as the settings allow, with their
// names. One of `run` itself does not count, as it is brought up to date.
Status check_room(const config::Config& config, std::span<const forge::Pull> open,
                  const std::string& run);
// Whether a run of that pipeline opens a pull request; others work on one that is there.
bool opens_one(std::string_view pipeline);
// Whether a run may open pull requests here: by a push, or by a fork where the settings allow it.
Status check_access(forge::Forge& forge, const config::Config& config, const std::string& name);
// Whether one more may be opened now: denied when as many were opened within the last
// hour as the settings allow, with their names. `opened` are those of Pawl's and of anybody.
Status check_pace(const config::Config& config, std::span<const forge::Pull> opened,
                  const std::string& run, Timestamp now);
// Both of a repository: what is open of Pawl's, or why `run` may not open one more.
Result<std::vector<forge::Pull>> check_quota(const ForgePlace& place, const config::Config& config,
                                             const std::string& run, Timestamp now);
// Whether none of them, but that of `run` itself, is about all these concerns: denied, with its
// name. For runs side by side, which cannot know of each other when they plan.
Status check_not_offered(std::span<const forge::Pull> open, std::span<const std::string> concerns,
                         const std::string& run);

// Brings the memory up to date with the forge: every pull request of Pawl's, its state, what it is
// about, and what it changes where its commits are on this machine. One that was closed, or that
// the forge takes for open, counts as merged when its base branch holds what it changes.
Status learn_offers(const ForgePlace& place, memory::OfferTable& table);
// A pull request as the memory keeps it, without its traces.
memory::Offer offer_of(const ForgePlace& place, const forge::Pull& pull);

// What of a repository's offers may keep a run from some work: open ones; closed and merged ones
// that nobody asked to forget, of merged ones the newest.
Result<std::vector<planner::PastOffer>> past_offers(memory::OfferTable& table,
                                                    const std::string& repository);
// Of those, the ones that bind this run: what a person asked for by an issue, a plan file or a
// command of its own may come again, but is not offered twice at a time; and a setting lifts it.
std::vector<planner::PastOffer> binding_offers(const RunSettings& settings,
                                               std::vector<planner::PastOffer> offers);

// The names of what a run is about.
planner::ConcernNames concern_names(const Request& request);

// What lies between two commits of a folder, file by file.
Result<std::vector<planner::FileTrace>> traces_between(git::Git& git, const std::string& folder,
                                                       const std::string& base,
                                                       const std::string& head);

}  // namespace pawl::stages
