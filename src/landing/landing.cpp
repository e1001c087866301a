#include "landing/landing.hpp"

#include "base/text/fixed_words.hpp"

namespace pawl::landing {
namespace {

constexpr auto kWays = fixed_words("squash", "fast_forward", "pull", "merged", "contained");

}  // namespace

std::string_view to_string(Way way) { return kWays.at(static_cast<std::size_t>(way)); }

std::optional<Way> way_named(std::string_view name) {
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    if (kWays.at(i) == name) return static_cast<Way>(i);
  }
  return {};
}

std::string short_id(const std::string& commit) { return commit.substr(0, 10); }

std::string land_target(const run::RunState& state, const Wish& wish) {
  return wish.land_on.empty() ? state.base : wish.land_on;
}

}  // namespace pawl::landing
