#include "evidence/urls.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "evidence/address.hpp"
#include "os/network/http_request.hpp"
#include "os/parallel.hpp"

namespace pawl::evidence {
namespace {

using guards::UrlAnswer;
using guards::UrlCheck;

constexpr int kUrlRedirectsMax = 5;
constexpr std::size_t kBodyBytesMax = 64U << 10U;
constexpr std::size_t kCachedMax = 5'000;
constexpr Milliseconds kCacheLife{24LL * 60 * 60 * 1000};

std::string without_fragment(const std::string& url) { return url.substr(0, url.find('#')); }

// What answers were, on disk: {"version": 1, "urls": {url: {"answer", "detail", "at"}}}.
class Cache {
 public:
  Cache(os::Files& files, const os::Clock& clock, std::string path)
      : files_(files), now_(clock.now()), path_(std::move(path)) {
    if (path_.empty()) return;
    const auto text = files_.read(path_);
    if (!text) return;
    const auto json = Json::parse(*text);
    if (!json || (*json)["version"].int_or(0) != 1) return;
    for (const auto& [url, entry] : (*json)["urls"].members()) {
      const Timestamp at{Milliseconds(entry["at"].int_or(0))};
      if (at > now_ || now_ - at > kCacheLife) continue;
      const bool found = entry["answer"].text() == "found";
      entries_[url] = {
          {found ? UrlAnswer::found : UrlAnswer::missing, entry["detail"].string_or("")}, at};
    }
  }

  const UrlCheck* find(const std::string& url) const {
    const auto entry = entries_.find(url);
    return entry == entries_.end() ? nullptr : &entry->second.check;
  }

  void keep(const std::string& url, const UrlCheck& check) {
    const bool sure = check.answer == UrlAnswer::found || check.answer == UrlAnswer::missing;
    if (!sure || path_.empty() || entries_.size() >= kCachedMax) return;
    entries_[url] = {check, now_};
    changed_ = true;
  }

  // What cannot be written is asked again next time: no reason to fail.
  void save() const {
    if (!changed_) return;
    Json urls = Json::object();
    for (const auto& [url, entry] : entries_) {
      const char* answer = entry.check.answer == UrlAnswer::found ? "found" : "missing";
      urls.set(url, Json::object({{"answer", answer},
                                  {"detail", entry.check.detail},
                                  {"at", entry.at.time_since_epoch().count()}}));
    }
    const Json json = Json::object({{"version", 1}, {"urls", std::move(urls)}});
    const Status folder = files_.make_folders(os::parent_path(path_));
    if (!folder) return;
    const Status written = files_.write_atomic(path_, json.dump(), 0600);
    static_cast<void>(written);
  }

 private:
  struct Entry {
    UrlCheck check;
    Timestamp at;
  };
  os::Files& files_;
  Timestamp now_;
  std::string path_;
  std::map<std::string, Entry> entries_;
  bool changed_ = false;
};

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Some servers know no HEAD, and some answer it with whatever they like.
bool is_worth_a_get(int status) { return status >= 400 && status != 401 && status != 429; }

UrlCheck check_of(int status) {
  const std::string detail = "HTTP " + std::to_string(status);
  if (status == 404 || status == 410) return {UrlAnswer::missing, detail};
  // Who is asked to log in, or to wait, is where he wanted to be.
  if (status >= 200 && status < 500) return {UrlAnswer::found, detail};
  return {UrlAnswer::unchecked, "the server answers " + detail};
}

class Checker {
 public:
  Checker(os::Http& http, const os::Clock& clock, const UrlOptions& options,
          const UrlPolicy& policy)
      : http_(http),
        clock_(clock),
        options_(options),
        policy_(policy),
        deadline_(clock.monotonic() + options.budget) {}

  UrlCheck check(std::string url) {
    for (int hop = 0; hop <= kUrlRedirectsMax; ++hop) {
      const auto parsed = os::parse_url(url);
      if (!parsed) {
        const bool first = hop == 0;
        return {UrlAnswer::unchecked, first ? parsed.error().message : "redirects to no URL"};
      }
      if (!policy_.allows_port(parsed->port)) {
        return {UrlAnswer::unchecked, "port " + parsed->port + " is not asked"};
      }
      Result<os::HttpResponse> response = ask(url);
      if (!response) return failed(response.error());
      answered_ = true;
      if (!is_redirect(response->status)) return check_of(response->status);
      if (response->redirect_url.empty())
        return {UrlAnswer::found, "HTTP " + std::to_string(response->status)};
      url = response->redirect_url;
    }
    return {UrlAnswer::unchecked, "redirects too often"};
  }

  bool answered() const { return answered_; }

 private:
  Result<os::HttpResponse> ask(const std::string& url) {
    Result<os::HttpResponse> head = send("HEAD", url);
    if (!head || !is_worth_a_get(head->status)) return head;
    Result<os::HttpResponse> get = send("GET", url);
    return get ? get : head;
  }

  Result<os::HttpResponse> send(const char* method, const std::string& url) {
    const Milliseconds left = deadline_ - clock_.monotonic();
    if (left <= Milliseconds(0)) return fail(Errc::timeout, "the time for all URLs ran out");
    os::HttpRequest request;
    request.method = method;
    request.url = url;
    request.headers = {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}};
    if (request.method == "GET") request.headers.emplace_back("Range", "bytes=0-1023");
    request.timeout = std::min(left, options_.timeout);
    request.connect_timeout = request.timeout;
    request.body_bytes_max = kBodyBytesMax;
    request.cancel = options_.cancel;
    std::string objection;
    request.may_connect = [&](const std::string& address) {
      objection = policy_.objection(address);
      return objection.empty();
    };
    // The first piece of a good answer is enough.
    bool begun = false;
    request.on_body = [&](std::string_view) {
      begun = true;
      return false;
    };
    Result<os::HttpResponse> response = http_.send(request);
    if (!response && begun) return os::HttpResponse{.status = 200};
    if (!response && response.error().code == Errc::denied && !objection.empty()) {
      return fail(Errc::denied, "it leads to " + objection);
    }
    return response;
  }

  static UrlCheck failed(const Error& error) {
    if (error.code == Errc::denied) return {UrlAnswer::forbidden, error.message};
    if (error.code == Errc::not_found) return {UrlAnswer::missing, "no such host"};
    return {UrlAnswer::unchecked, printable(error.message, 200)};
  }

  os::Http& http_;
  const os::Clock& clock_;
  const UrlOptions& options_;
  const UrlPolicy& policy_;
  Milliseconds deadline_;
  std::atomic<bool> answered_ = false;
};

bool is_online(const UrlPolicy& policy, Checker& checker) {
  for (const std::string& probe : policy.probes) {
    checker.check(probe);
    if (checker.answered()) return true;
  }
  return false;
}

}  // namespace

UrlPolicy::UrlPolicy()
    : objection(objection_to_address),
      allows_port([](std::string_view port) { return port == "80" || port == "443"; }),
      probes({"https://example.com/", "https://www.iana.org/"}) {}

UrlChecks check_urls(std::span<const std::string> urls, os::Http& http, os::Clock& clock,
                     os::Files& files, const UrlOptions& options, const UrlPolicy& policy) {
  UrlChecks checks;
  if (options.offline) {
    for (const std::string& url : urls) checks[url] = {UrlAnswer::unchecked, "switched off"};
    return checks;
  }
  Cache cache(files, clock, options.cache_path);
  std::vector<std::string> asked;
  for (const std::string& url : urls) {
    const std::string page = without_fragment(url);
    if (cache.find(page) == nullptr) asked.push_back(page);
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());

  Checker checker(http, clock, options, policy);
  std::vector<UrlCheck> answers(asked.size());
  os::run_parallel(asked.size(), options.parallel, 1, [&](std::size_t index, unsigned) {
    answers[index] = checker.check(asked[index]);
  });
  // Without a network no name leads anywhere: that proves nothing about the URLs.
  const bool offline = !asked.empty() && !checker.answered() && !is_online(policy, checker);
  std::map<std::string, UrlCheck> fresh;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (offline && answers[i].answer == UrlAnswer::missing) {
      answers[i] = {UrlAnswer::unchecked, "offline"};
    }
    cache.keep(asked[i], answers[i]);
    fresh[asked[i]] = std::move(answers[i]);
  }
  for (const std::string& url : urls) {
    const std::string page = without_fragment(url);
    const UrlCheck* known = cache.find(page);
    const auto now = fresh.find(page);
    checks[url] = now != fresh.end() ? now->second : *known;
  }
  cache.save();
  return checks;
}

}  // namespace pawl::evidence
