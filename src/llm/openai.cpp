#include <memory>
#include <string>
#include <utility>

#include "llm/http_model.hpp"
#include "llm/openai_answer.hpp"
#include "llm/openai_health.hpp"
#include "llm/openai_request.hpp"

namespace pawl::llm {
namespace {

constexpr Protocol kProtocol{
    .provider = "openai", .answers = "a chat completion", .url_hint = " (most end in /v1)"};

class OpenAi final : public HttpModel {
 public:
  OpenAi(const HttpPorts& ports, EndpointOptions endpoint, std::string base_url)
      : HttpModel(ports, std::move(endpoint), std::move(base_url), kProtocol) {}

  Result<ModelHealth> check() override;

 private:
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
  TRY_ASSIGN(const os::HttpResponse response, look_up(models_url()));
  const int status = response.status;
  ModelHealth health;
  if (status == 404 || status == 405 || status == 501) {
    health.note = base_url() + " does not list its models" + told(response) + "; " +
                  options().model + " is taken on trust";
    return health;
  }
  if (status == 429) {
    health.note = base_url() + " is there but busy" + told(response);
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
