// SHA-1 (FIPS 180-4), only to compare with the ids git made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pawl::git {

constexpr std::size_t kSha1BlockBytes = 64;
using Sha1State = std::array<std::uint32_t, 5>;

// Mixes whole blocks into the state.
using Sha1Mix = void (*)(Sha1State& state, const char* blocks, std::size_t count);
void sha1_mix_portable(Sha1State& state, const char* blocks, std::size_t count);
// By the processor's own SHA instructions; null where it has none.
Sha1Mix sha1_mix_by_hardware();

class Sha1 {
 public:
  Sha1();  // the quickest way to mix
  explicit Sha1(Sha1Mix mix) : mix_(mix) {}

  void add(std::string_view bytes);
  // The hash of all that was added, 40 hex digits. Nothing may be added afterwards.
  std::string hex();

 private:
  Sha1Mix mix_;
  Sha1State state_ = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<char, kSha1BlockBytes> block_{};
  std::size_t held_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace pawl::git
