#include "stages/publishing/critics_part.hpp"

#include "base/text/text.hpp"
#include "critics/events.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/mending.hpp"
#include "stages/reviewing/questions.hpp"
#include "stages/reviewing/review_words.hpp"
#include "store/journal.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kRemarksMax = 10;
constexpr std::size_t kRemarkBytes = 300;
constexpr std::size_t kPlaceBytes = 200;
constexpr std::size_t kReasonBytes = 300;
constexpr std::size_t kShortCommit = 10;

std::string finding_item(const critics::Finding& finding) {
  return "  - **" + std::string(to_string(finding.severity)) + "** " +
         markdown_text(finding.file, kPlaceBytes) +
         (finding.line > 0 ? ":" + std::to_string(finding.line) : "") + ": " +
         markdown_text(finding.summary, kRemarkBytes) + "\n";
}

// Silence is praise only where all was read.
std::string verdict_words(const critics::Review& review) {
  if (!review.findings.empty()) {
    const std::string left = review.unparsable > 0 ? ", and not all could be judged" : "";
    return findings_words(review.findings) + left;
  }
  if (review.is_clean()) return "nothing found";
  if (review.reading == critics::Reading::clean) {
    return "nothing found in " + std::to_string(review.coverage.lines_read) + " of " +
           counted(review.coverage.lines, "changed line");
  }
  return "no verdict: " + markdown_text(review.reason, kReasonBytes);
}

std::string review_item(std::string_view who, const std::optional<critics::Review>& review) {
  if (!review) return {};
  std::string out = "- " + std::string(who) + ": " + verdict_words(*review) + ".\n";
  std::size_t shown = 0;
  for (const critics::Finding& finding : review->findings) {
    if (shown++ == kRemarksMax) break;
    out += finding_item(finding);
  }
  if (review->findings.size() > kRemarksMax) {
    out += "  - and " + std::to_string(review->findings.size() - kRemarksMax) + " more\n";
  }
  return out;
}

std::string mended_item(const MendedFacts& mended, std::string_view what) {
  if (!mended.commit.empty()) {
    return "- " + std::string(what) + ": mended by " + mended.commit.substr(0, kShortCommit) +
           ".\n";
  }
  if (mended.refused.empty()) return {};
  return "- " + std::string(what) +
         ": what was made of it was not taken: " + markdown_text(mended.refused, kReasonBytes) +
         "\n";
}

std::string open_item(const critics::Question& question, const critics::Answer& answer) {
  std::string why = answer.rationale;
  if (!answer.busted.empty()) why = "it was called handled, but " + answer.busted;
  return "  - **" + std::string(to_string(answer.verdict)) + "** " +
         markdown_text(question.text, kRemarkBytes) +
         (why.empty() ? "" : " — " + markdown_text(why, kRemarkBytes)) + "\n";
}

std::string dialogue_item(const std::optional<critics::Dialogue>& dialogue) {
  if (!dialogue) return {};
  std::string out =
      "- Questions about the change: " + markdown_text(dialogue_words(*dialogue), kReasonBytes);
  if (dialogue->lines_read < dialogue->lines) {
    out += ", of " + std::to_string(dialogue->lines_read) + " of " +
           counted(dialogue->lines, "changed line");
  }
  out += ".\n";
  for (std::size_t i = 0; i < dialogue->answers.size() && i < dialogue->questions.size(); ++i) {
    if (dialogue->answers[i].verdict == critics::Verdict::handled) continue;
    out += open_item(dialogue->questions[i], dialogue->answers[i]);
  }
  return out;
}

MendedFacts mended_facts(const run::RunState& state, std::string_view id) {
  const auto found = state.subtasks.find(std::string(id));
  return {.commit = found == state.subtasks.end() ? "" : found->second.commit, .refused = {}};
}

std::optional<critics::Review> asked_review(const Json& json) {
  critics::Review review = critics::review_from_json(json);
  return review.parts == 0 ? std::nullopt : std::optional(std::move(review));
}

}  // namespace

Result<CriticsFacts> critics_facts(const Scope& scope) {
  CriticsFacts facts;
  if (const auto kept = scope.artifacts.read_json(kCritics)) {
    facts.panel = asked_review((*kept)["panel"]);
    facts.devil = asked_review((*kept)["devil"]);
  }
  if (const auto kept = scope.artifacts.read_json(kDialogue)) {
    facts.dialogue = critics::dialogue_from_json((*kept)["dialogue"]);
  }
  const run::RunState state = scope.state();
  facts.refined = mended_facts(state, kRefine);
  facts.answered = mended_facts(state, kMendQa);
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(scope.layout.run(scope.id)));
  for (const JournalEvent& event : journal.events) {
    if (event.is(critics::kRefinerReverted)) {
      facts.refined.refused = critics::refiner_reverted_of(event).rationale;
    }
    if (event.is(critics::kQaRevisedReverted)) {
      facts.answered.refused = critics::qa_revised_reverted_of(event).reason;
    }
    if (event.is(critics::kDevilCallFailed)) {
      facts.failed = critics::devil_call_failed_of(event).reason;
    }
    if (event.is(critics::kQaCrashed)) facts.failed = critics::qa_crashed_of(event).reason;
  }
  return facts;
}

std::string critics_part(const CriticsFacts& facts) {
  std::string out =
      review_item("Panel", facts.panel) + review_item("Devil's advocate", facts.devil) +
      mended_item(facts.refined, "What the devil's advocate found grave") +
      dialogue_item(facts.dialogue) + mended_item(facts.answered, "What answers left open");
  if (!facts.failed.empty()) {
    out += "- They came to no end, so their silence says nothing: " +
           markdown_text(facts.failed, kReasonBytes) + "\n";
  }
  if (out.empty()) return {};
  return "## What critics found\n\nModels say so, of the branch before what they asked for was "
         "mended; nothing of it was proven by running it.\n\n" +
         out + "\n";
}

}  // namespace pawl::stages
