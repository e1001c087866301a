#include "runner/record_end.hpp"

#include "run/events.hpp"
#include "runner/exit.hpp"

namespace pawl::runner {
namespace {

Status record_outcome(EventSink& journal, const pipeline::Outcome& end) {
  TRY(journal.append(to_event(run::RunPhase{"DONE"})));
  return journal.append(to_event(run::RunExitClean{.state = std::string(to_string(end.status)),
                                                   .exit = end.exit,
                                                   .reason = end.reason,
                                                   .bail_class = end.bail_class}));
}

Status record_error(EventSink& journal, const Error& error, std::optional<int> signal) {
  if (error.code == Errc::cancelled) {
    return journal.append(to_event(run::RunInterrupted{.signal = signal}));
  }
  return journal.append(
      to_event(run::RunAborted{.reason = error.to_line(),
                               .bail_class = std::string(bail_class_of(error.code)),
                               .exit = exit_code_of(error.code)}));
}

}  // namespace

Status record_end(EventSink& journal, const Result<pipeline::Outcome>& end,
                  std::optional<int> signal) {
  return end ? record_outcome(journal, *end) : record_error(journal, end.error(), signal);
}

}  // namespace pawl::runner
