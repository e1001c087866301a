#include "stages/attempt.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "edits/edits.hpp"
#include "guards/guards.hpp"
#include "guards/path_policy.hpp"
#include "guards/stack.hpp"
#include "llm/json_answer.hpp"
#include "planner/prompts.hpp"
#include "repo/view.hpp"
#include "stages/commit.hpp"
#include "stages/run_judge.hpp"
#include "stages/test_state.hpp"

namespace pawl::stages {
namespace {

using guards::Finding;
using guards::RuleKind;

constexpr std::size_t kShownFilesMax = 8;
constexpr std::size_t kBlastBytesMax = 12'000;
constexpr std::size_t kBlastShare = 8;  // of the prompt: one part in so many

// What one attempt works with.
struct Bench {
  StageRun& run;
  const AttemptInput& input;
  std::unique_ptr<os::Root> root;
  std::vector<planner::ShownFile> shown;
  std::unique_ptr<RunJudge> judge;

  const guards::Context& context() const { return judge->context(); }
};

std::size_t prompt_bytes(const Bench& bench) {
  return static_cast<std::size_t>(bench.run.config.prompt_tokens_max) * planner::kBytesPerToken;
}

Result<std::optional<edits::SourceFile>> read_file(const os::Root& root, const RepoPath& path) {
  TRY_ASSIGN(const auto stat, root.stat(path));
  if (!stat) return std::optional<edits::SourceFile>();
  TRY_ASSIGN(std::string text, root.read(path, repo::kReadBytesMax));
  const bool executable = (stat->mode & 0100U) != 0;
  return std::optional<edits::SourceFile>(
      edits::SourceFile{.text = std::move(text), .mode = executable ? 0755U : 0644U});
}

// The names and lines an issue speaks of are worth showing.
std::string about_issue(const std::optional<planner::IssueWork>& issue) {
  if (!issue) return {};
  std::string about = "\n" + issue->title + "\n" + issue->body;
  for (const planner::CitedFile& file : issue->files) {
    for (const int line : file.lines) about += "\n" + file.path + ":" + std::to_string(line);
  }
  return about;
}

void show_files(Bench& bench) {
  const std::size_t each =
      prompt_bytes(bench) /
      std::max<std::size_t>(1, std::min(kShownFilesMax, bench.context().hints.size()));
  const std::string about = bench.input.task.title + "\n" + bench.input.task.description + "\n" +
                            bench.input.subtask.title + "\n" + bench.input.subtask.description +
                            "\n" + bench.input.feedback + about_issue(bench.run.request.issue);
  for (const RepoPath& path : bench.context().hints) {
    const auto file = read_file(*bench.root, path);
    if (!file || !file.value()) {
      bench.shown.push_back({.path = path.text(), .text = {}, .exists = false, .whole = true});
      continue;
    }
    planner::ShownFile shown =
        planner::show_file(path.text(), to_utf8(file.value()->text), about, each);
    // A text that is not UTF-8 was shown with its odd bytes replaced: it may not be written whole.
    if (!is_utf8(file.value()->text)) shown.whole = false;
    bench.shown.push_back(std::move(shown));
  }
}

Result<Bench> set_up(StageRun& run, const AttemptInput& input) {
  TRY_ASSIGN(std::unique_ptr<os::Root> root, os::Root::open(run.worktree->folder()));
  Bench bench{.run = run, .input = input, .root = std::move(root), .shown = {}, .judge = {}};
  TRY_ASSIGN(bench.judge, RunJudge::open(run, *bench.root, input));
  show_files(bench);
  return bench;
}

Result<llm::JsonAnswer> ask(Bench& bench) {
  StageRun& run = bench.run;
  const AttemptInput& input = bench.input;
  const planner::Prompt prompt = planner::worker_prompt(
      {.task = input.task,
       .subtask = input.subtask,
       .files = bench.shown,
       .denied = guards::denied_summary(),
       .failures = failures_to_mend(run, input.subtask),
       .blast_radius = bench.judge->around().blast_radius(
           input.subtask.file_hints, std::min(kBlastBytesMax, prompt_bytes(bench) / kBlastShare)),
       .feedback = input.feedback,
       .previous_answer = input.previous_answer,
       .issue = run.request.issue ? &*run.request.issue : nullptr});
  llm::ChatRequest request;
  request.role = "worker";
  request.purpose = input.subtask.id + " attempt " + std::to_string(input.number);
  request.messages = {{"system", prompt.system}, {"user", run.redactor.apply(prompt.user)}};
  request.context = Json::object(
      {{"subtask", Json::object({{"id", input.subtask.id}, {"recipe", input.subtask.recipe}})}});
  request.schema = edits::edits_schema();
  request.cancel = &run.ports.cancel;
  TRY_ASSIGN(const JsonSchema schema, JsonSchema::compile(request.schema));
  return llm::ask_json(run.models.for_work(), std::move(request), schema, run.events)
      .during("working on " + input.subtask.id);
}

Result<AttemptResult> refused(Bench& bench, AttemptResult result, std::vector<Finding> findings,
                              std::string tier) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push(guards::to_json(finding));
  TRY(bench.run.events.append(
      {EventKind::subtask_refused, Json::object({{"subtask", bench.judge->attempt().subtask},
                                                 {"attempt", bench.judge->attempt().number},
                                                 {"tier", tier},
                                                 {"findings", std::move(list)}})}));
  result.end = AttemptEnd::refused;
  result.tier = std::move(tier);
  result.findings = std::move(findings);
  return result;
}

// A refusal that no guard of the table made: told the same way.
Result<AttemptResult> refused_early(Bench& bench, AttemptResult result,
                                    std::vector<Finding> findings, std::string_view guard,
                                    std::string_view event) {
  TRY(guards::report_refusal(findings, guard, event, bench.judge->attempt(), bench.run.events));
  return refused(bench, std::move(result), std::move(findings), "gate");
}

using PathEdits = std::vector<std::pair<RepoPath, edits::Edit>>;

std::vector<Finding> shape_findings(const edits::EditAnswer& answer, PathEdits& checked) {
  std::vector<Finding> findings;
  for (const edits::Edit& edit : answer.edits) {
    Result<RepoPath> path = RepoPath::parse(edit.path);
    if (path) {
      checked.emplace_back(*std::move(path), edit);
      continue;
    }
    findings.push_back({.rule = "write-gate/unsafe-path",
                        .kind = RuleKind::defect,
                        .path = printable(edit.path, 300),
                        .line = 0,
                        .message = path.error().message,
                        .feedback = "Use one of the paths the subtask names."});
  }
  return findings;
}

// The paths alone, judged before any of them is read: nothing outside the fence is looked at.
git::Change paths_only(const PathEdits& checked) {
  git::Change change;
  for (const auto& [path, edit] : checked) {
    if (change.find(path) == nullptr) change.files.push_back({.path = path});
  }
  return change;
}

std::vector<Finding> gate_findings(const Bench& bench, const PathEdits& checked) {
  std::vector<Finding> findings;
  const git::Change change = paths_only(checked);
  for (const auto check : {guards::write_gate, guards::build_manifests}) {
    for (Finding& finding : check(change, bench.context()).findings) {
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

// What lies outside of the fence fails for that, and says nothing about the files inside.
std::vector<std::string> hinted_paths(const Bench& bench, const PathEdits& checked) {
  std::vector<std::string> paths;
  for (const git::FileChange& file : paths_only(checked).files) {
    const auto& hints = bench.context().hints;
    if (std::find(hints.begin(), hints.end(), file.path) != hints.end()) {
      paths.push_back(file.path.text());
    }
  }
  return paths;
}

std::vector<Finding> edit_findings(const std::vector<edits::EditFault>& faults) {
  std::vector<Finding> findings;
  findings.reserve(faults.size());
  for (const edits::EditFault& fault : faults) {
    findings.push_back({.rule = "edit/" + fault.code,
                        .kind = RuleKind::defect,
                        .path = fault.path,
                        .line = fault.line,
                        .message = fault.message,
                        .feedback = fault.feedback});
  }
  return findings;
}

Finding nothing_done(const Bench& bench, std::string message) {
  return {.rule = "edit/no-effect",
          .kind = RuleKind::defect,
          .path = join(bench.input.subtask.file_hints, ", "),
          .line = 0,
          .message = std::move(message),
          .feedback =
              "Answer with edits that do what the subtask asks, or with "
              "\"no_change_reason\" when the files already do."};
}

Result<AttemptResult> without_edits(Bench& bench, AttemptResult result, const std::string& reason) {
  const bool missing = std::any_of(bench.shown.begin(), bench.shown.end(),
                                   [](const planner::ShownFile& file) { return !file.exists; });
  const bool must_create = bench.input.subtask.action == planner::SubtaskAction::create && missing;
  if (reason.empty() || must_create) {
    return refused_early(
        bench, std::move(result),
        {nothing_done(bench, must_create ? "nothing was written, but the file is still missing"
                                         : "the answer holds no edits and no reason for that")},
        "edit", "critic_edit.fail");
  }
  result.end = AttemptEnd::unchanged;
  result.reason = printable(reason, 500);
  return result;
}

Result<AttemptResult> commit_judged(Bench& bench, AttemptResult result,
                                    const edits::EditAnswer& answer, const git::Change& change,
                                    const git::Admitted& admitted) {
  result.tests_fixed = bench.judge->tests_fixed();
  result.message = commit_message(bench.run, bench.input.subtask, answer.commit_message);
  TRY_ASSIGN(result.commit, commit_change(bench.run,
                                          {.subtask = bench.input.subtask.id,
                                           .message = result.message,
                                           .tests_fixed = result.tests_fixed},
                                          change, admitted));
  TRY(bench.judge->committed());
  result.end = AttemptEnd::committed;
  result.paths.clear();
  for (const git::FileChange& file : change.files) result.paths.push_back(file.path.text());
  return result;
}

Result<AttemptResult> judge_and_commit(Bench& bench, AttemptResult result,
                                       const edits::EditAnswer& answer, const git::Change& change) {
  TRY_ASSIGN(guards::Judged judged, bench.judge->judge(change));
  if (!judged.admitted) {
    const std::string tier(to_string(judged.refused_at));
    return refused(bench, std::move(result), std::move(judged.findings), tier);
  }
  return commit_judged(bench, std::move(result), answer, change, *judged.admitted);
}

// From checked paths to a change, or to the findings that say why there is none.
Result<AttemptResult> carry_out(Bench& bench, AttemptResult result, const edits::EditAnswer& answer,
                                const PathEdits& checked) {
  const os::Root& root = *bench.root;
  const auto may_rewrite = [&](const RepoPath& path) {
    if (!bench.input.subtask.recipe.empty()) return true;
    return std::any_of(bench.shown.begin(), bench.shown.end(), [&](const planner::ShownFile& file) {
      return file.path == path.text() && file.whole;
    });
  };
  const edits::Resolved resolved = edits::resolve(
      checked, [&](const RepoPath& path) { return read_file(root, path); }, may_rewrite);
  if (!resolved.faults.empty()) {
    return refused_early(bench, std::move(result), edit_findings(resolved.faults), "edit",
                         "critic_edit.fail");
  }
  if (resolved.change.empty()) {
    return refused_early(bench, std::move(result),
                         {nothing_done(bench, "the edits leave every file as it was")}, "edit",
                         "critic_edit.fail");
  }
  return judge_and_commit(bench, std::move(result), answer, resolved.change);
}

}  // namespace

Result<AttemptResult> attempt(StageRun& run, const AttemptInput& input) {
  TRY_ASSIGN(Bench bench, set_up(run, input));
  const Result<llm::JsonAnswer> asked = ask(bench);
  AttemptResult result;
  if (!asked && asked.error().code == Errc::invalid) {
    result.end = AttemptEnd::unreadable;
    result.reason = asked.error().to_line();
    return result;
  }
  if (!asked) return asked.error();
  TRY(go_on(run));
  result.answer = asked->answer.text;
  const edits::EditAnswer answer = edits::parse_edits(asked->value);
  if (answer.edits.empty()) return without_edits(bench, std::move(result), answer.no_change_reason);
  PathEdits checked;
  std::vector<Finding> findings = shape_findings(answer, checked);
  result.paths = hinted_paths(bench, checked);
  for (Finding& finding : gate_findings(bench, checked)) findings.push_back(std::move(finding));
  if (!findings.empty()) {
    return refused_early(bench, std::move(result), std::move(findings), "write-gate",
                         "critic_write_gate.fail");
  }
  return carry_out(bench, std::move(result), answer, checked);
}

}  // namespace pawl::stages
