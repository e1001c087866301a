// A model reads the pull request of the run and comments on it. What it says is advice: whatever
// becomes of it, the run ends as it would without.
#include "base/text/text.hpp"
#include "critics/events.hpp"
#include "forge/own_words.hpp"
#include "run/effects.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/review_words.hpp"
#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kSelfReview = "self-review.json";
constexpr const char* kOrder =
    "You are the last to look at it before its maintainers do. Look for what they would send it "
    "back for.";

struct Reviewed {
  forge::Pull pull;
  critics::Review review;
};

Result<critics::Review> ask(const Scope& scope, const RunSettings& settings,
                            const Checkout& checkout, Models& models, const forge::Pull& pull) {
  TRY_ASSIGN(const critics::Diff diff, shown_diff(scope, checkout, pull.head_commit));
  return ask_critic(scope, models,
                    {.role = config::Role::reviewer,
                     .purpose = "self-review",
                     .title = pull.title,
                     .order = kOrder,
                     .tokens_max = settings.config.self_review_tokens_max},
                    diff);
}

Status record(const Scope& scope, const Models& models, const Reviewed& done) {
  const critics::Review& review = done.review;
  const auto count = [&](critics::Severity severity) {
    return critics::count_of(review.findings, severity);
  };
  for (const critics::Finding& finding : review.findings) {
    TRY(scope.events.append(
        to_event(critics::SelfCriticFinding{.pr = done.pull.number,
                                            .severity = std::string(to_string(finding.severity)),
                                            .category = finding.category,
                                            .summary = finding.summary,
                                            .file = finding.file,
                                            .line = finding.line,
                                            .quote = finding.quote})));
  }
  return scope.events.append(to_event(
      critics::SelfCriticReview{.pr = done.pull.number,
                                .head = done.pull.head_commit,
                                .model = models.others.at(config::Role::reviewer).model->name(),
                                .reading = std::string(to_string(review.reading)),
                                .findings = review.findings.size(),
                                .blocker = count(critics::Severity::blocker),
                                .major = count(critics::Severity::major),
                                .minor = count(critics::Severity::minor),
                                .nit = count(critics::Severity::nit),
                                .bad = review.bad,
                                .unquoted = review.unquoted,
                                .parts = review.parts,
                                .unparsable = review.unparsable,
                                .files = review.coverage.files,
                                .files_read = review.coverage.files_read,
                                .lines = review.coverage.lines,
                                .lines_read = review.coverage.lines_read,
                                .reason = review.reason}));
}

// The review of this very head: asked for once, found again after a crash.
Result<critics::Review> review_of(const Scope& scope, const RunSettings& settings,
                                  const Checkout& checkout, Models& models,
                                  const forge::Pull& pull) {
  if (const auto kept = scope.artifacts.read_json(kSelfReview);
      kept && (*kept)["head"].text() == pull.head_commit) {
    return critics::review_from_json((*kept)["review"]);
  }
  TRY_ASSIGN(critics::Review review, ask(scope, settings, checkout, models, pull));
  TRY(scope.artifacts.write_json(
      kSelfReview,
      Json::object({{"head", pull.head_commit}, {"review", critics::to_json(review)}})));
  TRY(record(scope, models, {.pull = pull, .review = review}));
  return review;
}

// Once more where no answer came: then it is looked up first whether it took effect.
Result<Json> perform_and_look(const Scope& scope, const run::Effect& effect,
                              const run::EffectSteps& steps) {
  Result<Json> done = run::perform(scope.events, scope.state(), effect, steps);
  const bool lost =
      !done && (done.error().code == Errc::upstream || done.error().code == Errc::timeout);
  if (lost) done = run::perform(scope.events, scope.state(), effect, steps);
  return done;
}

class Posting {
 public:
  Posting(const Scope& scope, forge::Forge& forge, const Reviewed& done, std::string model,
          std::vector<std::string> hidden)
      : scope_(scope),
        forge_(forge),
        done_(done),
        model_(std::move(model)),
        hidden_(std::move(hidden)) {}

  // Silence says that all of it was read and nothing is wrong.
  Status post() {
    TRY_ASSIGN(const auto earlier, forge::own_comment(forge_, done_.pull.number, mark_start()));
    if (done_.review.is_clean() && !earlier) return Done{};
    TRY(post_review());
    return post_comment();
  }

 private:
  const std::string& head() const { return done_.pull.head_commit; }
  std::string public_words(std::string text) const {
    return without_private_words(scope_.redactor.apply(text), hidden_);
  }
  static std::string mark_start() {
    const std::string mark = forge::hidden_mark(kSelfReviewMark, "");
    return mark.substr(0, mark.find(':') + 1);
  }
  std::string mark() const { return forge::hidden_mark(kSelfReviewMark, head()); }

  forge::ReviewDraft draft(const std::string& author) const {
    forge::ReviewDraft draft{.author = author, .comments = line_comments(done_.review)};
    for (forge::LineComment& comment : draft.comments) comment.body = public_words(comment.body);
    draft.body = self_review_body(draft.comments.size(), head());
    return draft;
  }

  Status post_review() {
    if (!forge_.capabilities().line_comments) return Done{};
    TRY_ASSIGN(const std::string author, forge_.author());
    const forge::ReviewDraft review = draft(author);
    if (review.comments.empty()) return Done{};
    const run::Effect effect{.key = "self_review:" + head(),
                             .kind = "self_review",
                             .intent = Json::object({{"pr", done_.pull.number}, {"head", head()}})};
    const run::EffectSteps steps{
        .find = [&]() -> Result<std::optional<Json>> {
          TRY_ASSIGN(const auto found, forge::own_review(forge_, done_.pull.number, mark()));
          if (!found) return std::optional<Json>();
          return std::optional<Json>(Json::object({{"review", found->id}}));
        },
        .act = [&]() -> Result<Json> {
          TRY_ASSIGN(const forge::Review made,
                     forge_.reviews().submit(done_.pull.number, review, head()));
          return Json::object({{"review", made.id}});
        }};
    const Result<Json> posted = perform_and_look(scope_, effect, steps);
    // A line that the forge does not show: the comment on the whole names it all the same.
    if (!posted && posted.error().code == Errc::invalid) {
      return say(scope_, "no comments at lines: " + printable(posted.error().message, 300));
    }
    return posted ? Status(Done{}) : Status(posted.error());
  }

  Status post_comment() {
    const std::string body = public_words(self_review_comment(done_.review, head(), model_));
    const run::Effect effect{.key = "self_review_comment:" + head(),
                             .kind = "self_review_comment",
                             .intent = Json::object({{"pr", done_.pull.number}, {"head", head()}})};
    const run::EffectSteps steps{
        .find = [&]() -> Result<std::optional<Json>> {
          TRY_ASSIGN(const auto found, forge::own_comment(forge_, done_.pull.number, mark()));
          if (!found) return std::optional<Json>();
          return std::optional<Json>(Json::object({{"comment", found->id}}));
        },
        .act = [&]() -> Result<Json> {
          TRY_ASSIGN(const auto earlier,
                     forge::own_comment(forge_, done_.pull.number, mark_start()));
          if (earlier) {
            TRY_ASSIGN(const forge::Comment changed,
                       forge_.issues().update_comment(*earlier, body));
            return Json::object({{"comment", changed.id}});
          }
          TRY_ASSIGN(const std::string author, forge_.author());
          TRY_ASSIGN(const forge::Comment made,
                     forge_.issues().comment(done_.pull.number, {.body = body, .author = author}));
          return Json::object({{"comment", made.id}});
        }};
    const Result<Json> posted = perform_and_look(scope_, effect, steps);
    return posted ? Status(Done{}) : Status(posted.error());
  }

  const Scope& scope_;
  forge::Forge& forge_;
  const Reviewed& done_;
  std::string model_;
  std::vector<std::string> hidden_;
};

std::string words_of_review(const critics::Review& review) {
  if (!review.findings.empty()) return "self-review: " + findings_words(review.findings);
  if (review.is_clean()) return "self-review: nothing found";
  if (review.reading == critics::Reading::clean) {
    return "self-review: nothing found in " + std::to_string(review.coverage.lines_read) + " of " +
           counted(review.coverage.lines, "changed line");
  }
  return "self-review: no verdict (" + printable(review.reason, 200) + ")";
}

// Why there is nothing to review; empty when there is.
std::string why_not(const run::RunState& state, const forge::Pull& pull) {
  const std::string name = "pull request #" + std::to_string(pull.number);
  if (pull.state != forge::PullState::open) {
    return name + " is " + std::string(to_string(pull.state)) + ": not reviewed";
  }
  if (pull.head_commit == state.pr->head) return {};
  return name + " is at " + pull.head_commit.substr(0, 10) +
         ", which is not of this run: it is left alone";
}

Result<Outcome> review_pull(const Scope& scope, const RunSettings& settings,
                            const Checkout& checkout, Models& models, forge::Forge& forge) {
  const run::RunState state = scope.state();
  Reviewed done;
  TRY_ASSIGN(done.pull, forge.pulls().get(state.pr->number));
  if (std::string why = why_not(state, done.pull); !why.empty()) return Outcome{.reason = why};
  TRY_ASSIGN(done.review, review_of(scope, settings, checkout, models, done.pull));
  TRY(go_on(scope));
  // Asking takes a while: meanwhile a person may have pushed.
  TRY_ASSIGN(const forge::Pull now, forge.pulls().get(state.pr->number));
  if (std::string why = why_not(state, now); !why.empty()) return Outcome{.reason = why};
  Posting posting(scope, forge, done, models.others[config::Role::reviewer].model->name(),
                  private_words(settings.config, settings.request, scope.layout, checkout.target,
                                scope.ports.folder));
  TRY(posting.post());
  return Outcome{.reason = words_of_review(done.review)};
}

}  // namespace

Result<Outcome> self_review(const Scope& scope, const RunSettings& settings,
                            const Checkout& checkout, Models& models, forge::Forge& forge) {
  if (!settings.request.self_review) return Outcome::skip("");
  const run::RunState state = scope.state();
  if (!state.pr) return Outcome::skip("there is no pull request to review");
  if (model_of(models, config::Role::reviewer) == nullptr) return Outcome::skip("");
  const Result<Outcome> done = review_pull(scope, settings, checkout, models, forge);
  if (done || done.error().code == Errc::cancelled) return done;
  const std::string reason = printable(done.error().to_line(), 500);
  TRY(scope.events.append(
      to_event(critics::SelfCriticFailed{.pr = state.pr->number, .reason = reason})));
  return Outcome{.reason = "the self-review failed: " + reason};
}

}  // namespace pawl::stages
