// `pawl branch`: the process of one branch of a parallel group.
#include "runner/branch.hpp"

#include "cli/kit/command.hpp"

namespace pawl::cli {
namespace {

class Branch final : public Command {
 public:
  std::string run_id;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"RUN", "the branch: a run that `pawl list` shows", &run_id, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    const runner::RunPorts ports{
        .ports = context.ports,
        .config = context.config,
        .layout = context.layout,
        .listener = {},
        .confirm = [](const planner::TaskPlan&, const std::string&) -> Result<planner::Consent> {
          return fail(Errc::invalid, "nobody can be asked in a branch");
        }};
    TRY_ASSIGN(const runner::RunEnd end, runner::run_branch(ports, run_id));
    if (json) {
      context.console.document(Json::object({{"run", end.state.run},
                                             {"state", to_string(end.state.status)},
                                             {"exit", end.exit},
                                             {"reason", end.state.reason}}));
    } else {
      context.console.say(end.state.run + ": " + std::string(to_string(end.state.status)) +
                          (end.state.reason.empty() ? "" : ": " + end.state.reason));
    }
    return static_cast<Exit>(end.exit);
  }
};

}  // namespace

std::unique_ptr<Command> make_branch() { return std::make_unique<Branch>(); }

}  // namespace pawl::cli
