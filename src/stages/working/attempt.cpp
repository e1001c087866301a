#include "stages/working/attempt.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "edits/edits.hpp"
#include "guards/guards.hpp"
#include "guards/paths/path_policy.hpp"
#include "guards/stack.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/mentions.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/tested_files.hpp"
#include "repo/views/view.hpp"
#include "run/work_events.hpp"
#include "stages/rooms.hpp"
#include "stages/working/commit.hpp"
#include "stages/working/run_judge.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

using guards::Finding;
using guards::RuleKind;

constexpr std::int64_t kBlastBytesMax = 12'000;
constexpr std::int64_t kBlastShare = 4;  // of the question: one part in so many

// What one attempt works with.
struct Bench {
  StageRun& run;
  const AttemptInput& input;
  std::unique_ptr<os::Root> root;
  std::unique_ptr<RunJudge> judge;
  std::vector<planner::AskedFile> files;
  std::vector<std::string> rewritable;  // by what the model was shown

  const guards::Context& context() const { return judge->context(); }
};

Result<std::optional<edits::SourceFile>> read_file(const os::Root& root, const RepoPath& path) {
  TRY_ASSIGN(const auto stat, root.stat(path));
  if (!stat) return std::optional<edits::SourceFile>();
  TRY_ASSIGN(std::string text, root.read(path, repo::kReadBytesMax));
  const bool executable = (stat->mode & 0100U) != 0;
  return std::optional<edits::SourceFile>(
      edits::SourceFile{.text = std::move(text), .mode = executable ? 0755U : 0644U});
}

planner::AskedFile work_file(const os::Root& root, const RepoPath& path) {
  planner::AskedFile out{.path = path.text(), .text = {}};
  auto file = read_file(root, path);
  if (!file) {
    out.obstacle = printable(file.error().message, 300);
  } else if (!file.value()) {
    out.exists = false;
  } else if (looks_binary(file.value()->text)) {
    out.obstacle = "it is a binary file";
  } else {
    out.text = std::move(file.value()->text);
  }
  return out;
}

Result<Bench> set_up(StageRun& run, const AttemptInput& input) {
  TRY_ASSIGN(std::unique_ptr<os::Root> root, os::Root::open(run.worktree->folder()));
  Bench bench{.run = run,
              .input = input,
              .root = std::move(root),
              .judge = {},
              .files = {},
              .rewritable = {}};
  TRY_ASSIGN(bench.judge, RunJudge::open(run, *bench.root, input));
  for (const RepoPath& path : bench.context().hints) {
    bench.files.push_back(work_file(*bench.root, path));
  }
  return bench;
}

// What a symbol's users are shown for: first those of what the subtask speaks of.
index::BlastOptions blast_options(const Bench& bench) {
  const AttemptInput& input = bench.input;
  const llm::Room& room = bench.run.models.worker_room;
  const std::int64_t share = room.weight(room.question_limit()) / 2 / kBlastShare;
  const planner::Mentions mentions(input.task.title + "\n" + input.subtask.title + "\n" +
                                   input.subtask.description + "\n" + input.feedback);
  return {.users_max = 5,
          .bytes_max = static_cast<std::size_t>(std::clamp<std::int64_t>(share, 0, kBlastBytesMax)),
          .wanted = [mentions](const std::string& name) {
            return mentions.of(name) != planner::Mention::none;
          }};
}

// What a subtask that writes tests is about.
std::vector<planner::AskedFile> tested(Bench& bench) {
  std::vector<planner::AskedFile> out;
  RunIndex& around = bench.judge->around();
  if (around.tree() == nullptr) return out;
  const auto index = around.with({});
  for (const std::string& name :
       planner::tested_files(bench.input.task, bench.input.subtask, *around.tree(),
                             index ? &index->head() : nullptr)) {
    if (const Result<RepoPath> path = RepoPath::parse(name); path) {
      out.push_back(work_file(*bench.root, *path));
    }
  }
  return out;
}

// The question, fitted into what the worker can take.
Result<planner::Prompt> question_of(Bench& bench) {
  StageRun& run = bench.run;
  const AttemptInput& input = bench.input;
  const llm::Room& room = run.models.worker_room;
  RunIndex& around = bench.judge->around();
  repo::Facts facts;
  if (around.tree() != nullptr) facts = repo::gather_facts(*around.tree());
  std::vector<planner::AskedFile> tested_files = tested(bench);
  if (around.tree() != nullptr) TRY(around.tree()->trouble());
  return planner::worker_prompt(
      {.task = input.task,
       .subtask = input.subtask,
       .files = bench.files,
       .denied = guards::denied_summary(),
       .failures = failures_to_mend(run, input.subtask),
       .blast_radius = around.blast_radius(input.subtask.file_hints, blast_options(bench)),
       .facts = &facts,
       .feedback = input.feedback,
       .previous_answer = input.previous_answer,
       .redactor = &run.redactor,
       .issue = run.request.issue ? &*run.request.issue : nullptr,
       .tested = std::move(tested_files)},
      room);
}

Result<llm::JsonAnswer> ask_once(Bench& bench, planner::Prompt prompt) {
  StageRun& run = bench.run;
  const AttemptInput& input = bench.input;
  bench.rewritable = prompt.rewritable;
  TRY_ASSIGN(llm::ChatRequest request,
             request_of(run, std::move(prompt), run.models.worker_room, "worker",
                        input.subtask.id + " attempt " + std::to_string(input.number)));
  request.context = Json::object(
      {{"subtask", Json::object({{"id", input.subtask.id}, {"recipe", input.subtask.recipe}})}});
  request.schema = edits::edits_schema();
  TRY_ASSIGN(const JsonSchema schema, JsonSchema::compile(request.schema));
  return llm::ask_json(run.models.for_work(), std::move(request), schema, run.events)
      .during("working on " + input.subtask.id);
}

struct Asked {
  Result<llm::JsonAnswer> answer;
  bool too_large = false;  // the model cannot take the question
};

// A server that finds the question too long after all is asked a shorter one.
Asked ask(Bench& bench) {
  for (;;) {
    Result<planner::Prompt> prompt = question_of(bench);
    if (!prompt) {
      const bool too_large = prompt.error().code == Errc::invalid;
      return {.answer = std::move(prompt).error(), .too_large = too_large};
    }
    Result<llm::JsonAnswer> answer = ask_once(bench, *std::move(prompt));
    if (answer || !is_too_long(answer.error())) return {.answer = std::move(answer)};
    if (!llm::shrink(bench.run.models.worker_room)) {
      return {.answer = std::move(answer), .too_large = true};
    }
  }
}

Result<AttemptResult> refused(Bench& bench, AttemptResult result, std::vector<Finding> findings,
                              std::string tier) {
  std::vector<Json> list;
  list.reserve(findings.size());
  for (const Finding& finding : findings) list.push_back(guards::to_json(finding));
  TRY(bench.run.events.append(
      to_event(run::SubtaskRefused{.subtask = bench.judge->attempt().subtask,
                                   .attempt = bench.judge->attempt().number,
                                   .tier = tier,
                                   .findings = std::move(list)})));
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
  const bool missing = std::any_of(bench.files.begin(), bench.files.end(),
                                   [](const planner::AskedFile& file) { return !file.exists; });
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
  result.tests_added = bench.judge->tests_added(change);
  result.message = commit_message(bench.run, bench.input.subtask, answer.commit_message);
  TRY_ASSIGN(result.commit, commit_change(bench.run,
                                          {.subtask = bench.input.subtask.id,
                                           .message = result.message,
                                           .tests_fixed = result.tests_fixed,
                                           .tests_added = result.tests_added,
                                           .attempt = bench.input.number},
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
    return std::find(bench.rewritable.begin(), bench.rewritable.end(), path.text()) !=
           bench.rewritable.end();
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
  AttemptResult result;
  const Asked asked = ask(bench);
  const Result<llm::JsonAnswer>& said = asked.answer;
  if (!said && said.error().code == Errc::invalid) {
    result.end = asked.too_large ? AttemptEnd::too_large : AttemptEnd::unreadable;
    result.reason = said.error().to_line();
    return result;
  }
  if (!said) return said.error();
  TRY(go_on(run));
  result.answer = said->value.dump();
  const edits::EditAnswer answer = edits::parse_edits(said->value);
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
