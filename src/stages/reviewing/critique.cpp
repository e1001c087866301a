// Critics read the branch before it is offered: a panel, then an adversary where the change is
// risky, whose remarks may be mended once, then questions and answers. All of it is advice, unless
// the settings make a gate of it.
#include "base/text/text.hpp"
#include "critics/events.hpp"
#include "critics/personas.hpp"
#include "critics/weighing.hpp"
#include "planner/prompts/template.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/mending.hpp"
#include "stages/reviewing/questions.hpp"
#include "stages/reviewing/refine.hpp"
#include "stages/reviewing/review_words.hpp"
#include "stages/stages.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

constexpr const char* kBranchTitle = "a branch of several commits";

std::string verdict_of(const critics::Review& review) {
  if (review.reading == critics::Reading::unparsable) return "unparsable";
  return review.reading == critics::Reading::clean ? "clean" : "advisory_logged";
}

bool was_read_whole(const critics::Review& review) {
  return review.parts == 0 || review.coverage.whole();
}

bool has_blocker(const critics::Review& review) {
  return critics::count_of(review.findings, critics::Severity::blocker) > 0;
}

Status record_panel(const Scope& scope, const RunSettings& settings, const critics::Review& review,
                    Milliseconds took) {
  for (const critics::Finding& finding : review.findings) {
    TRY(scope.events.append(
        to_event(critics::PanelFinding{.persona = finding.who,
                                       .severity = std::string(to_string(finding.severity)),
                                       .category = finding.category,
                                       .summary = finding.summary,
                                       .file = finding.file,
                                       .line = finding.line})));
  }
  return scope.events.append(
      to_event(critics::PanelReviewEnd{.mode = settings.config.critics_mode,
                                       .personas = settings.config.critics_personas,
                                       .verdict = verdict_of(review),
                                       .findings_count = review.findings.size(),
                                       .has_blocker = has_blocker(review),
                                       .lines = review.coverage.lines,
                                       .lines_read = review.coverage.lines_read,
                                       .took = took}));
}

Status record_devil(const Scope& scope, const critics::Review& review, const std::string& verdict,
                    double risk, Milliseconds took) {
  const run::RunState state = scope.state();
  for (const critics::Finding& finding : review.findings) {
    TRY(scope.events.append(
        to_event(critics::DevilFinding{.severity = std::string(to_string(finding.severity)),
                                       .category = finding.category,
                                       .summary = finding.summary,
                                       .file = finding.file,
                                       .line = finding.line})));
  }
  return scope.events.append(
      to_event(critics::DevilReviewEnd{.branch = state.branch,
                                       .base = state.base,
                                       .verdict = verdict,
                                       .findings_count = review.findings.size(),
                                       .has_blocker = has_blocker(review),
                                       .risk = risk,
                                       .lines = review.coverage.lines,
                                       .lines_read = review.coverage.lines_read,
                                       .took = took}));
}

class Critics {
 public:
  explicit Critics(const Workshop& shop) : shop_(shop) {}

  Result<Outcome> run() {
    TRY(settle_commits(shop_.scope, shop_.checkout, shop_.models));
    TRY_ASSIGN(const std::string head, shop_.checkout.worktree->head());
    TRY(read(head));
    TRY(refine());
    TRY(settle_commits(shop_.scope, shop_.checkout, shop_.models));
    if (dialogue_wanted(shop_)) {
      TRY_ASSIGN(dialogue_, question_branch(shop_));
      TRY(settle_commits(shop_.scope, shop_.checkout, shop_.models));
    }
    return ended();
  }

 private:
  const config::Config& config() const { return shop_.settings.config; }
  const Scope& scope() const { return shop_.scope; }

  bool panel_wanted() const {
    return config().critics_mode != "off" &&
           model_of(shop_.models, config::Role::critic) != nullptr;
  }
  bool devil_wanted() const {
    return config().critics_devil && model_of(shop_.models, config::Role::devil) != nullptr;
  }

  // Of this very head, or of the one that was refined: asked for once, found again after a crash.
  Status read(const std::string& head) {
    if (const auto kept = scope().artifacts.read_json(kCritics);
        kept &&
        ((*kept)["head"].text() == head || refined(scope()) || has_mended(scope(), kMendQa))) {
      panel_ = critics::review_from_json((*kept)["panel"]);
      devil_ = critics::review_from_json((*kept)["devil"]);
      return Done{};
    }
    TRY_ASSIGN(const critics::Diff diff, shown_diff(scope(), shop_.checkout, head));
    if (panel_wanted()) TRY(ask_panel(diff));
    if (devil_wanted()) TRY(ask_devil(diff));
    return scope().artifacts.write_json(kCritics,
                                        Json::object({{"head", head},
                                                      {"panel", critics::to_json(panel_)},
                                                      {"devil", critics::to_json(devil_)}}));
  }

  Status ask_panel(const critics::Diff& diff) {
    const Milliseconds begun = scope().ports.clock.monotonic();
    TRY_ASSIGN(const std::string personas, critics::personas_words(config().critics_personas));
    TRY_ASSIGN(
        panel_,
        ask_critic(scope(), shop_.models,
                   {.role = config::Role::critic,
                    .purpose = "panel",
                    .title = kBranchTitle,
                    .order = planner::render("prompts/critics-panel.md", {{"personas", personas}}),
                    .tokens_max = config().critics_tokens_max},
                   diff));
    return record_panel(scope(), shop_.settings, panel_, scope().ports.clock.monotonic() - begun);
  }

  Status ask_devil(const critics::Diff& diff) {
    const double risk = critics::risk_of(diff);
    if (risk < config().critics_devil_risk) return record_devil(scope(), {}, "no_op", risk, {});
    const Milliseconds begun = scope().ports.clock.monotonic();
    TRY_ASSIGN(devil_, ask_critic(scope(), shop_.models,
                                  {.role = config::Role::devil,
                                   .purpose = "devil's advocate",
                                   .title = kBranchTitle,
                                   .order = planner::render("prompts/critics-devil.md", {}),
                                   .tokens_max = config().critics_tokens_max},
                                  diff));
    return record_devil(scope(), devil_, verdict_of(devil_), risk,
                        scope().ports.clock.monotonic() - begun);
  }

  Status refine() {
    const bool too_late = has_mended(scope(), kMendQa);  // it was weighed before
    if (!config().critics_refine || too_late || budget_is_gone(shop_.models)) return Done{};
    std::vector<critics::Finding> grave;
    for (const critics::Finding& finding : devil_.findings) {
      if (finding.severity >= critics::Severity::major) grave.push_back(finding);
    }
    return grave.empty() ? Status(Done{}) : refine_branch(shop_, grave);
  }

  // A gate passes on evidence: what nobody could read is none. Empty when it passes.
  std::string why_blocked(const std::string& words) const {
    if (!panel_wanted()) return "there is no model for critics: name one as critic.model";
    if (panel_.unparsable > 0 || devil_.unparsable > 0) {
      return "critics could not judge all of the change: " +
             (panel_.unparsable > 0 ? panel_ : devil_).reason;
    }
    if (config().critics_devil && !devil_wanted()) {
      return "there is no model for the adversary: name one as devil.model";
    }
    if (config().critics_qa && !dialogue_wanted(shop_)) {
      return "there is no model to ask and answer: name one as questioner.model";
    }
    if (!was_read_whole(panel_) || !was_read_whole(devil_)) {
      return "critics did not read all of the change (critics.tokens_max)";
    }
    if (dialogue_wanted(shop_) && dialogue_.reading() == critics::Reading::unparsable) {
      return "questions about the change came to no end: " + dialogue_.reason;
    }
    // What the adversary found was mended, and the checks carried it.
    const bool blocked = has_blocker(panel_) || (has_blocker(devil_) && !refined(scope()));
    return blocked ? words : std::string();
  }

  Outcome ended() const {
    std::vector<critics::Finding> all = panel_.findings;
    all.insert(all.end(), devil_.findings.begin(), devil_.findings.end());
    all = critics::merged(std::move(all));
    std::string words = all.empty() ? "" : "critics: " + findings_words(all);
    if (dialogue_wanted(shop_)) {
      words += (words.empty() ? "" : "; ") + ("questions: " + dialogue_words(dialogue_));
    }
    if (config().critics_mode == "blocking") {
      if (std::string why = why_blocked(words); !why.empty()) {
        return Outcome::bail("reviewer_requested_changes", 6,
                             why + "; the branch was not published (critics.mode is blocking)");
      }
    }
    return Outcome{.reason = words};
  }

  const Workshop& shop_;
  critics::Review panel_;
  critics::Review devil_;
  critics::Dialogue dialogue_;
};

}  // namespace

Result<Outcome> critique(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         Models& models) {
  const bool panel = settings.config.critics_mode != "off";
  if (!panel && !settings.config.critics_devil && !settings.config.critics_qa) {
    return Outcome::skip("");
  }
  const Workshop shop{scope, settings, checkout, models};
  Result<Outcome> done = Critics(shop).run();
  if (done || done.error().code == Errc::cancelled || done.error().code == Errc::conflict) {
    return done;
  }
  const std::string reason = printable(done.error().to_line(), 500);
  TRY(scope.events.append(to_event(critics::DevilCallFailed{.reason = reason})));
  if (settings.config.critics_mode == "blocking") return done;
  return Outcome{.reason = "the critics failed: " + reason};
}

}  // namespace pawl::stages
