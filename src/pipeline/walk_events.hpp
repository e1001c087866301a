// The walk in a journal: `stage.begin`, `stage.end` and `run.resumed`.
#pragma once

#include <span>

#include "base/event.hpp"
#include "pipeline/walk.hpp"

namespace pawl::pipeline {

Event begin_event(const std::string& path, int attempt);
Event end_event(const std::string& path, const Outcome& outcome, Milliseconds took);

// The walk as these events leave it; all but those of the walk are passed over. What a `resumed`
// could not do is left undone: the process that wrote it ended there.
WalkState fold(const Definition& definition, std::span<const JournalEvent> events);

}  // namespace pawl::pipeline
