// `pawl land`: brings the work of a run to the branch it was meant for.
#include "landing/land.hpp"

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/progress.hpp"
#include "cli/landing/landing_ports.hpp"
#include "cli/runs/runs.hpp"

namespace pawl::cli {
namespace {

using landing::LandEnd;
using landing::Landing;

constexpr std::size_t kLandTextMax = 3000;
constexpr std::size_t kFindingsShown = 20;

Exit exit_of_landing(LandEnd end) {
  switch (end) {
    case LandEnd::landed:
    case LandEnd::already: return Exit::done;
    case LandEnd::nothing: return Exit::nothing_to_do;
    case LandEnd::refused:
    case LandEnd::conflict: return Exit::refused;
    case LandEnd::findings: return Exit::findings;
    case LandEnd::red: return Exit::ci_red;
    case LandEnd::pending: return Exit::later;
  }
  return Exit::failed;
}

class Land final : public Command {
 public:
  std::string text;
  bool squash = false;
  bool fast_forward = false;
  std::string onto;
  bool force = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--squash", "", "as one commit (the default)", &squash},
        {"--ff", "", "as the commits it is, by a fast-forward", &fast_forward},
        {"--onto", "BRANCH", "another branch than the one it was meant for", &onto},
        {"--force", "", "also what could not be checked, and an unfinished run's commits", &force},
        {"--json", "", "one JSON document: how it ended", &json}};
  }
  std::vector<Argument> arguments() override {
    return {
        {"RUN", "a run, its prefix, or a target: then its newest run", &text, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    if (squash && fast_forward) {
      return fail(Errc::invalid, "--squash and --ff exclude each other");
    }
    TRY_ASSIGN(const RunId id, find_run_or_target(context, text));
    TRY_ASSIGN(const auto hand, LandingPorts::open(context));
    Progress progress(context.console, context.ports.clock);
    landing::LandOptions options{.onto = onto, .force = force};
    if (squash) options.way = landing::Way::squash;
    if (fast_forward) options.way = landing::Way::fast_forward;
    options.progress = [&](std::string_view what) {
      progress.line(what);
      progress.doing(what);
    };
    TRY_ASSIGN(const Landing landing, landing::land(hand->ports(), id, options));
    progress.clear();
    if (json) context.console.document(landing::to_json(landing));
    report(context, landing);
    return exit_of_landing(landing.end);
  }

 private:
  static void report(Context& context, const Landing& landing) {
    const bool there = landing.end == LandEnd::landed || landing.end == LandEnd::already;
    if (there) {
      context.console.say(
          (landing.end == LandEnd::already ? "it had landed: " : "landed ") + landing.run + " on " +
          printable(landing.target, 200) + " as " + landing.commit.substr(0, 10) +
          (landing.pull > 0 ? ", pull request #" + std::to_string(landing.pull) : ""));
    } else {
      context.console.say("did not land " + landing.run + ": " +
                          printable(landing.reason, kLandTextMax));
    }
    for (std::size_t i = 1; i < landing.findings.size() && i < kFindingsShown; ++i) {
      context.console.say("  " + printable(landing.findings[i], kLandTextMax));
    }
    for (const std::string& unknown : landing.unknown) {
      context.console.say("could not be checked: " + printable(unknown, kLandTextMax));
    }
    for (const std::string& note : landing.notes) {
      context.console.say(printable(note, kLandTextMax));
    }
    if (!landing.way_out.empty()) {
      context.console.say("next: " + printable(landing.way_out, kLandTextMax));
    }
  }
};

}  // namespace

std::unique_ptr<Command> make_land() { return std::make_unique<Land>(); }

}  // namespace pawl::cli
