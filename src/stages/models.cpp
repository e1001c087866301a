#include "stages/models.hpp"

#include "recipes/recipe.hpp"

namespace pawl::stages {
namespace {

using ModelResult = Result<std::unique_ptr<llm::ChatModel>>;

llm::OpenAiOptions openai_options(const config::Config& config, const std::string& model,
                                  bool worker) {
  llm::OpenAiOptions options;
  const bool own_url = worker && !config.worker_base_url.empty();
  options.base_url = own_url ? config.worker_base_url : config.model_base_url;
  options.api_key = config.model_api_key;
  options.model = model;
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

ModelResult make_model(const ModelSetup& setup, const std::string& text, bool worker) {
  TRY_ASSIGN(const llm::ModelSpec spec, llm::parse_spec(text));
  os::Ports& ports = setup.ports;
  if (spec.provider == "openai") {
    return llm::openai_model(ports.http, ports.clock, ports.random, setup.events,
                             openai_options(setup.config, spec.model, worker));
  }
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

ModelResult make_recorded(const ModelSetup& setup, const std::string& text, bool worker) {
  TRY_ASSIGN(std::unique_ptr<llm::ChatModel> model,
             make_model(setup, text, worker).during("setting up the model " + text));
  return llm::recorded_model(std::move(model), setup.ports.files, setup.ports.clock, setup.events,
                             setup.redactor, setup.record_folder);
}

}  // namespace

Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker) {
  Models models;
  TRY_ASSIGN(models.planner, make_recorded(setup, planner, false));
  if (!worker.empty()) {
    TRY_ASSIGN(models.worker, make_recorded(setup, worker, true));
  }
  return models;
}

}  // namespace pawl::stages
