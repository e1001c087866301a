// The name of one who speaks in a chat, alone above or below a text: `assistant`, `### Answer`,
// `User: Thanks! Now add the tests.`
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

std::vector<Remain> turns_at_edges(const TextChange& change);

}  // namespace pawl::guards
