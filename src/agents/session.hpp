// A program at work as an agent: confined to its folder and its HOME, led to its model and to named
// hosts by Pawl alone, watched for work, and ended with all it started.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent.hpp"
#include "agents/meter.hpp"
#include "agents/model_proxy.hpp"
#include "agents/stall_watch.hpp"
#include "os/files/root.hpp"
#include "os/network/host_gate.hpp"

namespace pawl::agents {

using Variables = std::vector<std::pair<std::string, std::string>>;

struct Program {
  std::vector<std::string> argv;  // the first is looked up in the person's PATH, or absolute
  Variables environment = {};     // beside the common ones
  std::string input = {};
  int input_from = -1;  // as os::Command::input_from
  std::vector<std::string> readable = {};
  std::optional<Milliseconds> wall = {};  // of this one program; else the order's
};

struct Ended {
  os::Finished finished;
  bool stalled = false;
  bool by_us = false;  // Session::end() was called
};

class Session {
 public:
  // The home is there afterwards, and nothing has run. Errors as Agent::work has them.
  static Result<std::unique_ptr<Session>> open(const AgentPorts& ports, const Order& order,
                                               EventSink& events);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Where the model answers, for the program: `http://127.0.0.1:3128/openai/v1`.
  std::string model_url(std::string_view prefix) const { return url_ + std::string(prefix); }
  const std::string& placeholder() const { return placeholder_; }
  // A file of the HOME, for the program to read; as `.gemini/settings.json`.
  Status put_in_home(std::string_view path, std::string_view text);
  Result<std::string> read_from_home(std::string_view path, std::size_t bytes_max) const;
  // The folder it works in; what is written is its own.
  os::Root& folder() { return *folder_; }
  // The HOME as the program knows it.
  std::string home_inside() const;

  // Runs it to its end. May be called again.
  Result<Ended> run(const Program& program, const std::function<void(std::string_view)>& on_output);
  // From on_output: the program has done what it was for and need not go on.
  void end() { ending_ = true; }
  // It reported something: it is not stalled.
  void heard() { heard_ = true; }

  Meter& meter() { return meter_; }
  std::optional<ModelProxy::Failure> model_failure() const { return proxy_->failure(); }
  // What it left to say that it may not go on.
  std::optional<Bail> take_bail();
  // Ends what is under way to its model, and journals what was refused to it. Nothing is run
  // afterwards.
  void close();

 private:
  Session(const AgentPorts& ports, const Order& order, EventSink& events,
          std::vector<ModelPlace> places, std::string placeholder);
  Status open_folders();
  Status open_gate();
  Result<std::string> find(const std::string& program) const;
  Result<os::Command> command_of(const Program& program) const;
  Variables common_environment() const;
  bool may_go_on(int ancestor);

  const AgentPorts& ports_;
  const Order& order_;
  EventSink& events_;
  std::string placeholder_;
  llm::PriceTable builtin_prices_;
  Meter meter_;
  std::atomic<bool> heard_ = false;
  bool ending_ = false;
  // Shared with the connections it serves, which may outlive this by a moment.
  std::shared_ptr<ModelProxy> proxy_;
  std::unique_ptr<os::HostGate> gate_;
  int port_ = 0;
  std::string url_;
  std::vector<std::string> bridge_;
  std::unique_ptr<os::Root> folder_;
  std::unique_ptr<os::Root> home_;
  std::unique_ptr<StallWatch> stall_;
  bool stalled_ = false;
};

}  // namespace pawl::agents
