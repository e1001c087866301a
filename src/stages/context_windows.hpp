// How much the models of a run can be asked at once, and what its questions came to. Settled when
// the run begins and kept as the artifact `rooms.json`: a run that is resumed or replayed asks the
// same questions, whatever was measured meanwhile.
#pragma once

#include <string>

#include "llm/chat.hpp"
#include "planner/prompts/prompts.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

inline constexpr std::string_view kRooms = "rooms.json";

// What the model of a role beside planner and worker can take; asked of its server where it has one
// of its own.
Result<llm::Room> window_of(const Scope& scope, const Models& models, config::Role role);

// Of the models that were checked now: their health; of one that was not, nothing.
struct Checked {
  llm::ModelHealth planner;
  llm::ModelHealth worker;
};
Status settle_windows(const Scope& scope, const RunSettings& settings, Models& models,
                      const Checked& checked);
// One context window: what was settled for the same model holds, and a model that only plays back
// the answers of another one takes the window of that one. `kept` is the role's part of rooms.json,
// or null.
enum class Voice : std::uint8_t {
  own,       // the model answers for itself, unless it is one that never does
  recorded,  // a recording answers in its name
};
llm::Room settled(llm::Room window, const llm::ModelHealth& health, const Json& kept,
                  Voice voice = Voice::own);
Json to_json(const llm::Room& window);

// The server reports that the request was larger than the context of its model.
bool is_too_long(const Error& error);

// The request of a prompt: its messages, its context window, and the longest answer that fits.
// Records in the journal what the prompt is made of.
Result<llm::ChatRequest> request_of(const Scope& scope, planner::Prompt prompt,
                                    const llm::Room& window, std::string role, std::string purpose);

}  // namespace pawl::stages
