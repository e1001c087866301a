#include "stages/coding/gh_review.hpp"

#include "base/text/text.hpp"
#include "forge/own_words.hpp"
#include "llm/answers/json_answer.hpp"
#include "run/effects.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/review_words.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::int64_t kReviewWeightMax = 240'000;  // of the diff in a question

// One question holds all that fits; what does not is said.
critics::Chunk one_chunk(const critics::Diff& diff) {
  std::vector<critics::Chunk> chunks =
      critics::cut(diff, {.chunk = kReviewWeightMax, .fixed = 0, .total = kReviewWeightMax});
  return chunks.empty() ? critics::Chunk{} : std::move(chunks.front());
}

std::string mark_of_review(const Scope& scope, const std::string& head) {
  return forge::hidden_mark("ghreview", slug(scope.node, 60) + " " + head);
}

// One review of the node on this head, however often it is tried.
class ReviewPosting final {
 public:
  ReviewPosting(const Bench& bench, forge::Forge& forge, std::int64_t number, std::string head)
      : bench_(bench), forge_(forge), number_(number), head_(std::move(head)) {}

  Status post(const critics::Review& review) const {
    const Scope& scope = bench_.scope();
    const std::string mark = mark_of_review(scope, head_);
    TRY_ASSIGN(const forge::ReviewDraft draft, draft_of(review, mark));
    const run::Effect effect{.key = "ghreview:" + scope.node + ":" + head_,
                             .kind = "review",
                             .intent = Json::object({{"pr", number_}, {"head", head_}})};
    const auto found = [&]() -> Result<std::optional<Json>> {
      TRY_ASSIGN(const auto there, forge::own_review(forge_, number_, mark));
      if (!there) return std::optional<Json>();
      return std::optional<Json>(Json::object({{"review", there->id}}));
    };
    const run::EffectSteps steps{.find = found, .act = [&]() -> Result<Json> {
                                   const auto made = forge_.reviews().submit(number_, draft, head_);
                                   if (made) return Json::object({{"review", made->id}});
                                   TRY_ASSIGN(const auto there, found());
                                   if (there) return *there;
                                   return forge::to_error(made.error());
                                 }};
    TRY_ASSIGN([[maybe_unused]] const Json done,
               run::perform(scope.events, scope.state(), effect, steps));
    // What the forge has is what counts.
    TRY_ASSIGN(const auto there, found());
    if (there) return Done{};
    return fail(Errc::upstream, "the review of " + scope.node + " is not at the pull request");
  }

 private:
  Result<forge::ReviewDraft> draft_of(const critics::Review& review,
                                      const std::string& mark) const {
    const Scope& scope = bench_.scope();
    const std::vector<std::string> hidden =
        private_words(bench_.config(), bench_.request(), scope.layout,
                      bench_.shop().checkout.target, scope.ports.folder);
    TRY_ASSIGN(const std::string author, forge_.author());
    forge::ReviewDraft draft{.author = author};
    if (forge_.capabilities().line_comments) draft.comments = line_comments(review);
    for (forge::LineComment& comment : draft.comments) {
      comment.body = without_private_words(scope.redactor.apply(comment.body), hidden);
    }
    const std::string what =
        review.findings.empty() ? "no findings" : findings_words(review.findings);
    draft.body = "A program reviewed this (" + printable(scope.node, 100) + "): " + what + ".\n\n" +
                 mark + "\n";
    return draft;
  }

  const Bench& bench_;
  forge::Forge& forge_;
  std::int64_t number_;
  std::string head_;
};

}  // namespace

std::string review_artifact(std::string_view node) {
  return "ghreview-" + slug(node, 60) + ".json";
}

critics::Review review_of_answer(std::string_view answer, const critics::Diff& diff) {
  const critics::Chunk chunk = one_chunk(diff);
  critics::ReviewSum sum;
  Result<llm::Extracted> found = llm::extract_json(answer, false, nullptr);
  if (!found || !found->value["findings"].is_array()) {
    sum.add_failure("the answer is no list of findings");
    return sum.of(diff);
  }
  critics::ParsedFindings parsed = critics::parse_findings(found->value);
  critics::Critique critique;
  critique.bad = parsed.bad;
  for (critics::Finding& finding : parsed.findings) {
    if (critics::settle(finding, diff, chunk)) {
      critique.findings.push_back(std::move(finding));
    } else {
      ++critique.unquoted;
    }
  }
  critique.reading =
      critique.findings.empty() ? critics::Reading::clean : critics::Reading::findings;
  sum.add(chunk, std::move(critique));
  return sum.of(diff);
}

Result<Outcome> gh_review(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                          Models& models, const Agents& agents, forge::Forge& forge) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  const run::RunState state = scope.state();
  if (!state.pr) return bench.end(bail_as("other", "there is no pull request to review"));
  TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(state.pr->number));
  if (pull.state != forge::PullState::open || pull.head_commit != state.pr->head) {
    return bench.end(bail_as("conflict", "pull request #" + std::to_string(pull.number) +
                                             " is not open, or not at the head of this run"));
  }
  TRY_ASSIGN(const critics::Diff diff, shown_diff(scope, checkout, pull.head_commit));
  const std::string artifact = review_artifact(scope.node);
  critics::Review review;
  const auto kept = scope.artifacts.read_json(artifact);
  if (kept && (*kept)["head"].text() == pull.head_commit) {
    review = critics::review_from_json((*kept)["review"]);
  } else {
    TRY_ASSIGN(const std::string plan, plan_text(bench));
    TRY_ASSIGN(
        std::string prompt,
        agent_prompt(scope, "agent-ghreview",
                     {{"plan", shown_data(scope, "plan", plan)},
                      {"diff", shown_data(scope, "change", critics::text_of(diff, one_chunk(diff)),
                                          static_cast<std::size_t>(kReviewWeightMax))}}));
    TRY_ASSIGN(
        Turn turn,
        ask_agent(bench,
                  {.label = "ghreview", .step = {}, .title = {}, .prompt = std::move(prompt)}));
    if (turn.stopped) return bench.end(*std::move(turn.stopped));
    review = review_of_answer(turn.text, diff);
    if (review.reading == critics::Reading::unparsable) {
      return bench.end(bail_as("other", "ghreview: " + review.reason));
    }
    TRY(scope.artifacts.write_json(artifact, Json::object({{"head", pull.head_commit},
                                                           {"review", critics::to_json(review)}})));
  }
  TRY(ReviewPosting(bench, forge, pull.number, pull.head_commit).post(review));
  std::string words = review.findings.empty() ? "nothing found" : findings_words(review.findings);
  if (review.unquoted > 0) words += ", " + std::to_string(review.unquoted) + " dropped";
  return bench.end(Outcome{.reason = scope.node + ": " + words});
}

}  // namespace pawl::stages
