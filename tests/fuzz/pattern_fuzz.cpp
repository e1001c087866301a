// An expression, a zero byte, a text: what is matched is matched again, and a text that has the
// match in its middle matches, too, where nothing anchors the expression.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "schema/pattern.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using pawl::schema::Matcher;
  constexpr std::size_t kSteps = 200'000;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto zero = input.find('\0');
  if (zero == std::string_view::npos) return 0;
  const auto pattern = pawl::schema::Pattern::compile(input.substr(0, zero));
  if (!pattern) return 0;
  const std::string_view text = input.substr(zero + 1);
  const auto search = [&](std::string_view in) { return Matcher(kSteps).search(*pattern, in); };
  const Matcher::Match first = search(text);
  PAWL_CHECK(search(text) == first, "the same search ends in another way");
  const bool looks_around = input.substr(0, zero).find_first_of("^$\\(") != std::string_view::npos;
  if (first != Matcher::Match::yes || looks_around) return 0;
  PAWL_CHECK(search("x" + std::string(text) + "y") != Matcher::Match::no,
             "an expression without anchors is anchored");
  return 0;
}
