// The shape of requests, checked the same way by the real client and the fake.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "os/network/http.hpp"

namespace pawl::os {

struct Url {
  std::string scheme;  // lower case
  std::string host;    // lower case, an IPv6 address in brackets
  std::string port;    // never empty
  std::string path;

  // `https://host/path`: without query and fragment, which may hold secrets. Safe to print.
  std::string printable_text() const;
  bool same_origin(const Url& other) const;
  bool loopback() const;
};

// Errc::invalid for anything but http and https, for credentials in it, and for what is no URL.
Result<Url> parse_url(const std::string& url);
// Errc::invalid when the method, the URL or a header cannot be sent; never quotes header values.
Result<Url> check_request(const HttpRequest& request);

}  // namespace pawl::os
