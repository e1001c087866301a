#include "llm/context_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::int64_t kHalvesOfByte = 2;
// The marks of a chat template around the messages, and a margin.
constexpr std::int64_t kFrameTokens = 64;
// Kept for the turn that corrects a bad answer.
constexpr std::int64_t kCorrectionTokens = 400;
constexpr std::int64_t kAnswerShare = 3;
constexpr double kShrink = 0.75;
constexpr double kBytesPerTokenMin = 1.0;

// As servers say it, in small letters.
constexpr auto kTooLong =
    fixed_words("context length", "context_length", "context window", "context size",
                "maximum context", "exceeds the context", "n_ctx", "prompt is too long",
                "input is too long", "too many tokens", "token count exceeds");

constexpr std::array<std::uint8_t, 256> weight_table() {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
    const bool digit = c >= '0' && c <= '9';
    if (letter || blank) {
      table[c] = kHalvesOfByte;
    } else {
      table[c] = digit || c >= 0x80 ? 2 * kHalvesOfByte : 3;
    }
  }
  return table;
}
constexpr std::array<std::uint8_t, 256> kWeights = weight_table();

}  // namespace

std::int64_t weight_of(std::string_view text) {
  std::int64_t weight = 0;
  for (const char c : text) weight += kWeights[static_cast<unsigned char>(c)];
  return weight;
}

std::int64_t Room::answer_kept() const {
  return context > 0 ? std::min(answer, context / kAnswerShare) : answer;
}

std::int64_t Room::limit() const {
  if (context <= 0) return prompt_max;
  return std::min(prompt_max, context - answer_kept() - kFrameTokens);
}

std::int64_t Room::question_limit() const { return limit() - kCorrectionTokens; }

std::int64_t Room::tokens(std::int64_t weight) const {
  return static_cast<std::int64_t>(
      std::ceil(static_cast<double>(weight) / (bytes_per_token * kHalvesOfByte)));
}

std::int64_t Room::weight(std::int64_t tokens) const {
  return static_cast<std::int64_t>(
      std::floor(static_cast<double>(tokens) * bytes_per_token * kHalvesOfByte));
}

std::int64_t Room::answer_after(std::int64_t tokens) const {
  if (context <= 0) return answer;
  return std::max<std::int64_t>(1, context - tokens - kFrameTokens);
}

bool speaks_of_context(std::string_view refusal) {
  return std::any_of(kTooLong.begin(), kTooLong.end(),
                     [&](std::string_view words) { return contains_folded(refusal, words); });
}

bool shrink(Room& window) {
  if (window.bytes_per_token * kShrink < kBytesPerTokenMin) return false;
  window.bytes_per_token *= kShrink;
  return true;
}

}  // namespace pawl::llm
