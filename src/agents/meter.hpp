// What the answers of models used while an agent was at work, as Pawl's proxy saw them go by, held
// to the limits of the order. Safe to be used from several threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "agents/agent.hpp"

namespace pawl::agents {

class Meter {
 public:
  explicit Meter(const Limits& limits) : limits_(limits) {}

  // One exchange: what it used up to now, and, as long as it is there, a reservation of what it
  // uses at least and of its step: others that begin meanwhile find no room there.
  class Call {
   public:
    Call(Call&& other) noexcept;
    Call& operator=(Call&&) = delete;
    ~Call();
    // What is known of the whole exchange by now; never less than before. False: a limit is
    // reached, and the exchange has to stop.
    bool now(const Usage& usage);
    Usage used() const { return used_; }

   private:
    friend class Meter;
    Call(Meter& meter, std::optional<llm::Price> price, std::int64_t tokens);
    void reserve(std::int64_t tokens, int steps);  // under the lock
    std::int64_t cost_of(std::int64_t tokens_in) const;

    Meter* meter_;  // null: moved from
    std::optional<llm::Price> price_;
    std::int64_t question_;  // tokens
    std::int64_t reserved_ = 0;
    int step_ = 0;
    Usage used_;
  };

  // Room for an exchange whose question has so many tokens. `price`: nothing when nobody knows.
  // Nothing: reached() says which limit it would pass; where it says none, other exchanges are
  // under way that may use up what is left, and it may be asked for again after them.
  std::optional<Call> begin(std::int64_t tokens, const std::optional<llm::Price>& price);
  Usage used() const;
  // The model that was asked last, as its agent called it; empty: none was.
  std::string model() const;
  void asked(const std::string& model);
  // Which limit was reached, for people; empty: none.
  std::string reached() const;
  // No further exchange is made, for that reason.
  void stop(const std::string& reason);
  // Whether a model without a known price may not be asked.
  bool wants_prices() const { return limits_.cost_micros > 0 && !limits_.cost_if_priced; }

 private:
  bool hold();                                                       // under the lock
  bool has_room(std::int64_t tokens, std::int64_t cost, int steps);  // likewise

  const Limits limits_;
  mutable std::mutex mutex_;
  Usage used_;
  // Of exchanges under way, beyond what they used.
  std::int64_t reserved_tokens_ = 0;
  std::int64_t reserved_cost_ = 0;
  int reserved_steps_ = 0;
  bool unpriced_ = false;
  std::string model_;
  std::string reached_;
};

}  // namespace pawl::agents
