#include "llm/providers/http_model.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "llm/spending/usage.hpp"
#include "os/network/retry.hpp"

namespace pawl::llm {
namespace {

constexpr Milliseconds kConnectTimeout{10'000};
constexpr Milliseconds kCheckTimeout{10'000};
constexpr std::size_t kRefusalBytesMax = 64U << 10U;
// Lists of models are some hundred kilobytes, at most.
constexpr std::size_t kListBytesMax = 8U << 20U;

Error after_tries(Error error, int tries, std::string_view why) {
  if (tries > 0)
    error.message += " (" + counted(static_cast<std::size_t>(tries) + 1, "try", "tries") + ")";
  if (!why.empty()) error.message += "; " + std::string(why);
  return error;
}

// Out of money: waiting does not help, nor does another request.
bool out_of_credit(std::string_view body) {
  return contains(body, "insufficient_quota") || contains_folded(body, "credit balance");
}

}  // namespace

HttpModel::HttpModel(const HttpPorts& ports, EndpointOptions options, std::string base_url,
                     const Protocol& protocol)
    : ports_(ports),
      options_(std::move(options)),
      base_url_(std::move(base_url)),
      protocol_(protocol) {
  redactor_.add(options_.api_key);
  if (ports_.endpoints != nullptr) refused_parts_ = ports_.endpoints->refused(endpoint());
}

std::string HttpModel::name() const {
  return std::string(protocol_.provider) + ":" + options_.model;
}

std::string HttpModel::named(std::string_view message) const {
  return clean((contains(message, base_url_) ? "" : chat_url() + ": ") + std::string(message));
}

Result<ChatAnswer> HttpModel::ask(const ChatRequest& request) {
  os::Clock& clock = ports_.clock;
  const Milliseconds start = clock.monotonic();
  const Milliseconds deadline =
      std::min(options_.deadline, request.time_max.value_or(options_.deadline));
  for (int tries = 0;;) {
    const Milliseconds time_left = deadline - (clock.monotonic() - start);
    Attempt outcome = attempt(request, std::max(time_left, Milliseconds(1)));
    if (auto* answer = std::get_if<ChatAnswer>(&outcome)) {
      answer->duration = clock.monotonic() - start;
      if (answer->model.empty()) answer->model = options_.model;
      return std::move(*answer);
    }
    Failure& failure = std::get<Failure>(outcome);
    if (!failure.blamed.empty()) {
      // At most once for each part, so this ends.
      TRY(adapt(request, failure));
      continue;
    }
    if (!failure.may_pass || tries >= options_.retries) {
      return after_tries(std::move(failure.error), tries, {});
    }
    const Milliseconds wait = os::retry_wait(tries, failure.asked, ports_.random);
    if (clock.monotonic() - start + wait >= deadline) {
      return after_tries(
          std::move(failure.error), tries,
          "no time is left for another of the " + human_duration(deadline) + " of one exchange");
    }
    ++tries;
    TRY(ports_.events.append(to_event(LlmRetry{
        .role = request.role, .attempt = tries, .wait = wait, .reason = failure.error.message})));
    if (!clock.sleep(wait, request.cancel)) {
      return fail(Errc::cancelled, "waiting for " + chat_url() + " was cancelled");
    }
  }
}

Status HttpModel::adapt(const ChatRequest& request, const Failure& failure) {
  refused_parts_.add(failure.blamed);
  if (ports_.endpoints != nullptr) {
    TRY(ports_.endpoints->learn(endpoint(), refused_parts_)
            .during("keeping what " + base_url_ + " refuses"));
  }
  return ports_.events.append(to_event(LlmAdapted{.role = request.role,
                                                  .model = name(),
                                                  .without = failure.blamed.names(),
                                                  .reason = failure.error.message}));
}

HttpModel::Attempt HttpModel::attempt(const ChatRequest& request, Milliseconds time_left) {
  const Json sent = body(request, refused_parts_);
  os::HttpRequest http = chat_request(request, sent, time_left);
  const std::unique_ptr<AnswerCollector> collected = collector();
  http.on_body = [&](std::string_view piece) { return collected->feed(piece); };
  const auto response = ports_.http.send(http);
  if (response && (response->status < 200 || response->status > 299)) {
    // The reason comes at the beginning, or not at all.
    os::HttpResponse refusal = *response;
    refusal.body.resize(std::min(refusal.body.size(), kRefusalBytesMax));
    return refused(refusal, sent);
  }
  if (response) collected->feed(response->body);
  collected->end();
  // A connection that breaks behind the finish reason has done its work.
  if (collected->state() == AnswerCollector::State::whole) return std::move(collected->answer());
  if (request.lost != nullptr && collected->bytes() > 0) {
    Usage& lost = request.lost->usage;
    lost = plus(lost, believable(request, collected->answer(), options_.max_tokens));
  }
  if (!response && collected->state() == AnswerCollector::State::cut) {
    const Errc code = response.error().code;
    return Failure{.error = fail(code, named(response.error().message)),
                   .may_pass = code == Errc::upstream || code == Errc::timeout};
  }
  return unusable(*collected);
}

os::HttpRequest HttpModel::chat_request(const ChatRequest& request, const Json& body,
                                        Milliseconds time_left) const {
  os::HttpRequest http;
  http.method = "POST";
  http.url = chat_url();
  http.headers = headers();
  http.headers.emplace_back("Content-Type", "application/json");
  http.headers.emplace_back(
      "Accept", options_.stream ? "text/event-stream, application/json" : "application/json");
  http.body = body.dump();
  http.connect_timeout = std::min(kConnectTimeout, time_left);
  http.timeout = time_left;
  http.idle_timeout = options_.timeout;
  http.cancel = request.cancel;
  return http;
}

std::string HttpModel::key_hint() const {
  return options_.api_key.empty() ? " asks for a key: set " + options_.key_setting
                                  : " refused the key: check " + options_.key_setting;
}

std::string HttpModel::server_words(const os::HttpResponse& response) const {
  const std::string text = clean(error_text(response.body));
  return " (" + std::to_string(response.status) + (text.empty() ? ")" : ": " + text + ")");
}

HttpModel::Failure HttpModel::refused(const os::HttpResponse& response, const Json& sent) const {
  const int status = response.status;
  const std::string text = clean(error_text(response.body));
  std::string message = chat_url() + " answered " + std::to_string(status);
  if (!text.empty()) message += ": " + text;
  Failure failure;
  const bool no_credit = out_of_credit(response.body);
  const bool parameter = (status == 400 || status == 422) && !no_credit;
  // Some servers fail over a schema instead of refusing it.
  if (parameter || status == 500) failure.blamed = blamed(sent, response.body);
  failure.may_pass = os::status_may_pass(status) && !no_credit;
  failure.asked = os::retry_after(response, ports_.clock.now());
  if (status == 401 || status == 403) {
    message = chat_url() + key_hint() + server_words(response);
  } else if (status == 404) {
    message += "; check " + options_.url_setting + " and the name of the model, " + options_.model;
  } else if (status >= 300 && status < 400) {
    message += "; it redirects, set " + options_.url_setting + " to where it leads";
  }
  // A key that is refused, or has no money left, is refused again.
  const bool denied = status == 401 || status == 403 || no_credit;
  const bool request_is_wrong = parameter || status == 413;
  failure.error = fail(denied             ? Errc::denied
                       : request_is_wrong ? Errc::invalid
                                          : Errc::upstream,
                       std::move(message));
  return failure;
}

HttpModel::Failure HttpModel::unusable(const AnswerCollector& collected) const {
  const std::string trouble = clean(collected.trouble());
  switch (collected.state()) {
    case AnswerCollector::State::failed:
      return {.error = fail(Errc::upstream, chat_url() + " reported an error: " + trouble),
              .may_pass = collected.trouble_may_pass()};
    case AnswerCollector::State::foreign:
      return {.error = fail(Errc::upstream,
                            chat_url() + " did not answer as " + std::string(protocol_.answers) +
                                "; is " + options_.url_setting + " right" +
                                std::string(protocol_.url_hint) + "? It sent: " + trouble)};
    default:
      return {.error = fail(Errc::upstream, chat_url() + " ended its answer in the middle"),
              .may_pass = true};
  }
}

Result<os::HttpResponse> HttpModel::look_up(const std::string& url, const Json& body) const {
  os::HttpRequest http;
  http.url = url;
  http.headers = headers();
  if (!body.is_null()) {
    http.method = "POST";
    http.headers.emplace_back("Content-Type", "application/json");
    http.body = body.dump();
  }
  http.connect_timeout = kCheckTimeout;
  http.timeout = std::min(kCheckTimeout, options_.timeout);
  http.body_bytes_max = kListBytesMax;
  auto response = ports_.http.send(http);
  if (!response) {
    return fail(response.error().code == Errc::timeout ? Errc::upstream : response.error().code,
                clean("no model server at " + base_url_ + ": " + response.error().message +
                      ". Start it or set " + options_.url_setting));
  }
  if (response->status == 401 || response->status == 403) {
    return fail(Errc::denied, url + key_hint() + server_words(*response));
  }
  return response;
}

Error HttpModel::no_list(const std::string& url, const os::HttpResponse& response) const {
  // A server in trouble may list them later; what answers something else is another server.
  const bool trouble = response.status >= 500 || response.status == 429;
  return fail(trouble ? Errc::upstream : Errc::invalid,
              url + " is no list of models" + server_words(response) + ". Is " +
                  options_.url_setting + " right" + std::string(protocol_.url_hint) + "?");
}

}  // namespace pawl::llm
