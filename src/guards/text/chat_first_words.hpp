// The words that sentences of a chat begin with.
#pragma once

#include <string_view>

namespace pawl::guards::chat {

// Whether a line begins with a word that such sentences begin with: of a hundred lines of code one
// does. For any line, before anything is made of it.
bool may_begin_sentence(std::string_view text);

}  // namespace pawl::guards::chat
