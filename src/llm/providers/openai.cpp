#include <memory>
#include <string>
#include <utility>

#include "llm/providers/http_model.hpp"
#include "llm/providers/ollama.hpp"
#include "llm/providers/openai_answer.hpp"
#include "llm/providers/openai_health.hpp"
#include "llm/providers/openai_request.hpp"

namespace pawl::llm {
namespace {

constexpr Protocol kOpenai{
    .provider = "openai", .answers = "a chat completion", .url_hint = " (most end in /v1)"};

constexpr std::string_view kServicePath = "/v1";

class OpenAi final : public HttpModel {
 public:
  OpenAi(const HttpPorts& ports, EndpointOptions endpoint, std::string base_url)
      : HttpModel(ports, std::move(endpoint), std::move(base_url), kOpenai) {}

  Result<ModelHealth> check() override;

 private:
  Result<ModelHealth> check_list() const;
  void ask_ollama(ModelHealth& health) const;
  std::string chat_url() const override { return base_url() + "/chat/completions"; }
  std::string models_url() const { return base_url() + "/models"; }
  os::Headers headers() const override { return openai_headers(options()); }
  Json body(const ChatRequest& request, PartSet refused) const override {
    return chat_body(request, options(), refused);
  }
  PartSet blamed(const Json& sent, std::string_view refusal) const override {
    return parts_blamed(sent, refusal);
  }
  std::unique_ptr<AnswerCollector> collector() const override {
    return std::make_unique<OpenAiAnswer>();
  }
};

Result<ModelHealth> OpenAi::check() {
  TRY_ASSIGN(ModelHealth health, check_list());
  if (options().context > 0) {
    health.context_length = options().context;
  } else if (!health.context_length && base_url().ends_with(kServicePath)) {
    ask_ollama(health);
  }
  return health;
}

// Servers other than Ollama do not know these paths; what they answer to them changes nothing.
void OpenAi::ask_ollama(ModelHealth& health) const {
  const std::string api = base_url().substr(0, base_url().size() - kServicePath.size()) + "/api";
  const Json name = Json::object({{"model", options().model}});
  const auto ask = [&](const std::string& path, const Json& body) {
    const auto response = look_up(api + path, body);
    return response && response->status == 200 ? Json::parse(response->body).value_or(Json())
                                               : Json();
  };
  if (!ask("/version", {})["version"].is_string()) return;
  const Json shown = ask("/show", name);
  if (!shown["model_info"].is_object()) return;
  auto context = loaded_context(ask("/ps", {}), options().model);
  if (!context) context = num_ctx_of(shown);
  if (!context) {
    // Only a loaded model shows what the server's own default is. It is needed soon anyway.
    [[maybe_unused]] const Json loaded =
        ask("/generate", Json::object({{"model", options().model}, {"stream", false}}));
    context = loaded_context(ask("/ps", {}), options().model);
  }
  health.context_length = context.value_or(kOllamaContext);
  health.context_hint = ollama_hint(shown, options().model);
}

Result<ModelHealth> OpenAi::check_list() const {
  TRY_ASSIGN(const os::HttpResponse response, look_up(models_url()));
  const int status = response.status;
  ModelHealth health;
  if (status == 404 || status == 405 || status == 501) {
    health.note = base_url() + " does not list its models" + server_words(response) + "; " +
                  options().model + " is taken on trust";
    return health;
  }
  if (status == 429) {
    health.note = base_url() + " is there but busy" + server_words(response);
    return health;
  }
  const auto list = Json::parse(response.body);
  const bool good = status >= 200 && status < 300;
  if (!good || !list || !(*list)["error"].is_null()) return no_list(models_url(), response);
  return health_from_list(*list, options().model, base_url());
}

}  // namespace

std::unique_ptr<ChatModel> openai_model(const HttpPorts& ports, EndpointOptions options) {
  std::string base_url = clean_base_url(options.base_url);
  return std::make_unique<OpenAi>(ports, std::move(options), std::move(base_url));
}

}  // namespace pawl::llm
