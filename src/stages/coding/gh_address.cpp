// An agent answers what was said at lines of the pull request: by Pawl's own reviews, by people who
// are trusted, and by GitHub's reviewer. Pawl commits, pushes, replies and resolves.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "run/events.hpp"
#include "stages/ci/repair.hpp"
#include "stages/coding/copilot.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/coding/turn.hpp"
#include "stages/reviewing/answering.hpp"
#include "stages/reviewing/comment_events.hpp"
#include "stages/stages.hpp"
#include "stages/working/commit.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kThreadsAnsweredMax = 60;
constexpr std::size_t kRemarkShown = 4'000;
constexpr std::string_view kReplies = "replies.json";

struct Reply {
  bool followed = false;
  std::string why;
};

// By the number a remark has in the question.
std::map<std::int64_t, Reply> replies_of(const Turn& turn) {
  std::map<std::int64_t, Reply> replies;
  const auto found = turn.outputs.find(std::string(kReplies));
  const std::string_view text = found == turn.outputs.end() ? turn.text : found->second;
  const auto json = llm::extract_json(text, false, nullptr);
  if (!json) return replies;
  for (const Json& item : json->value.items()) {
    replies[item["id"].int_or(0)] = {.followed = item["followed"].bool_or(false),
                                     .why = printable(item["why"].string_or(""), 300)};
  }
  return replies;
}

class Addressing {
 public:
  Addressing(Bench& bench, forge::Forge& forge) : bench_(bench), forge_(forge) {}

  Result<Outcome> run() {
    const Workshop& shop = bench_.shop();
    TRY(settle_commits(shop.scope, shop.checkout, shop.models));
    TRY(listen());
    if (asks_.empty()) return Outcome{.reason = "nobody said anything at a line"};
    TRY_ASSIGN(Turn turn, work());
    if (turn.stopped) return *std::move(turn.stopped);
    const Status published = publish();
    if (!published && published.error().code == Errc::conflict) {
      return bail_as("conflict", printable(published.error().message, 300));
    }
    TRY(std::move(published));
    return answer_all(turn);
  }

 private:
  // The newest comment of a thread that is to be answered; null: there is none.
  const forge::Comment* remark_of(const forge::Thread& thread) const {
    if (thread.resolved) return nullptr;
    const auto newest = std::find_if(thread.comments.rbegin(), thread.comments.rend(),
                                     [&](const forge::Comment& said) {
                                       return trust_.holds_for(said) || is_copilot(said.author);
                                     });
    if (newest != thread.comments.rend()) return &*newest;
    // One that Pawl's own review began.
    const forge::Comment& first = thread.comments.front();
    return trust_.is_own(first.author) ? &first : nullptr;
  }

  Status listen() {
    trust_.least =
        forge::association_named(bench_.config().review_trust).value_or(forge::Association::owner);
    TRY_ASSIGN(trust_.self, forge_.author());
    const std::int64_t number = bench_.scope().state().pr->number;
    TRY_ASSIGN(const auto threads, forge_.reviews().threads(number));
    for (const forge::Thread& thread : threads) {
      const forge::Comment* said = remark_of(thread);
      if (said == nullptr || asks_.size() == kThreadsAnsweredMax) continue;
      if (is_answered(thread, *said, trust_)) continue;
      asks_.push_back({.thread = thread, .comment = *said, .end = std::nullopt, .subtask = {}});
    }
    return Done{};
  }

  std::string remarks() const {
    const Scope& scope = bench_.scope();
    std::string out;
    std::size_t number = 0;
    for (const Ask& ask : asks_) {
      const std::string label = "remark " + std::to_string(++number) + ", " +
                                printable(ask.thread.path, 200) + ":" +
                                std::to_string(ask.thread.line);
      out += shown_data(scope, label, ask.comment.body, kRemarkShown) + "\n";
    }
    return out;
  }

  Result<Turn> work() {
    const Scope& scope = bench_.scope();
    TRY_ASSIGN(const std::string plan, plan_text(bench_));
    AgentAsk ask{.label = "ghaddress",
                 .step = {},
                 .title = "fix: Address the review",
                 .prompt = {},
                 .outputs = {std::string(kReplies)}};
    TRY_ASSIGN(ask.step, bench_.step());
    TRY_ASSIGN(ask.prompt, agent_prompt(scope, "agent-ghaddress",
                                        {{"plan", shown_data(scope, "plan", plan)},
                                         {"remarks", remarks()},
                                         {"folder", std::string(kOutFolder)}}));
    return take_turn(bench_, ask);
  }

  Status publish() const {
    TRY_ASSIGN(const std::string head, bench_.worktree().head());
    const Workshop& shop = bench_.shop();
    return head == shop.scope.state().pr->head ? Status(Done{}) : publish_repair(shop, forge_);
  }

  Result<Outcome> answer_all(const Turn& turn) {
    const std::map<std::int64_t, Reply> replies = replies_of(turn);
    std::size_t followed = 0;
    std::int64_t number = 0;
    for (Ask& ask : asks_) {
      TRY(go_on(bench_.scope()));
      const auto reply = replies.find(++number);
      const bool done = !turn.commit.empty() && reply != replies.end() && reply->second.followed;
      ask.end = memory::HandledComment{.comment = ask.comment.id, .number = ask.thread.number};
      ask.end->outcome = done ? "committed" : "refused";
      ask.end->commit = done ? turn.commit : "";
      ask.end->reason = reply == replies.end() || reply->second.why.empty()
                            ? std::string("nothing was said of it")
                            : reply->second.why;
      TRY_ASSIGN(const Answering answered, answer(bench_.shop(), forge_, trust_, ask));
      if (!answered.refused.empty()) {
        TRY(say(bench_.scope(),
                "no answer to remark " + std::to_string(ask.comment.id) + ": " + answered.refused));
      }
      TRY(bench_.scope().events.append(
          to_event(ReviewAnswer{.comment = ask.comment.id,
                                .outcome = ask.end->outcome,
                                .commit = ask.end->commit,
                                .reason = printable(ask.end->reason, 500),
                                .resolved = answered.resolved})));
      if (done) ++followed;
    }
    return Outcome{.reason = "answered " + counted(asks_.size(), "remark") + ", " +
                             std::to_string(followed) + " of them by a commit"};
  }

  Bench& bench_;
  forge::Forge& forge_;
  Trust trust_;
  std::vector<Ask> asks_;
};

}  // namespace

Result<Outcome> gh_address(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                           Models& models, const Agents& agents, forge::Forge& forge) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  if (!scope.state().pr) {
    return bench.end(bail_as("other", "there is no pull request whose review could be addressed"));
  }
  TRY_ASSIGN(Outcome outcome, Addressing(bench, forge).run());
  return bench.end(std::move(outcome));
}

}  // namespace pawl::stages
