// Comments by which a model speaks of its edit to the one who asked for it: nobody else will know
// what they mean. What is said is a comment without its marks.
#pragma once

#include <string>
#include <string_view>

namespace pawl::guards::chat {

// `Changed as you asked`, `I've moved this here as discussed`, `per your request`. `said` as
// folded_words() makes it.
bool answers_request(std::string_view said);
// `Should I also handle …?`, `I left the original as is`.
bool asks_back(std::string_view said);
// Whether a comment may be one of these, before anything is made of it.
bool may_be_remark(std::string_view text);

}  // namespace pawl::guards::chat
