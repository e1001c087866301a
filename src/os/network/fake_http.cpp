#include "os/network/http.hpp"
#include "os/network/http_request.hpp"

namespace pawl::os {

std::string_view HttpResponse::header(std::string_view lower_name) const {
  for (const auto& [name, value] : headers) {
    if (name == lower_name) return value;
  }
  return {};
}

Result<HttpResponse> FakeHttp::send(const HttpRequest& request) {
  TRY_ASSIGN(const Url url, check_request(request));
  if (request.cancel != nullptr && request.cancel->requested()) {
    return fail(Errc::cancelled, request.method + " " + url.printable_text() + " was cancelled");
  }
  seen_.push_back(request);
  if (next_ == replies_.size()) {
    return fail(Errc::upstream,
                "no reply is scripted for " + request.method + " " + url.printable_text());
  }
  Result<HttpResponse> reply = replies_[next_++];
  if (!reply) return reply;
  if (reply->body.size() > request.body_bytes_max) {
    return fail(Errc::upstream, "the answer of " + url.printable_text() + " is larger than " +
                                    std::to_string(request.body_bytes_max) + " bytes");
  }
  const bool good = reply->status >= 200 && reply->status < 300;
  if (good && request.on_body) {
    const std::string body = std::exchange(reply->body, {});
    if (!body.empty() && !request.on_body(body)) {
      return fail(Errc::cancelled, "reading of " + url.printable_text() + " was ended early");
    }
  }
  return reply;
}

}  // namespace pawl::os
