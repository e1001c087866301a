// Parts of a request that some endpoints refuse. What was refused once is left out from then on.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace pawl::llm {

enum class Part : std::uint8_t { response_format, stream_options, max_tokens, temperature, tools };

class PartSet {
 public:
  PartSet() = default;
  PartSet(std::initializer_list<Part> parts) {
    for (const Part part : parts) add(part);
  }
  bool has(Part part) const { return (bits_ & bit(part)) != 0; }
  bool empty() const { return bits_ == 0; }
  void add(Part part) { bits_ |= bit(part); }
  void add(PartSet others) { bits_ |= others.bits_; }

 private:
  static unsigned bit(Part part) { return 1U << static_cast<unsigned>(part); }
  unsigned bits_ = 0;
};

}  // namespace pawl::llm
