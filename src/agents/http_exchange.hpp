// The server's side of one HTTP/1.1 exchange on a connected socket. Each connection carries one
// request.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "os/network/http.hpp"

namespace pawl::agents {

struct ClientRequest {
  std::string method;
  std::string target;   // the path with its query, whatever form it was sent in
  os::Headers headers;  // names in lower case
  std::string body;

  std::string_view header(std::string_view lower_name) const;  // empty when absent
};

// Writes that fail leave the connection to its end; the client sees it close.
class ClientConnection {
 public:
  explicit ClientConnection(int socket) : socket_(socket) {}

  int socket() const { return socket_; }
  void answer(int status, std::string_view content_type, std::string_view body);
  void answer(int status, const os::Headers& headers, std::string_view body);
  // A body of unknown length, in pieces. break_off() leaves it without its end.
  void begin_stream(std::string_view content_type);
  bool send_piece(std::string_view piece);
  void end_stream();
  void break_off();

 private:
  int socket_;
};

inline constexpr std::size_t kRequestBodyMax = std::size_t{64} << 20U;

// `head` as far as its empty line; `rest` is what was read beyond it. invalid: it is no request, or
// too large; io: the client is gone.
Result<ClientRequest> read_request(ClientConnection& client, const std::string& head,
                                   std::string rest);

}  // namespace pawl::agents
