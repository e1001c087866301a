// What is sent to an OpenAI-compatible endpoint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "llm/chat.hpp"
#include "llm/models.hpp"
#include "os/http.hpp"

namespace pawl::llm {

// Parts of a request some endpoints refuse. What was refused once is left out from then on.
enum class Part : std::uint8_t { response_format, stream_options, max_tokens, temperature };

class PartSet {
 public:
  PartSet() = default;
  explicit PartSet(unsigned bits) : bits_(bits) {}
  bool has(Part part) const { return (bits_ & bit(part)) != 0; }
  static unsigned bit(Part part) { return 1U << static_cast<unsigned>(part); }

 private:
  unsigned bits_ = 0;
};

// The body of a chat completion, without the parts in `refused` (for max_tokens: under its newer
// name, max_completion_tokens).
Json chat_body(const ChatRequest& request, const OpenAiOptions& options, PartSet refused);

// The bits of those parts of `sent` that the text of a refusal speaks of.
unsigned parts_blamed(const Json& sent, std::string_view refusal);

// `http://host/v1` of any spelling: without a slash at the end or a path of one of its services.
std::string clean_base_url(std::string_view text);

// Content type, and Authorization when there is a key.
os::Headers headers_for(const OpenAiOptions& options);

}  // namespace pawl::llm
