#include "agents/conclusion.hpp"

#include "agents/events.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

constexpr std::size_t kReasonMax = 600;
constexpr std::size_t kErrorLines = 5;

// The last lines a program wrote to standard error.
std::string last_words(std::string_view text) {
  const auto lines = split_lines(trim(text));
  const std::size_t from = lines.size() > kErrorLines ? lines.size() - kErrorLines : 0;
  std::vector<std::string> kept;
  for (std::size_t i = from; i < lines.size(); ++i) {
    if (!trim(lines[i]).empty()) kept.emplace_back(trim(lines[i]));
  }
  return join(kept, "; ");
}

std::string why_it_failed(const Ended& ended, const Hearing& hearing, const Session& session) {
  const std::string how = ended.finished.how_it_ended();
  if (!hearing.trouble().empty()) return hearing.trouble();
  if (const auto failure = session.model_failure()) return how + ": " + failure->message;
  const std::string words = last_words(ended.finished.err);
  return words.empty() ? how : how + ": " + words;
}

bool may_pass(const Ended& ended, const Hearing& hearing, const Session& session) {
  if (ended.finished.machine_was_short) return true;
  if (const auto failure = session.model_failure()) {
    return failure->status == 0 || is_transient(failure->message, failure->status);
  }
  return !hearing.trouble().empty() && hearing.trouble_is_transient();
}

void decide(Work& work, const Ended& ended, const Hearing& hearing, Session& session,
            const Order& order, ResultWanted wanted) {
  const os::Finished& finished = ended.finished;
  const std::string reached = session.meter().reached();
  const auto end = [&](WorkEnd how, std::string reason) {
    work.end = how;
    work.reason = std::move(reason);
  };
  // Whatever the end: the file it bails by is no part of its work.
  std::optional<Bail> bail = session.take_bail();
  if (finished.ending == os::Ending::cancelled) return end(WorkEnd::cancelled, "it was stopped");
  work.bail = std::move(bail);
  if (work.bail) {
    const std::string& detail = work.bail->detail;
    return end(WorkEnd::bailed, work.bail->bail_class + (detail.empty() ? "" : ": " + detail));
  }
  if (!reached.empty()) return end(WorkEnd::over_budget, reached);
  if (finished.ending == os::Ending::timed_out) {
    return end(WorkEnd::timed_out,
               "it did not end within " + std::to_string(order.limits.wall.count() / 1000) + " s");
  }
  if (ended.stalled) {
    work.transient = true;
    return end(WorkEnd::stalled, "it neither reported nor worked for " +
                                     std::to_string(order.limits.idle.count() / 1000) + " s");
  }
  const bool ended_well = finished.succeeded() || ended.by_us;
  const bool cut_off = wanted == ResultWanted::yes && !hearing.has_result();
  if (ended_well && !hearing.has_failed() && !cut_off) return;
  work.transient = may_pass(ended, hearing, session);
  if (ended_well && cut_off && hearing.trouble().empty()) {
    return end(WorkEnd::failed, "it ended without a result");
  }
  end(WorkEnd::failed, why_it_failed(ended, hearing, session));
}

}  // namespace

Work conclude(const Ended& ended, const Hearing& hearing, Session& session, const Order& order,
              const Redactor& redactor, ResultWanted wanted) {
  session.close();
  Work work;
  decide(work, ended, hearing, session, order, wanted);
  work.reason = printable(redactor.apply(work.reason), kReasonMax);
  work.text = redactor.apply(to_utf8(hearing.text()));
  // What went through the proxy was seen; what an agent says of itself is only said.
  work.usage = session.meter().used();
  work.settled = work.usage.turns > 0;
  if (!work.settled) {
    work.usage = hearing.usage();
  } else if (!work.usage.cost_micros) {
    work.usage.cost_micros = hearing.usage().cost_micros;
  }
  work.usage.tool_calls = hearing.usage().tool_calls;
  work.model = session.meter().model().empty() ? hearing.model() : session.meter().model();
  work.model = printable(redactor.apply(work.model), 120);
  return work;
}

Status journal_begin(std::string_view spec, const Order& order, const os::Sandbox& sandbox,
                     EventSink& events) {
  return events.append(
      to_event(AgentBegin{.label = order.label,
                          .agent = std::string(spec),
                          .sandbox = std::string(os::to_string(sandbox.report().level)),
                          .may_write = order.may_write,
                          .hosts = order.hosts,
                          .tokens_max = order.limits.tokens,
                          .cost_max = static_cast<double>(order.limits.cost_micros) / 1e6,
                          .steps_max = order.limits.steps,
                          .wall = order.limits.wall,
                          .idle = order.limits.idle}));
}

Status journal_end(std::string_view spec, const Order& order, const Work& work, Milliseconds took,
                   EventSink& events) {
  AgentEnd event{.label = order.label,
                 .agent = std::string(spec),
                 .model = work.model,
                 .end = std::string(to_string(work.end)),
                 .reason = work.reason,
                 .transient = work.transient,
                 .bail_class = {},
                 .bail_detail = {},
                 .tokens_in = work.usage.tokens_in,
                 .tokens_out = work.usage.tokens_out,
                 .cached_in = work.usage.cached_in,
                 .cost = {},
                 .tool_calls = work.usage.tool_calls,
                 .turns = work.usage.turns,
                 .took = took};
  if (work.bail) {
    event.bail_class = work.bail->bail_class;
    event.bail_detail = work.bail->detail;
  }
  if (work.usage.cost_micros) event.cost = static_cast<double>(*work.usage.cost_micros) / 1e6;
  return events.append(to_event(event));
}

}  // namespace pawl::agents
