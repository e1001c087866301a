// Where the models of agents answer, and with which key: what Pawl's proxy puts in place of the
// placeholder that agents have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/usage_reader.hpp"
#include "base/result.hpp"
#include "base/secrets/secret.hpp"
#include "config/config.hpp"
#include "os/network/http.hpp"

namespace pawl::agents {

struct ModelPlace {
  std::string prefix;    // of paths at the proxy: `/openai/v1`
  std::string provider;  // of its prices: openai, anthropic, gemini
  std::string base_url;  // what stands for the prefix outside
  Secret key;
  std::string key_setting;  // for messages
};

// One for each provider. denied: a key would go to another machine in the open.
Result<std::vector<ModelPlace>> model_places(const config::Config& config);

// What an agent may ask of a model's server: answers, what they would cost, which models there are.
// Nothing else there is done with Pawl's key.
struct ModelRoute {
  const ModelPlace* place = nullptr;
  std::string url;         // outside; without a key in its query
  std::optional<Api> api;  // of an answer; nothing: a question about models
  std::string model;       // where the path names it
  bool streams_by_path = false;
};
// `target` is a path with its query. Nothing: it is none of those.
std::optional<ModelRoute> route_of(const std::vector<ModelPlace>& places, std::string_view method,
                                   std::string_view target);

// The headers that a place wants its key in.
os::Headers key_headers(const ModelPlace& place);

}  // namespace pawl::agents
