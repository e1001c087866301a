#include "os/network/http_request.hpp"

#include <algorithm>
#include <memory>

#include <curl/curl.h>

#include "base/text/text.hpp"

namespace pawl::os {
namespace {

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (::curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string out(text);
  ::curl_free(text);
  return out;
}

}  // namespace

std::string Url::printable_text() const {
  const bool usual = port == (scheme == "https" ? "443" : "80");
  return scheme + "://" + host + (usual ? "" : ":" + port) + path;
}

bool Url::same_origin(const Url& other) const {
  return scheme == other.scheme && host == other.host && port == other.port;
}

bool Url::loopback() const {
  // A name may begin with 127. as well.
  const bool digits = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" ||
         (digits && host.starts_with("127."));
}

Result<Url> parse_url(const std::string& url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> handle(::curl_url(), &curl_url_cleanup);
  if (url.find('\0') != std::string::npos ||
      ::curl_url_set(handle.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return fail(Errc::invalid, "not a URL that can be requested (want http:// or https://)");
  }
  Url out;
  out.scheme = lower(part_of(handle.get(), CURLUPART_SCHEME));
  out.host = lower(part_of(handle.get(), CURLUPART_HOST));
  out.port = part_of(handle.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
  out.path = part_of(handle.get(), CURLUPART_PATH);
  if (out.scheme != "http" && out.scheme != "https") {
    return fail(Errc::invalid, "a URL of scheme " + out.scheme +
                                   " is not requested, only http "
                                   "and https are");
  }
  if (!part_of(handle.get(), CURLUPART_USER).empty() ||
      !part_of(handle.get(), CURLUPART_PASSWORD).empty()) {
    return fail(Errc::invalid,
                "the URL of " + out.printable_text() + " holds credentials; give them as a header");
  }
  return out;
}

Result<Url> check_request(const HttpRequest& request) {
  TRY_ASSIGN(Url url, parse_url(request.url));
  if (!is_token(request.method)) {
    return fail(Errc::invalid, "not a request method: " + printable(request.method, 40));
  }
  for (const auto& [name, value] : request.headers) {
    if (!is_token(name)) {
      return fail(Errc::invalid, "not a header name: " + printable(name, 80));
    }
    if (!is_header_value(value)) {
      return fail(Errc::invalid, "the value of header " + name + " holds a line break or a NUL");
    }
  }
  return url;
}

}  // namespace pawl::os
