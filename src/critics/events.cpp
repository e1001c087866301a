#include "critics/events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::critics {
namespace {

constexpr auto kKinds = std::to_array<const EventKind*>(
    {&kSelfCriticFinding, &kSelfCriticReview,   &kSelfCriticFailed,  &kPanelFinding,
     &kPanelReviewEnd,    &kDevilFinding,       &kDevilReviewEnd,    &kDevilCallFailed,
     &kRefinerPropose,    &kRefinerKept,        &kRefinerReverted,   &kMetaEvalJudge,
     &kQaQuestions,       &kQaQuestionerFailed, &kQaAnswers,         &kQaDefenderFailed,
     &kQaRoundTripStart,  &kQaRoundTripEnd,     &kQaRoundTripFailed, &kQaRevisedKept,
     &kQaRevisedReverted, &kQaCrashed});

}  // namespace

std::span<const EventKind* const> event_kinds() { return kKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, SelfCriticFinding& event) {
  visit("pr", event.pr);
  visit("severity", event.severity);
  visit("category", event.category);
  visit("summary", event.summary);
  visit("file", event.file);
  visit("line", event.line);
  visit("quote", event.quote);
}

template <class Visit>
void event_fields(Visit& visit, SelfCriticReview& event) {
  visit("pr", event.pr);
  visit("head", event.head);
  visit("model", event.model);
  visit("reading", event.reading);
  visit("findings", event.findings);
  visit("blocker", event.blocker);
  visit("major", event.major);
  visit("minor", event.minor);
  visit("nit", event.nit);
  visit("bad", event.bad);
  visit("unquoted", event.unquoted);
  visit("parts", event.parts);
  visit("unparsable", event.unparsable);
  visit("files", event.files);
  visit("files_read", event.files_read);
  visit("lines", event.lines);
  visit("lines_read", event.lines_read);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, SelfCriticFailed& event) {
  visit("pr", event.pr);
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, PanelFinding& event) {
  visit("persona", event.persona);
  visit("severity", event.severity);
  visit("category", event.category);
  visit("summary", event.summary);
  visit("file", event.file);
  visit("line", event.line);
}

template <class Visit>
void event_fields(Visit& visit, PanelReviewEnd& event) {
  visit("mode", event.mode);
  visit("personas", event.personas);
  visit("verdict", event.verdict);
  visit("findings_count", event.findings_count);
  visit("has_blocker", event.has_blocker);
  visit("lines", event.lines);
  visit("lines_read", event.lines_read);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, DevilFinding& event) {
  visit("severity", event.severity);
  visit("category", event.category);
  visit("summary", event.summary);
  visit("file", event.file);
  visit("line", event.line);
}

template <class Visit>
void event_fields(Visit& visit, DevilReviewEnd& event) {
  visit("branch", event.branch);
  visit("base", event.base);
  visit("verdict", event.verdict);
  visit("findings_count", event.findings_count);
  visit("has_blocker", event.has_blocker);
  visit("risk", event.risk);
  visit("lines", event.lines);
  visit("lines_read", event.lines_read);
  visit("ms", event.took);
}

template <class Visit>
void event_fields(Visit& visit, DevilCallFailed& event) {
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, RefinerPropose& event) {
  visit("triggers_count", event.triggers_count);
  visit("files_supplied", event.files_supplied);
  visit("patches_count", event.patches_count);
}

template <class Visit>
void event_fields(Visit& visit, RefinerKept& event) {
  visit("path", event.path);
  visit("commit", event.commit);
}

template <class Visit>
void event_fields(Visit& visit, RefinerReverted& event) {
  visit("winner", event.winner);
  visit("rationale", event.rationale);
}

template <class Visit>
void event_fields(Visit& visit, MetaEvalJudge& event) {
  visit("v0_sha", event.v0_sha);
  visit("winner", event.winner);
  visit("rationale", event.rationale);
}

template <class Visit>
void event_fields(Visit& visit, QaQuestions& event) {
  visit("count", event.count);
}

template <class Visit>
void event_fields(Visit& visit, QaQuestionerFailed& event) {
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, QaAnswers& event) {
  visit("gap", event.gap);
  visit("handled", event.handled);
  visit("uncertain", event.uncertain);
  visit("unanswered", event.unanswered);
}

template <class Visit>
void event_fields(Visit& visit, QaDefenderFailed& event) {
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, QaRoundTripStart& event) {
  visit("flipped_count", event.flipped_count);
}

template <class Visit>
void event_fields(Visit& visit, QaRoundTripEnd& event) {
  visit("flipped_count", event.flipped_count);
}

template <class Visit>
void event_fields(Visit& visit, QaRoundTripFailed& event) {
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, QaRevisedKept& event) {
  visit("touched", event.touched);
  visit("commit", event.commit);
}

template <class Visit>
void event_fields(Visit& visit, QaRevisedReverted& event) {
  visit("reason", event.reason);
}

template <class Visit>
void event_fields(Visit& visit, QaCrashed& event) {
  visit("reason", event.reason);
}

// ---- the codecs

Event to_event(const SelfCriticFinding& event) { return encoded(kSelfCriticFinding, event); }
SelfCriticFinding self_critic_finding_of(const JournalEvent& event) {
  return decoded<SelfCriticFinding>(event);
}

Event to_event(const SelfCriticReview& event) { return encoded(kSelfCriticReview, event); }
SelfCriticReview self_critic_review_of(const JournalEvent& event) {
  return decoded<SelfCriticReview>(event);
}

Event to_event(const SelfCriticFailed& event) { return encoded(kSelfCriticFailed, event); }
SelfCriticFailed self_critic_failed_of(const JournalEvent& event) {
  return decoded<SelfCriticFailed>(event);
}

Event to_event(const PanelFinding& event) { return encoded(kPanelFinding, event); }
PanelFinding panel_finding_of(const JournalEvent& event) { return decoded<PanelFinding>(event); }

Event to_event(const PanelReviewEnd& event) { return encoded(kPanelReviewEnd, event); }
PanelReviewEnd panel_review_end_of(const JournalEvent& event) {
  return decoded<PanelReviewEnd>(event);
}

Event to_event(const DevilFinding& event) { return encoded(kDevilFinding, event); }
DevilFinding devil_finding_of(const JournalEvent& event) { return decoded<DevilFinding>(event); }

Event to_event(const DevilReviewEnd& event) { return encoded(kDevilReviewEnd, event); }
DevilReviewEnd devil_review_end_of(const JournalEvent& event) {
  return decoded<DevilReviewEnd>(event);
}

Event to_event(const DevilCallFailed& event) { return encoded(kDevilCallFailed, event); }
DevilCallFailed devil_call_failed_of(const JournalEvent& event) {
  return decoded<DevilCallFailed>(event);
}

Event to_event(const RefinerPropose& event) { return encoded(kRefinerPropose, event); }
RefinerPropose refiner_propose_of(const JournalEvent& event) {
  return decoded<RefinerPropose>(event);
}

Event to_event(const RefinerKept& event) { return encoded(kRefinerKept, event); }
RefinerKept refiner_kept_of(const JournalEvent& event) { return decoded<RefinerKept>(event); }

Event to_event(const RefinerReverted& event) { return encoded(kRefinerReverted, event); }
RefinerReverted refiner_reverted_of(const JournalEvent& event) {
  return decoded<RefinerReverted>(event);
}

Event to_event(const MetaEvalJudge& event) { return encoded(kMetaEvalJudge, event); }
MetaEvalJudge meta_eval_judge_of(const JournalEvent& event) {
  return decoded<MetaEvalJudge>(event);
}

Event to_event(const QaQuestions& event) { return encoded(kQaQuestions, event); }
QaQuestions qa_questions_of(const JournalEvent& event) { return decoded<QaQuestions>(event); }

Event to_event(const QaQuestionerFailed& event) { return encoded(kQaQuestionerFailed, event); }
QaQuestionerFailed qa_questioner_failed_of(const JournalEvent& event) {
  return decoded<QaQuestionerFailed>(event);
}

Event to_event(const QaAnswers& event) { return encoded(kQaAnswers, event); }
QaAnswers qa_answers_of(const JournalEvent& event) { return decoded<QaAnswers>(event); }

Event to_event(const QaDefenderFailed& event) { return encoded(kQaDefenderFailed, event); }
QaDefenderFailed qa_defender_failed_of(const JournalEvent& event) {
  return decoded<QaDefenderFailed>(event);
}

Event to_event(const QaRoundTripStart& event) { return encoded(kQaRoundTripStart, event); }
QaRoundTripStart qa_round_trip_start_of(const JournalEvent& event) {
  return decoded<QaRoundTripStart>(event);
}

Event to_event(const QaRoundTripEnd& event) { return encoded(kQaRoundTripEnd, event); }
QaRoundTripEnd qa_round_trip_end_of(const JournalEvent& event) {
  return decoded<QaRoundTripEnd>(event);
}

Event to_event(const QaRoundTripFailed& event) { return encoded(kQaRoundTripFailed, event); }
QaRoundTripFailed qa_round_trip_failed_of(const JournalEvent& event) {
  return decoded<QaRoundTripFailed>(event);
}

Event to_event(const QaRevisedKept& event) { return encoded(kQaRevisedKept, event); }
QaRevisedKept qa_revised_kept_of(const JournalEvent& event) {
  return decoded<QaRevisedKept>(event);
}

Event to_event(const QaRevisedReverted& event) { return encoded(kQaRevisedReverted, event); }
QaRevisedReverted qa_revised_reverted_of(const JournalEvent& event) {
  return decoded<QaRevisedReverted>(event);
}

Event to_event(const QaCrashed& event) { return encoded(kQaCrashed, event); }
QaCrashed qa_crashed_of(const JournalEvent& event) { return decoded<QaCrashed>(event); }

}  // namespace pawl::critics
