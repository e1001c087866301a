// GitHub's REST and GraphQL, asked within its limits.
//
// Reads are sent again when a server or the network fails, and answered from what is known when
// GitHub says that nothing changed (304, which costs nothing). Writes are sent once: when no answer
// came nobody knows whether they took effect, and whoever asked looks before asking again.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/secrets/secret.hpp"
#include "forge/github/api_budget.hpp"
#include "forge/github/host.hpp"
#include "forge/trouble.hpp"
#include "os/ports.hpp"
#include "store/lock.hpp"

namespace pawl::forge {

// The token of a request. `refused` is one that GitHub did not take; empty: none yet. The same one
// again: there is no other.
using TokenSource = std::function<Answer<Secret>(const Secret& refused)>;
TokenSource fixed_token(Secret token);

struct ApiSetup {
  os::Ports& ports;
  GithubHost host;
  TokenSource token;
  std::string account;  // whose budget it is, as api_account has it
  std::string lock;     // the file by which writes of this account wait for each other
  store::Database& database;
  BudgetRules rules;
};

// `github.com/0f3a…`: a host and a digest of a token, which says nothing of the token.
std::string api_account(const GithubHost& host, const Secret& token);
// `github.com/app-1234-octo`: where an App is installed. Its tokens pass, its budget stays.
std::string app_account(const GithubHost& host, const std::string& app, const std::string& owner);

class Api {
 public:
  explicit Api(ApiSetup setup);

  struct Reply {
    Json body;
    std::string next;  // the URL of the next page of a list; empty: there is none
  };
  // `path` is below the REST address (`/repos/o/r`), or a URL that `next` gave.
  Answer<Reply> get(const std::string& path);
  // The body as it comes, of what is no JSON; `accept` is its media type.
  Answer<std::string> text(const std::string& path, const std::string& accept);
  // What lies where `path` leads to, as logs do: on a server of its own, which never gets the
  // token.
  Answer<std::string> download(const std::string& path);

  enum class Effect : std::uint8_t { changes, creates };
  // `method` is POST, PUT, PATCH or DELETE.
  Answer<Json> write(std::string_view method, const std::string& path, const Json& body,
                     Effect effect = Effect::changes);

  // The `data` of a query that changes nothing. Errors beside data are trouble too: half an answer
  // is none.
  Answer<Json> query(const std::string& document, const Json& variables);
  // The same for a mutation.
  Answer<Json> mutate(const std::string& document, const Json& variables);

  const GithubHost& host() const { return setup_.host; }
  os::Clock& clock() { return setup_.ports.clock; }
  bool sleep(Milliseconds duration) {
    return setup_.ports.clock.sleep(duration, &setup_.ports.cancel);
  }

 private:
  struct Exchange {
    std::string method = "GET";
    std::string url;
    std::string body = {};
    std::string accept = {};
    std::string etag = {};
    ApiCost cost = {};
  };
  os::HttpRequest request_of(const Exchange& exchange, const Secret& token) const;
  std::string url_of(const std::string& path) const;
  // What messages name it: `GET /repos/o/r`.
  std::string called(const Exchange& exchange) const;
  // Once more with another token when there is one: what GitHub did not take had no effect.
  Answer<os::HttpResponse> send_as(const Exchange& exchange, const Secret& refused, Secret& used);
  // One request, with the redirects of renamed repositories.
  Answer<os::HttpResponse> send(Exchange exchange);
  // The same, again when it failed for a reason that may pass.
  Answer<os::HttpResponse> read(const Exchange& exchange);
  // Alone of all writes of the account, in all processes.
  Answer<os::HttpResponse> send_write(const Exchange& exchange);
  Trouble refusal(const Exchange& exchange, const os::HttpResponse& response);
  Answer<Json> data_of(const Exchange& exchange, const os::HttpResponse& response);
  Exchange graphql(const std::string& document, const Json& variables, bool writes) const;

  ApiSetup setup_;
  AccountTables tables_;
  ApiBudget budget_;
};

}  // namespace pawl::forge
