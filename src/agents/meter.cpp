#include "agents/meter.hpp"

#include <algorithm>

#include "base/saturate.hpp"
#include "llm/spending/prices.hpp"

namespace pawl::agents {
namespace {

Usage at_least(const Usage& a, const Usage& b) {
  return {.tokens_in = std::max(a.tokens_in, b.tokens_in),
          .tokens_out = std::max(a.tokens_out, b.tokens_out),
          .cached_in = std::max(a.cached_in, b.cached_in),
          .cost_micros = {},
          .tool_calls = 0,
          .turns = std::max(a.turns, b.turns)};
}

}  // namespace

bool Meter::Call::now(const Usage& usage) {
  Usage next = at_least(used_, usage);
  if (price_) {
    next.cost_micros =
        llm::cost_of(*price_, {.tokens_in = next.tokens_in, .tokens_out = next.tokens_out});
  }
  const std::lock_guard lock(meter_.mutex_);
  Usage& sum = meter_.used_;
  sum.tokens_in = saturating_add(sum.tokens_in, next.tokens_in - used_.tokens_in);
  sum.tokens_out = saturating_add(sum.tokens_out, next.tokens_out - used_.tokens_out);
  sum.cached_in = saturating_add(sum.cached_in, next.cached_in - used_.cached_in);
  sum.turns += next.turns - used_.turns;
  if (!price_) meter_.unpriced_ = true;
  if (price_) {
    sum.cost_micros = saturating_add(sum.cost_micros.value_or(0),
                                     *next.cost_micros - used_.cost_micros.value_or(0));
  }
  used_ = next;
  return meter_.hold();
}

bool Meter::admits(std::int64_t tokens) {
  const std::lock_guard lock(mutex_);
  if (!hold()) return false;
  if (limits_.steps > 0 && used_.turns >= limits_.steps) {
    reached_ = "the limit of " + std::to_string(limits_.steps) + " steps is reached";
    return false;
  }
  const std::int64_t all =
      saturating_add(saturating_add(used_.tokens_in, used_.tokens_out), tokens);
  if (limits_.tokens == 0 || all <= limits_.tokens) return true;
  reached_ =
      "the next question would pass the limit of " + std::to_string(limits_.tokens) + " tokens";
  return false;
}

bool Meter::hold() {
  const std::int64_t tokens = saturating_add(used_.tokens_in, used_.tokens_out);
  if (!reached_.empty()) return false;
  if (limits_.tokens > 0 && tokens >= limits_.tokens) {
    reached_ = "the limit of " + std::to_string(limits_.tokens) + " tokens is reached";
  } else if (limits_.cost_micros > 0 && used_.cost_micros.value_or(0) >= limits_.cost_micros) {
    reached_ = "the limit of " + llm::usd(limits_.cost_micros) + " is reached";
  }
  return reached_.empty();
}

Usage Meter::used() const {
  const std::lock_guard lock(mutex_);
  Usage used = used_;
  if (unpriced_) used.cost_micros.reset();
  return used;
}

std::string Meter::model() const {
  const std::lock_guard lock(mutex_);
  return model_;
}

void Meter::stop(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (reached_.empty()) reached_ = reason;
}

void Meter::asked(const std::string& model) {
  const std::lock_guard lock(mutex_);
  model_ = model;
}

std::string Meter::reached() const {
  const std::lock_guard lock(mutex_);
  return reached_;
}

}  // namespace pawl::agents
