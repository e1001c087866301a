#include <array>

#include "base/text/text.hpp"
#include "guards/guards.hpp"

namespace pawl::guards {
namespace {

constexpr auto kGuards = std::to_array<Guard>({
#define PAWL_GUARD(check, id, code, title, event, mode, tier, on) \
  {id, code, title, event, mode, Tier::tier, on, check},
#include "guards/guard_rows.inc"
#undef PAWL_GUARD
});

}  // namespace

std::span<const Guard> all() { return kGuards; }

const Guard* find(std::string_view id) {
  for (const Guard& guard : kGuards) {
    if (equal_folded(guard.id, id) || (!guard.code.empty() && equal_folded(guard.code, id))) {
      return &guard;
    }
  }
  return nullptr;
}

}  // namespace pawl::guards
