#include "llm/spending/usage.hpp"

#include <algorithm>
#include <cmath>

#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"

namespace pawl::llm {
namespace {

// What servers put before a prompt: a template, a system message, the form of the answer.
constexpr std::int64_t kFrameTokensMax = 4'096;
// Some servers count reasoning they do not show, and do not hold it to the length asked for.
constexpr std::int64_t kHiddenTokensMin = 65'536;
constexpr std::int64_t kHiddenFactor = 4;

// Members of a message that nobody said.
constexpr auto kFrame = fixed_words("role", "type", "id", "name", "index", "signature", "data");

std::int64_t whole(std::size_t bytes) {
  return static_cast<std::int64_t>(std::min<std::size_t>(bytes, std::size_t{1} << 62U));
}

}  // namespace

std::optional<std::int64_t> token_count(const Json& value) {
  if (value.is_int()) {
    const std::int64_t count = value.int_or(0);
    return count >= 0 ? std::optional(count) : std::nullopt;
  }
  if (!value.is_number()) return std::nullopt;
  const double count = value.number_or(-1);
  if (!(count >= 0)) return std::nullopt;
  return saturating_count(std::ceil(count));
}

void raise(std::int64_t& known, const std::optional<std::int64_t>& reported) {
  known = std::max(known, reported.value_or(0));
}

std::size_t content_bytes(const Json& message) {
  if (message.is_string()) return message.text().size();
  std::size_t bytes = 0;
  for (const Json& item : message.items()) bytes += content_bytes(item);
  for (const auto& [name, member] : message.members()) {
    if (std::find(kFrame.begin(), kFrame.end(), name) == kFrame.end()) {
      bytes += content_bytes(member);
    }
  }
  return bytes;
}

std::size_t prompt_bytes(const ChatRequest& request) {
  std::size_t bytes = 0;
  for (const Message& message : request.messages) bytes += message.content.size();
  return bytes;
}

Usage plus(const Usage& a, const Usage& b) {
  return {.tokens_in = saturating_add(a.tokens_in, b.tokens_in),
          .tokens_out = saturating_add(a.tokens_out, b.tokens_out)};
}

Usage estimated(std::size_t bytes_sent, std::size_t bytes_received) {
  return {.tokens_in = whole(bytes_sent / kBytesPerToken),
          .tokens_out = whole(bytes_received / kBytesPerToken)};
}

Usage believable(const ChatRequest& request, const ChatAnswer& answer, int max_tokens) {
  const std::size_t sent = prompt_bytes(request);
  const std::size_t received = std::max(answer.text.size(), answer.bytes_received);
  const Usage least = estimated(sent, received);
  const std::size_t schema = request.schema.is_null() ? 0 : request.schema.dump().size();
  const std::int64_t longest = request.max_tokens.value_or(max_tokens);
  const Usage most{
      .tokens_in = whole(sent + schema) + kFrameTokensMax,
      .tokens_out = whole(received) + std::max(kHiddenTokensMin, kHiddenFactor * longest)};
  return {.tokens_in = std::clamp(answer.usage.tokens_in, least.tokens_in, most.tokens_in),
          .tokens_out = std::clamp(answer.usage.tokens_out, least.tokens_out, most.tokens_out)};
}

}  // namespace pawl::llm
