#include "planner/events.hpp"

#include <array>

namespace pawl::planner {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kPlanDropped, &kPlanOccamFilter, &kPlanRule, &kPlanRealBugSynthesized, &kPlanOccamRewrite,
     &kPlanReadmeBanished, &kScopeMetricsFiltered, &kScopePlanFiltered});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

}  // namespace pawl::planner
