#include "base/secret.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kSecretBytesMin = 6;
constexpr std::string_view kRedacted = "[redacted]";

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t block = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      block = (block << 8U) | (j < have ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= have ? kAlphabet[(block >> (18U - 6U * j)) & 63U] : '=';
    }
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kPlain.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  return out;
}

void Redactor::add(const Secret& secret) {
  if (secret.reveal().size() < kSecretBytesMin) return;
  for (std::string form :
       {secret.reveal(), percent_encoded(secret.reveal()), base64(secret.reveal())}) {
    if (std::find(values_.begin(), values_.end(), form) == values_.end()) {
      values_.push_back(std::move(form));
    }
  }
  std::sort(values_.begin(), values_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

std::string Redactor::apply(std::string_view text) const {
  std::string out(text);
  for (const std::string& value : values_) {
    if (contains(out, value)) out = replace_all(out, value, kRedacted);
  }
  return out;
}

}  // namespace pawl
