// Offers what the run made as one pull request. An agent writes what is said of it; all the rest is
// done here.
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "forge/own_words.hpp"
#include "run/events.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/merging/merge_words.hpp"
#include "stages/offers.hpp"
#include "stages/publishing/contribution_rules.hpp"
#include "stages/publishing/offering.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/publishing/proof.hpp"
#include "stages/publishing/public_words.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"
#include "store/lock.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kPullText = "pull-request.md";
constexpr std::size_t kBodyLinesMax = 200;
constexpr std::size_t kBodyLineMax = 2'000;
constexpr std::size_t kPullTitleMax = 100;

struct Described {
  std::string title;
  std::string body;
};

// Of a text with a heading; every line of it says the same and commands nothing.
Described described(std::string_view text) {
  Described out;
  std::size_t lines = 0;
  bool in_body = false;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim_end(line);
    if (!in_body && out.title.empty() && plain.starts_with("# ")) {
      out.title = harmless_line(plain.substr(2), kPullTitleMax);
      continue;
    }
    if (trim(plain).empty() && out.body.empty()) continue;
    in_body = true;
    if (++lines > kBodyLinesMax) break;
    const std::size_t indent = plain.find_first_not_of(' ');
    const std::string blanks(indent == std::string_view::npos ? 0 : indent, ' ');
    out.body += (trim(plain).empty() ? "" : blanks + harmless_line(plain, kBodyLineMax)) + "\n";
  }
  return out;
}

std::string commit_lines(const std::vector<git::CommitInfo>& commits) {
  std::string out;
  for (const git::CommitInfo& commit : commits) {
    out += "- " + printable(commit.subject, 200) + "\n";
  }
  return out;
}

std::string footer(const Bench& bench) {
  const run::RunState state = bench.scope().state();
  return "\nA program wrote this pull request: Pawl " + std::string(version()) + ", run " +
         state.run + ", by " + markdown_text(public_model_name(bench.client()), 200) +
         ". No person has read it yet. Base: " + markdown_text(state.base, 200) + " at " +
         state.base_commit.substr(0, 10) + ".\n";
}

// What the agent says of it; asked once, found again after a crash.
class Describing {
 public:
  explicit Describing(Bench& bench) : bench_(bench) {}

  Result<std::optional<Outcome>> run() {
    const Scope& scope = bench_.scope();
    TRY_ASSIGN(const std::string head, bench_.worktree().head());
    const std::string mark = forge::hidden_mark("described", head);
    if (const auto kept = scope.artifacts.read(kPullText);
        kept && *kept && contains(**kept, mark)) {
      text_ = described(**kept);
      return std::optional<Outcome>();
    }
    TRY_ASSIGN(const std::string plan, plan_text(bench_));
    TRY_ASSIGN(const std::string diff, whole_diff(bench_));
    TRY_ASSIGN(const std::vector<git::CommitInfo> commits, bench_.worktree().commits());
    TRY_ASSIGN(std::string prompt,
               agent_prompt(scope, "agent-describe",
                            {{"plan", shown_data(scope, "plan", plan)},
                             {"commits", shown_data(scope, "commits", commit_lines(commits))},
                             {"diff", shown_data(scope, "change", diff)}}));
    TRY_ASSIGN(
        Turn turn,
        ask_agent(bench_,
                  {.label = "commit-pr", .step = {}, .title = {}, .prompt = std::move(prompt)}));
    if (turn.stopped) return std::move(turn.stopped);
    text_ = described(without_fence(turn.text));
    if (text_.title.empty()) text_.title = harmless_line(title_of_text(plan), kPullTitleMax);
    if (text_.title.empty()) text_.title = "Work of run " + scope.id.text();
    if (trim(text_.body).empty()) text_.body = commit_lines(commits);
    TRY(scope.artifacts.write(kPullText,
                              "# " + text_.title + "\n\n" + text_.body + "\n" + mark + "\n"));
    return std::optional<Outcome>();
  }

  const Described& text() const { return text_; }

 private:
  Bench& bench_;
  Described text_;
};

Result<forge::PullDraft> draft_of(const Bench& bench, const Described& text,
                                  const std::string& proof) {
  const Scope& scope = bench.scope();
  const Request& request = bench.request();
  const run::RunState state = scope.state();
  const std::vector<std::string> hidden = private_words(
      bench.config(), request, scope.layout, bench.shop().checkout.target, scope.ports.folder);
  std::string body = text.body;
  const std::int64_t issue = request.issue ? request.issue->number : 0;
  if (issue != 0) body += "\nFixes #" + std::to_string(issue) + "\n";
  if (const std::string merges = merge_words(scope); !merges.empty()) {
    body += "\nOf what several branches made:\n\n" + merges;
  }
  body += footer(bench) + "\n" + proof;
  forge::PullDraft draft;
  draft.title = without_private_words(scope.redactor.apply(text.title), hidden);
  draft.body = without_private_words(scope.redactor.apply(body), hidden);
  draft.base = state.base;
  draft.branch = request.branch;
  draft.base_commit = state.base_commit;
  TRY_ASSIGN(draft.head_commit, bench.worktree().head());
  draft.run = scope.id.text();
  draft.draft = bench.config().forge_draft == "always";
  draft.fixes = issue;
  return draft;
}

Result<Outcome> offer(const Bench& bench, forge::Forge& forge, const Keep& keep,
                      const Described& text) {
  const Scope& scope = bench.scope();
  const Workshop& shop = bench.shop();
  TRY_ASSIGN(const Proof proof, make_proof(scope, shop.settings, shop.checkout));
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(scope.ports.files, scope.layout, shop.checkout.target.key,
                                    scope.id.text(), scope.ports.clock, scope.ports.cancel));
  const Offering offering{
      .scope = scope, .settings = shop.settings, .checkout = shop.checkout, .forge = forge};
  TRY_ASSIGN(const auto theirs, somebody_elses(offering));
  if (theirs) return *theirs;
  const ForgePlace place{.forge = forge, .git = shop.checkout.git, .target = shop.checkout.target};
  TRY(check_quota(place, bench.config(), scope.id.text(), scope.ports.clock.now()));
  TRY_ASSIGN(const auto same, offered_already(offering));
  if (same) return *same;
  TRY_ASSIGN(const Published published, publish_branch(offering));
  ProofPlace where{.run = scope.id.text(), .target = shop.checkout.target};
  if (!published.repository.empty()) {
    TRY_ASSIGN(where.target,
               git::parse_target(published.repository, "", shop.checkout.git.options().home));
  }
  TRY_ASSIGN(const std::string says, attach_proof(scope, shop.checkout, where, proof));
  TRY_ASSIGN(forge::PullDraft draft, draft_of(bench, text, says));
  draft.head_repository = published.repository;
  Result<Json> pull = open_pull(offering, draft);
  if (!pull) return kept_here(offering, keep, draft, std::move(pull).error());
  TRY(scope.events.append(to_event(run::PrOpened{.number = (*pull)["number"].int_or(0),
                                                 .url = (*pull)["url"].string_or(""),
                                                 .branch = draft.branch,
                                                 .head = draft.head_commit,
                                                 .adopted = (*pull)["adopted"].bool_or(false)})));
  TRY(close_kept(offering, keep, (*pull)["url"].string_or("")));
  // What the forge says is what counts.
  TRY_ASSIGN(const forge::Pull now, forge.pulls().get((*pull)["number"].int_or(0)));
  if (now.head_commit != draft.head_commit) {
    return bail_as("conflict", "pull request " + now.url + " is at " +
                                   now.head_commit.substr(0, 12) + ", not at the head of the run");
  }
  return Outcome{.reason = "opened " + now.url};
}

}  // namespace

Result<Outcome> commit_pr(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                          Models& models, const Agents& agents, forge::Forge& forge,
                          const Keep& keep) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, bench.worktree().commits());
  if (commits.empty()) {
    return bench.end(Outcome::finish(run::RunStatus::nothing_to_do, 3, "the run changed nothing"));
  }
  if (settings.config.forge_ai_policy == "follow") {
    TRY_ASSIGN(const ContributionRules rules,
               read_contribution_rules(checkout, scope.state().base_commit));
    if (rules.programs == Programs::refused) {
      return bench.end(Outcome::bail(
          "other", 4,
          "this repository wants no contributions of programs: " + printable(rules.where, 200) +
              " says \"" + rules.sentence + "\"; nothing is offered"));
    }
  }
  Describing describing(bench);
  TRY_ASSIGN(std::optional<Outcome> stopped, describing.run());
  if (stopped) return bench.end(*std::move(stopped));
  TRY_ASSIGN(Outcome outcome, offer(bench, forge, keep, describing.text()));
  return bench.end(std::move(outcome));
}

}  // namespace pawl::stages
