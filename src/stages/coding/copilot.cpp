// Asks GitHub's own reviewer for a review, and waits for it. Neither is needed for the run to go
// on: not every repository has one.
#include "stages/coding/copilot.hpp"

#include "forge/forge.hpp"
#include "run/effects.hpp"
#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr std::int64_t kCopilotTimeout = 600;  // seconds
constexpr std::int64_t kCopilotPoll = 20;

// A review of this very head: one of an earlier head says nothing of it.
Result<bool> has_reviewed(forge::Forge& forge, const run::PullRequestRef& pr) {
  forge::PageRequest page;
  while (true) {
    TRY_ASSIGN(const forge::Page<forge::Review> reviews, forge.reviews().list(pr.number, page));
    for (const forge::Review& review : reviews.items) {
      if (is_copilot(review.author) && review.head_commit == pr.head) return true;
    }
    if (reviews.next.empty()) return false;
    page.cursor = reviews.next;
  }
}

}  // namespace

Result<Outcome> request_copilot(const Scope& scope, forge::Forge& forge) {
  const run::RunState state = scope.state();
  if (!state.pr) return Outcome::skip("there is no pull request to be reviewed");
  const run::PullRequestRef pr = *state.pr;
  const run::Effect effect{.key = "request-review:" + pr.head + ":" + kCopilot,
                           .kind = "request-review",
                           .intent = Json::object({{"pr", pr.number}, {"login", kCopilot}})};
  // Asking twice asks once.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        const forge::Answered asked = forge.reviews().request(pr.number, kCopilot);
        if (asked) return Json::object({{"asked", true}});
        if (asked.error().kind == forge::TroubleKind::cancelled) {
          return forge::to_error(asked.error());
        }
        return Json::object({{"asked", false}, {"why", printable(asked.error().message, 300)}});
      }};
  TRY_ASSIGN(const Json done, run::perform(scope.events, state, effect, steps));
  if (done["asked"].bool_or(false)) return Outcome{};
  return Outcome::skip("Copilot cannot be asked here: " + done["why"].string_or(""));
}

Result<Outcome> wait_copilot(const Scope& scope, forge::Forge& forge) {
  const run::RunState state = scope.state();
  if (!state.pr) return Outcome::skip("there is no pull request to be reviewed");
  const auto asked = state.effects.find("request-review:" + state.pr->head + ":" + kCopilot);
  const bool wanted = asked != state.effects.end() && asked->second.done &&
                      (*asked->second.done)["asked"].bool_or(false);
  if (!wanted) return Outcome::skip("Copilot was not asked");
  const os::Clock& clock = scope.ports.clock;
  const Milliseconds limit = Seconds(scope.options["timeout"].int_or(kCopilotTimeout));
  const Milliseconds poll = Seconds(scope.options["interval"].int_or(kCopilotPoll));
  const Milliseconds start = clock.monotonic();
  std::string trouble;
  while (true) {
    TRY(go_on(scope));
    const Result<bool> there = has_reviewed(forge, *state.pr);
    if (there && *there) return Outcome{};
    trouble = there ? std::string() : "; " + printable(there.error().message, 200);
    if (clock.monotonic() - start >= limit) break;
    scope.ports.clock.sleep(poll, &scope.ports.cancel);
  }
  return Outcome::skip("Copilot has not reviewed this head in time" + trouble);
}

}  // namespace pawl::stages
