#include "stages/models.hpp"

#include "recipes/recipe.hpp"

namespace pawl::stages {
namespace {

using ModelResult = Result<std::unique_ptr<llm::ChatModel>>;

ModelResult make_model(const ModelSetup& setup, const std::string& text, Role role) {
  TRY_ASSIGN(const llm::ModelSpec spec, llm::parse_spec(text));
  os::Ports& ports = setup.ports;
  auto http = http_model(ports, setup.events, spec, endpoint_options(setup.config, spec, role));
  if (http) return http;
  if (spec.provider == "scripted") {
    const bool absolute = spec.model.starts_with('/');
    return llm::scripted_model(ports.files,
                               absolute ? spec.model : os::join_path(ports.folder, spec.model));
  }
  if (spec.provider == "cassette") {
    TRY_ASSIGN(const std::string folder, setup.find_records(spec.model));
    return llm::cassette_model(ports.files, folder);
  }
  const recipes::Settings settings{.default_license = setup.config.default_license,
                                   .author = setup.config.default_author,
                                   .today = to_iso8601(ports.clock.now()).substr(0, 10)};
  return recipes::recipe_model(setup.view, settings);
}

ModelResult make_recorded(const ModelSetup& setup, const std::string& text, Role role) {
  TRY_ASSIGN(std::unique_ptr<llm::ChatModel> model,
             make_model(setup, text, role).during("setting up the model " + text));
  return llm::recorded_model(std::move(model), setup.ports.files, setup.ports.clock, setup.events,
                             setup.redactor, setup.record_folder);
}

}  // namespace

llm::EndpointOptions endpoint_options(const config::Config& config, const llm::ModelSpec& spec,
                                      Role role) {
  llm::EndpointOptions options;
  const bool anthropic = spec.provider == "anthropic";
  options.base_url = anthropic ? config.anthropic_base_url : config.model_base_url;
  options.api_key = anthropic ? config.anthropic_api_key : config.model_api_key;
  options.url_setting = anthropic ? "anthropic.base_url" : "model.base_url";
  options.key_setting = anthropic ? "anthropic.api_key" : "model.api_key";
  if (role == Role::worker && !config.worker_base_url.empty()) {
    options.base_url = config.worker_base_url;
    options.url_setting = "worker.base_url";
  }
  options.model = spec.model;
  options.temperature = config.temperature;
  options.max_tokens = static_cast<int>(config.max_tokens);
  options.timeout = Seconds(config.model_timeout_s);
  options.retries = static_cast<int>(config.model_retries);
  options.stream = config.model_stream;
  options.no_think_suffix = config.disable_thinking;
  options.no_think_template = config.disable_thinking_template;
  options.no_think_top_level = config.disable_thinking_top_level;
  return options;
}

std::unique_ptr<llm::ChatModel> http_model(const os::Ports& ports, EventSink& events,
                                           const llm::ModelSpec& spec,
                                           llm::EndpointOptions options) {
  const llm::HttpPorts http{
      .http = ports.http, .clock = ports.clock, .random = ports.random, .events = events};
  if (spec.provider == "openai") return llm::openai_model(http, std::move(options));
  if (spec.provider == "anthropic") return llm::anthropic_model(http, std::move(options));
  return nullptr;
}

Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker) {
  Models models;
  TRY_ASSIGN(models.planner, make_recorded(setup, planner, Role::planner));
  if (!worker.empty()) {
    TRY_ASSIGN(models.worker, make_recorded(setup, worker, Role::worker));
  }
  return models;
}

}  // namespace pawl::stages
