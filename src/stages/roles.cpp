#include "stages/roles.hpp"

#include <cmath>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"

namespace pawl::stages {
namespace {

using config::Config;
using config::Role;
using config::RoleSettings;
using llm::EndpointOptions;
using llm::ModelSpec;

struct Provider {
  const std::string& base_url;
  const Secret& api_key;
  std::string name;  // of its settings
};

Provider provider_of(const Config& config, const ModelSpec& spec) {
  if (spec.provider == "anthropic") {
    return {config.anthropic_base_url, config.anthropic_api_key, "anthropic"};
  }
  return {config.model_base_url, config.model_api_key, "model"};
}

// `http://host:port`.
std::string_view origin_of(std::string_view url) {
  const auto host = url.find("://");
  if (host == std::string_view::npos) return url;
  return url.substr(0, url.find_first_of("/?#", host + 3));
}

// What is nobody's choice: the server on this machine that is asked when none is named.
bool is_default(std::string_view base_url) {
  const config::Setting* setting = config::find_setting("model.base_url");
  return setting != nullptr && base_url == setting->default_text;
}

// OpenAI's own key, at OpenAI and where no other is given; elsewhere a word on how to get there.
void choose_openai_key(EndpointOptions& options, const Config& config, const ModelSpec& spec) {
  constexpr std::string_view kOpenAi = "https://api.openai.com";
  if (spec.provider != "openai" || config.openai_api_key.empty()) return;
  if (origin_of(options.base_url) != kOpenAi) {
    if (is_default(options.base_url)) {
      options.url_setting += " (for OpenAI: " + std::string(kOpenAi) + "/v1)";
    }
    return;
  }
  if (!options.api_key.empty()) return;
  options.api_key = config.openai_api_key;
  options.key_setting = "openai.api_key";
}

// Where the model is and with which key, by the first of: its spec, its role, its provider.
void choose_place(EndpointOptions& options, const Config& config, const ModelSpec& spec, Role role,
                  const ModelSpec& first) {
  const Provider provider = provider_of(config, spec);
  options.base_url = provider.base_url;
  options.url_setting = provider.name + ".base_url";
  options.api_key = provider.api_key;
  options.key_setting = provider.name + ".api_key";
  const RoleSettings& own = config.role(role);
  const std::string role_name(to_string(role));
  const bool is_of_role = spec.provider == first.provider;
  if (is_of_role && !own.base_url.empty()) {
    options.base_url = own.base_url;
    options.url_setting = role_name + ".base_url";
  }
  if (is_of_role && !own.api_key.empty()) {
    options.api_key = own.api_key;
    options.key_setting = role_name + ".api_key";
  }
  if (spec.base_url.empty()) {
    choose_openai_key(options, config, spec);
    return;
  }
  // A key that was given without a place goes with the place that is given with the model.
  const bool first_of_role = spec == first && own.base_url.empty() && own.api_key.empty();
  const bool homeless = provider.name == "model" && is_default(provider.base_url);
  const bool known =
      origin_of(spec.base_url) == origin_of(options.base_url) || (first_of_role && homeless);
  if (!known) options.api_key = Secret();
  options.base_url = spec.base_url;
  options.url_setting = "the URL behind @";
  if (!known) options.key_setting = role_name + ".base_url and " + role_name + ".api_key";
  choose_openai_key(options, config, spec);
}

const std::string& own_or(const std::string& own, const std::string& general) {
  return own.empty() ? general : own;
}

void choose_manner(EndpointOptions& options, const Config& config, const RoleSettings& own) {
  const std::int64_t own_tokens = own.max_tokens.value_or(0);
  options.temperature = own.temperature.value_or(config.temperature);
  options.max_tokens = static_cast<int>(own_tokens > 0 ? own_tokens : config.max_tokens);
  options.timeout = Seconds(own.timeout_s.value_or(config.model_timeout_s));
  options.retries = static_cast<int>(config.model_retries);
  options.stream = config.model_stream;
  options.reasoning_effort = own_or(own.reasoning_effort, config.reasoning_effort);
  options.no_think_suffix = own.disable_thinking.value_or(config.disable_thinking);
  options.no_think_template =
      own.disable_thinking_template.value_or(config.disable_thinking_template);
  options.no_think_top_level =
      own.disable_thinking_top_level.value_or(config.disable_thinking_top_level);
}

ModelChoice choose(const Config& config, const ModelSpec& spec, Role role, const ModelSpec& first) {
  ModelChoice choice{.spec = spec, .endpoint = {}};
  choice.endpoint.model = spec.model;
  if (!spec.is_remote()) return choice;
  choose_place(choice.endpoint, config, spec, role, first);
  choose_manner(choice.endpoint, config, config.role(role));
  return choice;
}

// A key is not sent where everybody on the way can read it.
Status check_way(const Config& config, const ModelChoice& choice) {
  const EndpointOptions& endpoint = choice.endpoint;
  const bool plain = starts_with_folded(endpoint.base_url, "http://");
  if (endpoint.api_key.empty() || !plain || config.allow_plain_http ||
      llm::is_loopback_url(endpoint.base_url)) {
    return Done{};
  }
  return fail(Errc::denied, "the key (" + endpoint.key_setting + ") of " + choice.spec.provider +
                                ":" + choice.spec.model +
                                " would go to another machine over http://, readable on "
                                "the way; set " +
                                endpoint.url_setting +
                                " to https://, empty the key, or set "
                                "model.allow_plain_http if that network is yours");
}

// What a setting says of one model does not apply to another.
std::int64_t context_of(const Config& config, const ModelSpec& first, Role role) {
  const RoleSettings& own = config.role(role);
  if (own.context) return *own.context;
  const auto general = llm::parse_spec(config.model);
  return general && *general == first && own.base_url.empty() ? config.context : 0;
}

llm::Amount amount_of(const config::Limits& limits) {
  constexpr double kMicrosPerUsd = 1e6;
  return {.tokens = limits.tokens,
          .cost = std::llround(limits.cost * kMicrosPerUsd),
          .time = Seconds(limits.time_s)};
}

}  // namespace

llm::BudgetRules budget_rules(const Config& config) {
  return {.limits = {amount_of(config.call_budget), amount_of(config.stage_budget),
                     amount_of(config.run_budget), amount_of(config.day_budget)},
          .wrap_up = config.budget_wrap_up};
}

const std::string& spec_of(const Config& config, Role role) {
  return own_or(config.role(role).model, config.model);
}

Result<std::vector<ModelChoice>> choices_for(const Config& config, Role role,
                                             const std::string& spec) {
  const RoleSettings& own = config.role(role);
  TRY_ASSIGN(const ModelSpec first, llm::parse_spec(spec));
  const std::string name(own.fallback.empty() ? "model" : to_string(role));
  TRY_ASSIGN(const std::vector<ModelSpec> others,
             llm::parse_specs(own_or(own.fallback, config.fallback))
                 .during("reading " + name + ".fallback"));
  std::vector<ModelChoice> choices{choose(config, first, role, first)};
  choices.front().endpoint.context = context_of(config, first, role);
  for (const ModelSpec& other : others) choices.push_back(choose(config, other, role, first));
  for (const ModelChoice& choice : choices) TRY(check_way(config, choice));
  return choices;
}

bool has_own_settings(const RoleSettings& role) {
  const bool texts = !role.model.empty() || !role.base_url.empty() || !role.api_key.empty() ||
                     !role.fallback.empty() || !role.reasoning_effort.empty();
  const bool numbers = role.timeout_s || role.max_tokens.value_or(0) > 0 || role.context ||
                       role.temperature.has_value();
  return texts || numbers || role.disable_thinking || role.disable_thinking_template ||
         role.disable_thinking_top_level;
}

std::string place_of(const ModelChoice& choice) {
  const std::string name = choice.spec.provider + ":" + choice.spec.model;
  return choice.spec.is_remote() ? name + "@" + choice.endpoint.base_url : name;
}

std::unique_ptr<llm::ChatModel> remote_model(const llm::HttpPorts& ports,
                                             const ModelChoice& choice) {
  if (choice.spec.provider == "openai") return llm::openai_model(ports, choice.endpoint);
  if (choice.spec.provider == "anthropic") return llm::anthropic_model(ports, choice.endpoint);
  return nullptr;
}

}  // namespace pawl::stages
