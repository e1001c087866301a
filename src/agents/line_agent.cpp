#include "agents/agents_of.hpp"
#include "agents/conclusion.hpp"

namespace pawl::agents {
namespace {

class LineAgent final : public JournalledAgent {
 public:
  LineAgent(std::string spec, const LineKind& kind, std::string model, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)), kind_(kind), model_(std::move(model)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    TRY_ASSIGN(const Program program, kind_.program(model_, order, *session));
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
