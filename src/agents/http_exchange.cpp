#include "agents/http_exchange.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <sys/socket.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/network/relay.hpp"

namespace pawl::agents {
namespace {

constexpr int kPartHeaderBytesMax = 1024;

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 429: return "Too Many Requests";
    case 502: return "Bad Gateway";
    default: return "Answer";
  }
}

std::string head_of(int status, const os::Headers& headers) {
  std::string head =
      "HTTP/1.1 " + std::to_string(status) + " " + std::string(reason_of(status)) + "\r\n";
  for (const auto& [name, value] : headers) head.append(name + ": " + value + "\r\n");
  return head + "Connection: close\r\n";
}

// What comes on a socket behind what was read already.
class Incoming {
 public:
  Incoming(int socket, std::string rest) : socket_(socket), text_(std::move(rest)) {}

  // At least so many bytes are there; false: the client is gone.
  bool fill(std::size_t bytes) {
    std::array<char, 64U << 10U> chunk;  // NOLINT: read into before it is read from
    while (text_.size() < bytes) {
      const ssize_t n =
          os::retry_interrupted([&] { return ::recv(socket_, chunk.data(), chunk.size(), 0); });
      if (n <= 0) return false;
      text_.append(chunk.data(), static_cast<std::size_t>(n));
    }
    return true;
  }
  std::string take(std::size_t bytes) {
    std::string taken = text_.substr(0, bytes);
    text_.erase(0, bytes);
    return taken;
  }
  // A line without its end.
  std::optional<std::string> take_line() {
    for (;;) {
      const auto end = text_.find("\r\n");
      if (end != std::string::npos) {
        std::string line = take(end);
        text_.erase(0, 2);
        return line;
      }
      if (text_.size() > kPartHeaderBytesMax || !fill(text_.size() + 1)) return {};
    }
  }

 private:
  int socket_;
  std::string text_;
};

Error too_much() { return fail(Errc::invalid, "the request is too large"); }
Error gone() { return fail(Errc::io, "the request ends in its middle"); }

Result<std::string> read_chunked(Incoming& incoming) {
  std::string body;
  for (;;) {
    const auto line = incoming.take_line();
    if (!line) return gone();
    const std::string size_text = line->substr(0, line->find(';'));
    std::size_t size = 0;
    const auto parsed =
        std::from_chars(size_text.data(), size_text.data() + size_text.size(), size, 16);
    if (parsed.ec != std::errc() || size > kRequestBodyMax - body.size()) return too_much();
    if (size == 0) break;
    if (!incoming.fill(size + 2)) return gone();
    body += incoming.take(size);
    static_cast<void>(incoming.take(2));
  }
  return body;
}

Result<std::string> read_body(const ClientRequest& request, ClientConnection& client,
                              std::string rest) {
  Incoming incoming(client.socket(), std::move(rest));
  if (equal_folded(request.header("expect"), "100-continue")) {
    os::send_all(client.socket(), "HTTP/1.1 100 Continue\r\n\r\n");
  }
  if (equal_folded(request.header("transfer-encoding"), "chunked")) return read_chunked(incoming);
  const auto length = parse_int(request.header("content-length")).value_or(0);
  if (length < 0 || length > static_cast<long long>(kRequestBodyMax)) return too_much();
  if (!incoming.fill(static_cast<std::size_t>(length))) return gone();
  return incoming.take(static_cast<std::size_t>(length));
}

}  // namespace

std::string_view ClientRequest::header(std::string_view lower_name) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const auto& each) { return each.first == lower_name; });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

Result<ClientRequest> read_request(ClientConnection& client, const std::string& head,
                                   std::string rest) {
  ClientRequest request;
  const auto lines = split_lines(head);
  const auto words = split_words(lines.empty() ? std::string_view() : lines.front());
  if (words.size() != 3) return fail(Errc::invalid, "not a request");
  request.method = std::string(words[0]);
  request.target = std::string(words[1]);
  if (const auto scheme = request.target.find("://"); scheme != std::string::npos) {
    const auto slash = request.target.find('/', scheme + 3);
    request.target = slash == std::string::npos ? "/" : request.target.substr(slash);
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto colon = lines[i].find(':');
    if (colon == std::string_view::npos) continue;
    request.headers.emplace_back(lower(lines[i].substr(0, colon)),
                                 std::string(trim(lines[i].substr(colon + 1))));
  }
  TRY_ASSIGN(request.body, read_body(request, client, std::move(rest)));
  return request;
}

void ClientConnection::answer(int status, std::string_view content_type, std::string_view body) {
  answer(status, os::Headers{{"Content-Type", std::string(content_type)}}, body);
}

void ClientConnection::answer(int status, const os::Headers& headers, std::string_view body) {
  const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  os::send_all(socket_, head_of(status, headers) + length + std::string(body));
}

void ClientConnection::begin_stream(std::string_view content_type) {
  os::send_all(socket_, head_of(200, {{"Content-Type", std::string(content_type)},
                                      {"Cache-Control", "no-cache"},
                                      {"Transfer-Encoding", "chunked"}}) +
                            "\r\n");
}

bool ClientConnection::send_piece(std::string_view piece) {
  if (piece.empty()) return true;
  std::array<char, 20> size{};
  const auto end = std::to_chars(size.data(), size.data() + size.size(), piece.size(), 16);
  std::string part(size.data(), end.ptr);
  part += "\r\n";
  part += piece;
  part += "\r\n";
  return os::send_all(socket_, part);
}

void ClientConnection::end_stream() { os::send_all(socket_, "0\r\n\r\n"); }

void ClientConnection::break_off() { ::shutdown(socket_, SHUT_RDWR); }

}  // namespace pawl::agents
