#include "git/sha1.hpp"

#include <algorithm>
#include <bit>

namespace pawl::git {
namespace {

using Schedule = std::array<std::uint32_t, 16>;

Schedule schedule_of(const char* block) {
  Schedule words{};
  for (std::size_t i = 0; i < kSha1BlockBytes; ++i) {
    words[i / 4] = (words[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
  }
  return words;
}

// Twenty of the eighty rounds of a block.
template <unsigned kFrom, class Mix>
void rounds(Sha1State& state, Schedule& w, std::uint32_t constant, Mix mixed) {
  auto [a, b, c, d, e] = state;
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
  state = {a, b, c, d, e};
}

void mix_block(Sha1State& state, const char* block) {
  using U32 = std::uint32_t;
  Schedule w = schedule_of(block);
  Sha1State next = state;
  const auto choice = [](U32 b, U32 c, U32 d) { return d ^ (b & (c ^ d)); };
  const auto parity = [](U32 b, U32 c, U32 d) { return b ^ c ^ d; };
  const auto majority = [](U32 b, U32 c, U32 d) { return (b & c) | (d & (b | c)); };
  rounds<0>(next, w, 0x5a827999, choice);
  rounds<20>(next, w, 0x6ed9eba1, parity);
  rounds<40>(next, w, 0x8f1bbcdc, majority);
  rounds<60>(next, w, 0xca62c1d6, parity);
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += next[i];
}

Sha1Mix quickest() {
  static const Sha1Mix kHardware = sha1_mix_by_hardware();
  return kHardware != nullptr ? kHardware : sha1_mix_portable;
}

}  // namespace

void sha1_mix_portable(Sha1State& state, const char* blocks, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) mix_block(state, blocks + i * kSha1BlockBytes);
}

Sha1::Sha1() : mix_(quickest()) {}

void Sha1::add(std::string_view bytes) {
  total_ += bytes.size();
  if (held_ > 0) {
    const std::size_t taken = std::min(bytes.size(), kSha1BlockBytes - held_);
    std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(held_));
    held_ += taken;
    bytes.remove_prefix(taken);
    if (held_ < kSha1BlockBytes) return;
    mix_(state_, block_.data(), 1);
    held_ = 0;
  }
  const std::size_t whole = bytes.size() / kSha1BlockBytes;
  if (whole > 0) mix_(state_, bytes.data(), whole);
  bytes.remove_prefix(whole * kSha1BlockBytes);
  std::copy(bytes.begin(), bytes.end(), block_.begin());
  held_ = bytes.size();
}

std::string Sha1::hex() {
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
  for (const std::uint32_t word : state_) {
    for (unsigned shift = 32; shift > 0; shift -= 4) out += kHex[(word >> (shift - 4)) & 15U];
  }
  return out;
}

}  // namespace pawl::git
