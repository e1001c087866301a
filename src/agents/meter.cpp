#include "agents/meter.hpp"

#include <algorithm>
#include <utility>

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

Meter::Call::Call(Meter& meter, std::optional<llm::Price> price, std::int64_t tokens)
    : meter_(&meter), price_(price), question_(tokens) {}

Meter::Call::Call(Call&& other) noexcept
    : meter_(std::exchange(other.meter_, nullptr)),
      price_(other.price_),
      question_(other.question_),
      reserved_(other.reserved_),
      step_(other.step_),
      used_(other.used_) {}

Meter::Call::~Call() {
  if (meter_ == nullptr) return;
  const std::lock_guard lock(meter_->mutex_);
  reserve(0, 0);
}

std::int64_t Meter::Call::cost_of(std::int64_t tokens_in) const {
  return price_ ? llm::cost_of(*price_, {.tokens_in = tokens_in, .tokens_out = 0}) : 0;
}

void Meter::Call::reserve(std::int64_t tokens, int steps) {
  meter_->reserved_tokens_ += tokens - reserved_;
  meter_->reserved_cost_ += cost_of(tokens) - cost_of(reserved_);
  meter_->reserved_steps_ += steps - step_;
  reserved_ = tokens;
  step_ = steps;
}

bool Meter::Call::now(const Usage& usage) {
  Usage next = at_least(used_, usage);
  if (price_) {
    next.cost_micros =
        llm::cost_of(*price_, {.tokens_in = next.tokens_in, .tokens_out = next.tokens_out});
  }
  const std::lock_guard lock(meter_->mutex_);
  Usage& sum = meter_->used_;
  sum.tokens_in = saturating_add(sum.tokens_in, next.tokens_in - used_.tokens_in);
  sum.tokens_out = saturating_add(sum.tokens_out, next.tokens_out - used_.tokens_out);
  sum.cached_in = saturating_add(sum.cached_in, next.cached_in - used_.cached_in);
  sum.turns += next.turns - used_.turns;
  if (!price_) meter_->unpriced_ = true;
  if (price_) {
    sum.cost_micros = saturating_add(sum.cost_micros.value_or(0),
                                     *next.cost_micros - used_.cost_micros.value_or(0));
  }
  used_ = next;
  const std::int64_t known = saturating_add(next.tokens_in, next.tokens_out);
  reserve(std::max<std::int64_t>(0, question_ - known), next.turns > 0 ? 0 : 1);
  return meter_->hold();
}

bool Meter::has_room(std::int64_t tokens, std::int64_t cost, int steps) {
  const std::int64_t spent = saturating_add(used_.tokens_in, used_.tokens_out);
  if (limits_.steps > 0 && used_.turns + steps >= limits_.steps) return false;
  if (limits_.tokens > 0 && saturating_add(spent, tokens) > limits_.tokens) return false;
  return limits_.cost_micros == 0 ||
         saturating_add(used_.cost_micros.value_or(0), cost) < limits_.cost_micros;
}

std::optional<Meter::Call> Meter::begin(std::int64_t tokens,
                                        const std::optional<llm::Price>& price) {
  const std::lock_guard lock(mutex_);
  if (!hold()) return std::nullopt;
  if (!has_room(tokens, 0, 0)) {
    const bool steps = limits_.steps > 0 && used_.turns >= limits_.steps;
    reached_ = steps ? "the limit of " + std::to_string(limits_.steps) + " steps is reached"
                     : "the next question would pass the limit of " +
                           std::to_string(limits_.tokens) + " tokens";
    return std::nullopt;
  }
  const std::int64_t others = saturating_add(reserved_tokens_, tokens);
  if (!has_room(others, reserved_cost_, reserved_steps_)) return std::nullopt;
  Call call(*this, price, tokens);
  call.reserve(tokens, 1);
  return call;
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
