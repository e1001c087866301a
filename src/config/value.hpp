// One value of one setting: from text into the configuration, and back to text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/config.hpp"

namespace pawl::config {

enum class OutOfRange : std::uint8_t { refuse, clamp };

// Checks `text` and puts it into the setting's field. Answers a remark when a number was clamped.
// The error says what is allowed, and the value unless it is secret; it does not name the setting.
Result<std::optional<std::string>> assign(Config& config, const Setting& setting,
                                          std::string_view text, OutOfRange policy);

// What a value given through an older variable means as a value of its setting today.
std::string meaning_of(std::string_view variable, std::string_view value);

// The value of the field as it is written in a TOML file.
std::string toml_value(const Config& config, const Setting& setting);

}  // namespace pawl::config
