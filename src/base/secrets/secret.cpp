#include "base/secrets/secret.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "base/json.hpp"
#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kSecretBytesMin = 6;
constexpr std::size_t kSecretLineBytesMin = 16;
constexpr std::string_view kRedacted = "[redacted]";

// The characters of a base64 text that a value alone decides when `before` bytes stand before it:
// `user:token` of an Authorization header holds the token at any of three alignments.
std::string base64_core(std::string_view value, std::size_t before) {
  const std::string encoded = base64(std::string(before, ' ') + std::string(value));
  const std::size_t begin = (before * 8 + 5) / 6;
  const std::size_t end = (before + value.size()) * 8 / 6;
  return encoded.substr(begin, end - begin);
}

std::string url_alphabet(std::string_view encoded) {
  return replace_all(replace_all(encoded, "+", "-"), "/", "_");
}

// The value as it may appear in URLs, headers, JSON documents and line-wise logs.
std::vector<std::string> forms_of(const std::string& value) {
  std::vector<std::string> forms = {value, percent_encoded(value), base64(value)};
  const std::string quoted = Json(value).dump();
  forms.push_back(quoted.substr(1, quoted.size() - 2));
  for (std::size_t before = 0; before < 3; ++before) {
    forms.push_back(base64_core(value, before));
    forms.push_back(url_alphabet(forms.back()));
  }
  const auto lines = split_lines(value);
  for (const std::string_view line : lines) {
    if (lines.size() > 1 && line.size() >= kSecretLineBytesMin) forms.emplace_back(line);
  }
  return forms;
}

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
  const std::unique_lock guard(known_->lock);
  std::vector<std::string>& values = known_->values;
  for (std::string& form : forms_of(secret.reveal())) {
    if (std::find(values.begin(), values.end(), form) == values.end()) {
      values.push_back(std::move(form));
    }
  }
  std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

bool Redactor::empty() const {
  const std::shared_lock guard(known_->lock);
  return known_->values.empty();
}

std::string Redactor::apply(std::string_view text) const {
  struct Span {
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Span> spans;
  std::shared_lock guard(known_->lock);
  for (const std::string& value : known_->values) {
    for (auto at = text.find(value); at != std::string_view::npos; at = text.find(value, at + 1)) {
      spans.push_back({at, at + value.size()});
    }
  }
  guard.unlock();
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t done = 0;
  for (const Span& span : spans) {
    if (span.end <= done) continue;
    // A value that overlaps the one before is part of the same blank.
    if (span.begin >= done) {
      out += text.substr(done, span.begin - done);
      out += kRedacted;
    }
    done = span.end;
  }
  out += text.substr(done);
  return out;
}

}  // namespace pawl
