// Sentences with which a model ends an answer, or gives none. What is said is given as
// folded_words() makes it.
#pragma once

#include <string_view>

namespace pawl::guards::chat {

// `let me know if …`
bool takes_leave(std::string_view said);
// `key changes:`, alone.
bool heads_list_of_changes(std::string_view said);
// `key changes:`, `this version now handles …`
bool explains(std::string_view said);
// `I'm sorry, but I can't …`
bool refuses(std::string_view said);

}  // namespace pawl::guards::chat
