// A proxy that leads to named hosts and nowhere else, for commands without a network of their own:
// it listens on a Unix socket, which a sandbox is shown, and speaks HTTP's CONNECT (RFC 9110,
// 9.3.6), and GET and HEAD of http:// URLs.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

struct GateHost {
  std::string name;  // lower case
  int port = 443;
  bool plain = false;  // http:// instead of CONNECT

  // Of an http:// or https:// URL; what else stands in it is left out. Nothing for other text.
  static std::optional<GateHost> of_url(std::string_view url);
  // `registry.example`, with `:8443` where the port is not the scheme's.
  std::string text() const;
  bool operator==(const GateHost&) const = default;
};

class HostGate {
 public:
  struct Setup {
    std::vector<GateHost> hosts;
    std::uint64_t bytes_max = 4ULL << 30U;  // of all connections, both ways
    // The proxy this machine is on the network through; nothing: it is on it itself.
    std::optional<GateHost> proxy = {};
  };
  // In a folder of its own below /tmp, which goes with it.
  static Result<std::unique_ptr<HostGate>> open(Setup setup);
  // Ends every connection.
  ~HostGate();
  HostGate(const HostGate&) = delete;
  HostGate& operator=(const HostGate&) = delete;

  const std::string& socket() const { return socket_; }
  // Hosts that were asked for and are not among those named, each once, at most 20.
  std::vector<std::string> refused() const;
  // Whether more bytes were wanted than there may be.
  bool used_up() const { return left_ < 0; }

 private:
  struct Connection {
    Fd inside;
    std::thread serving;
    std::atomic<bool> done = false;
  };

  HostGate(Setup setup, std::string folder, Fd listener, Fd stop);
  void accept_all();
  void serve(int inside);
  void connect_through(int inside, std::string_view target, std::string_view rest);
  void fetch_plain(int inside, std::string_view head);
  void carry_on(int inside, const GateHost& host, std::string_view first_words, bool is_tunnel);
  bool is_named(const GateHost& host) const;
  void refuse(int inside, const std::string& host);
  Result<Fd> connect_to(const GateHost& host);

  Setup setup_;
  std::string folder_;
  std::string socket_;
  Fd listener_;
  Fd stop_;  // readable when it is to end
  std::atomic<std::int64_t> left_;
  mutable std::mutex mutex_;
  std::vector<std::string> refused_;
  std::vector<int> outside_;  // open connections to hosts
  bool ending_ = false;
  std::vector<std::unique_ptr<Connection>> connections_;  // the accepting thread's, until its end
  std::thread accepting_;
};

}  // namespace pawl::os
