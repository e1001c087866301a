#include "repo/secrets/secret_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

bool is_token_byte(char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; }
bool is_upper_alnum(char c) { return is_digit(c) || is_upper(c); }
bool is_dotted(char c) { return is_token_byte(c) || c == '.'; }
bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_path_byte(char c) { return is_token_byte(c) || c == '/'; }

struct Shape {
  std::string_view prefix;
  std::string_view name;
  bool (*body)(char);
  std::size_t length_min;  // of the part after the prefix
  std::size_t length_max = 4096;
  bool checked = false;  // the last six characters are a checksum of the others
};

constexpr Shape kShapes[] = {
    {"ghp_", "GitHub token", is_letter_or_digit, 36, 255, true},
    {"gho_", "GitHub token", is_letter_or_digit, 36, 255, true},
    {"ghu_", "GitHub token", is_letter_or_digit, 36, 255, true},
    {"ghs_", "GitHub token", is_letter_or_digit, 36, 255, true},
    {"ghr_", "GitHub token", is_letter_or_digit, 36, 255, true},
    {"github_pat_", "GitHub token", is_token_byte, 50, 255},
    {"glpat-", "GitLab token", is_token_byte, 20, 300},
    {"sk-ant-", "Anthropic key", is_token_byte, 40},
    {"sk-proj-", "OpenAI key", is_token_byte, 40},
    {"sk-svcacct-", "OpenAI key", is_token_byte, 40},
    {"sk-admin-", "OpenAI key", is_token_byte, 40},
    {"sk-or-v1-", "OpenRouter key", is_lower_hex, 64, 64},
    {"sk-", "OpenAI key", is_letter_or_digit, 32, 64},
    {"sk_live_", "Stripe key", is_letter_or_digit, 20, 250},
    {"rk_live_", "Stripe key", is_letter_or_digit, 20, 250},
    {"SK", "Twilio key", is_lower_hex, 32, 32},
    {"whsec_", "Stripe key", is_letter_or_digit, 32, 64},
    {"AKIA", "AWS access key", is_upper_alnum, 16, 16},
    {"ASIA", "AWS access key", is_upper_alnum, 16, 16},
    {"xoxb-", "Slack token", is_token_byte, 24},
    {"xoxp-", "Slack token", is_token_byte, 24},
    {"xoxa-", "Slack token", is_token_byte, 24},
    {"xapp-", "Slack token", is_token_byte, 24},
    {"AIza", "Google API key", is_token_byte, 35, 35},
    {"npm_", "npm token", is_letter_or_digit, 36, 36, true},
    {"pypi-AgE", "PyPI token", is_token_byte, 50},
    {"SG.", "SendGrid key", is_dotted, 60, 90},
    {"hf_", "Hugging Face token", is_letter_or_digit, 34, 40},
    {"dckr_pat_", "Docker token", is_token_byte, 27, 40},
    {"glsa_", "Grafana token", is_token_byte, 40, 60},
    {"shpat_", "Shopify token", is_letter_or_digit, 32, 32},
    {"dop_v1_", "DigitalOcean token", is_letter_or_digit, 64, 64},
    {"hooks.slack.com/services/T", "Slack webhook", is_path_byte, 40, 80},
    {"hooks.slack.com/workflows/T", "Slack webhook", is_path_byte, 40, 120},
    {"discord.com/api/webhooks/", "Discord webhook", is_path_byte, 60, 120},
    {"discordapp.com/api/webhooks/", "Discord webhook", is_path_byte, 60, 120},
    {"gldt-", "GitLab token", is_token_byte, 20, 60},
    {"glrt-", "GitLab token", is_token_byte, 20, 60},
    {"glptt-", "GitLab token", is_token_byte, 20, 60},
    {"glcbt-", "GitLab token", is_token_byte, 20, 60},
    {"xoxe-", "Slack token", is_token_byte, 24},
    {"xoxs-", "Slack token", is_token_byte, 24},
    {"xoxr-", "Slack token", is_token_byte, 24},
    {"ABIA", "AWS access key", is_upper_alnum, 16, 16},
    {"ACCA", "AWS access key", is_upper_alnum, 16, 16},
    {"LTAI", "Alibaba access key", is_letter_or_digit, 20, 20},
    {"AGE-SECRET-KEY-1", "age key", is_upper_alnum, 58, 58},
    {"GOCSPX-", "Google client secret", is_token_byte, 28, 28},
    {"ya29.", "Google access token", is_token_byte, 60, 500},
    {"gsk_", "Groq key", is_letter_or_digit, 48, 60},
    {"xai-", "xAI key", is_letter_or_digit, 70, 90},
    {"pplx-", "Perplexity key", is_letter_or_digit, 40, 60},
    {"r8_", "Replicate token", is_letter_or_digit, 37, 37},
    {"sq0atp-", "Square token", is_token_byte, 22, 60},
    {"sq0csp-", "Square secret", is_token_byte, 40, 60},
    {"doo_v1_", "DigitalOcean token", is_lower_hex, 64, 64},
    {"dor_v1_", "DigitalOcean token", is_lower_hex, 64, 64},
    {"shpss_", "Shopify secret", is_letter_or_digit, 32, 32},
    {"shpca_", "Shopify token", is_letter_or_digit, 32, 32},
    {"shppa_", "Shopify token", is_letter_or_digit, 32, 32},
    {"dapi", "Databricks token", is_lower_hex, 32, 32},
    {"dp.pt.", "Doppler token", is_letter_or_digit, 40, 44},
    {"lin_api_", "Linear key", is_letter_or_digit, 40, 48},
    {"nfp_", "Netlify token", is_letter_or_digit, 36, 40},
    {"ntn_", "Notion token", is_letter_or_digit, 40, 50},
    {"PMAK-", "Postman key", is_token_byte, 50, 64},
    {"pul-", "Pulumi token", is_lower_hex, 40, 40},
    {"rubygems_", "RubyGems key", is_lower_hex, 48, 48},
    {"sbp_", "Supabase token", is_lower_hex, 40, 40},
    {"hvs.", "Vault token", is_token_byte, 60, 200},
    {"hvb.", "Vault token", is_token_byte, 100, 300},
    {"NRAK-", "New Relic key", is_upper_alnum, 27, 27},
    {"sntrys_", "Sentry token", is_token_byte, 60, 400},
    {"sntryu_", "Sentry token", is_lower_hex, 64, 64},
    {"xkeysib-", "Brevo key", is_token_byte, 64, 100},
    {"glc_", "Grafana token", is_letter_or_digit, 60, 400},
    {"CFPAT-", "Contentful token", is_token_byte, 43, 43},
    {"figd_", "Figma token", is_token_byte, 36, 60},
    {"ATATT3", "Atlassian token", is_token_byte, 100, 250},
    {"ATBB", "Bitbucket password", is_letter_or_digit, 32, 32},
    {"pscale_tkn_", "PlanetScale token", is_dotted, 32, 64},
    {"pscale_pw_", "PlanetScale password", is_dotted, 32, 64},
    {"oy2", "NuGet key", is_letter_or_digit, 43, 43},
    {"cio", "crates.io token", is_letter_or_digit, 32, 32},
    {"tskey-auth-", "Tailscale key", is_token_byte, 20, 80},
    {"fo1_", "Fly.io token", is_token_byte, 43, 43},
    {"vercel_blob_rw_", "Vercel token", is_token_byte, 40, 80},
    {"EAACEdEose0cBA", "Facebook token", is_letter_or_digit, 20, 300},
    {"FLWSECK-", "Flutterwave key", is_token_byte, 32, 60},
    {"dt0c01.", "Dynatrace token", is_dotted, 80, 100},
};

constexpr auto kPlaceholderWords = fixed_words(
    "example", "sample", "dummy", "placeholder", "changeme", "change-me", "change_me", "replace",
    "insert", "your", "xxxx", "fake", "mock", "redacted", "password", "passw0rd", "secret", "todo",
    "null", "1234567", "abcdef", "00000", "deadbeef", "qwerty", "letmein", "test", "demo",
    "default", "dev-only", "notreal", "not-real", "not_real", "undefined",
    "zqwbutsoori4a9sp");  // the token of GitHub's own documents

bool repeats(std::string_view value) {
  std::size_t run = 1;
  for (std::size_t i = 1; i < value.size(); ++i) {
    run = value[i] == value[i - 1] ? run + 1 : 1;
    if (run >= 5) return true;
  }
  return false;
}

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

// The last six of 36 characters are the CRC-32 of the others, in base 62.
bool has_checksum(std::string_view body) {
  if (body.size() != 36) return false;
  std::uint32_t rest = crc32(body.substr(0, 30));
  for (std::size_t i = 36; i-- > 30;) {
    if (body[i] != kBase62[rest % 62]) return false;
    rest /= 62;
  }
  return true;
}

std::string from_base64_url(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = kBase64.find(c);
    if (value == std::string_view::npos) return {};
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU));
  }
  return out;
}

// A JSON web token: a header that names its algorithm, claims, and a signature that is long
// enough. What says `anon` is handed to every visitor of a site.
Issued web_token(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_dotted(text[length])) ++length;
  const auto parts = split(text.substr(0, length), '.');
  if (parts.size() != 3 || parts[2].size() < 40 || entropy(parts[2]) < 4) return {};
  const std::string claims = from_base64_url(parts[1]);
  if (!contains(from_base64_url(parts[0]), "\"alg\"") || !claims.starts_with('{')) return {};
  if (contains(claims, "\"anon\"") || contains(claims, "John Doe")) return {};
  return {.name = "JSON web token", .certain = false};
}

bool ends_with_any(std::string_view name) {
  static constexpr auto kSecretNames =
      fixed_words("secret", "secretkey", "apikey", "accesskey", "privatekey", "authtoken",
                  "accesstoken", "apitoken", "bottoken", "token", "password", "passwd", "pwd",
                  "passphrase", "clientsecret", "apisecret", "encryptionkey", "signingkey",
                  "authkey", "credential", "credentials", "secretaccesskey", "bearer");
  return std::any_of(std::begin(kSecretNames), std::end(kSecretNames),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// `%s`, `%NAME%`, `$NAME`, `$(name)`: something else comes in its place.
bool is_filled_in(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '%' && value[i] != '$') continue;
    if (i + 1 == value.size()) return value[i] == '%';
    const char next = value[i + 1];
    if (is_letter(next) || next == '(' || next == '_' || next == value[i] || i == 0) return true;
  }
  return false;
}

bool is_hex(std::string_view value) {
  return std::all_of(value.begin(), value.end(), is_hex_digit);
}

}  // namespace

double entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<unsigned, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const unsigned count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

bool is_sample_value(std::string_view value) {
  if (value.find_first_of("{}<>*\\ \t") != std::string_view::npos || is_filled_in(value))
    return true;
  if (contains(value, "...") || repeats(value)) return true;
  const std::string folded = lower(value);
  return std::any_of(std::begin(kPlaceholderWords), std::end(kPlaceholderWords),
                     [&](std::string_view word) { return contains(folded, word); });
}

Issued issuer_of(std::string_view text) {
  if (text.starts_with("eyJ")) return web_token(text);
  for (const Shape& shape : kShapes) {
    if (!text.starts_with(shape.prefix)) continue;
    const std::string_view rest = text.substr(shape.prefix.size());
    std::size_t length = 0;
    while (length < rest.size() && shape.body(rest[length])) ++length;
    if (length < shape.length_min || length > shape.length_max) continue;
    const std::string_view body = rest.substr(0, length);
    if (length < rest.size() && is_token_byte(rest[length])) continue;
    if (entropy(body) < 3.0 || is_sample_value(body)) continue;
    const bool right = shape.checked && has_checksum(body);
    return {.name = shape.name, .proven = right, .disproven = shape.checked && !right};
  }
  return {};
}

bool begins_like_token(char first) {
  static const std::array<bool, 256> table = [] {
    std::array<bool, 256> begins{};
    begins['e'] = true;
    for (const Shape& shape : kShapes) {
      begins[static_cast<unsigned char>(shape.prefix.front())] = true;
    }
    return begins;
  }();
  return table[static_cast<unsigned char>(first)];
}

bool looks_scrambled(std::string_view value) {
  if (value.size() < 16 || value.size() > 128) return false;
  std::size_t turns = 0;  // between small and capital letters
  std::size_t run = 0;
  std::size_t longest = 0;  // of letters without a vowel
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (!is_letter(c)) return false;
    if (i > 0 && is_lower(c) != is_lower(value[i - 1])) ++turns;
    run = contains("aeiouyAEIOUY", std::string_view(&c, 1)) ? 0 : run + 1;
    longest = std::max(longest, run);
  }
  constexpr std::size_t kConsonantsMin = 6;
  const bool mixed = turns * 5 >= value.size() * 2;
  return (mixed || (longest >= kConsonantsMin && turns == 0)) && entropy(value) >= 3.3 &&
         !is_sample_value(value);
}

bool looks_random(std::string_view value) {
  if (value.size() < 16 || value.size() > 512) return false;
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t joints = 0;
  for (const char c : value) {
    digits += is_digit(c) ? 1U : 0U;
    letters += is_lower(c) || is_upper(c) ? 1U : 0U;
    joints += is_letter_or_digit(c) ? 0U : 1U;
  }
  // Names and paths have few digits, many joints; dates and numbers have few letters.
  if (digits < 2 || letters < 4 || joints * 5 > value.size()) return false;
  // Sixteen digits hold four bits each at most.
  const double least = is_hex(value) ? 3.1 : (value.size() < 24 ? 3.3 : 3.5);
  return entropy(value) >= least && !is_sample_value(value);
}

bool looks_like_password(std::string_view value) {
  if (value.size() < 8 || value.size() > 128) return false;
  bool small = false;
  bool large = false;
  bool digit = false;
  bool other = false;
  for (const char c : value) {
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) > '~') return false;
    small = small || is_lower(c);
    large = large || is_upper(c);
    digit = digit || is_digit(c);
    other = other || !is_letter_or_digit(c);
  }
  const int kinds = (small ? 1 : 0) + (large ? 1 : 0) + (other ? 1 : 0);
  // Without a digit it takes signs that no name or path has.
  constexpr std::size_t kPlainMin = 10;
  const bool signs = value.find_first_of("!@#^&+=?~") != std::string_view::npos &&
                     value.find_first_of("()[]/:;,|'\"`") == std::string_view::npos;
  if (!digit && (kinds < 3 || !signs || value.size() < kPlainMin)) return false;
  if (kinds < 2) return false;
  return entropy(value) >= 2.7 && !is_sample_value(value);
}

bool names_secret(std::string_view name) {
  std::string folded;
  for (const char c : lower(name)) {
    if (is_letter_or_digit(c)) folded.push_back(c);
  }
  return ends_with_any(folded);
}

}  // namespace pawl::repo
