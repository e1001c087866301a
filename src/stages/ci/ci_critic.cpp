#include "stages/ci/ci_critic.hpp"

#include <algorithm>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/events.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/ci/ci_critic_prompt.hpp"
#include "stages/ci/ci_events.hpp"
#include "stages/context_windows.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kAround = 2;
constexpr std::size_t kFeedbackMax = 2'000;

void add_lines(std::string& out, char mark, const std::vector<std::string_view>& lines,
               std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < std::min(to, lines.size()); ++i) {
    out += mark;
    out += lines[i];
    out += '\n';
  }
}

std::string file_text(const git::FileChange& file) {
  const std::string before = file.before.value_or("");
  const std::string after = file.after.value_or("");
  const auto old_lines = split_lines(before);
  const auto new_lines = split_lines(after);
  std::string out = std::string(to_string(file.action)) + " " + file.path.text() + "\n";
  for (const Hunk& hunk : diff_lines(old_lines, new_lines)) {
    out += "@@ line " + std::to_string(hunk.before_begin + 1) + "\n";
    const std::size_t from = hunk.before_begin - std::min(hunk.before_begin, kAround);
    add_lines(out, ' ', old_lines, from, hunk.before_begin);
    add_lines(out, '-', old_lines, hunk.before_begin, hunk.before_end);
    add_lines(out, '+', new_lines, hunk.after_begin, hunk.after_end);
    add_lines(out, ' ', old_lines, hunk.before_end, hunk.before_end + kAround);
  }
  return out;
}

Proposal refused_by_critic(Proposal proposal, std::string feedback) {
  const std::string path = proposal.change.files.front().path.text();
  proposal.end = ProposalEnd::refused;
  proposal.refusal = {.findings = {{.rule = "ci/critic",
                                    .kind = guards::RuleKind::scope,
                                    .path = path,
                                    .line = 0,
                                    .message = "the critic does not approve it",
                                    .feedback = std::move(feedback)}},
                      .guard = "ci-critic",
                      .event = std::string(guards::kEditRefusal),
                      .tier = "gate"};
  return proposal;
}

}  // namespace

std::string change_text(const git::Change& change) {
  std::string out;
  for (const git::FileChange& file : change.files) out += file_text(file);
  return out;
}

Result<CriticisedProposer::Opinion> CriticisedProposer::ask(const Order& order,
                                                            const git::Change& change) {
  // Without settings of its own, who proposes is asked again.
  const RoleModel& own = shop_.models.others[config::Role::critic];
  llm::ChatModel& critic = own.own ? *own.own : shop_.models.for_work();
  const llm::Room& window = own.own ? own.window : shop_.models.worker_window;
  TRY_ASSIGN(planner::Prompt prompt,
             planner::ci_critic_prompt(logs_, change_text(change), &shop_.scope.redactor, window));
  TRY_ASSIGN(llm::ChatRequest request,
             request_of(shop_.scope, std::move(prompt), window, "critic",
                        order.subtask.id + " attempt " + std::to_string(order.number)));
  request.schema = planner::ci_critic_schema();
  TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(request.schema));
  constexpr int kAnswersMax = 2;
  const Result<llm::JsonAnswer> said =
      llm::ask_json(critic, std::move(request), schema, shop_.scope.events, kAnswersMax);
  if (!said && said.error().code == Errc::invalid) return Opinion{.readable = false};
  if (!said) return said.error();
  return Opinion{.approved = said->value["approved"].bool_or(false),
                 .feedback = head_and_tail(said->value["feedback"].text(), kFeedbackMax)};
}

Result<Proposal> CriticisedProposer::propose(const Order& order, Workplace place) {
  TRY_ASSIGN(Proposal proposal, inner_.propose(order, place));
  if (proposal.end != ProposalEnd::change) return proposal;
  Result<Opinion> opinion = ask(order, proposal.change);
  // A question that cannot be asked is no approval.
  if (!opinion && opinion.error().code == Errc::invalid) opinion = Opinion{.readable = false};
  if (!opinion) return opinion.error();
  TRY(go_on(shop_.scope));
  const char* word = !opinion->readable ? "unreadable" : opinion->approved ? "approved" : "refused";
  TRY(shop_.scope.events.append(
      to_event(CiCritic{.round = order.number,
                        .opinion = word,
                        .feedback = printable(opinion->feedback, kFeedbackMax)})));
  if (opinion->readable && opinion->approved) return proposal;
  std::string feedback =
      !opinion->readable          ? "Nobody could say whether it is right: make a smaller change."
      : opinion->feedback.empty() ? "The critic does not approve the change, and does not say why."
                                  : opinion->feedback;
  return refused_by_critic(std::move(proposal), std::move(feedback));
}

}  // namespace pawl::stages
