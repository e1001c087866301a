// Sentences by which a model speaks to the one who asked it. What is said is given in lower case,
// as folded_words() makes it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace pawl::guards::chat {

// Of a line, as much is looked at.
inline constexpr std::size_t kSaidBytesMax = 400;

// The words of a line in lower case, without marks of stress; apostrophes are straight.
std::string folded_words(std::string_view text);
bool starts_with_any(std::string_view said, std::initializer_list<std::string_view> starts);
// Without the punctuation behind it.
std::string_view bare_word(std::string_view word);
// `file`, `code`, `version` …: what an answer holds.
bool names_answer(std::string_view word);

// `here is the updated …`: what is announced.
struct Announced {
  bool any = false;       // an answer follows
  bool reworked = false;  // and it is a new version of something
  bool whole = false;     // or all of it
};
Announced announced_by(std::string_view said);
// `certainly!`
bool agrees(std::string_view said);
// `I've updated`, `I will now add`, `Let me fix`.
bool reports_itself(std::string_view said);
}  // namespace pawl::guards::chat
