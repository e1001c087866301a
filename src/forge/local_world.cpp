#include "forge/local_world.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kTitleMax = 300;
constexpr std::size_t kTextMax = 256U << 10U;
constexpr std::size_t kCommitShown = 10;

Trouble invalid(std::string message, std::string way_out = {}) {
  return {
      .kind = TroubleKind::invalid, .message = std::move(message), .way_out = std::move(way_out)};
}

}  // namespace

Answered check_text(std::string_view what, std::string_view text) {
  if (text.size() > kTextMax) {
    return invalid(std::string(what) + " has " + std::to_string(text.size()) + " bytes, at most " +
                   std::to_string(kTextMax) + " are taken");
  }
  if (!is_utf8(text)) return invalid(std::string(what) + " is no UTF-8", "save it as UTF-8");
  return Done{};
}

Answered check_title(std::string_view what, std::string_view title) {
  const std::string_view line = trim(title);
  if (line.empty()) return invalid(std::string(what) + " needs a title");
  if (contains(line, "\n")) {
    return invalid("the title of " + std::string(what) + " is one line",
                   "the rest goes into its body");
  }
  if (line.size() > kTitleMax) {
    return invalid("the title has " + std::to_string(line.size()) + " bytes, at most " +
                       std::to_string(kTitleMax) + " are taken",
                   "the rest goes into the body");
  }
  return check_text("the title of " + std::string(what), title);
}

Trouble stale_head(std::int64_t number, const std::string& is, const std::string& expected) {
  return {.kind = TroubleKind::conflict,
          .message = "pull request #" + std::to_string(number) + " is at " +
                     is.substr(0, kCommitShown) + ", not at " +
                     printable(expected.substr(0, kCommitShown), 80),
          .way_out = "look at it again, then decide again"};
}

Answer<PullRow> pull_row(LocalWorld& world, std::int64_t number) {
  TRY_ASSIGN(auto found, world.tables.pull(world.repository(), number));
  if (found) return *std::move(found);
  return Trouble{.kind = TroubleKind::not_found,
                 .message = world.target.name + " has no pull request #" + std::to_string(number),
                 .way_out = "`pawl pr list` shows those there are"};
}

Answer<Slice> slice_of(const PageRequest& page) {
  if (page.limit == 0) return invalid("a page holds at least one item");
  Slice slice{.after = 0, .limit = std::min(page.limit, kPageMax) + 1};
  if (page.cursor.empty()) return slice;
  const auto after = parse_int(page.cursor);
  if (!after || *after < 0) return invalid("no cursor of this list: " + printable(page.cursor, 40));
  slice.after = static_cast<std::int64_t>(*after);
  return slice;
}

}  // namespace pawl::forge
