#include "forge/local_world.hpp"

namespace pawl::forge {

Answer<PullRow> pull_row(LocalWorld& world, std::int64_t number) {
  TRY_ASSIGN(auto found, world.tables.pull(world.repository(), number));
  if (found) return *std::move(found);
  return Trouble{.kind = TroubleKind::not_found,
                 .message = world.target.name + " has no pull request #" + std::to_string(number),
                 .way_out = "`pawl pr list` shows those there are"};
}

}  // namespace pawl::forge
