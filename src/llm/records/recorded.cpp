#include <algorithm>
#include <map>
#include <utility>

#include "base/saturate.hpp"
#include "llm/chat_json.hpp"
#include "llm/events.hpp"
#include "llm/models.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::llm {
namespace {

constexpr std::uint32_t kRecordMode = 0600;
constexpr std::uint32_t kFolderMode = 0700;

constexpr double kRecordedMicrosPerUsd = 1e6;

// In US dollars, with what was lost before it; null when nobody knows.
std::optional<double> cost_of(const ChatAnswer& answer, const Lost& lost) {
  if (!answer.cost && lost.cost == 0) return std::nullopt;
  const MicroUsd cost = saturating_add(answer.cost.value_or(0), lost.cost);
  return static_cast<double>(cost) / kRecordedMicrosPerUsd;
}

class RecordedModel final : public ChatModel {
 public:
  RecordedModel(std::unique_ptr<ChatModel> inner, os::Files& files, os::Clock& clock,
                EventSink& events, const Redactor& redactor, std::string folder)
      : inner_(std::move(inner)),
        files_(files),
        clock_(clock),
        events_(events),
        redactor_(redactor),
        folder_(std::move(folder)) {}

  std::string name() const override { return inner_->name(); }
  Result<ModelHealth> check() override { return inner_->check(); }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    const Milliseconds start = clock_.monotonic();
    Lost lost;
    ChatRequest counted = request;
    counted.lost = &lost;
    auto outcome = inner_->ask(counted);
    const Milliseconds spent = clock_.monotonic() - start;
    if (request.lost != nullptr) {
      request.lost->usage = plus(request.lost->usage, lost.usage);
      request.lost->cost = saturating_add(request.lost->cost, lost.cost);
    }
    if (outcome && outcome->duration.count() == 0) outcome->duration = spent;
    TRY_ASSIGN(const std::string record,
               write(request, outcome).during("recording a model call in " + folder_));
    TRY(events_.append(call_event(request, outcome, lost, spent, record)));
    return outcome;
  }

 private:
  // The record comes first: an event never names a file that is not there.
  Result<std::string> write(const ChatRequest& request, const Result<ChatAnswer>& outcome) {
    TRY(files_.make_folders(folder_, kFolderMode));
    TRY_ASSIGN(const std::string name, next_name());
    const Json record = record_of(request, outcome, inner_->name(), redactor_);
    TRY(files_.write_atomic(os::join_path(folder_, name), record.pretty(), kRecordMode));
    return name;
  }

  // Looked up each time: the models of a run share its folder.
  Result<std::string> next_name() {
    TRY_ASSIGN(const auto names, files_.list(folder_));
    int last = 0;
    for (const std::string& name : names) last = std::max(last, record_number(name).value_or(0));
    return record_name(last + 1);
  }

  Event call_event(const ChatRequest& request, const Result<ChatAnswer>& outcome, const Lost& lost,
                   Milliseconds spent, const std::string& record) {
    const ChatAnswer none;
    const ChatAnswer& answer = outcome ? *outcome : none;
    std::optional<std::string> error;
    if (!outcome) error = redactor_.apply(outcome.error().to_line());
    const Usage usage = plus(answer.usage, lost.usage);
    return to_event(
        LlmCall{.role = request.role,
                .model = answer.model.empty() ? inner_->name() : answer.model,
                .attempt = attempt_of(request),
                .took = spent,
                .tokens_in = usage.tokens_in,
                .tokens_out = usage.tokens_out,
                .finish = answer.finish_reason,
                .outcome = outcome ? "answered" : std::string(to_string(outcome.error().code)),
                .error = std::move(error),
                .record = record,
                .cost = cost_of(answer, lost)});
  }

  // Counts the exchanges for one purpose.
  int attempt_of(const ChatRequest& request) {
    return ++attempts_[{request.role, request.purpose}];
  }

  std::unique_ptr<ChatModel> inner_;
  os::Files& files_;
  os::Clock& clock_;
  EventSink& events_;
  const Redactor& redactor_;
  std::string folder_;
  std::map<std::pair<std::string, std::string>, int> attempts_;
};

}  // namespace

std::unique_ptr<ChatModel> recorded_model(std::unique_ptr<ChatModel> inner, os::Files& files,
                                          os::Clock& clock, EventSink& events,
                                          const Redactor& redactor, std::string record_folder) {
  return std::make_unique<RecordedModel>(std::move(inner), files, clock, events, redactor,
                                         std::move(record_folder));
}

}  // namespace pawl::llm
