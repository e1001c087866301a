#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "llm/models.hpp"

namespace pawl::llm {
namespace {

class Fallback final : public ChatModel {
 public:
  Fallback(std::vector<CircuitModel> models, Circuits& circuits, EventSink& events)
      : models_(std::move(models)), circuits_(circuits), events_(events) {}

  std::string name() const override { return models_[current_].model->name(); }
  Result<ModelHealth> check() override;
  Result<ChatAnswer> ask(const ChatRequest& request) override;

 private:
  Result<ChatAnswer> ask_one(std::size_t index, const ChatRequest& request);
  Status record(const ChatRequest& request, std::size_t index, const Error& error);

  std::vector<CircuitModel> models_;
  Circuits& circuits_;
  EventSink& events_;
  std::size_t current_ = 0;  // that answered last
};

Result<ChatAnswer> Fallback::ask(const ChatRequest& request) {
  for (std::size_t index = 0;; ++index) {
    Result<ChatAnswer> answer = ask_one(index, request);
    if (answer) current_ = index;
    const bool last = index + 1 == models_.size();
    if (answer || !is_outage(answer.error()) || last) return answer;
    TRY(record(request, index, answer.error()));
  }
}

Result<ChatAnswer> Fallback::ask_one(std::size_t index, const ChatRequest& request) {
  const CircuitModel& chosen = models_[index];
  TRY_ASSIGN(const bool may_ask, circuits_.may_ask(chosen.key));
  if (!may_ask) {
    return fail(Errc::upstream, chosen.key + " failed too often and is left alone for " +
                                    human_duration(circuits_.wait(chosen.key)));
  }
  Result<ChatAnswer> answer = chosen.model->ask(request);
  if (answer) {
    TRY(circuits_.succeeded(chosen.key));
  } else if (is_outage(answer.error())) {
    TRY(circuits_.failed(chosen.key, answer.error()));
  }
  return answer;
}

Status Fallback::record(const ChatRequest& request, std::size_t index, const Error& error) {
  return events_.append(to_event(LlmFallback{.role = request.role,
                                             .model = models_[index].key,
                                             .next = models_[index + 1].key,
                                             .reason = error.message}));
}

void add_note(std::string& notes, const std::string& note) {
  if (!notes.empty()) notes += "; ";
  notes += note;
}

// One that is there is enough; but a wrong name or a context that is too small is reported now, not
// when the model is needed. The smallest context counts, because any of them may answer.
Result<ModelHealth> Fallback::check() {
  ModelHealth all;
  std::optional<Error> first_outage;
  bool any = false;
  for (const CircuitModel& each : models_) {
    Result<ModelHealth> health = each.model->check();
    if (!health && !is_outage(health.error())) return health;
    if (!health) {
      add_note(all.note, health.error().message);
      if (!first_outage) first_outage = health.error();
      continue;
    }
    any = true;
    TRY(check_context(*health, each.model->name()));
    if (all.models.empty()) all.models = std::move(health->models);
    if (!health->note.empty()) add_note(all.note, health->note);
    const auto& context = health->context_length;
    if (context && *context < all.context_length.value_or(*context + 1)) {
      all.context_length = context;
      all.context_hint = health->context_hint;
    }
  }
  if (!any) return *std::move(first_outage);
  return all;
}

}  // namespace

std::unique_ptr<ChatModel> fallback_model(std::vector<CircuitModel> models, Circuits& circuits,
                                          EventSink& events) {
  PAWL_CHECK(!models.empty(), "a chain of no models");
  return std::make_unique<Fallback>(std::move(models), circuits, events);
}

}  // namespace pawl::llm
