#include "stages/context_windows.hpp"

#include "llm/events.hpp"
#include "llm/models.hpp"

namespace pawl::stages {
namespace {

bool answers_itself(const std::string& model) {
  const Result<llm::ModelSpec> spec = llm::parse_spec(model);
  return spec && spec->is_remote();
}

std::vector<llm::PromptBlock> block_rows(const std::vector<planner::Fitted>& blocks) {
  std::vector<llm::PromptBlock> list;
  list.reserve(blocks.size());
  for (const planner::Fitted& block : blocks) {
    list.push_back({.name = block.name, .tokens = block.tokens, .cut = block.cut});
  }
  return list;
}

}  // namespace

Json to_json(const llm::Room& window) {
  return Json::object({{"model", window.model},
                       {"context", window.context},
                       {"answer", window.answer},
                       {"prompt_max", window.prompt_max},
                       {"bytes_per_token", window.bytes_per_token}});
}

llm::Room settled(llm::Room window, const llm::ModelHealth& health, const Json& kept, Voice voice) {
  window.context = health.context_length.value_or(0);
  window.hint = health.context_hint;
  const double ratio = kept["bytes_per_token"].number_or(0);
  const bool live = voice == Voice::own && answers_itself(window.model);
  if (ratio <= 0 || (live && kept["model"].text() != window.model)) return window;
  window.bytes_per_token = ratio;
  if (window.context == 0) window.context = kept["context"].int_or(0);
  if (live) return window;
  window.answer = kept["answer"].int_or(window.answer);
  window.prompt_max = kept["prompt_max"].int_or(window.prompt_max);
  return window;
}

Result<llm::Room> window_of(const Scope& scope, const Models& models, config::Role role) {
  const RoleModel& asked = models.others.at(role);
  if (!asked.own) return models.planner_window;
  TRY(say(scope, "asking " + asked.model->name() + " whether it is there"));
  TRY_ASSIGN(const llm::ModelHealth health, asked.model->check());
  TRY(llm::check_context(health, asked.model->name()));
  llm::Room window = asked.window;
  window.context = health.context_length.value_or(0);
  window.hint = health.context_hint;
  return window;
}

bool is_too_long(const Error& error) {
  return error.code == Errc::invalid && llm::speaks_of_context(error.message);
}

Status settle_windows(const Scope& scope, const RunSettings& settings, Models& models,
                      const Checked& checked) {
  TRY_ASSIGN(const auto text, scope.artifacts.read(kRooms));
  const Json kept = text ? Json::parse(*text).value_or(Json()) : Json();
  const bool played = settings.recording != nullptr && settings.recording->answers;
  const Voice voice = played ? Voice::recorded : Voice::own;
  models.planner_window =
      settled(std::move(models.planner_window), checked.planner, kept["planner"], voice);
  models.worker_window =
      settled(std::move(models.worker_window), checked.worker, kept["worker"], voice);
  return scope.artifacts.write_json(kRooms,
                                    Json::object({{"planner", to_json(models.planner_window)},
                                                  {"worker", to_json(models.worker_window)}}));
}

Result<llm::ChatRequest> request_of(const Scope& scope, planner::Prompt prompt,
                                    const llm::Room& window, std::string role,
                                    std::string purpose) {
  TRY(scope.events.append(to_event(llm::LlmPrompt{.role = role,
                                                  .purpose = purpose,
                                                  .model = window.model,
                                                  .context = window.context,
                                                  .limit = window.question_limit(),
                                                  .tokens = prompt.tokens,
                                                  .bytes_per_token = window.bytes_per_token,
                                                  .blocks = block_rows(prompt.blocks)})));
  llm::ChatRequest request;
  request.role = std::move(role);
  request.purpose = std::move(purpose);
  request.messages = {{"system", std::move(prompt.system)},
                      {"user", scope.redactor.apply(prompt.user)}};
  request.window = window;
  const std::int64_t longest = window.answer_after(prompt.tokens);
  if (longest < window.answer) request.max_tokens = static_cast<int>(longest);
  request.cancel = &scope.ports.cancel;
  return request;
}

}  // namespace pawl::stages
