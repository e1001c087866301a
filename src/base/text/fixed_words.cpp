#include "base/text/fixed_words.hpp"

namespace pawl {

std::string join(WordsView words, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const std::string_view word : words) {
    if (!first) out += separator;
    out += word;
    first = false;
  }
  return out;
}

}  // namespace pawl
