// `pawl rescue`: an agent looks why a run ended; a policy decides whether it goes on.
#include "fleet/rescue.hpp"

#include "base/text/text.hpp"
#include "cli/fleet/background.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/kit/agent_budget.hpp"
#include "evidence/confinement.hpp"
#include "run/run_index.hpp"
#include "stages/agent_chat.hpp"

namespace pawl::cli {
namespace {

class Rescue final : public Command {
 public:
  std::string id;
  std::string client;
  bool dry_run = false;
  bool wait = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--client", "SPEC", "who looks: provider:model; the run's own when absent", &client},
            {"--dry-run", "", "say what was found, and go on with nothing", &dry_run},
            {"--wait", "", "wait for the end of the run; its exit code is this one's", &wait},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, or its prefix", &id, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const RunId run, named_run(context, id));
    TRY_ASSIGN(const fleet::Diagnosis found, look(context, run));
    if (dry_run || !fleet::goes_on(found)) {
      report(context, run, found, false);
      return fleet::goes_on(found) ? Exit::done : Exit::refused;
    }
    const Result<fleet::Launched> launched = fleet::resume(quiet_ports(context), run, "", {});
    report(context, run, found, launched.ok());
    if (!launched) return launched.error();
    return after_launch(context, *launched, {.wait = wait, .print_id = true, .told = json});
  }

 private:
  Result<fleet::Diagnosis> look(Context& context, const RunId& run) const {
    TRY_ASSIGN(const run::RunState state, run::load_run(context.layout, run));
    const std::string spec = client.empty() ? state.client : client;
    if (spec.empty()) {
      return fail(Errc::invalid,
                  "nobody is there to look: the run names no client; give one with "
                  "--client provider:model");
    }
    os::Sandbox sandbox =
        evidence::make_sandbox(context.ports, context.config.config, context.layout);
    TRY_ASSIGN(AgentBudget budget, AgentBudget::open(context));
    TRY_ASSIGN(const std::unique_ptr<agents::Agent> agent,
               agents::open_agent(
                   spec, {.ports = context.ports,
                          .sandbox = sandbox,
                          .config = context.config.config,
                          .redactor = context.config.redactor,
                          .open_chat = stages::agent_chat(context.ports, context.config.config,
                                                          budget.events(), budget.budget()),
                          .budget = &budget.budget()}));
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    return fleet::diagnose(desk.ports(), *agent, run);
  }

  void report(Context& context, const RunId& run, const fleet::Diagnosis& found,
              bool resume) const {
    const std::string verdict =
        found.verdict ? std::string(fleet::to_string(*found.verdict)) : std::string();
    if (json) {
      context.console.document(
          Json::object({{"run", run.text()},
                        {"verdict", verdict.empty() ? Json() : Json(verdict)},
                        {"summary", found.summary},
                        {"reason", found.reason.empty() ? Json() : Json(found.reason)},
                        {"resumed", resume}}));
      return;
    }
    context.console.say(run.text() + ": " + (verdict.empty() ? found.reason : verdict) +
                        (found.summary.empty() ? "" : ", " + printable(found.summary, 500)));
  }
};

}  // namespace

std::unique_ptr<Command> make_rescue() { return std::make_unique<Rescue>(); }

}  // namespace pawl::cli
