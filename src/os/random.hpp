// Randomness: ids and jitter.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace pawl::os {

class Random {
 public:
  virtual ~Random() = default;
  virtual std::uint64_t next() = 0;
  std::string hex(std::size_t digits);
  double fraction();  // in [0, 1)
};

std::unique_ptr<Random> real_random();  // getrandom(2)

// The same numbers for the same seed, on every machine (SplitMix64).
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() override;

 private:
  std::uint64_t state_;
};

}  // namespace pawl::os
