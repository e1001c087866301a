#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "llm/models.hpp"
#include "llm/openai_answer.hpp"
#include "llm/openai_health.hpp"
#include "llm/openai_request.hpp"
#include "llm/retry.hpp"

namespace pawl::llm {
namespace {

constexpr Milliseconds kConnectTimeout{10'000};
constexpr Milliseconds kCheckTimeout{10'000};

// One request that did not lead to an answer.
struct Failure {
  Error error;
  bool may_pass = false;                // the same request may succeed later
  unsigned blamed = 0;                  // parts of the request to leave out
  std::optional<Milliseconds> asked{};  // how long the server wants to be left alone
};

class OpenAi final : public ChatModel {
 public:
  OpenAi(os::Http& http, os::Clock& clock, os::Random& random, EventSink& events,
         OpenAiOptions options)
      : http_(http),
        clock_(clock),
        random_(random),
        events_(events),
        options_(std::move(options)),
        base_url_(clean_base_url(options_.base_url)) {
    redactor_.add(options_.api_key);
  }

  std::string name() const override { return "openai:" + options_.model; }
  Result<ModelHealth> check() override;
  Result<ChatAnswer> ask(const ChatRequest& request) override;

 private:
  using Attempt = std::variant<ChatAnswer, Failure>;

  Attempt attempt(const ChatRequest& request, Milliseconds time_left);
  os::HttpRequest chat_request(const ChatRequest& request, const Json& body,
                               Milliseconds time_left) const;
  Failure refused(const os::HttpResponse& response, const Json& sent) const;
  Failure unusable(const AnswerCollector& collector) const;
  Result<ModelHealth> health_from(const os::HttpResponse& response) const;
  std::string key_hint() const;
  std::string chat_url() const { return base_url_ + "/chat/completions"; }
  std::string models_url() const { return base_url_ + "/models"; }
  std::string clean(std::string_view text) const { return redactor_.apply(text); }
  // Without the key, with the endpoint.
  std::string named(std::string_view message) const {
    return clean((contains(message, base_url_) ? "" : chat_url() + ": ") + std::string(message));
  }

  os::Http& http_;
  os::Clock& clock_;
  os::Random& random_;
  EventSink& events_;
  OpenAiOptions options_;
  std::string base_url_;
  Redactor redactor_;
  unsigned refused_parts_ = 0;  // bits of PartSet
};

Error after_tries(Error error, int tries, std::string_view why) {
  if (tries > 0)
    error.message += " (" + counted(static_cast<std::size_t>(tries) + 1, "try", "tries") + ")";
  if (!why.empty()) error.message += "; " + std::string(why);
  return error;
}

Result<ChatAnswer> OpenAi::ask(const ChatRequest& request) {
  const Milliseconds start = clock_.monotonic();
  for (int tries = 0;;) {
    const Milliseconds begun = clock_.monotonic();
    const Milliseconds time_left = options_.deadline - (begun - start);
    Attempt outcome = attempt(request, std::max(time_left, Milliseconds(1)));
    if (auto* answer = std::get_if<ChatAnswer>(&outcome)) {
      answer->duration = clock_.monotonic() - start;
      if (answer->model.empty()) answer->model = options_.model;
      return std::move(*answer);
    }
    Failure& failure = std::get<Failure>(outcome);
    if (failure.blamed != 0) {
      // At most once for each part, so this ends.
      refused_parts_ |= failure.blamed;
      continue;
    }
    if (!failure.may_pass || tries >= options_.retries) {
      return after_tries(std::move(failure.error), tries, {});
    }
    const Milliseconds wait = retry_wait(tries, failure.asked, random_);
    if (clock_.monotonic() - start + wait >= options_.deadline) {
      return after_tries(std::move(failure.error), tries,
                         "no time is left for another of the " + human_duration(options_.deadline) +
                             " of one exchange");
    }
    ++tries;
    TRY(events_.append({EventKind::llm_retry, Json::object({{"role", request.role},
                                                            {"attempt", tries},
                                                            {"wait_ms", wait.count()},
                                                            {"reason", failure.error.message}})}));
    if (!clock_.sleep(wait, request.cancel)) {
      return fail(Errc::cancelled, "waiting for " + chat_url() + " was cancelled");
    }
  }
}

OpenAi::Attempt OpenAi::attempt(const ChatRequest& request, Milliseconds time_left) {
  const Json body = chat_body(request, options_, PartSet(refused_parts_));
  os::HttpRequest http = chat_request(request, body, time_left);
  AnswerCollector collector;
  http.on_body = [&](std::string_view piece) { return collector.feed(piece); };
  const auto response = http_.send(http);
  if (response && (response->status < 200 || response->status > 299)) {
    return refused(*response, body);
  }
  if (response) collector.feed(response->body);
  collector.end();
  // A connection that breaks behind the finish reason has done its work.
  if (collector.state() == AnswerCollector::State::whole) return std::move(collector.answer());
  if (!response && collector.state() == AnswerCollector::State::cut) {
    const Errc code = response.error().code;
    return Failure{.error = fail(code, named(response.error().message)),
                   .may_pass = code == Errc::upstream || code == Errc::timeout};
  }
  return unusable(collector);
}

os::HttpRequest OpenAi::chat_request(const ChatRequest& request, const Json& body,
                                     Milliseconds time_left) const {
  os::HttpRequest http;
  http.method = "POST";
  http.url = chat_url();
  http.headers = headers_for(options_);
  http.headers.emplace_back(
      "Accept", options_.stream ? "text/event-stream, application/json" : "application/json");
  http.body = body.dump();
  http.connect_timeout = std::min(kConnectTimeout, time_left);
  http.timeout = time_left;
  http.idle_timeout = options_.timeout;
  http.cancel = request.cancel;
  return http;
}

std::string OpenAi::key_hint() const {
  return options_.api_key.empty() ? " asks for a key: set model.api_key"
                                  : " refused the key: check model.api_key";
}

Failure OpenAi::refused(const os::HttpResponse& response, const Json& sent) const {
  const int status = response.status;
  const std::string text = clean(error_text(response.body));
  std::string message = chat_url() + " answered " + std::to_string(status);
  if (!text.empty()) message += ": " + text;
  Failure failure;
  const bool parameter = status == 400 || status == 422;
  if (parameter) failure.blamed = parts_blamed(sent, response.body);
  failure.may_pass = status_may_pass(status) && !contains(response.body, "insufficient_quota");
  failure.asked = retry_after(response, clock_.now());
  if (status == 401 || status == 403) {
    message = chat_url() + key_hint() + " (" + std::to_string(status) +
              (text.empty() ? ")" : ": " + text + ")");
  } else if (status == 404) {
    message += "; check model.base_url and the name of the model, " + options_.model;
  } else if (status >= 300 && status < 400) {
    message += "; it redirects, set model.base_url to where it leads";
  }
  const bool request_is_wrong = parameter || status == 413;
  failure.error = fail(request_is_wrong ? Errc::invalid : Errc::upstream, std::move(message));
  return failure;
}

Failure OpenAi::unusable(const AnswerCollector& collector) const {
  const std::string trouble = clean(collector.trouble());
  switch (collector.state()) {
    case AnswerCollector::State::failed:
      return {.error = fail(Errc::upstream, chat_url() + " reported an error: " + trouble),
              .may_pass = collector.trouble_may_pass()};
    case AnswerCollector::State::foreign:
      return {.error =
                  fail(Errc::upstream, chat_url() +
                                           " did not answer as a chat completion; is "
                                           "model.base_url right (most end in /v1)? It sent: " +
                                           trouble)};
    default:
      return {.error = fail(Errc::upstream, chat_url() + " ended its answer in the middle"),
              .may_pass = true};
  }
}

Result<ModelHealth> OpenAi::check() {
  os::HttpRequest http;
  http.url = models_url();
  http.headers = headers_for(options_);
  http.connect_timeout = kCheckTimeout;
  http.timeout = std::min(kCheckTimeout, options_.timeout);
  const auto response = http_.send(http);
  if (!response) {
    return fail(response.error().code == Errc::timeout ? Errc::upstream : response.error().code,
                clean("no model server at " + base_url_ + ": " + response.error().message +
                      ". Start it or set model.base_url"));
  }
  return health_from(*response);
}

Result<ModelHealth> OpenAi::health_from(const os::HttpResponse& response) const {
  const int status = response.status;
  const std::string text = clean(error_text(response.body));
  const std::string told = " (" + std::to_string(status) + (text.empty() ? ")" : ": " + text + ")");
  if (status == 401 || status == 403) {
    return fail(Errc::upstream, models_url() + key_hint() + told);
  }
  ModelHealth health;
  if (status == 404 || status == 405 || status == 501) {
    health.note = base_url_ + " does not list its models" + told + "; " + options_.model +
                  " is taken on trust";
    return health;
  }
  if (status == 429) {
    health.note = base_url_ + " is there but busy" + told;
    return health;
  }
  const auto list = Json::parse(response.body);
  const bool good = status >= 200 && status < 300;
  if (!good || !list || !(*list)["error"].is_null()) {
    return fail(Errc::upstream, models_url() + " is no list of models" + told +
                                    ". Is model.base_url right (most end in /v1)?");
  }
  return health_from_list(*list, options_.model, base_url_);
}

}  // namespace

std::unique_ptr<ChatModel> openai_model(os::Http& http, os::Clock& clock, os::Random& random,
                                        EventSink& events, OpenAiOptions options) {
  return std::make_unique<OpenAi>(http, clock, random, events, std::move(options));
}

}  // namespace pawl::llm
