#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/secrets/secret.hpp"
#include "llm/providers/anthropic_answer.hpp"
#include "llm/providers/anthropic_request.hpp"
#include "llm/providers/http_model.hpp"
#include "llm/providers/openai_health.hpp"

namespace pawl::llm {
namespace {

constexpr Protocol kAnthropic{
    .provider = "anthropic", .answers = "the Messages API does", .url_hint = ""};

class Anthropic final : public HttpModel {
 public:
  Anthropic(const HttpPorts& ports, EndpointOptions endpoint, std::string base_url)
      : HttpModel(ports, std::move(endpoint), std::move(base_url), kAnthropic) {}

  Result<ModelHealth> check() override;

 private:
  std::string chat_url() const override { return base_url() + "/v1/messages"; }
  std::string models_url() const { return base_url() + "/v1/models"; }
  os::Headers headers() const override { return anthropic_headers(options()); }
  Json body(const ChatRequest& request, PartSet refused) const override {
    return messages_body(request, options(), refused);
  }
  PartSet blamed(const Json& sent, std::string_view refusal) const override {
    return messages_parts_blamed(sent, refusal);
  }
  std::unique_ptr<AnswerCollector> collector() const override {
    return std::make_unique<AnthropicAnswer>();
  }
  Result<ModelHealth> check_model() const;
  Result<ModelHealth> check_list() const;
};

Result<ModelHealth> Anthropic::check() {
  TRY_ASSIGN(ModelHealth health, check_model());
  if (options().context > 0) health.context_length = options().context;
  return health;
}

// By its own name first: names that always mean the newest of a family are in no list.
Result<ModelHealth> Anthropic::check_model() const {
  const std::string url = models_url() + "/" + percent_encoded(options().model);
  TRY_ASSIGN(const os::HttpResponse response, look_up(url));
  if (response.status == 404 || response.status == 405 || response.status == 501) {
    return check_list();
  }
  ModelHealth health;
  if (response.status == 429 || response.status == 529) {
    health.note = base_url() + " is there but busy" + server_words(response);
    return health;
  }
  const auto model = Json::parse(response.body);
  const bool good = response.status >= 200 && response.status < 300;
  if (!good || !model || !(*model)["id"].is_string()) return no_list(url, response);
  health.models.push_back((*model)["id"].string_or(""));
  const std::int64_t context = (*model)["max_input_tokens"].int_or(0);
  if (context > 0) health.context_length = std::min(context, kContextMax);
  return health;
}

Result<ModelHealth> Anthropic::check_list() const {
  const std::string url = models_url() + "?limit=1000";
  TRY_ASSIGN(const os::HttpResponse response, look_up(url));
  const auto list = Json::parse(response.body);
  if (response.status == 200 && list && (*list)["data"].is_array()) {
    return health_from_list(*list, options().model, base_url());
  }
  ModelHealth health;
  health.note = base_url() + " does not list its models" + server_words(response) + "; " +
                options().model + " is taken on trust";
  return health;
}

}  // namespace

std::unique_ptr<ChatModel> anthropic_model(const HttpPorts& ports, EndpointOptions options) {
  std::string base_url = clean_messages_url(options.base_url);
  return std::make_unique<Anthropic>(ports, std::move(options), std::move(base_url));
}

}  // namespace pawl::llm
