// Reads one JSON value that starts at a known place, strictly or with mending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace pawl::llm {

// What may be wrong with the JSON of a model and is put right.
enum class Mend : std::uint8_t {
  trailing_comma,
  extra_comma,
  missing_comma,
  missing_closer,
  bare_quote,
  raw_newline,
  control_character,
  bad_escape,
  lone_surrogate,
  single_quotes,
  triple_quotes,
  unquoted_key,
  comment,
  python_literal,
  number_form,
};

class Mends {
 public:
  void add(Mend mend) { bits_ |= 1U << static_cast<unsigned>(mend); }
  bool empty() const { return bits_ == 0; }
  // `trailing_comma` …: byte-stable, in the order of the enumeration.
  std::vector<std::string> names() const;

 private:
  std::uint32_t bits_ = 0;
};

struct ReadRules {
  bool mend = false;
  // With mending: brackets still open at the end of the text are closed. A string that does not
  // end, a value that is missing behind a colon or a comma are never made up.
  bool close_at_end = false;
};

struct Reading {
  bool found = false;
  Json value;             // when found
  std::size_t end = 0;    // behind the value, or where reading failed
  bool cut_off = false;   // failed because the text ended
  bool too_deep = false;  // failed at the nesting limit, 512 as for Json::parse
  Mends mends;
};

// `text` is UTF-8. Without mending it takes what Json::parse takes, no more and no less. A value
// that needs no mending reads the same either way. Looks at each byte a bounded number of times.
Reading read_json(std::string_view text, std::size_t at, ReadRules rules);

}  // namespace pawl::llm
