#include "os/random.hpp"

#include <cerrno>

#include <sys/random.h>

#include "base/check.hpp"

namespace pawl::os {
namespace {

class RealRandom final : public Random {
 public:
  std::uint64_t next() override {
    std::uint64_t value = 0;
    ssize_t n = 0;
    do {
      n = ::getrandom(&value, sizeof value, 0);
    } while (n < 0 && errno == EINTR);
    PAWL_CHECK(n == static_cast<ssize_t>(sizeof value), "the kernel gave no randomness");
    return value;
  }
};

}  // namespace

std::string Random::hex(std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(digits);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (i % 16 == 0) bits = next();
    text += kDigits[bits & 0xFU];
    bits >>= 4U;
  }
  return text;
}

double Random::fraction() {
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;  // 53 bits: every value is exact
}

std::unique_ptr<Random> real_random() { return std::make_unique<RealRandom>(); }

std::uint64_t SeededRandom::next() {
  state_ += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

}  // namespace pawl::os
