#include "forge/github/test_server.hpp"

#include <doctest/doctest.h>

#include <array>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/network/http.hpp"
#include "os/processes/process.hpp"

namespace pawl::forge {
namespace {

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string packages_folder() {
  const std::string named = environment_value("PAWL_GITHUB_DEPS");
  return named.empty() ? std::string(PAWL_SOURCE_DIR) + "/build/deps/github" : named;
}

}  // namespace

bool has_node_and_github_packages() {
  return os::find_program("node", environment_value("PATH")).has_value() &&
         std::filesystem::exists(packages_folder() + "/node_modules/@octokit/openapi");
}

// The server ends when nobody holds the other end of its standard input any more.
struct GithubServer::Child {
  std::string state;
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::Fd input;
  os::Fd hold;
  std::mutex lock;
  std::condition_variable said;
  std::string out;
  bool ended = false;
  std::string how;
  std::thread thread;

  Child() {
    std::string name = "/tmp/pawl-github-XXXXXX";
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    state = name;
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    input = os::Fd(ends[0]);
    hold = os::Fd(ends[1]);
    thread = std::thread([this] { serve(); });
  }

  ~Child() {
    hold.reset();
    thread.join();
    std::error_code ignored;
    std::filesystem::remove_all(state, ignored);
  }

  void serve() {
    os::Command command;
    command.argv = {"node", std::string(PAWL_SOURCE_DIR) + "/tests/github/server.mjs", "--state",
                    state};
    command.environment = {{"PATH", environment_value("PATH")},
                           {"HOME", state},
                           {"PAWL_GITHUB_DEPS", packages_folder()}};
    command.folder = state;
    command.input_from = input.get();
    command.deadline = Milliseconds(600'000);
    command.on_output = [this](std::string_view piece) {
      const std::lock_guard guard(lock);
      out += piece;
      said.notify_all();
    };
    const Result<os::Finished> finished = processes->run(command);
    const std::lock_guard guard(lock);
    ended = true;
    how = finished ? finished->how_it_ended() + ": " + finished->err : finished.error().to_line();
    said.notify_all();
  }

  // The first line it writes: its addresses.
  Json addresses() {
    std::unique_lock guard(lock);
    said.wait(guard, [this] { return ended || contains(out, "\n"); });
    REQUIRE_MESSAGE(!ended, how);
    return *Json::parse(out.substr(0, out.find('\n')));
  }
};

GithubServer::GithubServer() : child_(std::make_unique<Child>()) {
  const Json addresses = child_->addresses();
  api_ = addresses["api"].text();
  web_ = addresses["url"].text();
  control_ = addresses["control"].text();
}

GithubServer::~GithubServer() = default;

Json GithubServer::control(const std::string& name, const Json& body) {
  os::HttpRequest request;
  request.method = "POST";
  request.url = control_ + "/" + name;
  request.headers = {{"content-type", "application/json"}};
  request.body = body.dump();
  const auto answer = os::real_http()->send(request);
  REQUIRE_MESSAGE(answer, answer.error().to_line());
  REQUIRE_MESSAGE(answer->status == 200, name << ": " << answer->body);
  return *Json::parse(answer->body);
}

std::string GithubServer::token_of(const std::string& login) {
  control("user", Json::object({{"login", login}}));
  return std::string(control("token", Json::object({{"user", login}}))["token"].text());
}

std::string GithubServer::violations() {
  const Json log = control("log", Json::object({{"after", static_cast<std::int64_t>(looked_at_)}}));
  std::string found;
  for (const Json& entry : log["entries"].items()) {
    ++looked_at_;
    if (entry["violations"].size() > 0) found += entry.dump() + "\n";
  }
  return found;
}

}  // namespace pawl::forge
