// Coding agents: programs that work in a folder. A stage gives an Order, the agent changes files,
// and what it made is taken from the folder by the caller, as little to be trusted as any other
// code of a target. The agent itself runs in the sandbox, with a HOME of its own and without a key.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/result.hpp"
#include "base/secrets/secret.hpp"
#include "base/time.hpp"
#include "config/config.hpp"
#include "llm/chat.hpp"
#include "llm/models.hpp"
#include "llm/spending/budget.hpp"
#include "llm/spending/prices.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"

namespace pawl::agents {

// 0: none.
struct Limits {
  Milliseconds wall{0};
  Milliseconds idle{0};  // neither an event nor work of the machine for so long is a stall
  std::int64_t tokens = 0;
  std::int64_t cost_micros = 0;  // millionths of a US dollar
  int steps = 0;                 // answers of the model
  // Nobody set that limit of money: it holds where the price of a model is known. Otherwise a model
  // without a known price is not asked at all.
  bool cost_if_priced = false;
  bool operator==(const Limits&) const = default;
};

struct Order {
  std::string label;  // byte-stable: plan, implement, review-code:NAME, verify-fix-N …
  std::string prompt;
  std::string folder;  // absolute; what the agent works in. Hostile once it has run
  std::string home;    // absolute; its HOME, made where it is missing, kept between calls of a run
  // Where the folder is seen; null: it is one like any other.
  std::shared_ptr<const os::Overlay> overlay = {};
  std::vector<std::string> readable = {};  // absolute; further folders and files it may read
  bool may_write = true;                   // into the folder
  // Let through beside its model: `registry.example`, `host:8443`, `http://host`, and the public
  // registry of a package manager by its name: npm, pip, cargo, go …
  std::vector<std::string> hosts = {};
  Limits limits = {};
};

enum class WorkEnd : std::uint8_t {
  done,
  bailed,       // by a file of the agent's
  failed,       // it said so, or ended so
  stalled,      // Limits::idle
  timed_out,    // Limits::wall
  over_budget,  // Limits::tokens, cost_micros or steps
  cancelled,
};
std::string_view to_string(WorkEnd end);  // byte-stable

struct Bail {
  std::string bail_class;  // one of bail_classes(); what the agent wrote beyond them is `other`
  std::string detail;      // one line
  bool operator==(const Bail&) const = default;
};

struct Usage {
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::int64_t cached_in = 0;               // of tokens_in: read from the provider's cache
  std::optional<std::int64_t> cost_micros;  // nothing: nobody knows
  int tool_calls = 0;
  int turns = 0;  // answers of the model
  bool operator==(const Usage&) const = default;
};

struct Work {
  WorkEnd end = WorkEnd::done;
  std::string text;          // what the agent said last, without Pawl's secrets
  std::optional<Bail> bail;  // when it bailed
  Usage usage;
  std::string model;       // as its provider calls it; empty: not known
  std::string reason;      // why it is not done, for people; empty when it is
  bool transient = false;  // not done, but by something that may pass: trying again can help
  // What it used was settled with AgentPorts::budget, call by call. Otherwise it only said so.
  bool settled = false;
  // Each of its calls to a model is in the journal as one (llm.call).
  bool recorded = false;
};

class Agent {
 public:
  virtual ~Agent() = default;
  virtual std::string_view spec() const = 0;
  // Blocks until the agent has ended and nothing of it is left running. Whatever the end, the
  // folder holds its work. Errors: invalid, not_found (no such program), denied (it cannot be
  // confined here), io: it never ran.
  virtual Result<Work> work(const Order& order, EventSink& events) = 0;
};

struct AgentPorts {
  os::Ports& ports;
  const os::Sandbox& sandbox;
  const config::Config& config;
  const Redactor& redactor;
  // Who answers to `pawl:PROVIDER:MODEL`, by the spec behind `pawl:`; its limits of money and its
  // record are the caller's. Null: there is no such agent.
  std::function<Result<std::unique_ptr<llm::ChatModel>>(const std::string& model_spec)> open_chat =
      {};
  // What answers cost. Null: what the program knows itself.
  const llm::PriceTable* prices = nullptr;
  // The models of open_chat put their calls into the journal themselves.
  bool chats_recorded = false;
  // Asked before each call to a model, and told what it used; the models of open_chat ask theirs
  // themselves. Null: nobody is asked.
  llm::Budget* budget = nullptr;
};

// `claude:MODEL` `codex:MODEL` `opencode:PROVIDER/MODEL` `copilot:MODEL` `gemini:MODEL`
// `acp:PROGRAM ARGS` `command:PROGRAM ARGS` `scripted:FILE` `pawl:PROVIDER:MODEL`. What `ports`
// refers to outlives the agent. invalid: names what is wrong with the spec, and the nearest that is
// right.
Result<std::unique_ptr<Agent>> open_agent(std::string_view spec, AgentPorts ports);

// The shape of a spec and its provider, without a look at the machine.
Status check_spec(std::string_view spec);
// The same agent for a process that stands in another folder than `folder`, which the spec was
// written in: a program or a script that is named by a path from there. What is no spec stays.
std::string absolute_spec(std::string_view spec, const std::string& folder);
// That it names no file of this machine but programs of the system: an agent may read the files
// among its arguments, and whoever writes a repository's pipelines does not say which of a person's
// files those are.
Status check_names_no_file(std::string_view spec);

}  // namespace pawl::agents
