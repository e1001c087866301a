// opencode: `opencode run --format json`.
#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

struct Sdk {
  std::string_view provider;  // before the slash of a model
  std::string_view package;   // that opencode speaks to it with
  std::string_view prefix;    // of the proxy
};
constexpr Sdk kSdks[] = {
    {"anthropic", "@ai-sdk/anthropic", "/anthropic/v1"},
    {"openai", "@ai-sdk/openai", "/openai/v1"},
    {"google", "@ai-sdk/google", "/gemini/v1beta"},
};
// Any other provider speaks chat completions.
constexpr Sdk kOtherSdk = {"", "@ai-sdk/openai-compatible", "/openai/v1"};

// Its configuration, by which it asks for models nowhere else.
std::string configuration(const std::string& model, const Session& session) {
  const auto slash = model.find('/');
  const std::string provider = model.substr(0, slash);
  const std::string name = slash == std::string::npos ? model : model.substr(slash + 1);
  Sdk sdk = kOtherSdk;
  for (const Sdk& row : kSdks) {
    if (row.provider == provider) sdk = row;
  }
  Json options = Json::object();
  options.set("baseURL", session.model_url(sdk.prefix));
  options.set("apiKey", session.placeholder());
  Json models = Json::object();
  models.set(name, Json::object({{"name", name}}));
  Json one = Json::object();
  one.set("npm", sdk.package);
  one.set("name", provider);
  one.set("options", std::move(options));
  one.set("models", std::move(models));
  Json providers = Json::object();
  providers.set(provider, std::move(one));
  Json all = Json::object();
  all.set("autoupdate", false);
  all.set("share", "disabled");
  all.set("permission", "allow");
  all.set("model", model);
  all.set("small_model", model);
  all.set("provider", std::move(providers));
  return all.dump();
}

}  // namespace

Variables opencode_variables(const std::string& model, const Session& session) {
  Variables variables = {{"OPENCODE_DISABLE_AUTOUPDATE", "1"},
                         {"OPENCODE_DISABLE_MODELS_FETCH", "1"},
                         {"OPENCODE_DISABLE_LSP_DOWNLOAD", "1"},
                         {"OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"}};
  if (!model.empty())
    variables.emplace_back("OPENCODE_CONFIG_CONTENT", configuration(model, session));
  return variables;
}

Result<Program> opencode_program(const std::string& model, const Order& order, Session& session) {
  Program program;
  program.argv = {"opencode", "run", "--format", "json", "--model", model};
  program.environment = opencode_variables(model, session);
  program.input = order.prompt;
  return program;
}

void opencode_line(const Json& line, Hearing& hearing) {
  const std::string_view type = line["type"].text();
  const Json& part = line["part"];
  if (type == "text") hearing.said(part["text"].text());
  if (type == "tool_use") {
    const Json& state = part["state"];
    hearing.tool(part["tool"].text(), what_of(state["input"]));
    if (state["status"].text() == "error") {
      hearing.tool_failed(part["tool"].text(), state["error"].text());
    }
  }
  if (type == "step_finish") {
    const Json& tokens = part["tokens"];
    const std::int64_t cached = reported_tokens(tokens["cache"]["read"]);
    Usage used{
        .tokens_in =
            reported_tokens(tokens["input"]) + cached + reported_tokens(tokens["cache"]["write"]),
        .tokens_out = reported_tokens(tokens["output"]) + reported_tokens(tokens["reasoning"]),
        .cached_in = cached,
        .cost_micros = {},
        .tool_calls = 0,
        .turns = 1};
    // It says 0 where it knows no price.
    if (const auto cost = reported_micros(part["cost"]); cost && *cost > 0) used.cost_micros = cost;
    hearing.used_more(used);
    if (part["reason"].text() != "tool-calls") hearing.result("");
  }
  if (type == "error") {
    const Json& error = line["error"];
    const Json& data = error["data"];
    const std::string message = data["message"].string_or(error["name"].string_or("an error"));
    hearing.failed(message, static_cast<int>(data["statusCode"].int_or(0)));
  }
}

}  // namespace pawl::agents
