// What is sent to a server of the Messages API.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "llm/chat.hpp"
#include "llm/models.hpp"
#include "llm/providers/request_part.hpp"
#include "os/network/http.hpp"

namespace pawl::llm {

// The body of a message, without the parts in `refused`. System messages become its own field,
// messages of the same role in a row become one. A schema becomes a tool that must be called.
Json messages_body(const ChatRequest& request, const EndpointOptions& options, PartSet refused);

PartSet messages_parts_blamed(const Json& sent, std::string_view refusal);

// `https://host` of any spelling: without a slash, `/v1` or the path of a service at the end.
std::string clean_messages_url(std::string_view text);

// The version of the protocol, and x-api-key when there is a key.
os::Headers anthropic_headers(const EndpointOptions& options);

}  // namespace pawl::llm
