#include "git/blob_id.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "git/sha256.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kBlockBytes = 64;

using Words = std::array<std::uint32_t, 5>;
using Schedule = std::array<std::uint32_t, 16>;

Schedule schedule_of(const char* block) {
  Schedule words{};
  for (std::size_t i = 0; i < kBlockBytes; ++i) {
    words[i / 4] = (words[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
  }
  return words;
}

// Twenty of the eighty rounds of a block.
template <unsigned kFrom, class Mix>
void rounds(Words& hash, Schedule& w, std::uint32_t constant, Mix mixed) {
  auto [a, b, c, d, e] = hash;
#pragma GCC unroll 20
  for (unsigned i = kFrom; i < kFrom + 20; ++i) {
    if (i >= 16) {
      w[i % 16] = std::rotl(w[(i + 13) % 16] ^ w[(i + 8) % 16] ^ w[(i + 2) % 16] ^ w[i % 16], 1);
    }
    const std::uint32_t sum = std::rotl(a, 5) + mixed(b, c, d) + e + constant + w[i % 16];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = sum;
  }
  hash = {a, b, c, d, e};
}

// SHA-1 (FIPS 180-4), only to compare with the ids git made.
class Sha1 {
 public:
  void add(std::string_view bytes) {
    total_ += bytes.size();
    if (held_ > 0) {
      const std::size_t taken = std::min(bytes.size(), kBlockBytes - held_);
      std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(held_));
      held_ += taken;
      bytes.remove_prefix(taken);
      if (held_ < kBlockBytes) return;
      mix(block_.data());
      held_ = 0;
    }
    for (; bytes.size() >= kBlockBytes; bytes.remove_prefix(kBlockBytes)) mix(bytes.data());
    std::copy(bytes.begin(), bytes.end(), block_.begin());
    held_ = bytes.size();
  }

  std::string hex() {
    const std::uint64_t bits = total_ * 8;
    const std::size_t padding = (held_ < 56 ? 56 : 120) - held_;
    std::string end(padding, '\0');
    end.front() = '\x80';
    for (unsigned shift = 64; shift > 0; shift -= 8) {
      end += static_cast<char>((bits >> (shift - 8)) & 0xFFU);
    }
    add(end);
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    for (const std::uint32_t word : hash_) {
      for (unsigned shift = 32; shift > 0; shift -= 4) out += kHex[(word >> (shift - 4)) & 15U];
    }
    return out;
  }

 private:
  void mix(const char* block) {
    using U32 = std::uint32_t;
    Schedule w = schedule_of(block);
    Words next = hash_;
    const auto choice = [](U32 b, U32 c, U32 d) { return d ^ (b & (c ^ d)); };
    const auto parity = [](U32 b, U32 c, U32 d) { return b ^ c ^ d; };
    const auto majority = [](U32 b, U32 c, U32 d) { return (b & c) | (d & (b | c)); };
    rounds<0>(next, w, 0x5a827999, choice);
    rounds<20>(next, w, 0x6ed9eba1, parity);
    rounds<40>(next, w, 0x8f1bbcdc, majority);
    rounds<60>(next, w, 0xca62c1d6, parity);
    for (std::size_t i = 0; i < hash_.size(); ++i) hash_[i] += next[i];
  }

  Words hash_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<char, kBlockBytes> block_{};
  std::size_t held_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

bool is_blob(std::string_view bytes, std::string_view id) {
  std::string header = "blob " + std::to_string(bytes.size());
  header += '\0';
  if (id.size() == 64) return sha256_hex(header.append(bytes)) == id;
  Sha1 hash;
  hash.add(header);
  hash.add(bytes);
  return hash.hex() == id;
}

}  // namespace pawl::git
