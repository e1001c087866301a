#include "llm/spending/prices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/assets.hpp"
#include "base/saturate.hpp"
#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr int kPricesVersion = 1;

// Without user, port and the brackets of an IPv6 address; in lower case.
std::string host_of(std::string_view url) {
  const auto scheme = url.find("://");
  std::string_view rest = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (rest.starts_with('[')) return lower(rest.substr(1, rest.find(']') - 1));
  return lower(rest.substr(0, rest.find(':')));
}

bool is_private_ipv4(std::string_view host) {
  const auto parts = split(host, '.');
  if (parts.size() != 4) return false;
  std::array<long long, 4> bytes{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto byte = parse_int(parts[i]);
    if (!byte || *byte < 0 || *byte > 255) return false;
    bytes[i] = *byte;
  }
  const bool block_172 = bytes[0] == 172 && bytes[1] >= 16 && bytes[1] <= 31;
  return bytes[0] == 10 || bytes[0] == 127 || block_172 || (bytes[0] == 192 && bytes[1] == 168);
}

bool fits(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return equal_folded(pattern, name);
  pattern.remove_suffix(1);
  return name.size() >= pattern.size() && equal_folded(pattern, name.substr(0, pattern.size()));
}

}  // namespace

std::string usd(MicroUsd amount) {
  std::array<char, 32> text{};
  // A tenth of a cent is precise enough, unless there is less than a cent in all.
  const char* form = amount == 0 || amount >= 10'000 ? "%.3f" : "%.6f";
  std::snprintf(text.data(), text.size(), form, static_cast<double>(amount) / 1e6);
  return std::string(text.data()) + " USD";
}

MicroUsd cost_of(const Price& price, const Usage& usage) {
  const double cost = static_cast<double>(usage.tokens_in) * price.in +
                      static_cast<double>(usage.tokens_out) * price.out;
  return std::max<MicroUsd>(0, saturating_count(std::ceil(cost)));
}

bool is_loopback_url(std::string_view base_url) {
  const std::string host = host_of(base_url);
  const bool digits = host.find_first_not_of("0123456789.") == std::string::npos;
  return host == "localhost" || host.ends_with(".localhost") || host == "::1" ||
         (digits && host.starts_with("127."));
}

bool is_local_url(std::string_view base_url) {
  const std::string host = host_of(base_url);
  for (const std::string_view name : {"localhost", "::1", "host.docker.internal"}) {
    if (host == name) return true;
  }
  return host.ends_with(".local") || host.ends_with(".localhost") || is_private_ipv4(host);
}

PriceTable PriceTable::builtin() {
  const auto text = asset("models/prices.json");
  PAWL_CHECK(text.has_value(), "data/models/prices.json is embedded");
  auto table = parse(*text, "data/models/prices.json");
  PAWL_CHECK(table.ok(), table.ok() ? "" : table.error().to_line());
  return *std::move(table);
}

Result<PriceTable::Row> PriceTable::parse_row(const Json& json) {
  const std::string model = json["model"].string_or("");
  if (model.find(':') == std::string::npos) {
    return fail(Errc::invalid, "model is no provider:name, but " + json["model"].dump());
  }
  for (const std::string_view member : {"in", "out"}) {
    const double price = json[member].number_or(-1);
    if (!(price >= 0) || !std::isfinite(price)) {
      return fail(Errc::invalid,
                  std::string(member) + " of " + model +
                      " is no price in USD per million tokens: " + json[member].dump());
    }
  }
  return Row{.model = model,
             .host = lower(json["host"].text()),
             .price = {.in = json["in"].number_or(0), .out = json["out"].number_or(0)}};
}

Result<PriceTable> PriceTable::parse(std::string_view text, const std::string& where) {
  TRY_ASSIGN(const Json json, Json::parse(text).during("reading " + where));
  if (json["version"].int_or(0) != kPricesVersion || !json["prices"].is_array()) {
    return fail(Errc::invalid, where +
                                   " is no table of prices; wanted: {\"version\": 1, "
                                   "\"prices\": [{\"model\": \"openai:name*\", \"in\": USD, "
                                   "\"out\": USD}]} per million tokens");
  }
  PriceTable table;
  std::vector<Row>& rows = table.layers_.emplace_back();
  for (const Json& each : json["prices"].items()) {
    TRY_ASSIGN(Row row,
               parse_row(each).during(where + ", price " + std::to_string(rows.size() + 1)));
    rows.push_back(std::move(row));
  }
  return table;
}

void PriceTable::prefer(PriceTable other) {
  layers_.insert(layers_.begin(), std::make_move_iterator(other.layers_.begin()),
                 std::make_move_iterator(other.layers_.end()));
}

const PriceTable::Row* PriceTable::best(const std::vector<Row>& rows, std::string_view model,
                                        std::string_view host) {
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (!fits(row.model, model) || (!row.host.empty() && row.host != host)) continue;
    if (best == nullptr || row.model.size() > best->model.size()) best = &row;
  }
  return best;
}

std::optional<Price> PriceTable::find(const ModelSpec& spec, std::string_view base_url) const {
  if (!spec.is_remote()) return Price();
  const std::string model = spec.provider + ":" + spec.model;
  const std::string host = host_of(base_url);
  for (const std::vector<Row>& rows : layers_) {
    if (const Row* row = best(rows, model, host)) return row->price;
  }
  return is_local_url(base_url) ? std::optional(Price()) : std::nullopt;
}

}  // namespace pawl::llm
