// Asks whether URLs lead anywhere. The URLs come from a text a model may have written: a request
// goes to public addresses and the usual ports only, at every hop, and carries nothing.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "guards/evidence.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "os/network/http.hpp"

namespace pawl::evidence {

struct UrlOptions {
  bool offline = false;         // switched off: everything is unchecked
  Milliseconds budget{10'000};  // of all together; what is left over is unchecked
  Milliseconds timeout{5'000};  // of one request
  unsigned parallel = 8;
  std::string cache_path;  // of a file below the state folder; empty: nothing is remembered
  const os::Cancel* cancel = nullptr;
};

// What may be asked. Only tests have another than the one that is made by default.
struct UrlPolicy {
  UrlPolicy();
  std::function<std::string(std::string_view address)> objection;  // empty: none
  std::function<bool(std::string_view port)> allows_port;
  // Asked when no URL answered: when these do not either, we are offline, and nothing is missing.
  std::vector<std::string> probes;
};

using UrlChecks = std::map<std::string, guards::UrlCheck>;

// An answer for every URL. Answers of a day ago are not asked for again.
UrlChecks check_urls(std::span<const std::string> urls, os::Http& http, os::Clock& clock,
                     os::Files& files, const UrlOptions& options,
                     const UrlPolicy& policy = UrlPolicy());

}  // namespace pawl::evidence
