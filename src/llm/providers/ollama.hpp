// What an Ollama server reports of the context it gives a model. Its OpenAI-compatible API neither
// reports nor accepts it, and truncates prompts silently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::llm {

// What it gives a model of which nothing else is known.
inline constexpr std::int64_t kOllamaContext = 4096;

// The context of `model` by the answer of /api/ps; nothing when it is not loaded or not reported.
std::optional<std::int64_t> loaded_context(const Json& ps, std::string_view model);
// `num_ctx` of the model's own parameters, by the answer of /api/show.
std::optional<std::int64_t> num_ctx_of(const Json& shown);
// How to get a larger context.
std::string ollama_hint(const Json& shown, std::string_view model);

}  // namespace pawl::llm
