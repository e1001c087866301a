#include "syntax/data/yaml_scalar.hpp"

#include <charconv>
#include <limits>
#include <optional>

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_sign(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

std::optional<Json> based_integer(std::string_view digits, int base) {
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size() || value < 0) return {};
  return Json(value);
}

std::optional<Json> integer(std::string_view text) {
  if (text.starts_with("0o")) return based_integer(text.substr(2), 8);
  if (text.starts_with("0x")) return based_integer(text.substr(2), 16);
  if (!all_digits(without_sign(text))) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (const auto value = parse_int(text)) return Json(*value);
  if (const auto value = parse_double(text)) return Json(*value);
  return std::nullopt;
}

std::optional<Json> real(std::string_view text) {
  const std::string_view bare = without_sign(text);
  const std::string folded = lower(bare);
  if (folded == ".inf" && (bare == ".inf" || bare == ".Inf" || bare == ".INF")) {
    const double infinity = std::numeric_limits<double>::infinity();
    return Json(text.starts_with('-') ? -infinity : infinity);
  }
  if (text == ".nan" || text == ".NaN" || text == ".NAN") {
    return Json(std::numeric_limits<double>::quiet_NaN());
  }
  const std::string_view mantissa = bare.substr(0, bare.find_first_of("eE"));
  const auto point = mantissa.find('.');
  const std::string_view whole = mantissa.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : mantissa.substr(point + 1);
  const bool shaped = (all_digits(whole) || whole.empty()) &&
                      (all_digits(fraction) || fraction.empty()) &&
                      !(whole.empty() && fraction.empty());
  if (!shaped) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (const auto value = parse_double(text)) return Json(*value);
  return std::nullopt;
}

bool is_null(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

Json plain(const std::string& value) {
  if (is_null(value)) return {};
  if (value == "true" || value == "True" || value == "TRUE") return true;
  if (value == "false" || value == "False" || value == "FALSE") return false;
  if (auto number = integer(value)) return *std::move(number);
  if (auto number = real(value)) return *std::move(number);
  return value;
}

}  // namespace

Json yaml_scalar(std::string_view tag, const std::string& value) {
  constexpr std::string_view kCore = "tag:yaml.org,2002:";
  if (tag == "?" || tag.empty()) return plain(value);
  if (!tag.starts_with(kCore)) return value;
  const std::string_view type = tag.substr(kCore.size());
  const bool typed = type == "int" || type == "float" || type == "bool" || type == "null";
  return typed ? plain(value) : Json(value);
}

}  // namespace pawl::syntax
