// `pawl resume`: goes on with a run, in the background.
#include "base/text/text.hpp"
#include "cli/fleet/background.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/runs/run_command.hpp"
#include "os/processes/detached.hpp"

namespace pawl::cli {
namespace {

class Resume final : public RunCommand {
 public:
  Resume() : RunCommand("") {}

  std::string id;
  bool foreground = false;
  bool wait = false;
  bool word = false;
  std::optional<std::int64_t> attempt;

  std::vector<Flag> flags() override {
    return {{"--resume-from", "STAGE", "go on at this stage, whatever became of it", &from},
            {"--foreground", "", "here instead of in the background", &foreground},
            {"--wait", "", "wait for its end; its exit code is this one's", &wait},
            {"--max-cost", "USD", "what models may cost in this run", &max_cost},
            {"--word", "", "with --foreground: say on descriptor 3 when the run began", &word},
            {"--attempt", "N", "only where this is its newest attempt; 0: where it has not begun",
             &attempt},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, or its prefix", &id, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    if (foreground) return run_here(context);
    if (word) return fail(Errc::invalid, "--word is for --foreground");
    TRY_ASSIGN(const RunId run, named_run(context, id));
    TRY_ASSIGN(const fleet::Launched launched,
               fleet::resume(quiet_ports(context), run, from, settings(), attempt_of(attempt)));
    return after_launch(context, launched, {.wait = wait, .json = json});
  }

 private:
  Result<Exit> run_here(Context& context) {
    const bool heard = word && os::has_word_descriptor();
    bool said = false;
    begun = [&](const RunId& run) {
      if (heard) fleet::say_ready(run);
      said = true;
    };
    Result<Exit> end = go_on(context);
    if (!end && heard && !said) fleet::say_failed(end.error());
    return end;
  }

  Result<Exit> go_on(Context& context) {
    // A run that was made but never began has no journal to be found by.
    std::string run = id;
    if (!RunId::parse(id)) {
      TRY_ASSIGN(const RunId found, named_run(context, id));
      run = found.text();
    }
    runner::RunOptions wanted;
    wanted.start = runner::Start::named;
    wanted.run = run;
    wanted.from = from;
    wanted.yes = true;
    wanted.attempt = attempt_of(attempt);
    return go(context, wanted);
  }
};

}  // namespace

std::unique_ptr<Command> make_resume() { return std::make_unique<Resume>(); }

}  // namespace pawl::cli
