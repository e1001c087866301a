// A gateway at which several machines and programs share observations (the HTTP interface of Occam
// Observer). It only adds: whatever goes wrong with it, a run goes on as if there were none, and
// all calls of a run together take no longer than kGatewayBudget.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/secrets/secret.hpp"
#include "os/clock.hpp"
#include "os/network/http.hpp"
#include "run/observation.hpp"

namespace pawl::memory {

// Of all calls of a run; also how long one call may take.
inline constexpr Milliseconds kGatewayBudget{1'900};

struct GatewayPorts {
  os::Http& http;
  os::Clock& clock;
  const Redactor& redactor;
  const os::Cancel* cancel = nullptr;
};

// The first thing that went wrong. All words are our own: nothing a server sent, no URL.
struct GatewayTrouble {
  std::string call;    // `agent-log`, `observation`, `fingerprint`
  std::string reason;  // `timeout`, `unreachable`, `status 500`, `no JSON`, …
  Milliseconds spent{0};
};

class Gateway {
 public:
  // `repository` is git::Target::key. It is not sent: entries carry a hash of it, so that those of
  // other repositories are neither asked for nor believed.
  Gateway(const GatewayPorts& ports, std::string url, const std::string& repository);

  // Entries about this repository, newest first; none when the gateway cannot say. What an entry
  // claims was checked for its shape only.
  // `since` is an age as the gateway reads it: `24h`, `7d`.
  std::vector<run::Observation> agent_log(std::string_view since, int limit);
  // The id it was given; nothing when it was not taken.
  std::optional<std::int64_t> post(const run::Observation& observation);
  // What the gateway knows of a repository on its own disk; nothing when it cannot say. Only asked
  // on this machine, as the name of the folder is nobody else's business.
  std::optional<Json> fingerprint(const std::string& folder);

  // Once: the first trouble. Nothing more is asked in this run, except after that of a fingerprint,
  // which a gateway may be slow at.
  std::optional<GatewayTrouble> take_trouble();

 private:
  std::optional<os::HttpResponse> send(std::string_view call, os::HttpRequest request);
  std::optional<Json> ask(std::string_view call, os::HttpRequest request);
  std::nullopt_t trouble(std::string_view call, std::string reason);
  std::optional<run::Observation> read_entry(const Json& entry) const;

  GatewayPorts ports_;
  std::string url_;
  std::string agent_;
  Milliseconds left_ = kGatewayBudget;
  bool closed_ = false;
  bool takes_skipped_ = true;  // the older server refuses that outcome
  bool noted_ = false;
  std::optional<GatewayTrouble> trouble_;
};

}  // namespace pawl::memory
