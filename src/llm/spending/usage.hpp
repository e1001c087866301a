// How many tokens a call may have used, whatever its server reports: a report is taken only where
// it is possible. A run can neither be made free by one, nor can one report use up a day's budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/json.hpp"
#include "llm/chat.hpp"

namespace pawl::llm {

// Bytes of a token, on average.
inline constexpr std::size_t kBytesPerToken = 4;

// A number of tokens of a server's JSON: a fraction counts as the next whole number, what is too
// large as the largest; nothing for what is negative or no number.
std::optional<std::int64_t> token_count(const Json& value);

// Raises what is known by what is reported now. Servers report totals again and again; none of them
// takes back what was reported before.
void raise(std::int64_t& known, const std::optional<std::int64_t>& reported);

// The bytes of all that was said in a message or a piece of one: content, reasoning, tool calls.
std::size_t content_bytes(const Json& message);

// The bytes of the messages.
std::size_t prompt_bytes(const ChatRequest& request);

Usage plus(const Usage& a, const Usage& b);

// By the bytes that were sent and received.
Usage estimated(std::size_t bytes_sent, std::size_t bytes_received);

// The usage of an answer: no less than the estimate; no more than a token for each byte, some for
// what the server puts around the prompt, and some for reasoning it does not show. `max_tokens` is
// the longest answer that was asked for.
Usage believable(const ChatRequest& request, const ChatAnswer& answer, int max_tokens);

}  // namespace pawl::llm
