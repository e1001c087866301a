#include "config/value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/secrets/url_secret.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "config/duration.hpp"

namespace pawl::config {
namespace {

constexpr std::size_t kShownBytesMax = 80;

// Older variables that name a model without its provider.
constexpr auto kBareModels =
    fixed_words("LM_STUDIO_MODEL", "LM_STUDIO_WORKER_MODEL", "LM_STUDIO_REVIEW_MODEL",
                "CRITIC_PANEL_MODEL", "CRITIC_MODEL", "CRITIC_PANEL_DEVIL_MODEL",
                "CRITIC_QA_QUESTIONER_MODEL", "CRITIC_QA_DEFENDER_MODEL");

struct Bounds {
  std::string_view low;
  std::string_view high;
  bool time = false;  // in seconds
};

std::optional<Bounds> bounds(std::string_view range) {
  const auto dots = range.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const bool time = range.ends_with('s');
  if (time) range.remove_suffix(1);
  return Bounds{range.substr(0, dots), range.substr(dots + 2), time};
}

// Where a key belongs instead of in a URL.
std::string place_of_key(const Setting& setting) {
  constexpr std::string_view kUrl = ".base_url";
  if (!setting.key.ends_with(kUrl)) return "the setting that is for it, or the environment";
  return std::string(setting.key.substr(0, setting.key.size() - kUrl.size())) + ".api_key";
}

// The text is not repeated: it holds the secret.
Error names_secret(const Setting& setting, std::string_view what) {
  return fail(Errc::invalid, "the URL holds " + std::string(what) +
                                 ", and URLs are shown, logged and kept; take it out and put it "
                                 "into " +
                                 place_of_key(setting) + "; wanted: " + allowed_values(setting));
}

Error refused(const Setting& setting, std::string_view text) {
  std::string message;
  if (const auto what = secret_in_url(text); !what.empty()) return names_secret(setting, what);
  if (!is_secret(setting))
    message = "'" + printable(without_url_secrets(text), kShownBytesMax) + "' is not allowed; ";
  return fail(Errc::invalid, message + "wanted: " + allowed_values(setting));
}

std::optional<bool> parse_bool(std::string_view text) {
  static constexpr auto kYes = fixed_words("1", "true", "yes", "on");
  static constexpr auto kNo = fixed_words("0", "false", "no", "off");
  const std::string folded = lower(text);
  if (std::find(kYes.begin(), kYes.end(), folded) != kYes.end()) return true;
  if (std::find(kNo.begin(), kNo.end(), folded) != kNo.end()) return false;
  return std::nullopt;
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

// A URL is shown and logged, so it must not carry a user or a password; nor a query, which paths
// are put behind.
bool is_plain_url(std::string_view text) {
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, scheme);
  if (name != "http" && name != "https") return false;
  const std::string_view rest = text.substr(scheme + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  return !authority.empty() && !contains(authority, "@") &&
         text.find_first_of(" ?#\\") == std::string_view::npos;
}

bool text_is_allowed(const Setting& setting, std::string_view text) {
  if (has_control_character(text) || !is_utf8(text)) return false;
  if (!is_secret(setting) && !secret_in_url(text).empty()) return false;
  if (setting.range.empty() || text == setting.default_text) return true;
  if (setting.range == "url") return is_plain_url(text);
  const auto words = split(setting.range, '|');
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string format(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string format(std::int64_t value) { return std::to_string(value); }

std::optional<std::int64_t> whole_number(std::string_view text) {
  const std::optional<long long> value = parse_int(text);
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

// A number inside its range, clamped or refused when it is outside.
template <class Number>
Result<std::optional<std::string>> assign_number(Number& field, Number value, Number low,
                                                 Number high, const Setting& setting,
                                                 OutOfRange policy) {
  field = std::clamp(value, low, high);
  if (field == value) return std::optional<std::string>();
  if (policy == OutOfRange::refuse) return refused(setting, format(value));
  return std::optional(format(value) + " is outside " + std::string(setting.range) + ", using " +
                       format(field));
}

using Remark = Result<std::optional<std::string>>;

struct Assign {
  const Setting& setting;
  std::string_view text;
  OutOfRange policy;

  Remark operator()(std::string& value) const {
    if (!text_is_allowed(setting, text)) return refused(setting, text);
    value = std::string(text);
    return std::optional<std::string>();
  }
  Remark operator()(Secret& value) const {
    if (!text_is_allowed(setting, text)) return refused(setting, text);
    value = Secret(std::string(text));
    return std::optional<std::string>();
  }
  Remark operator()(bool& value) const {
    const std::optional<bool> parsed = parse_bool(text);
    if (!parsed) return refused(setting, text);
    value = *parsed;
    return std::optional<std::string>();
  }
  Remark operator()(std::int64_t& value) const {
    const std::optional<Bounds> limits = bounds(setting.range);
    PAWL_CHECK(limits.has_value(), "a number without a range");
    const std::optional<std::int64_t> parsed =
        limits->time ? parse_duration(text) : whole_number(text);
    if (!parsed) return refused(setting, text);
    return assign_number<std::int64_t>(value, *parsed, parse_int(limits->low).value_or(0),
                                       parse_int(limits->high).value_or(0), setting, policy);
  }
  Remark operator()(double& value) const {
    const std::optional<double> parsed = parse_double(text);
    const std::optional<Bounds> limits = bounds(setting.range);
    if (!parsed || !std::isfinite(*parsed)) return refused(setting, text);
    PAWL_CHECK(limits.has_value(), "a number without a range");
    return assign_number<double>(value, *parsed, parse_double(limits->low).value_or(0),
                                 parse_double(limits->high).value_or(0), setting, policy);
  }
  // Empty means that there is none.
  template <class T>
  Remark operator()(std::optional<T>& value) const {
    value.reset();
    if (text.empty()) return std::optional<std::string>();
    T parsed{};
    TRY_ASSIGN(auto remark, (*this)(parsed));
    value = parsed;
    return remark;
  }
};

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

struct AsToml {
  std::string operator()(const std::string& value) const { return quoted(value); }
  std::string operator()(const Secret& value) const { return quoted(value.reveal()); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return format(value); }
  std::string operator()(double value) const {
    std::string out = format(value);
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
    return out;
  }
  template <class T>
  std::string operator()(const std::optional<T>& value) const {
    return value ? (*this)(*value) : quoted("");
  }
};

struct AsShown {
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Secret& value) const { return value.empty() ? "not set" : "set"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return format(value); }
  std::string operator()(double value) const { return format(value); }
  template <class T>
  std::string operator()(const std::optional<T>& value) const {
    return value ? (*this)(*value) : std::string();
  }
};

enum class Kind : std::uint8_t { text, flag, whole, number };

struct KindOf {
  Kind operator()(const std::string&) const { return Kind::text; }
  Kind operator()(const Secret&) const { return Kind::text; }
  Kind operator()(bool) const { return Kind::flag; }
  Kind operator()(std::int64_t) const { return Kind::whole; }
  Kind operator()(double) const { return Kind::number; }
  template <class T>
  Kind operator()(const std::optional<T>&) const {
    return (*this)(T{});
  }
};

// What the visitor makes of the setting's value.
template <class C, class Visitor>
auto visit_value(C& config, const Setting& setting, const Visitor& visitor) {
  return std::visit([&](const auto& field) { return visitor(value_at(config, field)); },
                    setting.field);
}

Kind kind_of(const Setting& setting) {
  const Config none;
  return visit_value(none, setting, KindOf{});
}

}  // namespace

Result<std::optional<std::string>> assign(Config& config, const Setting& setting,
                                          std::string_view text, OutOfRange policy) {
  return visit_value(config, setting, Assign{setting, trim(text), policy});
}

std::string meaning_of(std::string_view variable, std::string_view value) {
  const std::string_view text = trim(value);
  if (std::find(kBareModels.begin(), kBareModels.end(), variable) != kBareModels.end()) {
    constexpr std::string_view kProvider = "openai:";
    if (text.empty() || text.starts_with(kProvider)) return std::string(text);
    return std::string(kProvider) + std::string(text);
  }
  if (variable == "GITOMA_WORKER_BUILD_RETRIES") {
    constexpr long long kRetriesMax = 1'000'000;
    const std::optional<long long> retries = parse_int(text);
    if (retries) return std::to_string(std::clamp(*retries, 0LL, kRetriesMax) + 1);
  }
  return std::string(text);
}

std::string toml_value(const Config& config, const Setting& setting) {
  return visit_value(config, setting, AsToml{});
}

std::string shown(const Config& config, const Setting& setting) {
  return visit_value(config, setting, AsShown{});
}

std::string allowed_values(const Setting& setting) {
  const Kind kind = kind_of(setting);
  if (kind == Kind::flag) return "true or false";
  if (const std::optional<Bounds> limits = bounds(setting.range)) {
    if (limits->time) {
      return "a time from " + short_duration(whole_number(limits->low).value_or(0)) + " to " +
             short_duration(whole_number(limits->high).value_or(0)) +
             ", as 90s, 30m or 2h (a bare number is seconds)";
    }
    return std::string(kind == Kind::whole ? "a whole number" : "a number") + " from " +
           std::string(limits->low) + " to " + std::string(limits->high);
  }
  if (setting.range == "url") return "an http or https URL without a user and a query";
  if (setting.range.empty()) return "one line of text";
  return "one of " + replace_all(setting.range, "|", ", ");
}

}  // namespace pawl::config
