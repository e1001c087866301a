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

  // One exchange: what it used up to now, of which nothing was known before it began. `price`:
  // nothing when nobody knows.
  class Call {
   public:
    Call(Meter& meter, std::optional<llm::Price> price) : meter_(meter), price_(price) {}
    // What is known of the whole exchange by now; never less than before. False: a limit is
    // reached, and the exchange has to stop.
    bool now(const Usage& usage);
    Usage used() const { return used_; }

   private:
    Meter& meter_;
    std::optional<llm::Price> price_;
    Usage used_;
  };

  // Whether there is room for an exchange that uses so many tokens at least.
  bool admits(std::int64_t tokens);
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
  bool hold();  // under the lock

  const Limits limits_;
  mutable std::mutex mutex_;
  Usage used_;
  bool unpriced_ = false;
  std::string model_;
  std::string reached_;
};

}  // namespace pawl::agents
