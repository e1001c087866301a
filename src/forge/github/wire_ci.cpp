#include "forge/github/wire_ci.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::string_view kContexts =
    "pageInfo{hasNextPage endCursor} nodes{__typename "
    "...on CheckRun{databaseId name status conclusion detailsUrl "
    "checkSuite{databaseId app{slug databaseId} workflowRun{databaseId}}} "
    "...on StatusContext{context state description targetUrl}}";

constexpr std::string_view kSuites =
    "pageInfo{hasNextPage endCursor} nodes{databaseId status conclusion app{slug name databaseId} "
    "workflowRun{databaseId url workflow{name}}}";

// GraphQL shouts its words.
std::string word_of(const Json& json) { return lower(json.text()); }

CheckStatus ci_status(const Json& json) {
  return check_status_named(word_of(json)).value_or(CheckStatus::queued);
}

Conclusion ci_conclusion(const Json& json) {
  return conclusion_named(word_of(json)).value_or(Conclusion::failure);
}

CiSignal check_of(const Json& run, const std::string& head_commit) {
  const Json& suite = run["checkSuite"];
  CiSignal out;
  out.source = CiSource::check;
  out.name = std::string(run["name"].text());
  out.app = std::string(suite["app"]["slug"].text());
  out.app_id = suite["app"]["databaseId"].int_or(0);
  out.head_commit = head_commit;
  out.status = ci_status(run["status"]);
  if (!out.is_pending()) out.conclusion = ci_conclusion(run["conclusion"]);
  out.url = std::string(run["detailsUrl"].text());
  out.job = run["databaseId"].int_or(0);
  out.workflow_run = suite["workflowRun"]["databaseId"].int_or(0);
  return out;
}

CiSignal status_of(const Json& status, const std::string& head_commit) {
  const std::string state = word_of(status["state"]);
  const bool pending = state == "pending" || state == "expected";
  CiSignal out;
  out.source = CiSource::status;
  out.name = std::string(status["context"].text());
  out.head_commit = head_commit;
  out.status = pending ? CheckStatus::in_progress : CheckStatus::completed;
  out.conclusion = pending              ? Conclusion::none
                   : state == "success" ? Conclusion::success
                                        : Conclusion::failure;
  out.summary = std::string(status["description"].text());
  out.url = std::string(status["targetUrl"].text());
  return out;
}

// Where the list goes on; empty at its end.
std::string next_of(const Json& list) {
  const Json& page = list["pageInfo"];
  return page["hasNextPage"].bool_or(false) ? std::string(page["endCursor"].text()) : std::string();
}

std::string add_contexts(const Json& contexts, CiState& state,
                         std::map<std::int64_t, CiShown>& shown) {
  for (const Json& node : contexts["nodes"].items()) {
    if (node["__typename"].text() != "CheckRun") {
      state.signals.push_back(status_of(node, state.head_commit));
      continue;
    }
    state.signals.push_back(check_of(node, state.head_commit));
    const CiSignal& check = state.signals.back();
    CiShown& suite = shown[node["checkSuite"]["databaseId"].int_or(0)];
    suite.pending = suite.pending || check.is_pending();
    suite.bad = suite.bad || is_red(check) || check.conclusion == Conclusion::action_required ||
                check.conclusion == Conclusion::stale;
  }
  return next_of(contexts);
}

// A suite speaks for itself where its checks do not: a workflow between two jobs, or one that could
// not start or waits for approval. Apps that are notified of every commit have suites that stay
// queued for ever without meaning anything.
void add_suite(const Json& suite, CiState& state, const std::map<std::int64_t, CiShown>& shown) {
  const Json& run = suite["workflowRun"];
  CiSignal out;
  out.source = CiSource::suite;
  out.status = ci_status(suite["status"]);
  if (!out.is_pending()) out.conclusion = ci_conclusion(suite["conclusion"]);
  const auto found = shown.find(suite["databaseId"].int_or(0));
  const CiShown checks = found == shown.end() ? CiShown{} : found->second;
  if (out.is_pending() && (run.is_null() || checks.pending)) return;
  const bool passed = out.conclusion == Conclusion::success ||
                      out.conclusion == Conclusion::neutral ||
                      out.conclusion == Conclusion::skipped;
  if (!out.is_pending() && (passed || checks.bad || checks.pending)) return;
  out.name =
      std::string(run.is_null() ? suite["app"]["name"].text() : run["workflow"]["name"].text());
  out.app = std::string(suite["app"]["slug"].text());
  out.app_id = suite["app"]["databaseId"].int_or(0);
  out.head_commit = state.head_commit;
  out.url = std::string(run["url"].text());
  out.workflow_run = run["databaseId"].int_or(0);
  state.signals.push_back(std::move(out));
}

bool holds_workflows(const Json& tree) {
  const auto& entries = tree["entries"].items();
  return std::any_of(entries.begin(), entries.end(), [](const Json& entry) {
    const std::string_view name = entry["name"].text();
    return name.ends_with(".yml") || name.ends_with(".yaml");
  });
}

PullState pull_state(const Json& json) {
  const std::string state = word_of(json);
  return state == "open"     ? PullState::open
         : state == "merged" ? PullState::merged
                             : PullState::closed;
}

void add_required(RequiredCheck check, std::vector<RequiredCheck>& required) {
  if (check.app_id < 0) check.app_id = 0;
  if (std::find(required.begin(), required.end(), check) == required.end()) {
    required.push_back(std::move(check));
  }
}

}  // namespace

std::string ci_document(std::span<const CiQuestion> asked) {
  std::string fields;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string place = std::to_string(i);
    fields += " p" + place + ":pullRequest(number:" + std::to_string(asked[i].number) +
              "){...Pull} c" + place + ":object(oid:\"" + asked[i].head_commit + "\"){...Ci} w" +
              place + ":object(expression:\"" + asked[i].head_commit +
              ":.github/workflows\"){...Workflows}";
  }
  return "query($owner:String!,$name:String!){repository(owner:$owner,name:$name){" + fields +
         "}} fragment Pull on PullRequest{state headRefOid baseRefName "
         "baseRef{target{...on Commit{statusCheckRollup{state}}}}} "
         "fragment Workflows on Tree{entries{name}} "
         "fragment Ci on Commit{checkSuites(first:100){" +
         std::string(kSuites) + "} statusCheckRollup{contexts(first:100){" +
         std::string(kContexts) + "}}}";
}

CiAnswer ci_from(const Json& data, const CiQuestion& asked, std::size_t place) {
  const std::string at = std::to_string(place);
  const Json& repository = data["repository"];
  const Json& pull = repository["p" + at];
  const Json& commit = repository["c" + at];
  CiAnswer out;
  out.state.head_commit = asked.head_commit;
  out.state.previous_head = asked.previous_head;
  out.state.branch_head = std::string(pull["headRefOid"].text());
  out.state.pull = pull_state(pull["state"]);
  out.base = std::string(pull["baseRefName"].text());
  out.next = add_contexts(commit["statusCheckRollup"]["contexts"], out.state, out.shown);
  out.suites = commit["checkSuites"]["nodes"];
  out.next_suites = next_of(commit["checkSuites"]);
  out.state.has_workflows = holds_workflows(repository["w" + at]);
  const bool base_is_checked = !pull["baseRef"]["target"]["statusCheckRollup"].is_null();
  // Of a commit that GitHub does not know yet nobody can say that it has no workflows.
  if (!commit.is_null() || base_is_checked) {
    out.state.expected = out.state.has_workflows || base_is_checked;
  }
  return out;
}

std::string more_ci_document() {
  return "query($owner:String!,$name:String!,$commit:GitObjectID!,$after:String!){"
         "repository(owner:$owner,name:$name){object(oid:$commit){...on Commit{"
         "statusCheckRollup{contexts(first:100,after:$after){" +
         std::string(kContexts) + "}}}}}}";
}

void add_more_ci(const Json& data, CiAnswer& answer) {
  answer.next = add_contexts(data["repository"]["object"]["statusCheckRollup"]["contexts"],
                             answer.state, answer.shown);
}

std::string more_suites_document() {
  return "query($owner:String!,$name:String!,$commit:GitObjectID!,$after:String!){"
         "repository(owner:$owner,name:$name){object(oid:$commit){...on Commit{"
         "checkSuites(first:100,after:$after){" +
         std::string(kSuites) + "}}}}}";
}

void add_more_suites(const Json& data, CiAnswer& answer) {
  const Json& suites = data["repository"]["object"]["checkSuites"];
  for (const Json& suite : suites["nodes"].items()) answer.suites.push(suite);
  answer.next_suites = next_of(suites);
}

CiState finished_ci(CiAnswer answer) {
  for (const Json& suite : answer.suites.items()) add_suite(suite, answer.state, answer.shown);
  answer.state.incomplete = !answer.next.empty() || !answer.next_suites.empty();
  return std::move(answer.state);
}

void add_required_by_rules(const Json& rules, std::vector<RequiredCheck>& required) {
  for (const Json& rule : rules.items()) {
    if (rule["type"].text() != "required_status_checks") continue;
    for (const Json& check : rule["parameters"]["required_status_checks"].items()) {
      add_required({.name = std::string(check["context"].text()),
                    .app_id = check["integration_id"].int_or(0)},
                   required);
    }
  }
}

void add_required_by_protection(const Json& branch, std::vector<RequiredCheck>& required) {
  const Json& wanted = branch["protection"]["required_status_checks"];
  if (wanted["enforcement_level"].text() == "off") return;
  for (const Json& check : wanted["checks"].items()) {
    add_required(
        {.name = std::string(check["context"].text()), .app_id = check["app_id"].int_or(0)},
        required);
  }
  if (wanted["checks"].size() > 0) return;
  for (const Json& name : wanted["contexts"].items()) {
    add_required({.name = std::string(name.text())}, required);
  }
}

WorkflowRun workflow_run_from(const Json& run) {
  WorkflowRun out;
  out.id = run["id"].int_or(0);
  out.attempt = run["run_attempt"].int_or(1);
  out.name = std::string(run["name"].text());
  out.head_commit = std::string(run["head_sha"].text());
  out.status = ci_status(run["status"]);
  if (out.status == CheckStatus::completed) out.conclusion = ci_conclusion(run["conclusion"]);
  return out;
}

std::vector<JobStep> steps_from(const Json& job) {
  std::vector<JobStep> steps;
  for (const Json& step : job["steps"].items()) {
    steps.push_back({.name = std::string(step["name"].text()),
                     .conclusion = step["conclusion"].is_null() ? Conclusion::none
                                                                : ci_conclusion(step["conclusion"]),
                     .started_at = std::string(step["started_at"].text()),
                     .completed_at = std::string(step["completed_at"].text())});
  }
  return steps;
}

}  // namespace pawl::forge
