// How much a model can be asked at once: its context, what of that is kept for the answer, and how
// many tokens a text comes to there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pawl::llm {

// What a text weighs, in halves of a byte. The tokens of a text are proportional to it: letters and
// blanks share a token with their neighbours; punctuation, digits and what is not ASCII do so less
// and less.
std::int64_t weight_of(std::string_view text);

// Where nothing was measured: fewer bytes a token than English and code have with the vocabularies
// of today, so a text comes to fewer tokens than is counted.
inline constexpr double kBytesPerTokenUnknown = 3.0;

struct Room {
  std::string model;                // for messages
  std::string hint;                 // how to get a larger context there; empty when nobody knows
  std::int64_t context = 0;         // in tokens; 0: nobody knows
  std::int64_t answer = 4096;       // the longest answer that is asked for, in tokens
  std::int64_t prompt_max = 16000;  // the setting prompt.tokens_max
  double bytes_per_token = kBytesPerTokenUnknown;

  // What is kept for the answer: all it may need, but never more than a third of the context.
  std::int64_t answer_kept() const;
  // Of all messages of a request.
  std::int64_t limit() const;
  // Of a question: behind it a bad answer may have to be corrected.
  std::int64_t question_limit() const;
  std::int64_t tokens(std::int64_t weight) const;  // rounded up
  std::int64_t weight(std::int64_t tokens) const;
  // The longest answer that the context holds behind messages of so many tokens.
  std::int64_t answer_after(std::int64_t tokens) const;
};

// Whether a server's refusal of a request gives the size of the context as the reason.
bool speaks_of_context(std::string_view refusal);

// Of a model that could not take what should have fitted: a token has fewer bytes there than was
// believed. False when there is nothing left to take away.
bool shrink(Room& window);

}  // namespace pawl::llm
