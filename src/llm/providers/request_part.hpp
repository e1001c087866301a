// Parts of a request that some endpoints refuse. What was refused once is left out from then on.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::llm {

enum class Part : std::uint8_t {
  json_schema,  // response_format with the schema; without it json_object is asked for
  json_object,
  stream_options,
  max_tokens,  // under its older name
  temperature,
  tools,
  reasoning_effort,
  thinking_template,
  thinking_top_level,
};

// `json_schema` …: byte-stable, kept on disk.
std::string_view to_string(Part part);
std::optional<Part> part_from(std::string_view name);

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
  std::vector<std::string> names() const;

 private:
  static unsigned bit(Part part) { return 1U << static_cast<unsigned>(part); }
  unsigned bits_ = 0;
};

}  // namespace pawl::llm
