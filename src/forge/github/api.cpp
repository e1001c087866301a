#include "forge/github/api.hpp"

#include "base/digest.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "forge/github/api_trouble.hpp"
#include "os/network/http_request.hpp"
#include "os/network/retry.hpp"

namespace pawl::forge {
namespace {

constexpr std::string_view kApiVersion = "2022-11-28";
constexpr const char* kJsonType = "application/vnd.github+json";
constexpr Milliseconds kTimeout{60'000};
constexpr std::size_t kAnswerMax = 32U << 20U;
constexpr int kTriesMax = 4;
constexpr int kRedirectsMax = 3;
constexpr int kNotModified = 304;
constexpr int kUnauthorized = 401;
constexpr std::size_t kAccountDigits = 16;
constexpr Milliseconds kWriteTurn{120'000};

bool is_success(int status) { return status >= 200 && status < 300; }
bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 307 || status == 308;
}

// `<https://…?page=2>; rel="next", <…>; rel="last"` (RFC 8288).
std::string next_in(std::string_view link) {
  for (const std::string_view part : split(link, ',')) {
    if (!contains(part, "rel=\"next\"")) continue;
    const auto begin = part.find('<');
    const auto end = part.find('>');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) continue;
    return std::string(part.substr(begin + 1, end - begin - 1));
  }
  return {};
}

Trouble nonsense(const std::string& asked, const Error& error) {
  return {.kind = TroubleKind::unavailable,
          .message = asked + ": the answer is no JSON (" + error.message + ")",
          .way_out = "try again; is github.api_url right?"};
}

}  // namespace

std::string api_account(const GithubHost& host, const Secret& token) {
  const std::string digest = digest_hex(Hash::sha256, {token.reveal()});
  return host.name + "/" + digest.substr(0, kAccountDigits);
}

std::string app_account(const GithubHost& host, const std::string& app, const std::string& owner) {
  return host.name + "/app-" + lower(app) + "-" + lower(owner);
}

TokenSource fixed_token(Secret token) {
  return [token = std::move(token)](const Secret&) -> Answer<Secret> { return token; };
}

Api::Api(ApiSetup setup)
    : setup_(std::move(setup)),
      tables_(setup_.database, setup_.account),
      budget_(tables_, setup_.ports.clock, setup_.ports.cancel, setup_.rules) {}

std::string Api::url_of(const std::string& path) const {
  return path.starts_with('/') ? setup_.host.api + path : path;
}

std::string Api::called(const Exchange& exchange) const {
  if (exchange.url == setup_.host.graphql) return exchange.cost.write ? "mutation" : "query";
  std::string_view shown = exchange.url;
  if (shown.starts_with(setup_.host.api)) shown.remove_prefix(setup_.host.api.size());
  return exchange.method + " " + printable(shown.substr(0, shown.find('?')), 200);
}

os::HttpRequest Api::request_of(const Exchange& exchange, const Secret& token) const {
  os::HttpRequest request;
  request.method = exchange.method;
  request.url = exchange.url;
  request.headers = {{"accept", exchange.accept.empty() ? kJsonType : exchange.accept},
                     {"x-github-api-version", std::string(kApiVersion)},
                     {"user-agent", "pawl/" + std::string(version())}};
  if (!token.empty()) {
    request.headers.emplace_back("authorization", "Bearer " + token.reveal());
  }
  if (!exchange.etag.empty()) request.headers.emplace_back("if-none-match", exchange.etag);
  if (!exchange.body.empty()) {
    request.headers.emplace_back("content-type", "application/json");
    request.body = exchange.body;
  }
  request.timeout = kTimeout;
  request.body_bytes_max = kAnswerMax;
  request.cancel = &setup_.ports.cancel;
  return request;
}

Trouble Api::refusal(const Exchange& exchange, const os::HttpResponse& response) {
  Trouble trouble = api_trouble(called(exchange), response);
  if (trouble.kind != TroubleKind::rate_limited) return trouble;
  if (const auto at = budget_.retry_at()) trouble.retry_at = *at;
  return trouble;
}

Answer<os::HttpResponse> Api::send_as(const Exchange& exchange, const Secret& refused,
                                      Secret& used) {
  TRY_ASSIGN(used, setup_.token(refused));
  TRY(budget_.admit(exchange.cost));
  Result<os::HttpResponse> answer = setup_.ports.http.send(request_of(exchange, used));
  if (!answer) return exchange_trouble(called(exchange), answer.error());
  TRY(budget_.settle(exchange.cost, *answer));
  return std::move(*answer);
}

Answer<os::HttpResponse> Api::send(Exchange exchange) {
  Secret refused;
  for (int redirects = 0;; ++redirects) {
    Secret used;
    Answer<os::HttpResponse> answer = send_as(exchange, refused, used);
    if (!answer) return answer;
    if (answer->status == kUnauthorized && refused.empty() && !used.empty()) {
      refused = std::move(used);
      TRY_ASSIGN(const Secret other, setup_.token(refused));
      if (other.reveal() == refused.reveal()) return answer;
      continue;
    }
    if (!is_redirect(answer->status) || redirects >= kRedirectsMax) return std::move(*answer);
    // A repository that was renamed. The token goes to no other server.
    const Result<os::Url> from = os::parse_url(exchange.url);
    const Result<os::Url> to = os::parse_url(answer->redirect_url);
    if (!from || !to || !from->same_origin(*to)) return std::move(*answer);
    exchange.url = answer->redirect_url;
  }
}

Answer<os::HttpResponse> Api::read(const Exchange& exchange) {
  for (int tries = 0;; ++tries) {
    Answer<os::HttpResponse> answer = send(exchange);
    const bool failed = answer ? os::status_may_pass(answer->status) && answer->status >= 500
                               : answer.error().kind == TroubleKind::unavailable ||
                                     answer.error().kind == TroubleKind::timeout;
    if (!failed || tries + 1 >= kTriesMax) return answer;
    if (!sleep(os::retry_wait(tries, std::nullopt, setup_.ports.random))) return answer;
  }
}

Answer<os::HttpResponse> Api::send_write(const Exchange& exchange) {
  TRY_ASSIGN(
      const store::ProcessLock turn,
      store::ProcessLock::acquire(
          setup_.ports.files, setup_.lock, store::this_process(), "writing to GitHub",
          {.clock = setup_.ports.clock, .cancel = &setup_.ports.cancel, .patience = kWriteTurn}));
  return send(exchange);
}

Answer<Api::Reply> Api::get(const std::string& path) {
  Exchange exchange{.url = url_of(path)};
  if (!exchange.url.starts_with(setup_.host.api + "/")) {
    return Trouble{
        .kind = TroubleKind::unavailable,
        .message = "GitHub names a page on another server: " + printable(exchange.url, 200),
        .way_out = {}};
  }
  TRY_ASSIGN(const auto known, tables_.answer(exchange.url, clock().now()));
  if (known) exchange.etag = known->etag;
  TRY_ASSIGN(os::HttpResponse response, read(exchange));
  if (response.status == kNotModified && known) {
    Result<Json> body = Json::parse(known->body);
    if (body) return Reply{.body = *std::move(body), .next = known->next};
    // What was kept is damaged: the whole answer once more.
    exchange.etag.clear();
    TRY_ASSIGN(response, read(exchange));
  }
  if (!is_success(response.status)) return refusal(exchange, response);
  Result<Json> body = Json::parse(response.body);
  if (!body) return nonsense(called(exchange), body.error());
  Reply reply{.body = *std::move(body), .next = next_in(response.header("link"))};
  const std::string_view etag = response.header("etag");
  if (!etag.empty()) {
    TRY(tables_.put_answer(exchange.url,
                           {.etag = std::string(etag), .next = reply.next, .body = response.body},
                           clock().now()));
  }
  return reply;
}

Answer<std::string> Api::text(const std::string& path, const std::string& accept) {
  const Exchange exchange{.url = url_of(path), .accept = accept};
  TRY_ASSIGN(os::HttpResponse response, read(exchange));
  if (!is_success(response.status)) return refusal(exchange, response);
  return std::move(response.body);
}

Answer<std::string> Api::download(const std::string& path) {
  const Exchange exchange{.url = url_of(path)};
  TRY_ASSIGN(os::HttpResponse response, read(exchange));
  if (is_success(response.status)) return std::move(response.body);
  if (!is_redirect(response.status)) return refusal(exchange, response);
  const Result<os::Url> to = os::parse_url(response.redirect_url);
  if (!to || (to->scheme != "https" && !to->loopback())) {
    return Trouble{.kind = TroubleKind::unavailable,
                   .message = called(exchange) + " leads to a place that is not asked",
                   .way_out = {}};
  }
  os::HttpRequest request;
  request.url = response.redirect_url;
  request.headers = {{"user-agent", "pawl/" + std::string(version())}};
  request.timeout = kTimeout;
  request.body_bytes_max = kAnswerMax;
  request.cancel = &setup_.ports.cancel;
  Result<os::HttpResponse> answer = setup_.ports.http.send(request);
  if (!answer) return exchange_trouble(called(exchange), answer.error());
  if (!is_success(answer->status)) return refusal(exchange, *answer);
  return std::move(answer->body);
}

Answer<Json> Api::write(std::string_view method, const std::string& path, const Json& body,
                        Effect effect) {
  const Exchange exchange{.method = std::string(method),
                          .url = url_of(path),
                          .body = body.is_null() ? std::string() : body.dump(),
                          .cost = {.write = true, .creates = effect == Effect::creates}};
  TRY_ASSIGN(const os::HttpResponse response, send_write(exchange));
  if (!is_success(response.status)) return refusal(exchange, response);
  if (response.body.empty()) return Json();
  Result<Json> answer = Json::parse(response.body);
  if (!answer) return nonsense(called(exchange), answer.error());
  return *std::move(answer);
}

Api::Exchange Api::graphql(const std::string& document, const Json& variables, bool writes) const {
  const Json body = Json::object({{"query", document}, {"variables", variables}});
  return {.method = "POST",
          .url = setup_.host.graphql,
          .body = body.dump(),
          .cost = {.resource = ApiResource::graphql, .write = writes, .creates = writes}};
}

Answer<Json> Api::data_of(const Exchange& exchange, const os::HttpResponse& response) {
  if (!is_success(response.status)) return refusal(exchange, response);
  const Result<Json> body = Json::parse(response.body);
  if (!body) return nonsense(called(exchange), body.error());
  const Json& errors = (*body)["errors"];
  if (errors.size() == 0) return (*body)["data"];
  Trouble trouble = graphql_trouble(called(exchange), errors);
  if (trouble.kind != TroubleKind::rate_limited) return trouble;
  const auto limit = tables_.limit(ApiResource::graphql);
  if (limit && *limit) trouble.retry_at = (*limit)->reset_at;
  return trouble;
}

Answer<Json> Api::query(const std::string& document, const Json& variables) {
  const Exchange exchange = graphql(document, variables, false);
  TRY_ASSIGN(const os::HttpResponse response, read(exchange));
  return data_of(exchange, response);
}

Answer<Json> Api::mutate(const std::string& document, const Json& variables) {
  const Exchange exchange = graphql(document, variables, true);
  TRY_ASSIGN(const os::HttpResponse response, send_write(exchange));
  return data_of(exchange, response);
}

}  // namespace pawl::forge
