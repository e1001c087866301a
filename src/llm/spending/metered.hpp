// Models whose tokens are counted and priced, and budgets that are asked before each call.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "llm/chat.hpp"
#include "llm/spending/budget.hpp"
#include "llm/spending/prices.hpp"
#include "llm/trouble/endpoint_memory.hpp"

namespace pawl::llm {

enum class Counting : std::uint8_t {
  tokens,  // as the server reports them where that is believable, else estimated
  none,    // no tokens are spent: recipes, cassettes
};

// The longest answer that is asked for when nothing says otherwise.
inline constexpr int kMaxTokens = 4096;

// Reports of each answer what it used and cost; no cost when the price is not known. `max_tokens`
// is the longest answer that is asked for unless the request says how long.
std::unique_ptr<ChatModel> priced_model(std::unique_ptr<ChatModel> inner,
                                        std::optional<Price> price, Counting counting,
                                        int max_tokens = kMaxTokens);

// Records in the memory how many tokens the endpoint counted for each prompt. All are borrowed.
std::unique_ptr<ChatModel> gauged_model(std::unique_ptr<ChatModel> inner, EndpointMemory& memory,
                                        std::string endpoint);

// The most a call can use: its prompt, estimated from above, and the longest answer.
struct CallTerms {
  Price price;                  // of the most expensive model that may answer
  int max_tokens = kMaxTokens;  // unless the request says how many
  Counting counting = Counting::tokens;
};

// Reserves before each call and settles after it. A call no budget holds is not made: denied.
std::unique_ptr<ChatModel> budgeted_model(std::unique_ptr<ChatModel> inner, Budget& budget,
                                          os::Clock& clock, const CallTerms& terms);

}  // namespace pawl::llm
