#include "llm/spending/metered.hpp"

#include <algorithm>
#include <utility>

#include "base/saturate.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::llm {
namespace {

// A prompt is not underestimated by counting few bytes a token, and something for each message.
constexpr std::size_t kBillableBytesPerTokenMin = 3;
constexpr std::int64_t kTokensPerMessage = 16;

std::int64_t prompt_tokens_max(const ChatRequest& request) {
  const std::size_t schema = request.schema.is_null() ? 0 : request.schema.dump().size();
  const std::size_t bytes = prompt_bytes(request) + schema;
  return static_cast<std::int64_t>(bytes / kBillableBytesPerTokenMin) +
         kTokensPerMessage * (static_cast<std::int64_t>(request.messages.size()) + 1);
}

class Priced final : public ChatModel {
 public:
  Priced(std::unique_ptr<ChatModel> inner, std::optional<Price> price, Counting counting,
         int max_tokens)
      : inner_(std::move(inner)), price_(price), counting_(counting), max_tokens_(max_tokens) {}

  std::string name() const override { return inner_->name(); }
  Result<ModelHealth> check() override { return inner_->check(); }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    Lost lost;
    ChatRequest counted = request;
    counted.lost = &lost;
    Result<ChatAnswer> answer = inner_->ask(counted);
    if (counting_ == Counting::none) {
      if (answer) answer->cost = 0;
      return answer;
    }
    if (request.lost != nullptr) add(*request.lost, lost.usage);
    if (!answer) return answer;
    answer->usage = believable(request, *answer, max_tokens_);
    if (price_) answer->cost = cost_of(*price_, answer->usage);
    return answer;
  }

 private:
  void add(Lost& all, const Usage& usage) const {
    all.usage = plus(all.usage, usage);
    if (price_) all.cost = saturating_add(all.cost, cost_of(*price_, usage));
  }

  std::unique_ptr<ChatModel> inner_;
  std::optional<Price> price_;
  Counting counting_;
  int max_tokens_;
};

class Gauged final : public ChatModel {
 public:
  Gauged(std::unique_ptr<ChatModel> inner, EndpointMemory& memory, std::string endpoint)
      : inner_(std::move(inner)), memory_(memory), endpoint_(std::move(endpoint)) {}

  std::string name() const override { return inner_->name(); }
  Result<ModelHealth> check() override { return inner_->check(); }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    Result<ChatAnswer> answer = inner_->ask(request);
    std::int64_t weight = 0;
    for (const Message& message : request.messages) weight += weight_of(message.content);
    TRY(memory_
            .measured(endpoint_, static_cast<double>(weight) / 2,
                      tokens_of(request, answer, weight))
            .during("keeping how many tokens " + inner_->name() + " counts"));
    return answer;
  }

 private:
  // As counted; of what was too long after all, as many as make it smaller next time.
  static std::int64_t tokens_of(const ChatRequest& request, const Result<ChatAnswer>& answer,
                                std::int64_t weight) {
    if (answer) return answer->usage.tokens_in;
    const bool too_long =
        answer.error().code == Errc::invalid && speaks_of_context(answer.error().message);
    if (!request.window || !too_long) return 0;
    Room smaller = *request.window;
    return shrink(smaller) ? smaller.tokens(weight) : 0;
  }

  std::unique_ptr<ChatModel> inner_;
  EndpointMemory& memory_;
  std::string endpoint_;
};

class Budgeted final : public ChatModel {
 public:
  Budgeted(std::unique_ptr<ChatModel> inner, Budget& budget, os::Clock& clock,
           const CallTerms& terms)
      : inner_(std::move(inner)), budget_(budget), clock_(clock), terms_(terms) {}

  std::string name() const override { return inner_->name(); }
  Result<ModelHealth> check() override { return inner_->check(); }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    const Wanted wanted = wanted_by(request);
    TRY_ASSIGN(const Reservation reservation, budget_.reserve(wanted));
    ChatRequest limited = request;
    const std::optional<Milliseconds> left = budget_.time_left();
    if (left) limited.time_max = std::min(*left, request.time_max.value_or(*left));
    Lost lost;
    limited.lost = &lost;
    const Milliseconds start = clock_.monotonic();
    Result<ChatAnswer> answer = inner_->ask(limited);
    Amount used = used_by(answer, wanted, lost);
    used.time = clock_.monotonic() - start;
    TRY(budget_.settle(reservation, used));
    if (request.lost != nullptr) {
      request.lost->usage = plus(request.lost->usage, lost.usage);
      request.lost->cost = saturating_add(request.lost->cost, lost.cost);
    }
    if (!answer && left && used.time >= *left) {
      // The time ran out in the middle of the call: the next one is refused with the reason.
      TRY_ASSIGN(const Reservation next, budget_.reserve(wanted));
      TRY(budget_.settle(next, {}));
    }
    return answer;
  }

 private:
  Wanted wanted_by(const ChatRequest& request) const {
    if (terms_.counting == Counting::none) return {};
    const Usage prompt{.tokens_in = prompt_tokens_max(request), .tokens_out = 0};
    const Usage all{.tokens_in = prompt.tokens_in,
                    .tokens_out = request.max_tokens.value_or(terms_.max_tokens)};
    return {
        .all = {.tokens = all.tokens_in + all.tokens_out,
                .cost = cost_of(terms_.price, all),
                .time = {}},
        .prompt = {.tokens = prompt.tokens_in, .cost = cost_of(terms_.price, prompt), .time = {}}};
  }

  // Of a call that was given up nobody knows what it used; its prompt was most likely read.
  Amount used_by(const Result<ChatAnswer>& answer, const Wanted& wanted, const Lost& lost) const {
    Amount used = amount_of(lost.usage, lost.cost);
    if (!answer) {
      const Errc code = answer.error().code;
      const bool read = code == Errc::timeout || code == Errc::cancelled;
      if (read) used.tokens = std::max(used.tokens, wanted.prompt.tokens);
      if (read) used.cost = std::max(used.cost, wanted.prompt.cost);
      return used;
    }
    if (terms_.counting == Counting::none) return {};
    used.add(amount_of(answer->usage, answer->cost.value_or(cost_of(terms_.price, answer->usage))));
    return used;
  }

  static Amount amount_of(const Usage& usage, MicroUsd cost) {
    return {.tokens = saturating_add(usage.tokens_in, usage.tokens_out), .cost = cost, .time = {}};
  }

  std::unique_ptr<ChatModel> inner_;
  Budget& budget_;
  os::Clock& clock_;
  CallTerms terms_;
};

}  // namespace

std::unique_ptr<ChatModel> priced_model(std::unique_ptr<ChatModel> inner,
                                        std::optional<Price> price, Counting counting,
                                        int max_tokens) {
  return std::make_unique<Priced>(std::move(inner), price, counting, max_tokens);
}

std::unique_ptr<ChatModel> gauged_model(std::unique_ptr<ChatModel> inner, EndpointMemory& memory,
                                        std::string endpoint) {
  return std::make_unique<Gauged>(std::move(inner), memory, std::move(endpoint));
}

std::unique_ptr<ChatModel> budgeted_model(std::unique_ptr<ChatModel> inner, Budget& budget,
                                          os::Clock& clock, const CallTerms& terms) {
  return std::make_unique<Budgeted>(std::move(inner), budget, clock, terms);
}

}  // namespace pawl::llm
