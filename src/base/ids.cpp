#include "base/ids.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kSlugLengthMax = 40;
constexpr std::size_t kHexLength = 6;

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

RunId RunId::make(std::string_view slug_source, std::string_view hex) {
  return RunId(slug(slug_source, kSlugLengthMax) + "-" + std::string(hex.substr(0, kHexLength)));
}

Result<RunId> RunId::parse(std::string_view text) {
  const auto dash = text.rfind('-');
  const bool shaped = dash != std::string_view::npos && dash > 0 &&
                      text.size() - dash - 1 == kHexLength &&
                      text.size() <= kSlugLengthMax + 1 + kHexLength;
  const bool is_slug = shaped && slug(text.substr(0, dash), kSlugLengthMax) == text.substr(0, dash);
  if (!is_slug ||
      !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(dash) + 1, text.end(), is_hex)) {
    return fail(Errc::invalid, "not a run id: \"" + printable(text, 60) +
                                   "\"; ids look like my-project-1a2b3c (see `pawl list`)");
  }
  return RunId(std::string(text));
}

}  // namespace pawl
