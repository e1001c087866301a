// HTTP by libcurl. Each exchange runs on a multi handle of its own, driven from here, so that
// cancelling, idleness and deadlines are looked at between any two events; the handles are kept
// and used again, and with them their open connections.
#include "os/network/http.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>

#include <curl/curl.h>
#include <netdb.h>
#include <sys/socket.h>

#include "base/text/text.hpp"
#include "os/network/http_request.hpp"

namespace pawl::os {
namespace {

using HttpInstant = std::chrono::steady_clock::time_point;

constexpr Milliseconds kTransferSlice{50};
constexpr Milliseconds kWaitMax{1'000};
constexpr int kRedirectsMax = 10;
constexpr std::size_t kHeaderBytesMax = 1U << 20U;

struct EasyClose {
  void operator()(CURL* handle) const { ::curl_easy_cleanup(handle); }
};
struct MultiClose {
  void operator()(CURLM* handle) const { ::curl_multi_cleanup(handle); }
};
struct ListClose {
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
};

struct Handles {
  std::unique_ptr<CURL, EasyClose> easy{::curl_easy_init()};
  std::unique_ptr<CURLM, MultiClose> multi{::curl_multi_init()};
};

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// One request and its answer; redirects are the caller's.
class Exchange {
 public:
  Exchange(Handles& handles, const HttpRequest& request, Url url, HttpInstant started)
      : easy_(handles.easy.get()),
        multi_(handles.multi.get()),
        request_(request),
        url_(std::move(url)),
        started_(started) {}

  Result<HttpResponse> run() {
    configure();
    ::curl_multi_add_handle(multi_, easy_);
    last_byte_ = std::chrono::steady_clock::now();
    const CURLcode code = drive();
    ::curl_multi_remove_handle(multi_, easy_);
    if (failure_) return *failure_;
    if (code != CURLE_OK) return curl_failure(code);
    // libcurl takes a connection that ends in the header for the end of the answer.
    if (!header_ended_) return fail(Errc::upstream, what() + ": the answer was cut off");
    response_.status = status();
    if (is_redirect(response_.status)) response_.redirect_url = redirect_url();
    return std::move(response_);
  }

  // Where the answer redirects to; empty when nowhere.
  std::string redirect_url() const {
    char* url = nullptr;
    ::curl_easy_getinfo(easy_, CURLINFO_REDIRECT_URL, &url);
    return url == nullptr ? std::string() : std::string(url);
  }

 private:
  void configure() {
    ::curl_easy_reset(easy_);
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_ACCEPT_ENCODING, "");
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_timeout.count()));
    set(CURLOPT_TCP_KEEPALIVE, 1L);
    set(CURLOPT_QUICK_EXIT, 1L);  // an exchange given up does not wait for a name server
    // A proxy named in the environment is for the world outside, never for a model on this machine.
    if (url_.loopback() || request_.may_connect) set(CURLOPT_NOPROXY, "*");
    if (request_.may_connect) configure_asking();
    set(CURLOPT_WRITEFUNCTION, &Exchange::on_write);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
    set(CURLOPT_XFERINFODATA, this);
    configure_method();
    configure_headers();
  }

  void configure_asking() {
    set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_OPENSOCKETFUNCTION, &Exchange::on_open);
    set(CURLOPT_OPENSOCKETDATA, this);
  }

  static curl_socket_t on_open(void* self, curlsocktype, curl_sockaddr* address) {
    Exchange& exchange = *static_cast<Exchange*>(self);
    if (exchange.may_open(*address)) {
      return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }
    exchange.refused_ = true;
    return CURL_SOCKET_BAD;
  }

  bool may_open(const curl_sockaddr& address) const {
    std::array<char, NI_MAXHOST> digits{};
    const int failed = ::getnameinfo(&address.addr, address.addrlen, digits.data(), digits.size(),
                                     nullptr, 0, NI_NUMERICHOST);
    return failed == 0 && request_.may_connect(digits.data());
  }

  void configure_method() {
    // curl sends a request again when a connection that was open before ends without an answer.
    // What may not happen twice (RFC 9110, 9.2.2) gets a connection of its own, where it never
    // does.
    if (request_.method == "POST" || request_.method == "PATCH") set(CURLOPT_FRESH_CONNECT, 1L);
    if (request_.method == "HEAD") {
      set(CURLOPT_NOBODY, 1L);
      return;
    }
    const bool bodied = !request_.body.empty() || request_.method == "POST" ||
                        request_.method == "PUT" || request_.method == "PATCH";
    if (bodied) {
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
      set(CURLOPT_POSTFIELDS, request_.body.data());
    }
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }

  void configure_headers() {
    // By default libcurl waits a second for "100 Continue" and calls every body a form.
    add_header("Expect:");
    if (!has_header("content-type")) add_header("Content-Type:");
    if (!has_header("user-agent")) add_header("User-Agent: pawl");
    for (const auto& [name, value] : request_.headers) {
      std::string line = name;
      add_header(value.empty() ? line.append(";") : line.append(": ").append(value));
    }
    set(CURLOPT_HTTPHEADER, headers_.get());
  }

  bool has_header(std::string_view lower_name) const {
    return std::any_of(request_.headers.begin(), request_.headers.end(),
                       [&](const auto& header) { return equal_folded(header.first, lower_name); });
  }

  void add_header(const std::string& line) {
    curl_slist* longer = ::curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) return;
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    ::curl_easy_setopt(easy_, option, value);
  }

  CURLcode drive() {
    int running = 1;
    while (true) {
      ::curl_multi_perform(multi_, &running);
      if (running == 0 || failure_) break;
      check_limits();
      if (failure_) break;
      ::curl_multi_poll(multi_, nullptr, 0, poll_timeout(), nullptr);
    }
    int queued = 0;
    CURLcode code = CURLE_OK;
    while (const CURLMsg* message = ::curl_multi_info_read(multi_, &queued)) {
      if (message->msg == CURLMSG_DONE) code = message->data.result;
    }
    return code;
  }

  int poll_timeout() const {
    const HttpInstant now = std::chrono::steady_clock::now();
    HttpInstant next = now + (request_.cancel != nullptr ? kTransferSlice : kWaitMax);
    if (request_.timeout.count() > 0) next = std::min(next, started_ + request_.timeout);
    if (request_.idle_timeout) next = std::min(next, last_byte_ + *request_.idle_timeout);
    const auto left = std::chrono::ceil<Milliseconds>(next - now);
    return static_cast<int>(std::clamp(left, Milliseconds(0), kWaitMax).count());
  }

  void check_limits() {
    const HttpInstant now = std::chrono::steady_clock::now();
    if (request_.cancel != nullptr && request_.cancel->requested()) {
      failure_ = fail(Errc::cancelled, what() + " was cancelled");
    } else if (request_.timeout.count() > 0 && now >= started_ + request_.timeout) {
      failure_ = fail(Errc::timeout,
                      what() + " was not answered within " + human_duration(request_.timeout));
    } else if (request_.idle_timeout && now >= last_byte_ + *request_.idle_timeout) {
      failure_ = fail(Errc::timeout,
                      what() + " sent nothing for " + human_duration(*request_.idle_timeout));
    }
  }

  std::string what() const { return request_.method + " " + url_.printable_text(); }

  int status() const {
    long status = 0;
    ::curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }

  Error curl_failure(CURLcode code) const {
    const std::string why = what() + ": " + ::curl_easy_strerror(code);
    if (refused_) return fail(Errc::denied, what() + ": its address may not be connected to");
    if (request_.may_connect && code == CURLE_COULDNT_RESOLVE_HOST) {
      return fail(Errc::not_found, what() + ": no such host");
    }
    switch (code) {
      case CURLE_OPERATION_TIMEDOUT:
        return fail(Errc::timeout,
                    what() + ": no connection within " + human_duration(request_.connect_timeout));
      case CURLE_URL_MALFORMAT: return fail(Errc::invalid, why);
      default: return fail(Errc::upstream, why);
    }
  }

  static std::size_t on_write(char* data, std::size_t size, std::size_t count, void* self) {
    return static_cast<Exchange*>(self)->take_body({data, size * count}) ? size * count : 0;
  }

  bool take_body(std::string_view piece) {
    last_byte_ = std::chrono::steady_clock::now();
    body_bytes_ += piece.size();
    if (body_bytes_ > request_.body_bytes_max) {
      failure_ = fail(Errc::upstream, "the answer of " + what() + " is larger than " +
                                          std::to_string(request_.body_bytes_max) + " bytes");
      return false;
    }
    const int now = status();
    if (!request_.on_body || now < 200 || now > 299) {
      response_.body.append(piece);
      return true;
    }
    if (request_.on_body(piece)) return true;
    failure_ = fail(Errc::cancelled, "reading of " + what() + " was ended early");
    return false;
  }

  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self) {
    return static_cast<Exchange*>(self)->take_header({data, size * count}) ? size * count : 0;
  }

  bool take_header(std::string_view line) {
    last_byte_ = std::chrono::steady_clock::now();
    header_bytes_ += line.size();
    if (header_bytes_ > kHeaderBytesMax) {
      failure_ = fail(Errc::upstream, "the answer of " + what() + " has too large a header");
      return false;
    }
    // A status line opens a header; the one before was interim (100 Continue, a proxy's CONNECT).
    if (line.starts_with("HTTP/")) {
      response_.headers.clear();
      header_ended_ = false;
      return true;
    }
    if (trim(line).empty()) header_ended_ = true;
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
      response_.headers.emplace_back(lower(trim(line.substr(0, colon))),
                                     std::string(trim(line.substr(colon + 1))));
    }
    return true;
  }

  // Sending counts as life, too: a long prompt over a slow line is not idle.
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t sent) {
    Exchange& exchange = *static_cast<Exchange*>(self);
    if (sent != exchange.sent_) {
      exchange.sent_ = sent;
      exchange.last_byte_ = std::chrono::steady_clock::now();
    }
    return 0;
  }

  CURL* easy_;
  CURLM* multi_;
  const HttpRequest& request_;
  Url url_;
  HttpInstant started_;
  HttpInstant last_byte_;
  curl_off_t sent_ = 0;
  std::size_t body_bytes_ = 0;
  std::size_t header_bytes_ = 0;
  bool header_ended_ = false;
  bool refused_ = false;  // an address was
  std::unique_ptr<curl_slist, ListClose> headers_;
  std::optional<Error> failure_;
  HttpResponse response_;
};

// The next request of a redirected one. Another origin gets none of the headers that could carry
// a credential, and https never becomes http.
Result<HttpRequest> redirected(const HttpRequest& request, const Url& from, int status,
                               const std::string& target) {
  TRY_ASSIGN(const Url to, parse_url(target));
  if (from.scheme == "https" && to.scheme == "http") {
    return fail(Errc::upstream, from.printable_text() + " redirects from https to http");
  }
  HttpRequest next = request;
  next.url = target;
  if (!from.same_origin(to)) {
    std::erase_if(next.headers, [](const auto& header) {
      const std::string name = lower(header.first);
      return name != "accept" && name != "content-type" && name != "user-agent";
    });
  }
  const bool becomes_get =
      status == 303 || ((status == 301 || status == 302) && request.method == "POST");
  if (becomes_get && request.method != "HEAD") {
    next.method = "GET";
    next.body.clear();
  }
  return next;
}

class RealHttp final : public Http {
 public:
  RealHttp() { ::curl_global_init(CURL_GLOBAL_DEFAULT); }

  Result<HttpResponse> send(const HttpRequest& request) override {
    TRY_ASSIGN(const Url url, check_request(request));
    if (request.cancel != nullptr && request.cancel->requested()) {
      return fail(Errc::cancelled, request.method + " " + url.printable_text() + " was cancelled");
    }
    std::unique_ptr<Handles> handles = borrow();
    if (!handles->easy || !handles->multi) return fail(Errc::io, "no memory for an HTTP client");
    const HttpInstant started = std::chrono::steady_clock::now();
    Result<HttpResponse> response = follow(*handles, request, url, started);
    if (response) {
      response->duration =
          std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started);
    }
    give_back(std::move(handles));
    return response;
  }

 private:
  static Result<HttpResponse> follow(Handles& handles, const HttpRequest& request, Url url,
                                     HttpInstant started) {
    const HttpRequest* current = &request;
    HttpRequest next;
    for (int i = 0; i <= kRedirectsMax; ++i) {
      Exchange exchange(handles, *current, url, started);
      TRY_ASSIGN(HttpResponse response, exchange.run());
      const std::string target = exchange.redirect_url();
      if (!request.follow_redirects || !is_redirect(response.status) || target.empty()) {
        return response;
      }
      TRY_ASSIGN(next, redirected(*current, url, response.status, target));
      TRY_ASSIGN(url, parse_url(target));
      current = &next;
    }
    return fail(Errc::upstream, url.printable_text() + " redirects too often");
  }

  std::unique_ptr<Handles> borrow() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Handles>();
    std::unique_ptr<Handles> handles = std::move(idle_.back());
    idle_.pop_back();
    return handles;
  }

  void give_back(std::unique_ptr<Handles> handles) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(handles));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Handles>> idle_;  // as many as ever worked at the same time
};

}  // namespace

std::unique_ptr<Http> real_http() { return std::make_unique<RealHttp>(); }

}  // namespace pawl::os
