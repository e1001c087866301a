// What CI says of commits on GitHub: one query for many, and the logs and re-runs of Actions.
#include <algorithm>

#include "base/text/text.hpp"
#include "forge/github/github_checks.hpp"
#include "forge/github/wire.hpp"
#include "forge/github/wire_ci.hpp"

namespace pawl::forge {
namespace {

constexpr Milliseconds kDemandsLast{120'000};
constexpr int kPagesMax = 20;

bool is_commit(std::string_view name) {
  constexpr std::size_t kSha1 = 40;
  constexpr std::size_t kSha256 = 64;
  return (name.size() == kSha1 || name.size() == kSha256) &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string branch_path(const std::string& branch) {
  return replace_all(percent_encoded(branch), "%2F", "/");
}

// What a server does not have, or does not show to this token, is required by nobody it knows of.
bool says_nothing(const Trouble& trouble) {
  return trouble.kind == TroubleKind::not_found || trouble.kind == TroubleKind::denied;
}

std::string action_path(const char* what, std::int64_t id) {
  return std::string("/actions/") + what + "/" + std::to_string(id);
}

}  // namespace

Answer<std::vector<RequiredCheck>> GithubChecks::ask_required(const std::string& base) {
  std::vector<RequiredCheck> required;
  std::string path = world_.path("/rules/branches/" + branch_path(base) + "?per_page=100");
  while (!path.empty()) {
    const Answer<Api::Reply> rules = world_.api.get(path);
    if (!rules && !says_nothing(rules.error())) return rules.error();
    if (!rules) break;
    add_required_by_rules(rules->body, required);
    path = rules->next;
  }
  const Answer<Api::Reply> branch = world_.api.get(world_.path("/branches/" + branch_path(base)));
  if (!branch && !says_nothing(branch.error())) return branch.error();
  if (branch) add_required_by_protection(branch->body, required);
  return required;
}

Answer<std::vector<RequiredCheck>> GithubChecks::required(const std::string& base) {
  const Timestamp now = world_.api.clock().now();
  const auto known = demands_.find(base);
  if (known != demands_.end() && now - known->second.asked_at < kDemandsLast) {
    return known->second.checks;
  }
  TRY_ASSIGN(std::vector<RequiredCheck> checks, ask_required(base));
  demands_[base] = {.checks = checks, .asked_at = now};
  return checks;
}

Answered GithubChecks::ask_more(const CiQuestion& asked, CiAnswer& answer) {
  Json more =
      Json::object({{"owner", world_.owner}, {"name", world_.repo}, {"commit", asked.head_commit}});
  for (int page = 0; !answer.next.empty() && page < kPagesMax; ++page) {
    more.set("after", answer.next);
    TRY_ASSIGN(const Json rest, world_.api.query(more_ci_document(), more));
    add_more_ci(rest, answer);
  }
  for (int page = 0; !answer.next_suites.empty() && page < kPagesMax; ++page) {
    more.set("after", answer.next_suites);
    TRY_ASSIGN(const Json rest, world_.api.query(more_suites_document(), more));
    add_more_suites(rest, answer);
  }
  return Done{};
}

Answer<std::vector<CiState>> GithubChecks::ask(std::span<const CiQuestion> asked) {
  for (const CiQuestion& one : asked) {
    if (is_commit(one.head_commit)) continue;
    return Trouble{.kind = TroubleKind::invalid,
                   .message = "'" + printable(one.head_commit, 80) + "' is no commit",
                   .way_out = {}};
  }
  const Json variables = Json::object({{"owner", world_.owner}, {"name", world_.repo}});
  TRY_ASSIGN(const Json data, world_.api.query(ci_document(asked), variables));
  std::vector<CiState> states;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    CiAnswer answer = ci_from(data, asked[i], i);
    TRY(ask_more(asked[i], answer));
    TRY_ASSIGN(answer.state.required, required(answer.base));
    states.push_back(finished_ci(std::move(answer)));
  }
  return states;
}

Answer<std::vector<CiState>> GithubChecks::ci(std::span<const CiQuestion> asked) {
  std::vector<CiState> states;
  while (!asked.empty()) {
    const std::size_t some = std::min(asked.size(), kCiPage);
    TRY_ASSIGN(std::vector<CiState> part, ask(asked.subspan(0, some)));
    std::move(part.begin(), part.end(), std::back_inserter(states));
    asked = asked.subspan(some);
  }
  return states;
}

Answer<JobLog> GithubChecks::log(const CiSignal& signal) {
  if (signal.source == CiSource::status) {
    return JobLog{.name = signal.name, .steps = {}, .text = signal.summary};
  }
  if (signal.job == 0) {
    return Trouble{.kind = TroubleKind::not_found,
                   .message = "no job of " + printable(signal.name, 100) + " has a log",
                   .way_out = {}};
  }
  if (signal.workflow_run == 0) {
    TRY_ASSIGN(const Api::Reply run,
               world_.api.get(world_.path("/check-runs/" + std::to_string(signal.job))));
    return JobLog{.name = signal.name, .steps = {}, .text = check_from_run(run.body).output};
  }
  const std::string path = world_.path(action_path("jobs", signal.job));
  TRY_ASSIGN(const Api::Reply job, world_.api.get(path));
  TRY_ASSIGN(std::string text, world_.api.download(path + "/logs"));
  return JobLog{.name = signal.name, .steps = steps_from(job.body), .text = std::move(text)};
}

Answer<WorkflowRun> GithubChecks::workflow_run(std::int64_t id) {
  Answer<Api::Reply> run = world_.api.get(world_.path(action_path("runs", id)));
  if (!run && run.error().kind == TroubleKind::not_found) {
    return Trouble{.kind = TroubleKind::not_found,
                   .message = world_.repository() + " has no run " + std::to_string(id) +
                              " of a workflow, or none that the token may see",
                   .way_out = {}};
  }
  if (!run) return std::move(run).error();
  return workflow_run_from(run->body);
}

Answered GithubChecks::rerun_failed(const WorkflowRun& seen) {
  TRY_ASSIGN(const WorkflowRun now, workflow_run(seen.id));
  if (now.attempt != seen.attempt || now.status != CheckStatus::completed) {
    return Trouble{.kind = TroubleKind::conflict,
                   .message = "run " + std::to_string(seen.id) + " of workflow " +
                              printable(now.name, 100) + " runs again already",
                   .way_out = "wait for its end"};
  }
  TRY(world_.api.write("POST", world_.path(action_path("runs", seen.id) + "/rerun-failed-jobs"),
                       Json()));
  return Done{};
}

}  // namespace pawl::forge
