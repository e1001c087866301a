#include "base/digest.hpp"

// OpenSSL 3 asks for EVP instead, which weighs a hundred times as much
// (docs/adr/0025-libcrypto.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <array>
#include <cstddef>
#include <cstring>

#include <openssl/sha.h>

namespace pawl {
namespace {

// None of these can fail.
std::array<unsigned char, SHA_DIGEST_LENGTH> sha1(std::initializer_list<std::string_view> parts) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> out{};
  SHA_CTX context;
  SHA1_Init(&context);
  for (const std::string_view part : parts) SHA1_Update(&context, part.data(), part.size());
  SHA1_Final(out.data(), &context);
  return out;
}

std::array<unsigned char, SHA256_DIGEST_LENGTH> sha256(
    std::initializer_list<std::string_view> parts) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> out{};
  SHA256_CTX context;
  SHA256_Init(&context);
  for (const std::string_view part : parts) SHA256_Update(&context, part.data(), part.size());
  SHA256_Final(out.data(), &context);
  return out;
}

template <std::size_t N>
std::string hex_of(const std::array<unsigned char, N>& bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(2 * N);
  for (const unsigned char byte : bytes) {
    out += kHex[byte >> 4U];
    out += kHex[byte & 15U];
  }
  return out;
}

}  // namespace

std::string digest_hex(Hash hash, std::initializer_list<std::string_view> parts) {
  return hash == Hash::sha1 ? hex_of(sha1(parts)) : hex_of(sha256(parts));
}

Sha256::Sha256() {
  static_assert(sizeof(SHA256_CTX) <= sizeof(state_));
  SHA256_CTX context;
  SHA256_Init(&context);
  std::memcpy(state_.data(), &context, sizeof context);
}

void Sha256::add(std::string_view bytes) {
  SHA256_CTX context;
  std::memcpy(&context, state_.data(), sizeof context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  std::memcpy(state_.data(), &context, sizeof context);
}

std::string Sha256::hex() const {
  SHA256_CTX context;
  std::memcpy(&context, state_.data(), sizeof context);
  std::array<unsigned char, SHA256_DIGEST_LENGTH> out{};
  SHA256_Final(out.data(), &context);
  return hex_of(out);
}

}  // namespace pawl
