// The kinds of events that report what critics found: of each its row, what it says, and the codec
// of that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::critics {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kSelfCriticFinding{
    "self_critic.finding", "pr severity category summary file line quote", Durability::buffered,
    "what the self-review found, a fault each"};
struct SelfCriticFinding {
  std::int64_t pr = 0;
  std::string severity;
  std::string category;
  std::string summary;
  std::string file;
  std::int64_t line = 0;
  std::string quote;
};
Event to_event(const SelfCriticFinding& event);
SelfCriticFinding self_critic_finding_of(const JournalEvent& event);

inline constexpr EventKind kSelfCriticReview{
    "self_critic.review",
    "pr head model reading findings blocker major minor nit bad unquoted parts unparsable files "
    "files_read lines lines_read reason",
    Durability::buffered, "a model read the pull request, and how much of it"};
struct SelfCriticReview {
  std::int64_t pr = 0;
  std::string head;
  std::string model;
  std::string reading;  // a name of Reading
  std::size_t findings = 0;
  std::size_t blocker = 0;
  std::size_t major = 0;
  std::size_t minor = 0;
  std::size_t nit = 0;
  std::size_t bad = 0;
  std::size_t unquoted = 0;
  std::size_t parts = 0;
  std::size_t unparsable = 0;
  std::size_t files = 0;
  std::size_t files_read = 0;
  std::size_t lines = 0;
  std::size_t lines_read = 0;
  std::string reason;  // why a part was not judged
};
Event to_event(const SelfCriticReview& event);
SelfCriticReview self_critic_review_of(const JournalEvent& event);

inline constexpr EventKind kSelfCriticFailed{"self_critic.failed", "pr reason",
                                             Durability::buffered,
                                             "the self-review failed; the run goes on without it"};
struct SelfCriticFailed {
  std::int64_t pr = 0;
  std::string reason;
};
Event to_event(const SelfCriticFailed& event);
SelfCriticFailed self_critic_failed_of(const JournalEvent& event);

inline constexpr EventKind kPanelFinding{
    "critic_panel.finding", "persona severity category summary file line", Durability::buffered,
    "what the panel found, a fault each"};
struct PanelFinding {
  std::string persona;
  std::string severity;
  std::string category;
  std::string summary;
  std::string file;
  std::int64_t line = 0;
};
Event to_event(const PanelFinding& event);
PanelFinding panel_finding_of(const JournalEvent& event);

inline constexpr EventKind kPanelReviewEnd{
    "critic_panel.review.end",
    "mode personas verdict findings_count has_blocker lines lines_read ms", Durability::buffered,
    "the panel read the branch"};
struct PanelReviewEnd {
  std::string mode;
  std::string personas;
  std::string verdict;
  std::size_t findings_count = 0;
  bool has_blocker = false;
  std::size_t lines = 0;
  std::size_t lines_read = 0;
  Milliseconds took{0};
};
Event to_event(const PanelReviewEnd& event);
PanelReviewEnd panel_review_end_of(const JournalEvent& event);

inline constexpr EventKind kDevilFinding{
    "critic_devil.finding", "severity category summary file line", Durability::buffered,
    "what the adversary found, a fault each"};
struct DevilFinding {
  std::string severity;
  std::string category;
  std::string summary;
  std::string file;
  std::int64_t line = 0;
};
Event to_event(const DevilFinding& event);
DevilFinding devil_finding_of(const JournalEvent& event);

inline constexpr EventKind kDevilReviewEnd{
    "critic_devil.review.end",
    "branch base verdict findings_count has_blocker risk lines lines_read ms", Durability::buffered,
    "the adversary read the branch, or found it not worth a question"};
struct DevilReviewEnd {
  std::string branch;
  std::string base;
  std::string verdict;
  std::size_t findings_count = 0;
  bool has_blocker = false;
  double risk = 0;
  std::size_t lines = 0;
  std::size_t lines_read = 0;
  Milliseconds took{0};
};
Event to_event(const DevilReviewEnd& event);
DevilReviewEnd devil_review_end_of(const JournalEvent& event);

inline constexpr EventKind kDevilCallFailed{"critic_devil.call_failed", "reason",
                                            Durability::buffered,
                                            "the critics failed; the run goes on without them"};
struct DevilCallFailed {
  std::string reason;
};
Event to_event(const DevilCallFailed& event);
DevilCallFailed devil_call_failed_of(const JournalEvent& event);

inline constexpr EventKind kRefinerPropose{
    "critic_refiner.propose", "triggers_count files_supplied patches_count", Durability::buffered,
    "the worker answered what critics found"};
struct RefinerPropose {
  std::size_t triggers_count = 0;
  std::size_t files_supplied = 0;
  std::size_t patches_count = 0;
};
Event to_event(const RefinerPropose& event);
RefinerPropose refiner_propose_of(const JournalEvent& event);

inline constexpr EventKind kRefinerKept{"critic_refiner.kept", "path commit", Durability::buffered,
                                        "what it answered is on the branch"};
struct RefinerKept {
  std::vector<std::string> path;
  std::string commit;
};
Event to_event(const RefinerKept& event);
RefinerKept refiner_kept_of(const JournalEvent& event);

inline constexpr EventKind kRefinerReverted{"critic_refiner.reverted", "winner rationale",
                                            Durability::durable, "what it answered is not taken"};
struct RefinerReverted {
  std::string winner;
  std::string rationale;
};
Event to_event(const RefinerReverted& event);
RefinerReverted refiner_reverted_of(const JournalEvent& event);

inline constexpr EventKind kMetaEvalJudge{"critic_meta_eval.judge", "v0_sha winner rationale",
                                          Durability::buffered,
                                          "whether the branch is better with it"};
struct MetaEvalJudge {
  std::string v0_sha;
  std::string winner;
  std::string rationale;
};
Event to_event(const MetaEvalJudge& event);
MetaEvalJudge meta_eval_judge_of(const JournalEvent& event);

inline constexpr EventKind kQaQuestions{"critic_qa.questions", "count", Durability::buffered,
                                        "questions were asked about the branch"};
struct QaQuestions {
  std::size_t count = 0;
};
Event to_event(const QaQuestions& event);
QaQuestions qa_questions_of(const JournalEvent& event);

inline constexpr EventKind kQaQuestionerFailed{"critic_qa.questioner_failed", "reason",
                                               Durability::buffered,
                                               "nobody asked a question that can be read"};
struct QaQuestionerFailed {
  std::string reason;
};
Event to_event(const QaQuestionerFailed& event);
QaQuestionerFailed qa_questioner_failed_of(const JournalEvent& event);

inline constexpr EventKind kQaAnswers{
    "critic_qa.answers", "gap handled uncertain unanswered", Durability::buffered,
    "they were answered; what the answers show is not looked up yet"};
struct QaAnswers {
  std::size_t gap = 0;
  std::size_t handled = 0;
  std::size_t uncertain = 0;
  std::size_t unanswered = 0;
};
Event to_event(const QaAnswers& event);
QaAnswers qa_answers_of(const JournalEvent& event);

inline constexpr EventKind kQaDefenderFailed{"critic_qa.defender_failed", "reason",
                                             Durability::buffered,
                                             "nobody gave an answer that can be read"};
struct QaDefenderFailed {
  std::string reason;
};
Event to_event(const QaDefenderFailed& event);
QaDefenderFailed qa_defender_failed_of(const JournalEvent& event);

inline constexpr EventKind kQaRoundTripStart{
    "critic_qa.round_trip.start", "flipped_count", Durability::buffered,
    "what answers show is not there: they are asked for once more"};
struct QaRoundTripStart {
  std::size_t flipped_count = 0;
};
Event to_event(const QaRoundTripStart& event);
QaRoundTripStart qa_round_trip_start_of(const JournalEvent& event);

inline constexpr EventKind kQaRoundTripEnd{"critic_qa.round_trip.end", "flipped_count",
                                           Durability::buffered, "how many do not hold still"};
struct QaRoundTripEnd {
  std::size_t flipped_count = 0;
};
Event to_event(const QaRoundTripEnd& event);
QaRoundTripEnd qa_round_trip_end_of(const JournalEvent& event);

inline constexpr EventKind kQaRoundTripFailed{
    "critic_qa.round_trip_failed", "reason", Durability::buffered,
    "no answer came the second time; the first ones count"};
struct QaRoundTripFailed {
  std::string reason;
};
Event to_event(const QaRoundTripFailed& event);
QaRoundTripFailed qa_round_trip_failed_of(const JournalEvent& event);

inline constexpr EventKind kQaRevisedKept{"critic_qa.revised_kept", "touched commit",
                                          Durability::buffered,
                                          "what the worker mended of the gaps is on the branch"};
struct QaRevisedKept {
  std::vector<std::string> touched;
  std::string commit;
};
Event to_event(const QaRevisedKept& event);
QaRevisedKept qa_revised_kept_of(const JournalEvent& event);

inline constexpr EventKind kQaRevisedReverted{"critic_qa.revised_reverted", "reason",
                                              Durability::durable,
                                              "what it mended of them is not taken"};
struct QaRevisedReverted {
  std::string reason;
};
Event to_event(const QaRevisedReverted& event);
QaRevisedReverted qa_revised_reverted_of(const JournalEvent& event);

inline constexpr EventKind kQaCrashed{"critic_qa.crashed", "reason", Durability::buffered,
                                      "questions and answers failed; the run goes on without them"};
struct QaCrashed {
  std::string reason;
};
Event to_event(const QaCrashed& event);
QaCrashed qa_crashed_of(const JournalEvent& event);

}  // namespace pawl::critics
