#include "syntax/unicode.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::syntax {

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::optional<std::size_t> first_bad_byte(std::string_view text) {
  if (is_utf8(text)) return std::nullopt;
  const std::string fixed = to_utf8(text);
  const auto [theirs, ours] = std::mismatch(text.begin(), text.end(), fixed.begin(), fixed.end());
  return static_cast<std::size_t>(theirs - text.begin());
}

}  // namespace pawl::syntax
