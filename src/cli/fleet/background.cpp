#include "cli/fleet/background.hpp"

#include "base/text/text.hpp"
#include "fleet/wait.hpp"

namespace pawl::cli {

runner::RunPorts quiet_ports(Context& context) {
  runner::RunPorts ports{.ports = context.ports,
                         .config = context.config,
                         .layout = context.layout,
                         .listener = {},
                         .confirm = {}};
  // What is said of a checkout takes a look at all of it, which nobody wants to wait for who does
  // not read it.
  if (!context.console.quiet() && context.err_is_terminal) {
    ports.notify = [&context](const std::string& text) {
      context.console.say(printable(text, 400));
    };
  }
  return ports;
}

Result<Exit> after_launch(Context& context, const fleet::Launched& launched,
                          const AfterLaunch& after) {
  const std::string& id = launched.run.text();
  if (!after.json && !after.told) context.console.out(id + "\n");
  if (!after.print_id && !context.console.quiet()) {
    context.console.say("process " + std::to_string(launched.pid) +
                        " works on it; log: " + launched.log + "\n  look:  pawl fleet " + id +
                        "\n  stop:  pawl stop " + id);
  }
  if (!after.wait) {
    if (after.json) {
      context.console.document(
          Json::object({{"run", id}, {"pid", launched.pid}, {"log", launched.log}}));
    }
    return Exit::done;
  }
  TRY_ASSIGN(const fleet::WaitedRun end,
             fleet::wait_for(context.ports, context.layout, launched.run, std::nullopt));
  const int exit = fleet::exit_of(end);
  if (after.json) {
    TRY_ASSIGN(const Json document,
               runner::run_document(context.ports.files, context.layout, end.state));
    context.console.document(document);
  } else {
    context.console.say("run " + id + ": " + std::string(run::to_string(end.status)) +
                        (end.state.reason.empty() ? "" : ", " + printable(end.state.reason, 400)));
  }
  return static_cast<Exit>(exit);
}

}  // namespace pawl::cli
