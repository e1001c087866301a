// What is sent to an OpenAI-compatible endpoint.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "llm/chat.hpp"
#include "llm/models.hpp"
#include "llm/providers/request_part.hpp"
#include "os/network/http.hpp"

namespace pawl::llm {

// The body of a chat completion, without the parts in `refused` (for max_tokens: under its newer
// name, max_completion_tokens).
Json chat_body(const ChatRequest& request, const EndpointOptions& options, PartSet refused);

// Those parts of `sent` that the text of a refusal speaks of.
PartSet parts_blamed(const Json& sent, std::string_view refusal);

// `http://host/v1` of any spelling: without a slash at the end or a path of one of its services.
std::string clean_base_url(std::string_view text);

// Authorization when there is a key.
os::Headers openai_headers(const EndpointOptions& options);

}  // namespace pawl::llm
