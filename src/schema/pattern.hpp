// Regular expressions as JSON Schema means them: those of ECMA-262 with its `u` flag, over code
// points, matched anywhere in the text. A match that takes too long is given up, so no text can
// keep Pawl busy (docs/adr/0011-json-schema.md).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace pawl {

class Pattern {
 public:
  // Errc::invalid says what is wrong with the expression, or which of its words is not supported:
  // `\p{…}` besides the general categories of ASCII, and flags within the expression.
  static Result<Pattern> compile(std::string_view expression);

  enum class Match : std::uint8_t {
    no,
    yes,
    unknown,  // given up after a fixed number of steps
  };
  Match search(std::string_view text) const;

 private:
  struct Program;
  explicit Pattern(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

}  // namespace pawl
