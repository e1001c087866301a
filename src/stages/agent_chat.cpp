#include "stages/agent_chat.hpp"

#include "llm/spending/metered.hpp"
#include "stages/roles.hpp"

namespace pawl::stages {

std::function<Result<std::unique_ptr<llm::ChatModel>>(const std::string& spec)> agent_chat(
    os::Ports& ports, const config::Config& config, EventSink& events, llm::Budget& budget) {
  return [&](const std::string& spec) -> Result<std::unique_ptr<llm::ChatModel>> {
    TRY_ASSIGN(const llm::ModelSpec model, llm::parse_spec(spec));
    if (model.provider == "scripted") {
      const bool absolute = model.model.starts_with('/');
      return llm::scripted_model(ports.files,
                                 absolute ? model.model : os::join_path(ports.folder, model.model));
    }
    if (!model.is_remote()) {
      return fail(Errc::invalid, "a coding agent cannot be made of " + model.provider + ":");
    }
    TRY_ASSIGN(const auto choices, choices_for(config, config::Role::worker, spec));
    const ModelChoice& choice = choices.front();
    const llm::HttpPorts http{
        .http = ports.http, .clock = ports.clock, .random = ports.random, .events = events};
    const auto price = llm::PriceTable::builtin().find(choice.spec, choice.endpoint.base_url);
    return llm::budgeted_model(
        llm::priced_model(remote_model(http, choice), price, llm::Counting::tokens,
                          choice.endpoint.max_tokens),
        budget, ports.clock,
        {.price = price.value_or(llm::Price()), .max_tokens = choice.endpoint.max_tokens});
  };
}

}  // namespace pawl::stages
