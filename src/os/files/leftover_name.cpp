#include "os/files/leftover_name.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {
namespace {

constexpr std::string_view kEnding = ".tmp";
constexpr std::string_view kHomes = "pawl-";
constexpr std::size_t kNameBytesMax = 200;
constexpr std::size_t kHomesRandom = 6;
constexpr std::size_t kHexMin = 8;

bool is_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<int> process_number(std::string_view text) {
  constexpr long long kMax = 1LL << 22U;
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  const auto number = digits ? parse_int(text) : std::nullopt;
  return number && *number > 0 && *number <= kMax ? std::optional(static_cast<int>(*number))
                                                  : std::nullopt;
}

}  // namespace

std::string temporary_name(std::string_view name, std::string_view hex) {
  return "." + std::string(name.substr(0, kNameBytesMax)) + "." + std::to_string(own_pid()) + "-" +
         std::string(hex) + std::string(kEnding);
}

// `.NAME.PID-HEX.tmp` and the older `.NAME.HEX.tmp`.
std::optional<int> maker_of_temporary(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kEnding)) return std::nullopt;
  name.remove_suffix(kEnding.size());
  const auto dot = name.rfind('.');
  if (dot == 0 || dot == std::string_view::npos) return std::nullopt;
  const std::string_view mark = name.substr(dot + 1);
  const auto dash = mark.find('-');
  const std::string_view hex = dash == std::string_view::npos ? mark : mark.substr(dash + 1);
  if (hex.size() < kHexMin || !is_hex(hex)) return std::nullopt;
  return dash == std::string_view::npos ? std::optional(0) : process_number(mark.substr(0, dash));
}

std::string homes_template() {
  return "/tmp/" + std::string(kHomes) + std::to_string(own_pid()) + "-" +
         std::string(kHomesRandom, 'X');
}

std::optional<int> maker_of_homes(std::string_view name) {
  if (!name.starts_with(kHomes)) return std::nullopt;
  name.remove_prefix(kHomes.size());
  const auto dash = name.find('-');
  if (dash == std::string_view::npos || name.size() - dash - 1 != kHomesRandom) return std::nullopt;
  return process_number(name.substr(0, dash));
}

}  // namespace pawl::os
