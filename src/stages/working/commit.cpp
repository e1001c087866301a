#include "stages/working/commit.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/worktrees/patch.hpp"
#include "run/effects.hpp"
#include "run/work_events.hpp"
#include "stages/publishing/contribution_rules.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/publishing/public_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kSubjectBytesMax = 100;

// Empty when nothing but a type (`docs:`) is left of the text.
std::string subject_of(std::string_view text) {
  const auto lines = split_lines(trim(text));
  std::string subject =
      lines.empty() ? std::string() : harmless_line(lines.front(), kSubjectBytesMax);
  return subject.ends_with(':') ? std::string() : subject;
}

}  // namespace

std::string commit_message(const Scope& scope, const Models& models,
                           const planner::Subtask& subtask, const std::string& proposed,
                           std::string_view model) {
  std::string subject = subject_of(scope.redactor.apply(proposed));
  if (subject.empty()) subject = subject_of("chore: " + scope.redactor.apply(subtask.title));
  if (subject.empty()) subject = "chore: Carry out " + subtask.id;
  const std::string worker = (models.worker ? *models.worker : *models.planner).name();
  return subject + "\n\nPawl-Run: " + scope.id.text() + "\nPawl-Subtask: " + subtask.id +
         "\nPawl-Model: " + printable(public_model_name(model.empty() ? worker : model), 200) +
         "\n";
}

namespace {

// The commit this run already made of a subtask, read from the worktree.
Result<std::optional<git::CommitInfo>> find_commit(const Scope& scope, const Checkout& checkout,
                                                   const std::string& subtask) {
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, checkout.worktree->commits());
  for (const git::CommitInfo& commit : commits) {
    const bool ours =
        commit.trailer("Pawl-Run") == scope.id.text() && commit.trailer("Pawl-Subtask") == subtask;
    if (ours) return std::optional<git::CommitInfo>(commit);
  }
  return std::optional<git::CommitInfo>();
}

std::string effect_key(const std::string& subtask) { return "commit:" + subtask; }

std::optional<Timestamp> intended_at(const run::RunState& state, const std::string& subtask) {
  const auto effect = state.effects.find(effect_key(subtask));
  if (effect == state.effects.end()) return std::nullopt;
  return parse_iso8601(effect->second.intent["at"].text());
}

// The date of a subtask's commit: what the run meant to write before it was killed, what the run
// wrote that is played again, or now.
Timestamp commit_date(const Scope& scope, const RunSettings& settings, const std::string& subtask) {
  if (const auto at = intended_at(scope.state(), subtask)) return *at;
  const auto recorded = settings.recording == nullptr
                            ? std::nullopt
                            : intended_at(settings.recording->state, subtask);
  return recorded.value_or(scope.ports.clock.now());
}

// What the intent of a subtask's commit says of it. Older journals record less.
CommitRecord intended_commit(const Models& models, const run::RunState& state,
                             const std::string& subtask) {
  CommitRecord commit{.subtask = subtask, .model = models.for_work().name()};
  const auto effect = state.effects.find(effect_key(subtask));
  if (effect == state.effects.end()) return commit;
  const Json& intent = effect->second.intent;
  commit.tests_added = run::proven_tests(intent["tests_added"]);
  commit.attempt = static_cast<int>(intent["attempt"].int_or(1));
  commit.model = intent["model"].string_or(commit.model);
  for (const Json& test : intent["tests_fixed"].items()) {
    commit.tests_fixed.push_back(test.string_or(""));
  }
  return commit;
}

Status record_found(const Scope& scope, const Checkout& checkout, const Models& models,
                    const run::RunState& state, const git::CommitInfo& found,
                    const std::string& subtask) {
  CommitRecord record = intended_commit(models, state, subtask);
  TRY_ASSIGN(const std::string names,
             checkout.git.output({.folder = checkout.worktree->folder(),
                                  .args = {"diff-tree", "-z", "--no-commit-id", "--name-only",
                                           "--no-renames", "-r", found.id}}));
  record.commit = found.id;
  record.message = found.subject;
  for (const std::string_view name : split(names, '\0')) {
    if (!name.empty()) record.paths.emplace_back(name);
  }
  return record_commit(scope, record);
}

Error not_to_publish(const Scope& scope, const Checkout& checkout, const git::CommitInfo& commit,
                     std::string_view why) {
  return fail(Errc::conflict, "commit " + commit.id + " in the worktree " +
                                  checkout.worktree->folder() + " " + std::string(why) +
                                  "; nothing of it is published. Look at `" + "pawl logs " +
                                  scope.id.text() + "`, and give the run up by `pawl reset " +
                                  scope.id.text() + "`");
}

}  // namespace

Status record_commit(const Scope& scope, const CommitRecord& commit) {
  return scope.events.append(
      to_event(run::SubtaskCommitted{.subtask = commit.subtask,
                                     .commit = commit.commit,
                                     .message = std::string(split_lines(commit.message).front()),
                                     .paths = commit.paths,
                                     .attempt = commit.attempt,
                                     .model = commit.model,
                                     .tests_fixed = commit.tests_fixed,
                                     .tests_added = commit.tests_added}));
}

Status settle_commits(const Scope& scope, const Checkout& checkout, const Models& models) {
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, checkout.worktree->commits());
  const run::RunState state = scope.state();
  std::set<std::string> seen;
  const auto foreign = std::find_if(commits.begin(), commits.end(), [&](const auto& commit) {
    return commit.id == scope.stands_on;
  });
  const auto own = foreign == commits.end() ? commits.begin() : foreign + 1;
  for (const git::CommitInfo& commit : std::span(own, commits.end())) {
    const std::string subtask = commit.trailer("Pawl-Subtask");
    if (commit.trailer("Pawl-Run") != scope.id.text() || subtask.empty()) {
      return not_to_publish(scope, checkout, commit, "was not made by this run");
    }
    const auto known = state.subtasks.find(subtask);
    const bool known_already =
        known != state.subtasks.end() && known->second.status == run::SubtaskStatus::committed;
    if (!seen.insert(subtask).second || (known_already && known->second.commit != commit.id)) {
      return not_to_publish(scope, checkout, commit,
                            "is a second one of " + printable(subtask, 40));
    }
    if (!known_already) TRY(record_found(scope, checkout, models, state, commit, subtask));
  }
  return Done{};
}

namespace {

// Empty where nobody asks for it.
Result<std::string> sign_off(const Workshop& shop) {
  const config::Config& config = shop.settings.config;
  bool wanted = config.sign_off == "always";
  if (config.sign_off == "auto") {
    std::optional<bool>& known = shop.checkout.wants_sign_off;
    if (!known) {
      TRY_ASSIGN(const ContributionRules rules,
                 read_contribution_rules(shop.checkout, shop.scope.state().base_commit));
      known = rules.sign_off;
    }
    wanted = *known;
  }
  if (!wanted) return std::string();
  return "Signed-off-by: " + git::plain_name(config.bot_name) + " <" +
         git::plain_name(config.bot_email) + ">\n";
}

}  // namespace

Result<std::string> commit_change(const Workshop& shop, const CommitRequest& request,
                                  const git::Change& change, const git::Admitted& admitted) {
  const Timestamp at = commit_date(shop.scope, shop.settings, request.subtask);
  const run::Effect effect{
      .key = effect_key(request.subtask),
      .kind = "commit",
      .intent = Json::object(
          {{"subtask", request.subtask},
           {"change", change.fingerprint()},
           {"tests_fixed", Json::array_of(request.tests_fixed)},
           {"tests_added", run::to_json(request.tests_added)},
           {"attempt", request.attempt},
           {"model", request.model.empty() ? shop.models.for_work().name() : request.model},
           {"at", to_iso8601(at)}})};
  const run::EffectSteps steps{
      .find = [&]() -> Result<std::optional<Json>> {
        TRY_ASSIGN(const auto found, find_commit(shop.scope, shop.checkout, request.subtask));
        if (!found) return std::optional<Json>();
        return std::optional<Json>(Json::object({{"commit", found->id}}));
      },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(git::PatchTransaction transaction,
                   git::PatchTransaction::begin(*shop.checkout.worktree));
        TRY(transaction.apply(change));
        TRY_ASSIGN(const std::string signed_off, sign_off(shop));
        TRY_ASSIGN(const auto commit,
                   transaction.commit(admitted, request.message + signed_off, at));
        if (!commit) return fail(Errc::invalid, "the change leaves the tree as it was");
        return Json::object({{"commit", *commit}});
      }};
  TRY_ASSIGN(const Json done, run::perform(shop.scope.events, shop.scope.state(), effect, steps));
  return done["commit"].string_or("");
}

}  // namespace pawl::stages
