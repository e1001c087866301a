// Regular expressions as JSON Schema means them: those of ECMA-262 with its flag `u`, over code
// points, matched anywhere in the text. PCRE2 matches them, within limits that no text and no
// expression can get round (docs/adr/0023-pcre2.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace pawl::schema {

class Pattern {
 public:
  // Errc::invalid says what is wrong with the expression, or what of it PCRE2 cannot do: texts of
  // different lengths behind `(?<=`, and expressions that would take more than 64 KiB.
  static Result<Pattern> compile(std::string_view expression);

 private:
  friend class Matcher;
  struct Code;
  explicit Pattern(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
  std::shared_ptr<const Code> code_;
};

// Matches texts one after another, all of them together within one limit. Not to be shared between
// threads.
class Matcher {
 public:
  // Each item of an expression that is tried takes one step, and each byte of the text that is
  // passed over.
  explicit Matcher(std::size_t steps_max);
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  enum class Match : std::uint8_t {
    no,
    yes,
    unknown,  // the steps or 32 MiB of memory were used up, or the text is no UTF-8
  };
  Match search(const Pattern& pattern, std::string_view text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl::schema
