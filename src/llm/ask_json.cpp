#include <algorithm>
#include <optional>
#include <utility>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text.hpp"
#include "llm/json_answer.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kQuotedAnswerBytesMax = 64U << 10U;
constexpr std::size_t kViolationsQuotedMax = 12;
// Stands in for the endpoint's own budget when neither the request nor the answer tells it.
constexpr int kAssumedBudget = 4096;
constexpr int kBudgetMax = 1 << 20;

struct Judged {
  std::optional<Json> value;          // when the answer is good
  std::vector<std::string> steps;     // how its JSON was found
  std::vector<std::string> problems;  // when it is not
};

std::string to_line(const SchemaViolation& violation) {
  return violation.where + ": " + violation.message;
}

Judged judge(const ChatAnswer& answer, const JsonSchema& schema) {
  Judged out;
  auto extracted = extract_json(answer.text, answer.truncated(), &schema);
  if (!extracted) {
    out.problems.push_back(extracted.error().message);
    return out;
  }
  out.steps = std::move(extracted->steps);
  for (const SchemaViolation& violation : schema.violations(extracted->value)) {
    if (out.problems.size() == kViolationsQuotedMax) break;
    out.problems.push_back(to_line(violation));
  }
  if (out.problems.empty()) out.value = std::move(extracted->value);
  return out;
}

// What was mended and what was wrong; nothing to tell of an answer that was good as it came.
Status tell(EventSink& events, const std::string& role, const Judged& judged) {
  if (judged.steps.empty() && judged.problems.empty()) return Done{};
  return events.append(
      {EventKind::json_repaired, Json::object({{"role", role},
                                               {"steps", Json::array_of(judged.steps)},
                                               {"violations", Json::array_of(judged.problems)}})});
}

std::string correction(const std::vector<std::string>& problems) {
  const auto text = asset("prompts/json-correction.md");
  PAWL_CHECK(text.has_value(), "data/prompts/json-correction.md is not embedded");
  std::string list;
  for (const std::string& problem : problems) list += (list.empty() ? "- " : "\n- ") + problem;
  return replace_all(*text, "{{problems}}", list);
}

// The question once more, behind it the newest bad answer and what was wrong with it.
std::vector<Message> corrected(std::vector<Message> question, const ChatAnswer& answer,
                               const std::vector<std::string>& problems) {
  if (!trim(answer.text).empty()) {
    question.push_back({"assistant", head_and_tail(answer.text, kQuotedAnswerBytesMax)});
  }
  question.push_back({"user", correction(problems)});
  return question;
}

int doubled_budget(const ChatRequest& request, const ChatAnswer& answer) {
  const auto told = static_cast<int>(std::min<std::int64_t>(answer.usage.tokens_out, kBudgetMax));
  const int spent = request.max_tokens.value_or(told > 0 ? told : kAssumedBudget);
  return std::min(spent, kBudgetMax / 2) * 2;
}

}  // namespace

Result<JsonAnswer> ask_json(ChatModel& model, ChatRequest request, const JsonSchema& schema,
                            EventSink& events, int attempts_max) {
  const std::vector<Message> question = request.messages;
  std::string last = "it was not asked";
  for (int attempt = 1; attempt <= attempts_max; ++attempt) {
    TRY_ASSIGN(ChatAnswer answer, model.ask(request));
    Judged judged = judge(answer, schema);
    TRY(tell(events, request.role, judged));
    if (judged.value) return JsonAnswer{*std::move(judged.value), std::move(answer), attempt};
    last = join(judged.problems, "; ");
    if (answer.truncated()) {
      request.max_tokens = doubled_budget(request, answer);
      request.messages = question;
      last += " (its budget ran out: raise model.max_tokens)";
    } else {
      request.messages = corrected(question, answer, judged.problems);
    }
  }
  return fail(Errc::invalid,
              "no usable JSON from " + model.name() + " in " +
                  counted(static_cast<std::size_t>(std::max(attempts_max, 0)), "answer") + ": " +
                  last);
}

}  // namespace pawl::llm
