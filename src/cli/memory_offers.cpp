#include "cli/memory_offers.hpp"

#include <set>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "forge/open_forge.hpp"
#include "runner/target.hpp"
#include "stages/offers.hpp"

namespace pawl::cli {
namespace {

using memory::Offer;

// What became of the pull requests of a repository, as its forge reports it now.
Status ask_forge(Context& context, store::Database& database, const std::string& text) {
  git::Git git(context.ports.processes, runner::git_options(context.ports, context.config.config));
  TRY_ASSIGN(const git::Target target, runner::resolve_target(context.ports, git, text));
  TRY_ASSIGN(const std::unique_ptr<forge::Forge> forge,
             forge::open_forge({.config = context.config.config,
                                .target = target,
                                .layout = context.layout,
                                .database = database,
                                .git = git,
                                .ports = context.ports}));
  memory::OfferTable table(database);
  return stages::learn_offers({.forge = *forge, .git = git, .target = target}, table);
}

Paint paint_of_offer(const Offer& offer) {
  if (offer.forgotten) return Paint::dim;
  if (offer.state == "open") return Paint::green;
  return offer.state == "closed" ? Paint::red : Paint::blue;
}

// What the offer says to the next run.
std::string effect_of(const Offer& offer) {
  if (offer.state == "open") return "waits for a person; not offered twice";
  if (offer.forgotten) return "forgotten; may be offered again";
  if (offer.state == "merged") return "the same change is not offered again";
  return "declined; not offered again";
}

}  // namespace

Status ask_forges(Context& context, store::Database& database, const std::string& target) {
  std::set<std::string> targets;
  if (!target.empty()) targets.insert(target);
  TRY_ASSIGN(const std::vector<Offer> known, memory::OfferTable(database).find(""));
  for (const Offer& offer : known) {
    if (target.empty() && offer.state == "open") targets.insert(offer.target);
  }
  for (const std::string& each : targets) {
    const Status asked = ask_forge(context, database, each);
    if (!asked && asked.error().code == Errc::cancelled) return asked;
    if (!asked && asked.error().code != Errc::not_found) {
      context.console.say("the forge of " + printable(each, 200) +
                          " was not asked: " + asked.error().message);
    }
  }
  return Done{};
}

bool is_declined(const Offer& offer) { return !offer.forgotten && offer.state == "closed"; }

std::string offers_table(const Context& context, const std::vector<Offer>& offers, bool of_all) {
  constexpr std::size_t kDayLength = 10;
  std::vector<std::vector<std::string>> rows;
  for (const Offer& one : offers) {
    rows.push_back({"#" + std::to_string(one.number),
                    painted(context, paint_of_offer(one), one.state),
                    to_iso8601(one.since).substr(0, kDayLength), printable(one.title, 60),
                    printable(join(one.concerns, ", "), 60), effect_of(one)});
    if (of_all) rows.back().push_back(printable(one.target, 80));
  }
  std::vector<std::string> header = {"PULL REQUEST", "STATE", "SINCE",
                                     "TITLE",        "ABOUT", "NEXT RUN"};
  if (of_all) header.emplace_back("TARGET");
  return table(header, rows);
}

}  // namespace pawl::cli
