#include "memory/gateway.hpp"

#include <algorithm>
#include <utility>

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "os/network/http_request.hpp"

namespace pawl::memory {
namespace {

constexpr std::size_t kAnswerBytesMax = 1U << 20U;
constexpr std::size_t kPathsMax = 200;
constexpr std::size_t kModesMax = 20;
constexpr std::size_t kWordBytesMax = 120;
constexpr std::string_view kFingerprint = "fingerprint";
constexpr double kSureOfSuccess = 0.7;
constexpr double kSureOfFailure = 0.3;

std::string reason_of(const Error& error) {
  switch (error.code) {
    case Errc::timeout: return "timeout";
    case Errc::cancelled: return "cancelled";
    case Errc::invalid: return "memory.gateway is no URL that can be asked";
    default: return "unreachable";
  }
}

bool is_word(const std::string& text) {
  return !text.empty() && text.size() <= kWordBytesMax && printable(text, kWordBytesMax) == text;
}

// The strings of an array, or none for null; nothing when it is anything else, or too long.
std::optional<std::vector<std::string>> words(const Json& list, std::size_t size_max) {
  std::vector<std::string> out;
  if (!list.is_null() && !list.is_array()) return std::nullopt;
  if (list.size() > size_max) return std::nullopt;
  for (const Json& item : list.items()) {
    if (!item.is_string()) return std::nullopt;
    out.push_back(item.string_or(""));
  }
  return out;
}

std::optional<std::vector<std::string>> paths(const Json& list) {
  const auto names = words(list, kPathsMax);
  if (!names) return std::nullopt;
  std::vector<std::string> out;
  for (const std::string& name : *names) {
    const Result<RepoPath> path = RepoPath::parse(name);
    if (!path) return std::nullopt;
    out.push_back(path->text());
  }
  return out;
}

// A script or cassette is a file of this machine: only its kind is sent.
std::string public_model(const std::string& model) {
  const std::size_t colon = model.find(":/");
  return colon == std::string::npos || model.find("://") == colon ? model : model.substr(0, colon);
}

Json body_of(const run::Observation& observation, const std::string& agent) {
  const bool success = observation.outcome == run::ObservationOutcome::success;
  const std::vector<std::string>& all = observation.paths;
  const std::vector<std::string> paths(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kPathsMax)));
  // Clients of the gateway know a run by its branch.
  const std::string& run_id = observation.branch.empty() ? observation.run : observation.branch;
  return Json::object({{"run_id", run_id},
                       {"agent", agent},
                       {"subtask_id", observation.subtask},
                       {"model", public_model(observation.model)},
                       {"branch", observation.branch},
                       {"commit_sha", observation.commit},
                       {"outcome", to_string(observation.outcome)},
                       {"touched_files", Json::array_of(paths)},
                       {"failure_modes", Json::array_of(observation.failure_modes)},
                       {"confidence", success ? kSureOfSuccess : kSureOfFailure},
                       {"extra", Json::object({{"turn", observation.turn},
                                               {"rules", Json::array_of(observation.rules)},
                                               {"base_commit", observation.base_commit}})}});
}

}  // namespace

Gateway::Gateway(const GatewayPorts& ports, std::string url, const std::string& repository)
    : ports_(ports), url_(std::move(url)), agent_("pawl:" + hash_hex(repository)) {
  while (url_.ends_with('/')) url_.pop_back();
}

std::nullopt_t Gateway::trouble(std::string_view call, std::string reason) {
  closed_ = closed_ || call != kFingerprint;
  if (!noted_) {
    noted_ = true;
    trouble_ = GatewayTrouble{
        .call = std::string(call), .reason = std::move(reason), .spent = kGatewayBudget - left_};
  }
  return std::nullopt;
}

std::optional<os::HttpResponse> Gateway::send(std::string_view call, os::HttpRequest request) {
  if (closed_) return std::nullopt;
  if (left_ <= Milliseconds(0)) return trouble(call, "its time for this run is used up");
  // No limit at all would be 0.
  const Milliseconds limit = call == kFingerprint ? std::max(left_ / 2, Milliseconds(1)) : left_;
  request.connect_timeout = limit;
  request.timeout = limit;
  request.body_bytes_max = kAnswerBytesMax;
  request.cancel = ports_.cancel;
  const Milliseconds start = ports_.clock.monotonic();
  Result<os::HttpResponse> response = ports_.http.send(request);
  left_ -= ports_.clock.monotonic() - start;
  if (!response) return trouble(call, reason_of(response.error()));
  return *std::move(response);
}

std::optional<Json> Gateway::ask(std::string_view call, os::HttpRequest request) {
  const auto response = send(call, std::move(request));
  if (!response) return std::nullopt;
  // It may not see that folder, or not know fingerprints at all: that is no fault.
  if (call == kFingerprint && response->status / 100 == 4) return std::nullopt;
  if (response->status < 200 || response->status > 299) {
    return trouble(call, "status " + std::to_string(response->status));
  }
  Result<Json> json = Json::parse(response->body);
  if (!json) return trouble(call, "no JSON");
  return *std::move(json);
}

std::vector<run::Observation> Gateway::agent_log(std::string_view since, int limit) {
  constexpr std::string_view kCall = "agent-log";
  const auto answer =
      ask(kCall, {.url = url_ + "/repo/agent-log?since=" + std::string(since) +
                         "&limit=" + std::to_string(limit) + "&agent=" + percent_encoded(agent_)});
  std::vector<run::Observation> out;
  if (!answer) return out;
  // The older server sends null for none.
  if (!answer->is_array() && !answer->is_null()) {
    trouble(kCall, "not a list");
    return out;
  }
  bool all_read = true;
  for (const Json& entry : answer->items()) {
    if (out.size() == static_cast<std::size_t>(limit)) break;
    if (entry.is_object() && entry["agent"].text() != agent_) continue;
    auto observation = read_entry(entry);
    if (observation) {
      out.push_back(*std::move(observation));
    } else {
      all_read = false;
    }
  }
  if (!all_read) {
    trouble(kCall, "entries of another shape");
    out.clear();
  }
  return out;
}

std::optional<run::Observation> Gateway::read_entry(const Json& entry) const {
  const auto at = parse_iso8601(entry["ts"].text());
  const auto outcome = run::outcome_named(entry["outcome"].text());
  auto touched = paths(entry["touched_files"]);
  auto modes = words(entry["failure_modes"], kModesMax);
  if (!at || !outcome || !touched || !modes) return std::nullopt;
  run::Observation out;
  out.run = entry["run_id"].string_or("");
  out.subtask = entry["subtask_id"].string_or("-");
  const bool readable = is_word(out.run) && is_word(out.subtask) &&
                        std::all_of(modes->begin(), modes->end(), is_word);
  if (!readable) return std::nullopt;
  out.at = *at;
  out.outcome = *outcome;
  out.paths = *std::move(touched);
  out.failure_modes = *std::move(modes);
  return out;
}

std::optional<std::int64_t> Gateway::post(const run::Observation& observation) {
  constexpr std::string_view kCall = "observation";
  const bool skipped = observation.outcome == run::ObservationOutcome::skipped;
  if (skipped && !takes_skipped_) return std::nullopt;
  const auto response =
      send(kCall, {.method = "POST",
                   .url = url_ + "/observation",
                   .headers = {{"Content-Type", "application/json"}},
                   .body = ports_.redactor.apply(body_of(observation, agent_).dump())});
  if (!response) return std::nullopt;
  if (skipped && response->status == 400) {
    takes_skipped_ = false;
    return std::nullopt;
  }
  if (response->status < 200 || response->status > 299) {
    return trouble(kCall, "status " + std::to_string(response->status));
  }
  const Result<Json> answer = Json::parse(response->body);
  if (!answer) return trouble(kCall, "no JSON");
  if (!(*answer)["id"].is_int()) return trouble(kCall, "no id");
  return (*answer)["id"].int_or(0);
}

std::optional<Json> Gateway::fingerprint(const std::string& folder) {
  const Result<os::Url> where = os::parse_url(url_);
  if (!where || !where->loopback()) return std::nullopt;
  auto answer =
      ask(kFingerprint, {.url = url_ + "/repo/fingerprint?target=" + percent_encoded(folder)});
  if (!answer) return std::nullopt;
  if (!answer->is_object()) return trouble(kFingerprint, "not an object");
  return answer;
}

std::optional<GatewayTrouble> Gateway::take_trouble() { return std::exchange(trouble_, {}); }

}  // namespace pawl::memory
