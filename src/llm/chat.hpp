// Chat models: a request in, an answer out. The model produces content and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "llm/context_window.hpp"
#include "os/cancel.hpp"

namespace pawl::llm {

struct Message {
  std::string role;  // system, user, assistant
  std::string content;
  bool operator==(const Message&) const = default;
};

struct Usage {
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  bool operator==(const Usage&) const = default;
};

// Millionths of a US dollar: what a token costs at one dollar a million.
using MicroUsd = std::int64_t;

// What attempts of an exchange used that led to no answer: cut off, or too late.
struct Lost {
  Usage usage;
  MicroUsd cost = 0;
};

struct ChatRequest {
  std::string role;     // who asks: planner, worker …
  std::string purpose;  // for the journal: `plan`, `T001-S02 attempt 1`
  std::vector<Message> messages;
  // The facts the messages were made of, for models that are programs (recipes:). Never sent.
  Json context;
  // JSON Schema of the wanted answer; null when free text is wanted. Sent as response_format to
  // endpoints that accept it.
  Json schema;
  std::optional<int> max_tokens;
  std::optional<Milliseconds> time_max;  // of the whole exchange, retries included
  std::optional<Room> window;            // what its messages were fitted into, if they were
  const os::Cancel* cancel = nullptr;
  Lost* lost = nullptr;  // is added to; null: nobody counts
};

struct ChatAnswer {
  std::string text;
  std::string model;          // as the endpoint reports it
  std::string finish_reason;  // stop, length, content_filter …; empty when not reported
  Usage usage;
  std::size_t bytes_received = 0;  // of content, reasoning included; 0 when not counted
  std::optional<MicroUsd> cost;    // nothing when not known
  Milliseconds duration{0};
  bool truncated() const { return finish_reason == "length"; }
};

// A plan, a file and an answer do not fit into less.
inline constexpr std::int64_t kContextMin = 8192;
// More than any model has: what a server claims beyond it is not believed.
inline constexpr std::int64_t kContextMax = 100'000'000;

struct ModelHealth {
  std::vector<std::string> models;             // empty when the endpoint does not list them
  std::optional<std::int64_t> context_length;  // in tokens, when known
  std::string context_hint;                    // how to get a larger one there
  std::string note;                            // a warning for people, empty when there is none
};

// Fails with Errc::invalid when the context is known and smaller than kContextMin.
Status check_context(const ModelHealth& health, const std::string& model);

class ChatModel {
 public:
  virtual ~ChatModel() = default;
  // The model spec, `provider:model`.
  virtual std::string name() const = 0;
  // Cheap proof that it can be used, before any model time is spent. Errors: upstream (not
  // reachable, refused the key), not_found (no such model; the message lists near ones).
  virtual Result<ModelHealth> check() = 0;
  // One exchange, its own retries included. Errors: upstream, timeout, cancelled, invalid
  // (request refused: too long, bad parameter), not_found (script or cassette has no answer left).
  virtual Result<ChatAnswer> ask(const ChatRequest& request) = 0;
};

}  // namespace pawl::llm
