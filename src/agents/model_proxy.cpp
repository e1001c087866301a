#include "agents/model_proxy.hpp"

#include <algorithm>

#include "agents/events.hpp"
#include "agents/hosted_tools.hpp"
#include "agents/http_exchange.hpp"
#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::agents {
namespace {

// Each holds its question in memory: what an agent asks side by side, and no more.
constexpr int kExchangesMax = 24;
// A model may think for long before the first byte.
constexpr Milliseconds kSilenceMax{900'000};
constexpr std::size_t kErrorBytesMax = 300;
constexpr int kOk = 200;
constexpr int kLastOk = 299;

// Of the answers' headers what clients act on.
constexpr auto kTellingHeaders = fixed_words("content-type", "retry-after", "retry-after-ms",
                                             "x-should-retry", "request-id", "x-request-id");

// What is Pawl's to say, or speaks of this connection alone.
bool is_withheld(std::string_view name) {
  return among({"host", "connection", "content-length", "transfer-encoding", "accept-encoding",
                "expect", "authorization", "x-api-key", "x-goog-api-key", "cookie", "keep-alive",
                "upgrade", "te", "trailer", "origin", "referer", "forwarded"},
               name) ||
         name.starts_with("proxy-") || name.starts_with("x-forwarded-");
}

// Whole: what is blanked in it is blanked before it is cut.
std::string error_text(const std::string& body, int status) {
  const auto json = Json::parse(body);
  std::string text;
  if (json) text = (*json)["error"]["message"].string_or((*json)["message"].text());
  if (text.empty()) text = body;
  return "HTTP " + std::to_string(status) + ": " + std::string(trim(text));
}

// In the shape of the API, so that clients show the words.
std::string error_body(const std::string& type, const std::string& message) {
  Json error = Json::object();
  error.set("type", type);
  error.set("message", message);
  error.set("code", type);
  Json body = Json::object();
  body.set("type", "error");
  body.set("error", std::move(error));
  return body.dump();
}

std::string refusal(const std::string& type, const std::string& message) {
  return error_body(type, "Pawl: " + message);
}

void try_later(ClientConnection& client, const std::string& why) {
  client.answer(429, os::Headers{{"Content-Type", "application/json"}, {"Retry-After", "1"}},
                refusal("rate_limit_error", why));
}

}  // namespace

// One request and its answer.
class ModelProxy::Exchange {
 public:
  Exchange(ModelProxy& proxy, int socket) : proxy_(proxy), to_(proxy.setup_), client_(socket) {}

  void run(const std::string& head, std::string rest) {
    auto asked = read_request(client_, head, std::move(rest));
    if (!asked)
      return client_.answer(400, "application/json",
                            refusal("invalid_request_error", asked.error().message));
    request_ = *std::move(asked);
    if (!has_placeholder()) {
      refused("it came without the key that the agent was given");
      return client_.answer(401, "application/json",
                            refusal("authentication_error", "no such key"));
    }
    const auto route = route_of(to_.places, request_.method, request_.target);
    if (!route) {
      refused("agents ask models for answers and nothing else");
      return client_.answer(403, "application/json",
                            refusal("permission_error", "not open to agents"));
    }
    route_ = *route;
    if (const Status looked = look_at_body(); !looked) {
      return client_.answer(400, "application/json",
                            refusal("invalid_request_error", looked.error().message));
    }
    if (route_.api) return ask_model();
    ask_about();
  }

 private:
  bool has_placeholder() const {
    const std::string& key = to_.placeholder;
    if (request_.header("x-api-key") == key || request_.header("x-goog-api-key") == key) {
      return true;
    }
    if (request_.header("authorization") == "Bearer " + key) return true;
    return contains(request_.target, "key=" + key);
  }

  // Each once: an agent that asks without end does not fill the journal.
  void refused(std::string_view reason) {
    const std::string path = request_.target.substr(0, request_.target.find('?'));
    const std::string what = printable(request_.method + " " + path, 200);
    if (!proxy_.is_new(what)) return;
    append(AgentRefused{.label = to_.label, .what = what, .reason = std::string(reason)});
  }

  template <class Data>
  void append(const Data& data) {
    // A journal that cannot be written ends the run elsewhere.
    static_cast<void>(to_.events.append(to_event(data)).ok());
  }

  // What is sent on is written anew: two readers may take one odd text for different things.
  Status look_at_body() {
    if (!request_.header("content-encoding").empty()) {
      return fail(Errc::invalid, "a body that is encoded cannot be looked at");
    }
    streams_ = route_.streams_by_path;
    if (request_.method != "POST") return Done{};
    TRY_ASSIGN(Json body, Json::parse(request_.body));
    if (route_.model.empty()) route_.model = body["model"].string_or("");
    streams_ = streams_ || body["stream"].bool_or(false);
    for (const std::string& tool : remove_hosted_tools(body)) {
      if (!proxy_.is_new(tool)) continue;
      append(AgentRefused{.label = to_.label,
                          .what = printable(tool, 80),
                          .reason = "a tool of the model's server that uses the network"});
    }
    request_.body = body.dump();
    return Done{};
  }

  os::HttpRequest outward() const {
    os::HttpRequest out;
    out.method = request_.method;
    out.url = route_.url;
    for (const auto& [name, value] : request_.headers) {
      if (!is_withheld(name)) out.headers.emplace_back(name, value);
    }
    for (auto& header : key_headers(*route_.place)) out.headers.push_back(std::move(header));
    out.body = request_.body;
    out.timeout = Milliseconds(0);
    out.idle_timeout = kSilenceMax;
    out.cancel = &proxy_.ending_;
    return out;
  }

  // What costs nothing.
  void ask_about() {
    const auto answer = to_.http.send(outward());
    if (!answer) {
      return client_.answer(502, "application/json",
                            refusal("api_error", shown(answer.error().message)));
    }
    pass_on(*answer);
  }

  void pass_on(const os::HttpResponse& answer) {
    os::Headers headers;
    for (const auto& [name, value] : answer.headers) {
      if (among(kTellingHeaders, name)) headers.emplace_back(name, value);
    }
    client_.answer(answer.status, headers, answer.body);
  }

  // A limit in dollars that cannot be held is worse than none.
  void stop_if_unpriced(const std::optional<llm::Price>& price) {
    if (price || !to_.meter.wants_prices()) return;
    to_.meter.stop("nobody knows what " + route_.place->provider + ":" +
                   printable(route_.model, 120) +
                   " costs, so a limit in dollars cannot be held; add its price to a prices.file, "
                   "or limit tokens");
  }

  void no_room() {
    const std::string reached = to_.meter.reached();
    if (reached.empty()) return try_later(client_, "other questions may use up what is left");
    client_.answer(403, "application/json", refusal("permission_error", reached));
  }

  // Of the budgets of the run its prompt, which is what it uses at least; the meter stops its
  // answer where their rest is used up.
  Result<llm::Reservation> reserve(std::int64_t tokens,
                                   const std::optional<llm::Price>& price) const {
    if (to_.budget == nullptr) return llm::Reservation{};
    llm::Amount prompt{.tokens = tokens, .cost = 0, .time = {}};
    if (price) prompt.cost = llm::cost_of(*price, {.tokens_in = tokens, .tokens_out = 0});
    return to_.budget->reserve({.all = prompt, .prompt = prompt});
  }

  void settle(const llm::Reservation& reservation, const Usage& used, Milliseconds took) {
    if (to_.budget == nullptr) return;
    // An account that cannot be written is seen by who asks it next.
    static_cast<void>(
        to_.budget
            ->settle(reservation, {.tokens = saturating_add(used.tokens_in, used.tokens_out),
                                   .cost = used.cost_micros.value_or(0),
                                   .time = took})
            .ok());
  }

  void ask_model() {
    const auto bytes = static_cast<std::int64_t>(request_.body.size());
    const llm::ModelSpec spec{
        .provider = route_.place->provider, .model = route_.model, .base_url = {}};
    const auto price = to_.prices.find(spec, route_.place->base_url);
    stop_if_unpriced(price);
    const std::int64_t tokens = bytes / static_cast<std::int64_t>(llm::kBytesPerToken);
    auto room = to_.meter.begin(tokens, price);
    if (!room) return no_room();
    Meter::Call call = *std::move(room);
    const auto reservation = reserve(tokens, price);
    if (!reservation) {
      to_.meter.stop(reservation.error().message);
      return no_room();
    }
    to_.meter.asked(route_.model);
    UsageReader reader(*route_.api, request_.body.size());
    const Milliseconds start = to_.clock.monotonic();
    Outcome outcome = streams_ ? ask_streaming(call, reader) : ask_whole(call, reader);
    AgentCall event{.label = to_.label,
                    .api = std::string(to_string(*route_.api)),
                    .model = printable(route_.model, 120),
                    .status = outcome.status,
                    .took = to_.clock.monotonic() - start,
                    .cost = {},
                    .error = {}};
    if (outcome.status >= kOk && outcome.status <= kLastOk) {
      finish(call, reader, outcome);
      event.tokens_in = call.used().tokens_in;
      event.tokens_out = call.used().tokens_out;
      event.cached_in = call.used().cached_in;
      if (call.used().cost_micros) event.cost = static_cast<double>(*call.used().cost_micros) / 1e6;
    }
    if (!outcome.error.empty()) event.error = outcome.error;
    settle(*reservation, call.used(), event.took);
    append(event);
    // What ended because the agent did says nothing of the model.
    if (proxy_.ending_.requested()) return;
    proxy_.remember(outcome.error.empty() || outcome.by_limit
                        ? std::nullopt
                        : std::optional(Failure{outcome.status, outcome.error}));
  }

  struct Outcome {
    int status = 0;
    std::string error;
    bool by_limit = false;  // Pawl's own
  };

  void finish(Meter::Call& call, const UsageReader& reader, Outcome& outcome) {
    Usage usage = reader.usage();
    usage.turns = 1;
    static_cast<void>(call.now(usage));
    if (outcome.error.empty() && !reader.error().empty()) {
      outcome.error = shown(reader.error());
      outcome.status = kOk;
    }
  }

  Outcome ask_whole(Meter::Call& call, UsageReader& reader) {
    const auto answer = to_.http.send(outward());
    if (!answer) return nobody(answer.error());
    to_.heard();
    if (answer->status < kOk || answer->status > kLastOk) return refusal_of(*answer);
    reader.document(answer->body);
    Usage usage = reader.usage();
    usage.turns = 1;
    static_cast<void>(call.now(usage));
    pass_on(*answer);
    return {.status = answer->status, .error = {}};
  }

  Outcome ask_streaming(Meter::Call& call, UsageReader& reader) {
    bool begun = false;
    bool within_limits = true;
    bool client_is_there = true;
    os::HttpRequest out = outward();
    out.on_body = [&](std::string_view piece) {
      to_.heard();
      if (!begun) {
        client_.begin_stream(content_type());
        begun = true;
      }
      reader.feed(piece);
      client_is_there = client_.send_piece(piece);
      within_limits = call.now(reader.usage());
      return within_limits && client_is_there;
    };
    const auto answer = to_.http.send(out);
    if (begun && !within_limits) {
      // Without its end: the client must not take it for a whole answer.
      client_.break_off();
      return {.status = kOk, .error = to_.meter.reached(), .by_limit = true};
    }
    if (begun && !answer) {
      client_.break_off();
      if (!client_is_there) return {.status = kOk, .error = "the agent hung up", .by_limit = true};
      return {.status = kOk, .error = shown(answer.error().message)};
    }
    if (!answer) return nobody(answer.error());
    if (answer->status < kOk || answer->status > kLastOk) return refusal_of(*answer);
    if (begun) client_.end_stream();
    if (!begun) pass_on(*answer);
    return {.status = answer->status, .error = {}};
  }

  std::string content_type() const {
    const bool list = route_.api == Api::gemini && !contains(route_.url, "alt=sse");
    return list ? "application/json" : "text/event-stream";
  }

  Outcome nobody(const Error& error) {
    const std::string message = shown(error.message);
    client_.answer(502, "application/json", refusal("api_error", message));
    return {.status = 0, .error = message};
  }

  Outcome refusal_of(const os::HttpResponse& answer) {
    pass_on(answer);
    std::string text = shown(error_text(answer.body, answer.status));
    const bool no_key = route_.place->key.empty() && (answer.status == 401 || answer.status == 403);
    if (no_key) text += " (set " + route_.place->key_setting + ")";
    return {.status = answer.status, .error = std::move(text)};
  }

  std::string shown(std::string_view text) const {
    return printable(to_.redactor.apply(text), kErrorBytesMax);
  }

  ModelProxy& proxy_;
  const Setup& to_;
  ClientConnection client_;
  ClientRequest request_;
  ModelRoute route_;
  bool streams_ = false;
};

void ModelProxy::answer(int socket, const std::string& head, std::string rest) {
  const Entry entry = enter();
  if (entry == Entry::closed) return;
  setup_.heard();
  if (entry == Entry::full) {
    ClientConnection client(socket);
    return try_later(client, "too many requests at once");
  }
  Exchange(*this, socket).run(head, std::move(rest));
  leave();
}

ModelProxy::Entry ModelProxy::enter() {
  const std::lock_guard lock(mutex_);
  if (closed_) return Entry::closed;
  if (under_way_ == kExchangesMax) return Entry::full;
  ++under_way_;
  return Entry::open;
}

void ModelProxy::leave() {
  const std::lock_guard lock(mutex_);
  --under_way_;
  left_.notify_all();
}

void ModelProxy::close() {
  ending_.request();
  std::unique_lock lock(mutex_);
  closed_ = true;
  left_.wait(lock, [this] { return under_way_ == 0; });
}

void ModelProxy::remember(std::optional<Failure> failure) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
}

bool ModelProxy::is_new(const std::string& refused) {
  constexpr std::size_t kKnownMax = 20;
  const std::lock_guard lock(mutex_);
  return refused_.size() < kKnownMax && refused_.insert(refused).second;
}

std::optional<ModelProxy::Failure> ModelProxy::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace pawl::agents
