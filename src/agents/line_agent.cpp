#include "agents/agents_of.hpp"
#include "agents/conclusion.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

// `claude=/path; codex=/path`: the program of that agent, by a person's setting.
std::string program_in(const std::string& setting, std::string_view agent) {
  for (const std::string_view part : split(setting, ';')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || trim(part.substr(0, equals)) != agent) continue;
    return std::string(trim(part.substr(equals + 1)));
  }
  return {};
}

class LineAgent final : public JournalledAgent {
 public:
  LineAgent(std::string spec, const LineKind& kind, std::string model, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)), kind_(kind), model_(std::move(model)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    TRY_ASSIGN(Program program, kind_.program(model_, order, *session));
    const std::string own = program_in(ports().config.agent_programs, kind_.name);
    if (!own.empty()) program.argv.front() = own;
    Hearing hearing(order.label, ports().redactor, events);
    JsonLines lines([&](const Json& line) {
      session->heard();
      kind_.line(line, hearing);
    });
    TRY_ASSIGN(const Ended ended,
               session->run(program, [&](std::string_view piece) { lines.feed(piece); }));
    lines.end();
    hearing.said_all();
    return conclude(ended, hearing, *session, order, ports().redactor, ResultWanted::yes);
  }

 private:
  const LineKind& kind_;
  std::string model_;
};

}  // namespace

std::unique_ptr<Agent> line_agent(std::string spec, const LineKind& kind, std::string model,
                                  AgentPorts ports) {
  return std::make_unique<LineAgent>(std::move(spec), kind, std::move(model), std::move(ports));
}

}  // namespace pawl::agents
