#include "stages/coding/agent_proposer.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "planner/prompts/template.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/coding/leftovers.hpp"

namespace pawl::stages {
namespace {

// Of an agent that ended for a reason that may pass.
constexpr int kTriesMax = 3;
constexpr Milliseconds kPause{5'000};
constexpr std::size_t kOutputBytesMax = 256U << 10U;
constexpr std::size_t kAgentReasonMax = 400;

// What ended an agent, as a bail.
std::optional<Outcome> outcome_of(const agents::Work& work, const std::string& label) {
  const std::string why = printable(work.reason, kAgentReasonMax);
  switch (work.end) {
    case agents::WorkEnd::done: return std::nullopt;
    case agents::WorkEnd::bailed:
      return bail_as(work.bail ? work.bail->bail_class : "other",
                     label + ": the agent bailed: " +
                         printable(work.bail ? work.bail->detail : why, kAgentReasonMax));
    case agents::WorkEnd::failed:
      return bail_as(work.transient ? "infra" : "other", label + ": the agent failed: " + why);
    case agents::WorkEnd::stalled:
    case agents::WorkEnd::timed_out: return bail_as("timeout", label + ": " + why);
    case agents::WorkEnd::over_budget: return bail_as(kBudgetClass, label + ": " + why);
    case agents::WorkEnd::cancelled: break;
  }
  return bail_as("other", label + ": the run was asked to stop");
}

// What it used counts as what a model used, in the state of the run and its budgets.
Status record_cost(const Scope& scope, const std::string& client, const agents::Work& work,
                   Milliseconds took) {
  const agents::Usage& usage = work.usage;
  if (work.recorded || usage.tokens_in + usage.tokens_out == 0) return Done{};
  std::optional<double> cost;
  if (usage.cost_micros) cost = static_cast<double>(*usage.cost_micros) / 1e6;
  return scope.events.append(to_event(llm::LlmCall{.role = "agent",
                                                   .model = client,
                                                   .attempt = 1,
                                                   .took = took,
                                                   .tokens_in = usage.tokens_in,
                                                   .tokens_out = usage.tokens_out,
                                                   .finish = std::string(to_string(work.end)),
                                                   .outcome = "answered",
                                                   .error = {},
                                                   .record = {},
                                                   .cost = cost}));
}

// What an agent said of a step, kept so that a resume knows it that finds the commit.
std::string said_file(const Scope& scope, const std::string& step) {
  return os::join_path(scope.layout.artifacts(scope.id),
                       "turns/" + slug(step, 80) + "-" + hash_hex(step).substr(0, 8) + ".json");
}

}  // namespace

bool is_output(const RepoPath& path) {
  return path.text() == kOutFolder || path.text().starts_with(std::string(kOutFolder) + "/");
}

Status AgentProposer::keep_said() const {
  if (ask_.step.empty()) return Done{};
  Json outputs = Json::object();
  for (const auto& [name, text] : outputs_) outputs.set(name, to_utf8(text));
  const Json said = Json::object(
      {{"step", ask_.step}, {"text", to_utf8(text_)}, {"outputs", std::move(outputs)}});
  const Scope& scope = bench_.scope();
  const std::string path = said_file(scope, ask_.step);
  TRY(scope.ports.files.make_folders(os::parent_path(path), 0700));
  return scope.ports.files.write_atomic(path, scope.redactor.apply(said.dump()), 0600);
}

void take_said(const Scope& scope, const std::string& step, Turn& turn) {
  const auto text = scope.ports.files.read(said_file(scope, step));
  if (!text) return;
  const auto said = Json::parse(*text);
  if (!said) return;
  turn.text = (*said)["text"].string_or("");
  for (const auto& [name, value] : (*said)["outputs"].members()) {
    turn.outputs[name] = value.string_or("");
  }
}

Result<agents::Work> AgentProposer::work_once(const agents::Order& order, int attempt) {
  const Scope& scope = bench_.scope();
  const Milliseconds start = scope.ports.clock.monotonic();
  TRY_ASSIGN(agents::Work work, agent_.work(order, scope.events).during("agent " + ask_.label));
  const Milliseconds took = scope.ports.clock.monotonic() - start;
  TRY(scope.events.append(to_event(CodingTurn{.stage = scope.node,
                                              .step = ask_.step,
                                              .label = ask_.label,
                                              .client = bench_.client(),
                                              .model = printable(work.model, 200),
                                              .attempt = attempt,
                                              .end = std::string(to_string(work.end)),
                                              .reason = printable(work.reason, kAgentReasonMax),
                                              .prompt = digest_hex(Hash::sha256, {order.prompt}),
                                              .tokens_in = work.usage.tokens_in,
                                              .tokens_out = work.usage.tokens_out,
                                              .tool_calls = work.usage.tool_calls,
                                              .cost_micros = work.usage.cost_micros,
                                              .took = took})));
  TRY(bench_.charge(work, took));
  TRY(record_cost(scope, bench_.client(), work, took));
  return work;
}

Status AgentProposer::take_outputs() {
  for (const std::string& name : ask_.outputs) {
    TRY_ASSIGN(const RepoPath path, RepoPath::parse(std::string(kOutFolder) + "/" + name));
    // What is a link or too large was not left as it was asked for.
    const Result<std::optional<std::string>> text = place_.read(path, kOutputBytesMax);
    if (text && *text) outputs_[name] = **text;
    if (text && !*text) outputs_.erase(name);
    if (!text && text.error().code == Errc::io) return text.error();
  }
  return Done{};
}

Result<std::optional<Outcome>> AgentProposer::work(const std::string& prompt, int attempt) {
  const Scope& scope = bench_.scope();
  bench_.took_prompt(prompt);
  agents::Order order{.label = ask_.label,
                      .prompt = prompt,
                      .folder = place_.tree(),
                      .home = agents_home(scope),
                      .overlay = place_.overlay(),
                      .readable = {place_.objects()},
                      .may_write = may_write_,
                      .hosts = ask_.hosts};
  for (int tried = 1;; ++tried) {
    TRY(go_on(scope));
    const Status held = bench_.shop().models.budget->hold();
    if (!held && held.error().code == Errc::denied) {
      return std::optional(bail_as(kBudgetClass, held.error().message));
    }
    TRY(held);
    TRY_ASSIGN(order.limits, bench_.limits_left());
    TRY_ASSIGN(const agents::Work work, work_once(order, attempt));
    TRY(take_outputs());
    text_ = work.text;
    model_ = work.model;
    if (work.end == agents::WorkEnd::cancelled || scope.ports.cancel.requested()) {
      return fail(Errc::cancelled, "the run was asked to stop");
    }
    const bool again = work.end == agents::WorkEnd::failed && work.transient && tried < kTriesMax;
    if (!again) return outcome_of(work, ask_.label);
    TRY(say(scope, ask_.label + ": trying again: " + printable(work.reason, 200)));
    scope.ports.clock.sleep(kPause, &scope.ports.cancel);
  }
}

Result<Proposal> AgentProposer::proposal_of(git::ReadChange read) const {
  std::erase_if(read.change.files,
                [](const git::FileChange& file) { return is_output(file.path); });
  Proposal proposal;
  proposal.title = ask_.title;
  proposal.model = bench_.client();
  proposal.reason = "the agent changed nothing";
  proposal.unjudged = {.unsafe = std::move(read.unsafe), .unread = std::move(read.unread)};
  for (const git::FileChange& file : read.change.files) {
    proposal.paths.push_back(file.path.text());
  }
  proposal.change = std::move(read.change);
  if (!proposal.change.empty() || !proposal.unjudged.unsafe.empty()) {
    proposal.end = ProposalEnd::change;
  }
  return proposal;
}

Result<Proposal> AgentProposer::propose(const Order& order, Workplace /*place*/) {
  std::string prompt = ask_.prompt;
  if (!order.feedback.empty()) {
    prompt += "\n\n" + planner::render("prompts/agent-refused.md", {{"findings", order.feedback}});
  }
  TRY_ASSIGN(stopped_, work(prompt, order.number));
  if (stopped_) {
    Proposal proposal;
    proposal.end = ProposalEnd::unreadable;
    proposal.reason = stopped_->reason;
    return proposal;
  }
  TRY(keep_said());
  TRY_ASSIGN(git::ReadChange read, place_.change());
  return proposal_of(std::move(read));
}

}  // namespace pawl::stages
