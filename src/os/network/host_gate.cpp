#include "os/network/host_gate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "os/files/leftover_name.hpp"
#include "os/files/remove_tree.hpp"
#include "os/network/gate_bridge.hpp"
#include "os/network/relay.hpp"

namespace pawl::os {
namespace {

constexpr std::size_t kHeadBytesMax = 64U << 10U;
constexpr std::size_t kConnectionsMax = 128;
constexpr std::size_t kRefusedMax = 20;
constexpr std::size_t kHostBytesMax = 255;
constexpr int kConnectMs = 20'000;
constexpr int kHeadMs = 30'000;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

// `name:port`; the port of the scheme where none is written.
std::optional<GateHost> host_of(std::string_view authority, int port, bool plain) {
  // What stands before an @ are somebody's credentials.
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  std::string_view name = authority;
  const auto colon = authority.rfind(':');
  if (colon != std::string_view::npos && !authority.ends_with(']')) {
    name = authority.substr(0, colon);
    const auto number = parse_int(authority.substr(colon + 1));
    if (!number || *number < 1 || *number > 65535) return {};
    port = static_cast<int>(*number);
  }
  const bool odd = name.find_first_of(" \t/\\?#%\"'<>") != std::string_view::npos;
  if (name.empty() || name.size() > kHostBytesMax || odd) return {};
  return GateHost{.name = lower(name), .port = port, .plain = plain};
}

// The head of a request as far as its end; empty when it does not come or is too long. What was
// read beyond it is in `rest`.
std::string read_head(int socket, std::string& rest) {
  std::string text;
  std::array<char, 4096> chunk{};
  for (;;) {
    const auto end = text.find(kHeadEnd);
    if (end != std::string::npos) {
      rest = text.substr(end + kHeadEnd.size());
      return text.substr(0, end + 2);
    }
    if (text.size() > kHeadBytesMax) return {};
    pollfd polled{socket, POLLIN, 0};
    if (retry_interrupted([&] { return ::poll(&polled, 1, kHeadMs); }) <= 0) return {};
    const ssize_t n =
        retry_interrupted([&] { return ::recv(socket, chunk.data(), chunk.size(), 0); });
    if (n <= 0) return {};
    text.append(chunk.data(), static_cast<std::size_t>(n));
  }
}

bool connected(int socket, const addrinfo& address) {
  if (::connect(socket, address.ai_addr, address.ai_addrlen) == 0) return true;
  if (errno != EINPROGRESS) return false;
  pollfd polled{socket, POLLOUT, 0};
  if (retry_interrupted([&] { return ::poll(&polled, 1, kConnectMs); }) <= 0) return false;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

Result<Fd> connect_by_name(const std::string& name, int port) {
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int result = ::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (result != 0) {
    return fail(Errc::upstream, name + " is not found: " + ::gai_strerror(result));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, &::freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    Fd socket(::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                       one->ai_protocol));
    if (!socket.valid() || !connected(socket.get(), *one)) continue;
    const int flags = ::fcntl(socket.get(), F_GETFL);
    if (::fcntl(socket.get(), F_SETFL, flags & ~O_NONBLOCK) == 0) return socket;
  }
  return fail(Errc::upstream, name + " does not answer");
}

std::string answer(std::string_view status, std::string_view text) {
  return "HTTP/1.1 " + std::string(status) +
         "\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: " +
         std::to_string(text.size()) + "\r\n\r\n" + std::string(text);
}

// A path, or the gate's own address: clients that send everything through a proxy write that.
bool is_for_the_gate(std::string_view target) {
  return target.starts_with('/') || target.starts_with(bridge_url() + "/");
}

// The same request for the host itself, alone on its connection.
std::string for_the_host(std::string_view head, std::string_view method, std::string_view target) {
  std::string out = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\n";
  const auto lines = split_lines(head);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = trim_end(lines[i]);
    const bool hop =
        line.empty() || starts_with_folded(line, "connection:") ||
        starts_with_folded(line, "proxy-") || starts_with_folded(line, "keep-alive:") ||
        starts_with_folded(line, "content-length:") || starts_with_folded(line, "upgrade:") ||
        starts_with_folded(line, "transfer-encoding:");
    if (!hop) out += std::string(line) + "\r\n";
  }
  return out + "Connection: close\r\n\r\n";
}

}  // namespace

std::optional<GateHost> GateHost::of_url(std::string_view url) {
  const bool plain = starts_with_folded(url, "http://");
  if (!plain && !starts_with_folded(url, "https://")) return {};
  const std::string_view rest = url.substr(url.find("://") + 3);
  return host_of(rest.substr(0, rest.find_first_of("/?#")), plain ? 80 : 443, plain);
}

std::string GateHost::text() const {
  const bool usual = port == (plain ? 80 : 443);
  return name + (usual ? "" : ":" + std::to_string(port));
}

// A connection is served by a thread of its own, which nobody waits for: finding a name can take
// longer than a person who wants to stop. All it touches is here.
class HostGate::Switchboard {
 public:
  explicit Switchboard(Setup setup)
      : setup_(std::move(setup)), left_(static_cast<std::int64_t>(setup_.bytes_max)) {}

  // Whether the socket is one of those that end with the gate; false: the gate has ended, or there
  // are too many.
  bool enter(int socket) {
    const std::lock_guard lock(mutex_);
    if (ending_ || open_.size() >= 2 * kConnectionsMax) return false;
    open_.push_back(socket);
    return true;
  }
  void leave(int socket) {
    const std::lock_guard lock(mutex_);
    std::erase(open_, socket);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const int socket : open_) ::shutdown(socket, SHUT_RDWR);
  }
  std::vector<std::string> refused() const {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  bool used_up() const { return left_ < 0; }
  std::uint64_t bytes_carried() const {
    return setup_.bytes_max - static_cast<std::uint64_t>(std::max<std::int64_t>(left_, 0));
  }
  void serve(int inside);

 private:
  void connect_through(int inside, std::string_view target, std::string_view rest);
  void fetch_plain(int inside, std::string_view head);
  void carry_on(int inside, const GateHost& host, std::string_view first_words, bool is_tunnel);
  bool is_named(const GateHost& host) const;
  void refuse(int inside, const std::string& host);
  Result<Fd> connect_to(const GateHost& host);

  const Setup setup_;
  std::atomic<std::int64_t> left_;
  mutable std::mutex mutex_;
  std::vector<std::string> refused_;
  std::vector<int> open_;
  bool ending_ = false;
};

Result<std::unique_ptr<HostGate>> HostGate::open(Setup setup) {
  std::string folder = homes_template();
  if (::mkdtemp(folder.data()) == nullptr) return errno_error(errno, folder);
  auto listener = listen_at(folder + "/gate");
  Fd stop(::eventfd(0, EFD_CLOEXEC));
  // Whoever the command runs as: nobody else can pass the folder.
  const bool ready = listener && stop.valid() && ::chmod((folder + "/gate").c_str(), 0666) == 0;
  if (!ready) {
    const Error error = listener ? errno_error(errno, folder) : listener.error();
    static_cast<void>(remove_tree(folder).ok());
    return error;
  }
  return std::unique_ptr<HostGate>(new HostGate(std::make_shared<Switchboard>(std::move(setup)),
                                                std::move(folder), *std::move(listener),
                                                std::move(stop)));
}

HostGate::HostGate(std::shared_ptr<Switchboard> shared, std::string folder, Fd listener, Fd stop)
    : shared_(std::move(shared)),
      folder_(std::move(folder)),
      socket_(folder_ + "/gate"),
      listener_(std::move(listener)),
      stop_(std::move(stop)) {
  accepting_ = std::thread([this] { accept_all(); });
}

HostGate::~HostGate() {
  const std::uint64_t one = 1;
  const ssize_t sent = ::write(stop_.get(), &one, sizeof one);
  static_cast<void>(sent);
  accepting_.join();
  shared_->end();
  // Best effort: what is left of it is an unused folder in /tmp.
  static_cast<void>(remove_tree(folder_).ok());
}

std::vector<std::string> HostGate::refused() const { return shared_->refused(); }

bool HostGate::used_up() const { return shared_->used_up(); }

std::uint64_t HostGate::bytes_carried() const { return shared_->bytes_carried(); }

void HostGate::accept_all() {
  for (;;) {
    std::array<pollfd, 2> polled = {{{listener_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    if (retry_interrupted([&] { return ::poll(polled.data(), polled.size(), -1); }) < 0) return;
    if (polled[1].revents != 0) return;
    Fd inside(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!inside.valid() || !shared_->enter(inside.get())) continue;
    const int socket = inside.get();
    try {
      std::thread([shared = shared_, inside = std::move(inside)] {
        shared->serve(inside.get());
        shared->leave(inside.get());
      }).detach();
    } catch (const std::system_error&) {
      shared_->leave(socket);  // no thread is to be had: the command sees the connection end
    }
  }
}

void HostGate::Switchboard::serve(int inside) {
  std::string rest;
  const std::string head = read_head(inside, rest);
  const auto words = split_words(std::string_view(head).substr(0, head.find('\n')));
  if (words.size() != 3) return;
  if (words[0] == "CONNECT") return connect_through(inside, words[1], rest);
  if (setup_.answer_here && is_for_the_gate(words[1])) {
    return setup_.answer_here(inside, head, std::move(rest));
  }
  if (words[0] == "GET" || words[0] == "HEAD") return fetch_plain(inside, head);
  send_all(inside, answer("405 Method Not Allowed", "only CONNECT, GET and HEAD are carried\n"));
}

void HostGate::Switchboard::connect_through(int inside, std::string_view target,
                                            std::string_view rest) {
  const auto host = host_of(target, 443, false);
  if (!host || !is_named(*host)) return refuse(inside, host ? host->text() : std::string(target));
  carry_on(inside, *host, rest, true);
}

void HostGate::Switchboard::fetch_plain(int inside, std::string_view head) {
  const auto words = split_words(head.substr(0, head.find('\n')));
  const std::string_view url = words[1];
  const auto host = GateHost::of_url(url);
  if (!host || !host->plain || !is_named(*host)) {
    return refuse(inside, host ? host->text() : std::string(url));
  }
  const std::string_view rest = url.substr(url.find("://") + 3);
  const auto slash = rest.find('/');
  const std::string path = slash == std::string_view::npos ? "/" : std::string(rest.substr(slash));
  // A proxy gets the whole URL, without what may precede its host.
  const std::string whole = "http://" + host->text() + path;
  carry_on(inside, *host, for_the_host(head, words[0], setup_.proxy ? whole : path), false);
}

// `first_words` go to the host; `is_tunnel`: the command gets the answer that it is connected.
void HostGate::Switchboard::carry_on(int inside, const GateHost& host, std::string_view first_words,
                                     bool is_tunnel) {
  Result<Fd> outside = connect_to(host);
  if (!outside) {
    send_all(inside, answer("502 Bad Gateway", outside.error().message + "\n"));
    return;
  }
  if (!enter(outside->get())) return;
  const bool sent = !is_tunnel || send_all(inside, "HTTP/1.1 200 Connection established\r\n\r\n");
  if (sent && send_all(outside->get(), first_words)) relay(inside, outside->get(), left_);
  leave(outside->get());
}

Result<Fd> HostGate::Switchboard::connect_to(const GateHost& host) {
  if (left_ < 0) return fail(Errc::denied, "more bytes were wanted than may be fetched");
  if (!setup_.proxy) return connect_by_name(host.name, host.port);
  TRY_ASSIGN(Fd socket, connect_by_name(setup_.proxy->name, setup_.proxy->port));
  if (host.plain) return socket;
  const std::string target = host.name + ":" + std::to_string(host.port);
  std::string rest;
  const bool asked =
      send_all(socket.get(), "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
  const std::string head = asked ? read_head(socket.get(), rest) : std::string();
  const auto words = split_words(std::string_view(head).substr(0, head.find('\n')));
  if (words.size() > 1 && words[1] == "200" && rest.empty()) return socket;
  return fail(Errc::upstream, "the proxy does not lead to " + host.text());
}

bool HostGate::Switchboard::is_named(const GateHost& host) const {
  return std::find(setup_.hosts.begin(), setup_.hosts.end(), host) != setup_.hosts.end();
}

void HostGate::Switchboard::refuse(int inside, const std::string& host) {
  const std::string shown = printable(host, kHostBytesMax);
  {
    const std::lock_guard lock(mutex_);
    const bool known = std::find(refused_.begin(), refused_.end(), shown) != refused_.end();
    if (!known && refused_.size() < kRefusedMax) refused_.push_back(shown);
  }
  send_all(inside, answer("403 Forbidden", shown + " is not among the hosts that may be asked\n"));
}

}  // namespace pawl::os
