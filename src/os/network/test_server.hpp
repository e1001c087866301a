// A real HTTP server on loopback for tests: it answers what a script says, byte by byte, so that
// broken, slow and cut-off answers can be scripted as well as good ones.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "os/files/fd.hpp"

namespace pawl::os {

class TestServer {
 public:
  enum class As { answers, one_answer };
  // A piece of an answer that is not sent: the server waits for go_on() in its place.
  inline static const std::string kPause = "\x01pause";

  TestServer();
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::string url(const std::string& path) const;
  // As `answers` each piece answers one request, in the order they come, and connections stay
  // open. As `one_answer` the pieces together answer the first, and then the connection is closed.
  void script(std::vector<std::string> pieces, As as = As::answers);
  void go_on() { go_on_ = true; }
  std::string request(std::size_t index);  // as it came, header and body
  int connections() const { return connections_; }

 private:
  void accept_all();
  void serve(int connection);
  void answer_in_pieces(int connection);
  bool read_request(int connection);

  Fd listener_;
  int port_ = 0;
  std::mutex mutex_;
  std::vector<std::string> pieces_;
  std::size_t next_ = 0;
  As as_ = As::answers;
  std::vector<std::string> requests_;
  std::atomic<bool> go_on_ = false;
  std::atomic<bool> done_ = false;
  std::atomic<int> connections_ = 0;
  std::vector<std::thread> serving_;  // touched by the accepting thread only, until it ends
  std::thread accepting_;
};

}  // namespace pawl::os
