#include "run/events.hpp"

#include <array>

namespace pawl::run {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kRunBegin,       &kRunResumed,    &kRunPhase,       &kRunHeartbeat,     &kRunInterrupted,
     &kRunAborted,     &kRunExitClean,  &kStageBegin,     &kStageEnd,         &kRunOperation,
     &kSandboxLevel,   &kWorktreeReady, &kMetricMeasured, &kReportReady,      &kPlanReady,
     &kMemoryGateway,  &kSubtaskBegin,  &kSubtaskRefused, &kSubtaskCommitted, &kSubtaskFailed,
     &kSubtaskSkipped, &kEffectIntent,  &kEffectDone,     &kEffectUnknown,    &kPrOpened});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

}  // namespace pawl::run
