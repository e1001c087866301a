#include <algorithm>
#include <optional>
#include <utility>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "llm/events.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kQuotedAnswerBytesMax = 64U << 10U;
constexpr std::size_t kViolationsQuotedMax = 12;
constexpr std::size_t kViolationBytesMax = 300;
constexpr std::size_t kQuotedAnswerBytesMin = 200;
// Used for the endpoint's own budget when neither the request nor the answer states it.
constexpr int kAssumedBudget = 4096;
constexpr int kBudgetMax = 1 << 20;

struct Judged {
  std::optional<Json> value;          // when the answer is good
  std::vector<std::string> steps;     // how its JSON was found
  std::vector<std::string> problems;  // when it is not
  bool more = false;                  // as Extracted has it
};

std::string to_line(const schema::Violation& violation) {
  return violation.where + ": " + violation.message;
}

Judged judge(const ChatAnswer& answer, const schema::JsonSchema& schema, Which which) {
  Judged out;
  auto extracted = extract_json(answer.text, answer.truncated(), &schema, which);
  if (!extracted) {
    out.problems.push_back(extracted.error().message);
    return out;
  }
  out.steps = std::move(extracted->steps);
  out.more = extracted->more;
  const auto violations = schema.violations(extracted->value);
  if (!violations) {
    out.problems.push_back(violations.error().message);
    return out;
  }
  for (const schema::Violation& violation : *violations) {
    if (out.problems.size() == kViolationsQuotedMax) break;
    out.problems.push_back(to_line(violation));
  }
  if (out.problems.empty()) out.value = std::move(extracted->value);
  return out;
}

// Records what was mended and what was wrong; nothing of an answer that was good as it came.
Status record(EventSink& events, const std::string& role, const Judged& judged) {
  if (judged.steps.empty() && judged.problems.empty()) return Done{};
  return events.append(
      to_event(LlmJson{.role = role, .steps = judged.steps, .violations = judged.problems}));
}

std::int64_t tokens_of(const Room& window, const std::vector<Message>& messages) {
  std::int64_t weight = 0;
  for (const Message& message : messages) weight += weight_of(message.content);
  return window.tokens(weight);
}

std::string correction_with(const std::vector<std::string>& problems) {
  const auto text = asset("prompts/json-correction.md");
  PAWL_CHECK(text.has_value(), "data/prompts/json-correction.md is not embedded");
  std::string list;
  for (const std::string& problem : problems) {
    list += (list.empty() ? "- " : "\n- ") + head_and_tail(problem, kViolationBytesMax);
  }
  return replace_all(*text, "{{problems}}", list);
}

// With as many of the problems as there is room for, the first one at least.
std::string correction(std::vector<std::string> problems, const ChatRequest& request,
                       const std::vector<Message>& question) {
  std::string text = correction_with(problems);
  if (!request.window) return text;
  const std::int64_t asked = tokens_of(*request.window, question);
  while (problems.size() > 1 &&
         asked + request.window->tokens(weight_of(text)) > request.window->limit()) {
    problems.pop_back();
    text = correction_with(problems);
  }
  return text;
}

// What of an answer can be quoted_problem beside the other messages.
std::string quoted_problem(const std::string& answer, const ChatRequest& request,
                           const std::vector<Message>& others) {
  if (!request.window) return head_and_tail(answer, kQuotedAnswerBytesMax);
  const std::int64_t left = request.window->limit() - tokens_of(*request.window, others);
  const std::int64_t weight = request.window->weight(std::max<std::int64_t>(0, left));
  std::size_t bytes = std::min(answer.size(), kQuotedAnswerBytesMax);
  for (;;) {
    std::string text = head_and_tail(answer, bytes);
    if (weight_of(text) <= weight) return text;
    bytes = bytes * 3 / 4;
    // So little of it means nothing.
    if (bytes < kQuotedAnswerBytesMin) return {};
  }
}

// The question once more, behind it the newest bad answer and what was wrong with it.
std::vector<Message> corrected(const std::vector<Message>& question, const ChatRequest& request,
                               const ChatAnswer& answer, const std::vector<std::string>& problems) {
  std::vector<Message> messages = question;
  messages.push_back({"user", correction(problems, request, question)});
  if (trim(answer.text).empty()) return messages;
  std::string text = quoted_problem(answer.text, request, messages);
  if (!text.empty()) messages.insert(messages.end() - 1, {"assistant", std::move(text)});
  return messages;
}

int spent_by(const ChatRequest& request, const ChatAnswer& answer) {
  const auto generated =
      static_cast<int>(std::min<std::int64_t>(answer.usage.tokens_out, kBudgetMax));
  return request.max_tokens.value_or(generated > 0 ? generated : kAssumedBudget);
}

// Twice of what was spent, as far as the context holds it.
int doubled_budget(int spent, const ChatRequest& request, const std::vector<Message>& question) {
  const int doubled = std::min(spent, kBudgetMax / 2) * 2;
  if (!request.window || request.window->context <= 0) return doubled;
  const std::int64_t held = request.window->answer_after(tokens_of(*request.window, question));
  return static_cast<int>(std::min<std::int64_t>(doubled, held));
}

}  // namespace

Result<JsonAnswer> ask_json(ChatModel& model, ChatRequest request, const schema::JsonSchema& schema,
                            EventSink& events, int attempts_max, Which which) {
  const std::vector<Message> question = request.messages;
  std::string last = "it was not asked";
  std::size_t asked = 0;
  for (int attempt = 1; attempt <= attempts_max; ++attempt) {
    TRY_ASSIGN(ChatAnswer answer, model.ask(request));
    ++asked;
    Judged judged = judge(answer, schema, which);
    TRY(record(events, request.role, judged));
    if (judged.value) {
      return JsonAnswer{*std::move(judged.value), std::move(answer), attempt, judged.more};
    }
    last = join(judged.problems, "; ");
    if (!answer.truncated()) {
      request.messages = corrected(question, request, answer, judged.problems);
      continue;
    }
    const int spent = spent_by(request, answer);
    const int more = doubled_budget(spent, request, question);
    request.messages = question;
    if (more <= spent) {
      last += " (the context holds no longer answer: load " + model.name() +
              " with a larger one, or lower prompt.tokens_max)";
      break;
    }
    request.max_tokens = more;
    last += " (its budget ran out: raise model.max_tokens)";
  }
  return fail(Errc::invalid, "no usable JSON from " + model.name() + " in " +
                                 counted(asked, "answer") + ": " + last);
}

}  // namespace pawl::llm
