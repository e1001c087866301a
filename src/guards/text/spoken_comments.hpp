// What the sentences of comments say to the one who asked for an edit, by the phrases of
// data/words/spoken.txt: remarks to somebody, what a model could not do, what it left to others,
// and that the code only pretends.
#pragma once

#include <string_view>
#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On lines the change adds: sentences that speak to who asked, or of what a model could not do.
std::vector<Remain> spoken_remarks(const TextChange& change);
// Sentences that leave to others what the edit should have done, and those that say what the code
// only pretends to do; where nobody is to fill anything in.
std::vector<Remain> spoken_gaps(const TextChange& change);
// Whether a line of a small program says that somebody tries something out with it.
bool says_of_trial(std::string_view line);

}  // namespace pawl::guards
