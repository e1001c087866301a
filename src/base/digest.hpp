// Digests, by libcrypto: for the ids git gives, and for fingerprints that nobody can forge.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace pawl {

enum class Hash : std::uint8_t {
  sha1,    // FIPS 180-4; only to compare with ids that git made
  sha256,  // FIPS 180-4
};

// Of the parts one behind the other, in lower-case hex digits: 40 of a SHA-1, 64 of a SHA-256.
std::string digest_hex(Hash hash, std::initializer_list<std::string_view> parts);

// A SHA-256 of text that comes bit by bit.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // Of all that was added so far; more may follow.
  std::string hex() const;

 private:
  // What libcrypto keeps; its header stays in the source.
  alignas(8) std::array<unsigned char, 128> state_{};
};

}  // namespace pawl
