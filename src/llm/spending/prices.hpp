// What tokens cost: data/models/prices.json, and what a person puts over it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "llm/chat.hpp"
#include "llm/models.hpp"

namespace pawl::llm {

struct Price {
  double in = 0;  // USD per million tokens
  double out = 0;
  bool operator==(const Price&) const = default;
};

// `0.0123 USD`, with as many digits as are significant.
std::string usd(MicroUsd amount);

// Rounded up.
MicroUsd cost_of(const Price& price, const Usage& usage);

class PriceTable {
 public:
  // The embedded table.
  static PriceTable builtin();
  // {"version": 1, "prices": [{"model": "openai:gpt*", "host"?: "…", "in": 1, "out": 2}]}. The
  // error names `where` and the row.
  static Result<PriceTable> parse(std::string_view text, const std::string& where);

  // The prices of `other` go before those known so far.
  void prefer(PriceTable other);

  // Nothing when nobody knows. What runs on this machine or in its network costs nothing, unless
  // a row of a person says otherwise.
  std::optional<Price> find(const ModelSpec& spec, std::string_view base_url) const;

 private:
  struct Row {
    std::string model;  // may end in *
    std::string host;   // empty: any
    Price price;
  };
  static Result<Row> parse_row(const Json& json);
  static const Row* best(const std::vector<Row>& rows, std::string_view model,
                         std::string_view host);

  std::vector<std::vector<Row>> layers_;  // the first that fits counts
};

// The address of a machine that is this one or is in its own network.
bool is_local_url(std::string_view base_url);
// That of this machine.
bool is_loopback_url(std::string_view base_url);

}  // namespace pawl::llm
