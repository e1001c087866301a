// Characters that an edit turned into others: read in another encoding, lost, or replaced by ones
// that only look alike.
#pragma once

#include <optional>
#include <string>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

struct EncodingFault {
  std::size_t line = 0;  // from 0
  std::string what;
  bool unusual = false;  // a byte order mark where it breaks nothing: a question of taste
};

// Of a text that is no longer UTF-8, or has replacement characters, question marks or mojibake in
// the place of letters. Strings of tests may hold them on purpose.
std::optional<EncodingFault> encoding_fault(const git::FileChange& file);
std::optional<EncodingFault> letter_fault(const TextChange& change);

// A typographic quote, dash or blank in code, where a plain one belongs.
std::optional<EncodingFault> odd_sign(const TextChange& change);

}  // namespace pawl::guards
