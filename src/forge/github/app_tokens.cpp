#include "forge/github/app_tokens.hpp"

#include "base/json.hpp"
#include "base/secrets/rsa_signature.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "forge/github/api_trouble.hpp"
#include "os/files/private_path.hpp"
#include "os/network/http_request.hpp"
#include "os/network/retry.hpp"

namespace pawl::forge {
namespace {

// https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app
constexpr Seconds kBackdated{60};  // for clocks that are not quite the same
constexpr Seconds kStatementHolds{540};
constexpr Milliseconds kFreshBefore{600'000};  // longer than one request or push takes
constexpr Milliseconds kClockOffMax{60'000};
constexpr Milliseconds kAppTimeout{60'000};
constexpr std::size_t kAppAnswerMax = 1U << 20U;
constexpr std::size_t kKeyBytesMax = 64U << 10U;
constexpr int kAppTriesMax = 4;
constexpr int kUnauthorizedStatus = 401;
constexpr int kNotFoundStatus = 404;

std::string url_base64(std::string_view bytes) {
  std::string text = replace_all(replace_all(base64(bytes), "+", "-"), "/", "_");
  while (text.ends_with('=')) text.pop_back();
  return text;
}

bool is_answer(int status) { return status >= 200 && status < 300; }

std::string_view repository_name(std::string_view repository) {
  return repository.substr(repository.rfind('/') + 1);
}

bool grants(const Json& permissions, std::string_view area) {
  return permissions[area].text() == "write";
}

Trouble no_key(const std::string& file, const std::string& why, std::string way_out) {
  return {
      .kind = TroubleKind::invalid,
      .message = "the key of the GitHub App, github.app_key (" + printable(file, 200) + "): " + why,
      .way_out = std::move(way_out)};
}

}  // namespace

Answer<Secret> AppTokens::key() {
  const std::string& file = setup_.key_file;
  if (file.empty()) {
    return Trouble{.kind = TroubleKind::invalid,
                   .message = "github.app_id names a GitHub App, and github.app_key no file",
                   .way_out = "set github.app_key to the file of a private key of that App"};
  }
  if (!file.starts_with('/')) return no_key(file, "no absolute path", "name it from / on");
  TRY(os::check_private(file).during("looking at the key of the GitHub App"));
  const Result<std::string> real = os::canonical_path(file);
  if (!real) return no_key(file, real.error().message, "save the App's private key there");
  TRY_ASSIGN(const auto facts, setup_.ports.files.stat(*real));
  if (facts && (facts->mode & 077U) != 0) {
    return no_key(file, "others may read it", "run: chmod 600 " + printable(file, 200));
  }
  TRY_ASSIGN(std::string text, setup_.ports.files.read(*real, kKeyBytesMax));
  Secret key(std::move(text));
  setup_.learn(key);
  return key;
}

Answer<std::string> AppTokens::statement() {
  TRY_ASSIGN(const Secret pem, key());
  const auto now = std::chrono::duration_cast<Seconds>(setup_.ports.clock.now().time_since_epoch());
  const Json header = Json::object({{"alg", "RS256"}, {"typ", "JWT"}});
  const Json claims =
      Json::object({{"iat", static_cast<std::int64_t>((now - kBackdated).count())},
                    {"exp", static_cast<std::int64_t>((now + kStatementHolds).count())},
                    {"iss", setup_.app}});
  const std::string said = url_base64(header.dump()) + "." + url_base64(claims.dump());
  const Result<std::string> signed_by = sign_rs256(pem, said);
  if (!signed_by) {
    return no_key(setup_.key_file, signed_by.error().message,
                  "make a private key in the App's settings and save it there");
  }
  Secret whole(said + "." + url_base64(*signed_by));
  setup_.learn(whole);
  return whole.reveal();
}

Answer<os::HttpResponse> AppTokens::ask(const std::string& method, const std::string& path,
                                        const std::string& body) {
  for (int tries = 0;; ++tries) {
    TRY_ASSIGN(const std::string who, statement());
    os::HttpRequest request;
    request.method = method;
    request.url = setup_.host.api + path;
    request.headers = {{"accept", "application/vnd.github+json"},
                       {"x-github-api-version", "2022-11-28"},
                       {"user-agent", "pawl/" + std::string(version())},
                       {"authorization", "Bearer " + who}};
    if (!body.empty()) request.headers.emplace_back("content-type", "application/json");
    request.body = body;
    request.timeout = kAppTimeout;
    request.body_bytes_max = kAppAnswerMax;
    request.cancel = &setup_.ports.cancel;
    // A token that nobody got is one that nobody uses, so this may be asked again.
    Result<os::HttpResponse> answer = setup_.ports.http.send(request);
    const bool failed =
        answer ? answer->status >= 500 && os::status_may_pass(answer->status)
               : answer.error().code == Errc::upstream || answer.error().code == Errc::timeout;
    if (!failed || tries + 1 >= kAppTriesMax ||
        !setup_.ports.clock.sleep(os::retry_wait(tries, std::nullopt, setup_.ports.random),
                                  &setup_.ports.cancel)) {
      if (!answer) return exchange_trouble(method + " " + path, answer.error());
      return *std::move(answer);
    }
  }
}

Trouble AppTokens::refusal(const std::string& asked, const os::HttpResponse& response) const {
  Trouble trouble = api_trouble(asked, response);
  const std::string app = "the GitHub App " + printable(setup_.app, 60);
  if (response.status == kUnauthorizedStatus) {
    const auto there = os::parse_http_date(response.header("date"));
    const Milliseconds off = there ? setup_.ports.clock.now() - *there : Milliseconds{0};
    if (off > kClockOffMax || off < -kClockOffMax) {
      trouble.message += ": the clock of this machine is " + human_duration(std::chrono::abs(off)) +
                         (off.count() > 0 ? " ahead of" : " behind") + " GitHub's";
      trouble.way_out = "set the clock, then try again";
    } else {
      trouble.message += ": github.app_key (" + printable(setup_.key_file, 200) +
                         ") does not hold a key of " + app;
      trouble.way_out = "make a private key in that App's settings and save it there";
    }
  } else if (response.status == kNotFoundStatus &&
             contains_folded(response.body, "integration not found")) {
    trouble.kind = TroubleKind::denied;
    trouble.message +=
        ": there is no GitHub App " + printable(setup_.app, 60) + " on " + setup_.host.name;
    trouble.way_out = "set github.app_id to the number in the App's settings";
  }
  return trouble;
}

Answer<std::string> AppTokens::installation_of(const std::string& repository) {
  if (setup_.installation != 0) return std::to_string(setup_.installation);
  const std::string path = "/repos/" + repository + "/installation";
  TRY_ASSIGN(const os::HttpResponse response, ask("GET", path, ""));
  if (!is_answer(response.status)) {
    Trouble trouble = refusal("GET " + path, response);
    if (trouble.kind == TroubleKind::not_found) {
      trouble.kind = TroubleKind::denied;
      trouble.message +=
          ": the GitHub App " + printable(setup_.app, 60) + " is not installed on " + repository;
      trouble.way_out =
          "install it there, by its settings on " + setup_.host.name + ", or look at the name";
    }
    return trouble;
  }
  TRY_ASSIGN(const Json found, Json::parse(response.body));
  return std::to_string(found["id"].int_or(0));
}

Answer<AppTokens::Kept> AppTokens::make(const std::string& repository) {
  TRY_ASSIGN(const std::string installation, installation_of(repository));
  const std::string path = "/app/installations/" + installation + "/access_tokens";
  const Json body = Json::object(
      {{"repositories", Json::array_of(std::vector{std::string(repository_name(repository))})}});
  TRY_ASSIGN(const os::HttpResponse response, ask("POST", path, body.dump()));
  if (!is_answer(response.status)) {
    Trouble trouble = refusal("POST " + path, response);
    if (trouble.kind == TroubleKind::not_found || trouble.kind == TroubleKind::invalid) {
      trouble.kind = TroubleKind::denied;
      trouble.message += ": installation " + installation + " of the GitHub App " +
                         printable(setup_.app, 60) + " does not reach " + repository;
      trouble.way_out =
          "take github.app_installation out, or give the installation that repository";
    }
    return trouble;
  }
  TRY_ASSIGN(const Json made, Json::parse(response.body));
  const auto expires = parse_iso8601(made["expires_at"].text());
  Kept kept{.login = {.token = Secret(made["token"].string_or("")),
                      .writes = grants(made["permissions"], "contents") &&
                                grants(made["permissions"], "pull_requests")},
            .expires_at = expires.value_or(setup_.ports.clock.now())};
  if (kept.login.token.empty()) {
    return Trouble{.kind = TroubleKind::unavailable,
                   .message = "POST " + path + ": GitHub answers without a token",
                   .way_out = "try again"};
  }
  setup_.learn(kept.login.token);
  setup_.learn(Secret(base64("x-access-token:" + kept.login.token.reveal())));
  return kept;
}

Answer<config::GithubLogin> AppTokens::token(const std::string& repository, const Secret& refused) {
  const std::lock_guard guard(lock_);
  const std::string name = lower(repository);
  const auto known = kept_.find(name);
  if (known != kept_.end()) {
    const bool holds = known->second.expires_at - setup_.ports.clock.now() >= kFreshBefore;
    const bool other = refused.empty() || known->second.login.token.reveal() != refused.reveal();
    if (holds && other) return known->second.login;
  }
  TRY_ASSIGN(Kept kept, make(repository));
  config::GithubLogin login = kept.login;
  kept_.insert_or_assign(name, std::move(kept));
  return login;
}

}  // namespace pawl::forge
