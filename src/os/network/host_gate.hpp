// A proxy that leads to named hosts and nowhere else, for commands without a network of their own:
// it listens on a Unix socket, which a sandbox is shown, and speaks HTTP's CONNECT (RFC 9110,
// 9.3.6), and GET and HEAD of http:// URLs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "os/files/fd.hpp"
#include "os/network/gate_host.hpp"

namespace pawl::os {

class HostGate {
 public:
  struct Setup {
    std::vector<GateHost> hosts;
    std::uint64_t bytes_max = 4ULL << 30U;  // of all connections, both ways
    // The proxy this machine is on the network through; nothing: it is on it itself.
    std::optional<GateHost> proxy = {};
    // Answers what is asked of the gate itself (`POST /path`), on the connection it came by: given
    // the socket, the head of the request as far as its empty line, and what was read beyond that.
    // Called from threads of the gate's; may outlive it. Null: such requests are refused.
    std::function<void(int socket, const std::string& head, std::string rest)> answer_here = {};
  };
  // In a folder of its own below /tmp, which goes with it.
  static Result<std::unique_ptr<HostGate>> open(Setup setup);
  // Ends every connection, at once: what waits for a name to be found ends by itself afterwards.
  ~HostGate();
  HostGate(const HostGate&) = delete;
  HostGate& operator=(const HostGate&) = delete;

  const std::string& socket() const { return socket_; }
  // Hosts that were asked for and are not among those named, each once, at most 20.
  std::vector<std::string> refused() const;
  // Whether more bytes were wanted than there may be.
  bool used_up() const;
  // Of all connections to hosts, both ways, up to now.
  std::uint64_t bytes_carried() const;

 private:
  class Switchboard;  // what connections share, and what they may outlive the gate with

  HostGate(std::shared_ptr<Switchboard> shared, std::string folder, Fd listener, Fd stop);
  void accept_all();

  std::shared_ptr<Switchboard> shared_;
  std::string folder_;
  std::string socket_;
  Fd listener_;
  Fd stop_;  // readable when it is to end
  std::thread accepting_;
};

}  // namespace pawl::os
