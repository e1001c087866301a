#include "schema/values.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace pawl::schema {
namespace {

constexpr std::size_t kUniqueMax = 2'000;

}  // namespace

Types type_of(const Json& value) {
  if (value.is_null()) return kNull;
  if (value.is_bool()) return kBoolean;
  if (value.is_int()) return kInteger;
  if (value.is_number()) {
    const double number = value.number_or(0);
    return std::trunc(number) == number ? kInteger : kFraction;
  }
  if (value.is_string()) return kString;
  return value.is_array() ? kArray : kObject;
}

std::size_t point_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

bool is_multiple(double value, double of) {
  const double quotient = value / of;
  if (!std::isfinite(quotient)) return std::fmod(value, of) == 0;
  return std::abs(quotient - std::round(quotient)) <=
         1e-9 * std::max(1.0, std::abs(quotient) * 1e-6);
}

std::optional<bool> all_differ(const Json::Array& items) {
  const auto is_text = [](const Json& item) { return item.is_string(); };
  if (std::all_of(items.begin(), items.end(), is_text)) {
    std::unordered_set<std::string_view> texts;
    return std::all_of(items.begin(), items.end(),
                       [&](const Json& item) { return texts.insert(item.text()).second; });
  }
  if (items.size() > kUniqueMax) return std::nullopt;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (std::find(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.end(), items[i]) !=
        items.end()) {
      return false;
    }
  }
  return true;
}

}  // namespace pawl::schema
