// From a model spec to a model.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/secrets/secret.hpp"
#include "llm/chat.hpp"
#include "llm/trouble/circuit.hpp"
#include "llm/trouble/endpoint_memory.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "os/network/http.hpp"
#include "os/random.hpp"

namespace pawl::llm {

struct ModelSpec {
  std::string provider;  // openai, anthropic, scripted, cassette, recipes
  std::string model;     // after the colon: a model name, a file, a run folder
  std::string base_url;  // after `@`; empty: as the settings say

  // Answers come over HTTP.
  bool is_remote() const;
  bool operator==(const ModelSpec&) const = default;
};
// `provider:model`, and for a model behind HTTP also `provider:model@http://host/v1`. invalid when
// the provider is unknown (with the nearest name), or the part after the colon is missing where it
// is needed, or the URL holds a user. A spec without a colon is an openai model.
Result<ModelSpec> parse_spec(std::string_view text);
// Several, separated by commas. A comma inside of a spec cannot be written.
Result<std::vector<ModelSpec>> parse_specs(std::string_view text);

// How a model behind HTTP is reached and asked.
struct EndpointOptions {
  std::string base_url;  // http://localhost:1234/v1, https://api.anthropic.com
  Secret api_key;
  std::string model;
  double temperature = 0.3;
  int max_tokens = 4096;
  Milliseconds timeout{120'000};     // until the first byte and between bytes
  Milliseconds deadline{3'600'000};  // of one exchange
  int retries = 4;                   // after the first try
  bool stream = true;
  std::string reasoning_effort;     // empty: not sent
  std::int64_t context = 0;         // in tokens; 0: as the server reports
  bool no_think_suffix = false;     // LM_STUDIO_DISABLE_THINKING
  bool no_think_template = false;   // …_TEMPLATE_KWARG
  bool no_think_top_level = false;  // …_TOPLEVEL
  // The settings messages send people to.
  std::string url_setting = "model.base_url";
  std::string key_setting = "model.api_key";
};

struct HttpPorts {
  os::Http& http;
  os::Clock& clock;
  os::Random& random;
  EventSink& events;                    // gets llm.retry and llm.adapted
  EndpointMemory* endpoints = nullptr;  // what is known of them; null: nothing, and nothing is kept
};

// OpenAI chat completions, which most servers speak.
std::unique_ptr<ChatModel> openai_model(const HttpPorts& ports, EndpointOptions options);

// The Messages API of Anthropic.
std::unique_ptr<ChatModel> anthropic_model(const HttpPorts& ports, EndpointOptions options);

// Asks the first of `models`; when it cannot be reached or its circuit is open, the next, and so
// on. Each change is an llm.fallback event. Its name is that of the model that answered last.
// Never empty.
std::unique_ptr<ChatModel> fallback_model(std::vector<CircuitModel> models, Circuits& circuits,
                                          EventSink& events);

// A script is JSON Lines or one JSON array. Each entry answers one ask(), in order: a string, or
// {"text": "…", "role"?: "planner", "finish"?: "length", "error"?: "timeout"}. Entries with a role
// answer only that role. Text is given as it stands.
Result<std::unique_ptr<ChatModel>> scripted_model(os::Files& files, const std::string& path);

// Replays the records of an earlier run (its `model/` folder): a request with the same role and
// messages gets its answer again. Errc::not_found for a request that was not recorded.
Result<std::unique_ptr<ChatModel>> cassette_model(os::Files& files, const std::string& folder);

// Wraps a model: every exchange becomes an llm.call event and a record `model/NNNN.json` (request,
// answer, redacted), which cassette: reads. On resume numbering goes on.
std::unique_ptr<ChatModel> recorded_model(std::unique_ptr<ChatModel> inner, os::Files& files,
                                          os::Clock& clock, EventSink& events,
                                          const Redactor& redactor, std::string record_folder);

}  // namespace pawl::llm
