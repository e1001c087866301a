#include "agents/agent.hpp"

#include <algorithm>

#include "agents/agents_of.hpp"
#include "agents/conclusion.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

Status check_order(const Order& order) {
  for (const std::string* path : {&order.folder, &order.home}) {
    if (!path->starts_with('/')) {
      return fail(Errc::invalid, "the folders of an agent are absolute, not '" + *path + "'");
    }
  }
  if (order.label.empty()) return fail(Errc::invalid, "the work of an agent has no label");
  return Done{};
}

const LineKind* find_kind(std::string_view name) {
  const auto kinds = line_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const LineKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace

Result<Work> JournalledAgent::work(const Order& order, EventSink& events) {
  TRY(check_order(order));
  TRY(journal_begin(spec_, order, ports_.sandbox, events));
  const Milliseconds start = ports_.ports.clock.monotonic();
  auto done = do_work(order, events);
  if (!done) {
    Work none;
    none.end = WorkEnd::failed;
    none.reason = printable(ports_.redactor.apply(done.error().to_line()), 600);
    TRY(journal_end(spec_, order, none, ports_.ports.clock.monotonic() - start, events));
    return std::move(done).during("putting " + spec_ + " to work");
  }
  TRY(journal_end(spec_, order, *done, ports_.ports.clock.monotonic() - start, events));
  return done;
}

Result<std::unique_ptr<Agent>> open_agent(std::string_view text, AgentPorts ports) {
  TRY_ASSIGN(const Spec spec, parse_agent_spec(text));
  const std::string_view name = spec.provider->name;
  std::string whole(trim(text));
  if (const LineKind* kind = find_kind(name)) {
    return line_agent(std::move(whole), *kind, spec.rest, std::move(ports));
  }
  if (name == "scripted") return scripted_agent(std::move(whole), spec.rest, std::move(ports));
  if (name == "pawl") return own_agent(std::move(whole), spec.rest, std::move(ports));
  TRY_ASSIGN(std::vector<std::string> argv, words_of(spec.rest).during("reading agent " + whole));
  if (name == "acp") return acp_agent(std::move(whole), std::move(argv), std::move(ports));
  return command_agent(std::move(whole), std::move(argv), std::move(ports));
}

}  // namespace pawl::agents
