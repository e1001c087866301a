#include "forge/page.hpp"

#include "base/text/text.hpp"

namespace pawl::forge {

Answer<Slice> slice_of(const PageRequest& page) {
  if (page.limit == 0) return fail(Errc::invalid, "a page holds at least one item");
  Slice slice{.after = 0, .limit = std::min(page.limit, kPageMax) + 1};
  if (page.cursor.empty()) return slice;
  const auto after = parse_int(page.cursor);
  if (!after || *after < 0) {
    return fail(Errc::invalid, "no cursor of this list: " + printable(page.cursor, 40));
  }
  slice.after = static_cast<std::int64_t>(*after);
  return slice;
}

}  // namespace pawl::forge
