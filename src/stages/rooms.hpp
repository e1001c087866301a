// How much the models of a run can be asked at once, and what its questions came to. Settled when
// the run begins and kept as the artifact `rooms.json`: a run that is resumed or replayed asks the
// same questions, whatever was measured meanwhile.
#pragma once

#include <string>

#include "llm/chat.hpp"
#include "planner/prompts.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kRooms = "rooms.json";

// Of the models that were checked now: their health; of one that was not, nothing.
struct Checked {
  llm::ModelHealth planner;
  llm::ModelHealth worker;
};
Status settle_rooms(StageRun& run, const Checked& checked);

// The request of a prompt: its messages, its room, and the longest answer there is room for. Tells
// the journal what the prompt is made of.
Result<llm::ChatRequest> request_of(StageRun& run, planner::Prompt prompt, const llm::Room& room,
                                    std::string role, std::string purpose);

}  // namespace pawl::stages
