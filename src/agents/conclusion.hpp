// What became of an agent's work, from how its program ended, what it reported, and what went by
// on its way to the model.
#pragma once

#include "agents/hearing.hpp"
#include "agents/session.hpp"

namespace pawl::agents {

// Whether a program has to report its result before it ends: without one it was cut off.
enum class ResultWanted : std::uint8_t { no, yes };

// The session is closed then.
Work conclude(const Ended& ended, const Hearing& hearing, Session& session, const Order& order,
              const Redactor& redactor, ResultWanted wanted);

// The same order of things for an agent of another kind: the journal's last word on it.
Status journal_begin(std::string_view spec, const Order& order, const os::Sandbox& sandbox,
                     EventSink& events);
Status journal_end(std::string_view spec, const Order& order, const Work& work, Milliseconds took,
                   EventSink& events);

}  // namespace pawl::agents
