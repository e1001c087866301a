// `pawl fleet conflicts`: which open runs will not land side by side.
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/landing/landing_ports.hpp"
#include "landing/conflicts.hpp"

namespace pawl::cli {
namespace {

using landing::Clash;
using landing::Collision;
using landing::Forecast;

Paint paint_of_clash(Clash clash) {
  if (clash == Clash::conflict) return Paint::red;
  return clash == Clash::overlap ? Paint::yellow : Paint::dim;
}

std::string where_of(const Collision& collision) {
  constexpr std::size_t kShownBytesMax = 300;
  const std::vector<std::string>& what = !collision.conflicts.empty() ? collision.conflicts
                                         : !collision.symbols.empty() ? collision.symbols
                                                                      : collision.files;
  return printable(join(what, ", "), kShownBytesMax);
}

class FleetConflicts final : public Command {
 public:
  std::string target = ".";
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "the repository; the current directory when absent", &target, false}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto hand, LandingPorts::open(context));
    TRY_ASSIGN(const git::Target repository,
               runner::resolve_target(context.ports, hand->git(), target));
    TRY_ASSIGN(const Forecast found, landing::forecast(hand->ports(), repository));
    if (json) {
      context.console.document(landing::to_json(found));
    } else {
      show(context, found);
    }
    const bool conflict =
        !found.collisions.empty() && found.collisions.front().clash == Clash::conflict;
    return conflict ? Exit::findings : Exit::done;
  }

 private:
  static void show(Context& context, const Forecast& found) {
    std::vector<std::vector<std::string>> rows;
    for (const Collision& each : found.collisions) {
      rows.push_back({painted(context, paint_of_clash(each.clash), to_string(each.clash)),
                      each.first, each.second, where_of(each)});
    }
    if (!rows.empty()) context.console.out(table({"CLASH", "RUN", "RUN", "WHERE"}, rows));
    for (const std::string& unread : found.unread) {
      context.console.say("could not be looked at: " + printable(unread, 400));
    }
    context.console.say(counted(found.open.size(), "open run") + ", " +
                        counted(rows.size(), "pair") + " that meet");
  }
};

}  // namespace

std::unique_ptr<Command> make_fleet_conflicts() { return std::make_unique<FleetConflicts>(); }

}  // namespace pawl::cli
