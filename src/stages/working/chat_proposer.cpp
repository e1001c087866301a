#include "stages/working/chat_proposer.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "edits/edits.hpp"
#include "guards/events.hpp"
#include "guards/paths/path_policy.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/mentions.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/tested_files.hpp"
#include "repo/secrets/secrets.hpp"
#include "repo/views/overlay_view.hpp"
#include "repo/views/view.hpp"
#include "stages/context_windows.hpp"
#include "stages/working/reproduction.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

using guards::Finding;
using guards::RuleKind;

constexpr std::int64_t kBlastBytesMax = 12'000;
constexpr std::int64_t kBlastShare = 4;  // of the question: one part in so many

// One conversation about one order.
struct Conversation {
  const Workshop& shop;
  const Order& order;
  Workplace place;
  std::vector<planner::AskedFile> files;
  std::vector<std::string> rewritable;  // by what the model was shown
};

Result<std::optional<edits::SourceFile>> read_file(Head& head, const RepoPath& path) {
  TRY_ASSIGN(const std::optional<git::TreeNode> node, head.node(path.text()));
  if (!node) return std::optional<edits::SourceFile>();
  TRY_ASSIGN(std::string text, head.base().tree().read(path, repo::kReadBytesMax));
  const bool executable = (node->mode & 0100U) != 0;
  return std::optional<edits::SourceFile>(
      edits::SourceFile{.text = std::move(text), .mode = executable ? 0755U : 0644U});
}

planner::AskedFile work_file(Head& head, const RepoPath& path) {
  planner::AskedFile out{.path = path.text(), .text = {}};
  auto file = read_file(head, path);
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

// What a symbol's users are shown for: first those of what the subtask speaks of.
index::BlastOptions blast_options(const Conversation& talk) {
  const Order& order = talk.order;
  const llm::Room& window = talk.shop.models.worker_window;
  const std::int64_t share = window.weight(window.question_limit()) / 2 / kBlastShare;
  const planner::Mentions mentions(order.task.title + "\n" + order.subtask.title + "\n" +
                                   order.subtask.description + "\n" + order.feedback);
  return {.users_max = 5,
          .bytes_max = static_cast<std::size_t>(std::clamp<std::int64_t>(share, 0, kBlastBytesMax)),
          .wanted = [mentions](const std::string& name) {
            return mentions.of(name) != planner::Mention::none;
          }};
}

// What a subtask that writes tests is about.
std::vector<planner::AskedFile> tested(Conversation& talk) {
  std::vector<planner::AskedFile> out;
  const auto index = talk.place.head.index();
  for (const std::string& name :
       planner::tested_files(talk.order.task, talk.order.subtask, talk.place.head.base().tree(),
                             index ? &index->head() : nullptr)) {
    if (const Result<RepoPath> path = RepoPath::parse(name); path) {
      out.push_back(work_file(talk.place.head, *path));
    }
  }
  return out;
}

// The question, fitted into what the worker can take.
Result<planner::Prompt> question_of(Conversation& talk) {
  const Workshop& shop = talk.shop;
  const Order& order = talk.order;
  const llm::Room& window = shop.models.worker_window;
  const judge::Base& base = talk.place.head.base();
  std::vector<planner::AskedFile> tested_files = tested(talk);
  const repo::Facts& facts = base.facts();
  std::vector<planner::TestFailure> failures =
      failures_to_mend(shop.scope, shop.checkout, order.subtask);
  std::vector<planner::TestSource> sources = planner::test_sources(failures, base.tree());
  if (order.reproduction != nullptr) {
    const Reproduction& shown = *order.reproduction;
    failures.insert(failures.end(), shown.failures.begin(), shown.failures.end());
    const repo::OverlayView with_test(base.tree(), shown.change);
    sources = planner::test_sources(failures, with_test);
    TRY(with_test.trouble());
  }
  TRY(base.tree().trouble());
  return planner::worker_prompt(
      {.task = order.task,
       .subtask = order.subtask,
       .files = talk.files,
       .denied = guards::denied_summary(),
       .failures = std::move(failures),
       .test_sources = std::move(sources),
       .ci = order.ci,
       .review = order.review,
       .blast_radius = talk.place.head.blast_radius(order.subtask.file_hints, blast_options(talk)),
       .facts = &facts,
       .feedback = order.feedback,
       .previous_answer = order.previous_answer,
       .redactor = &shop.scope.redactor,
       .issue = shop.settings.request.issue ? &*shop.settings.request.issue : nullptr,
       .wanted = shop.settings.request.task,
       .tested = std::move(tested_files)},
      window);
}

Result<llm::JsonAnswer> ask_once(Conversation& talk, planner::Prompt prompt) {
  const Workshop& shop = talk.shop;
  const Order& order = talk.order;
  talk.rewritable = prompt.rewritable;
  TRY_ASSIGN(llm::ChatRequest request,
             request_of(shop.scope, std::move(prompt), shop.models.worker_window, "worker",
                        order.subtask.id + " attempt " + std::to_string(order.number)));
  request.context = Json::object(
      {{"subtask", Json::object({{"id", order.subtask.id}, {"recipe", order.subtask.recipe}})}});
  constexpr int kRecipeEditsMax = 10'000;
  const bool recipes = shop.models.for_work().name() == "recipes:";
  request.schema = recipes ? edits::edits_schema(kRecipeEditsMax) : edits::edits_schema();
  TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(request.schema));
  return llm::ask_json(shop.models.for_work(), std::move(request), schema, shop.scope.events)
      .during("working on " + order.subtask.id);
}

struct Asked {
  Result<llm::JsonAnswer> answer;
  bool too_large = false;  // the model cannot take the question
};

// A server that finds the question too long after all is asked a shorter one.
Asked ask(Conversation& talk) {
  for (;;) {
    Result<planner::Prompt> prompt = question_of(talk);
    if (!prompt) {
      const bool too_large = prompt.error().code == Errc::invalid;
      return {.answer = std::move(prompt).error(), .too_large = too_large};
    }
    Result<llm::JsonAnswer> answer = ask_once(talk, *std::move(prompt));
    if (answer || !is_too_long(answer.error())) return {.answer = std::move(answer)};
    if (!llm::shrink(talk.shop.models.worker_window)) {
      return {.answer = std::move(answer), .too_large = true};
    }
  }
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

// What lies outside of the fence fails for that, and shows nothing about the files inside.
std::vector<std::string> hinted_paths(const Conversation& talk, const PathEdits& checked) {
  std::vector<std::string> paths;
  for (const git::FileChange& file : paths_only(checked).files) {
    const auto& hints = talk.place.judge.hints();
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
    const Result<RepoPath> path = RepoPath::parse(fault.path);
    findings.push_back(
        {.rule = "edit/" + fault.code,
         .kind = RuleKind::defect,
         .path = fault.path,
         .line = fault.line,
         .message = fault.message,
         .feedback = repo::without_secrets(fault.feedback, path ? &*path : nullptr)});
  }
  return findings;
}

Finding nothing_done(const Conversation& talk, std::string message) {
  return {.rule = "edit/no-effect",
          .kind = RuleKind::defect,
          .path = join(talk.order.subtask.file_hints, ", "),
          .line = 0,
          .message = std::move(message),
          .feedback =
              "Answer with edits that do what the subtask asks, or with "
              "\"no_change_reason\" when the files already do."};
}

Proposal refused_as(Proposal proposal, std::vector<Finding> findings, std::string guard,
                    std::string event, std::string tier) {
  proposal.end = ProposalEnd::refused;
  proposal.refusal = {.findings = std::move(findings),
                      .guard = std::move(guard),
                      .event = std::move(event),
                      .tier = std::move(tier)};
  return proposal;
}

// Edits that say nothing that could be judged.
Proposal refused_edit(Proposal proposal, std::vector<Finding> findings) {
  return refused_as(std::move(proposal), std::move(findings), "edit",
                    std::string(guards::kEditRefusal), "gate");
}

Proposal without_edits(const Conversation& talk, Proposal proposal, const std::string& reason) {
  const bool missing = std::any_of(talk.files.begin(), talk.files.end(),
                                   [](const planner::AskedFile& file) { return !file.exists; });
  // A test may be impossible; what else is to be made is not.
  const bool must_create = talk.order.subtask.action == planner::SubtaskAction::create && missing &&
                           !talk.order.subtask.reproduces;
  if (reason.empty() || must_create) {
    return refused_edit(
        std::move(proposal),
        {nothing_done(talk, must_create ? "nothing was written, but the file is still missing"
                                        : "the answer holds no edits and no reason for that")});
  }
  proposal.end = ProposalEnd::nothing;
  proposal.reason = printable(reason, 500);
  return proposal;
}

// From checked paths to a change, or to the findings that say why there is none.
Proposal resolve(const Conversation& talk, Proposal proposal, const PathEdits& checked) {
  const auto may_rewrite = [&](const RepoPath& path) {
    if (!talk.order.subtask.recipe.empty()) return true;
    return std::find(talk.rewritable.begin(), talk.rewritable.end(), path.text()) !=
           talk.rewritable.end();
  };
  edits::Resolved resolved = edits::resolve(
      checked, [&](const RepoPath& path) { return read_file(talk.place.head, path); }, may_rewrite);
  if (!resolved.faults.empty()) {
    return refused_edit(std::move(proposal), edit_findings(resolved.faults));
  }
  if (resolved.change.empty()) {
    return refused_edit(std::move(proposal),
                        {nothing_done(talk, "the edits leave every file as it was")});
  }
  proposal.end = ProposalEnd::change;
  proposal.change = std::move(resolved.change);
  return proposal;
}

Proposal proposal_of(const Conversation& talk, const Json& said) {
  Proposal proposal;
  proposal.answer = said.dump();
  const edits::EditAnswer answer = edits::parse_edits(said);
  proposal.title = answer.commit_message;
  if (answer.edits.empty()) {
    return without_edits(talk, std::move(proposal), answer.no_change_reason);
  }
  PathEdits checked;
  std::vector<Finding> findings = shape_findings(answer, checked);
  proposal.paths = hinted_paths(talk, checked);
  for (Finding& finding : talk.place.judge.refuse_paths(paths_only(checked))) {
    findings.push_back(std::move(finding));
  }
  if (talk.order.reproduction != nullptr) {
    // Before the edits are looked at: the file may not even be there without the test.
    if (auto refusal = refuse_changed_test(*talk.order.reproduction, paths_only(checked))) {
      proposal.end = ProposalEnd::refused;
      proposal.refusal = *std::move(refusal);
      return proposal;
    }
  }
  if (!findings.empty()) {
    return refused_as(std::move(proposal), std::move(findings), "write-gate",
                      "critic_write_gate.fail", "gate");
  }
  return resolve(talk, std::move(proposal), checked);
}

}  // namespace

Result<Proposal> ChatProposer::propose(const Order& order, Workplace place) {
  Conversation talk{.shop = shop_, .order = order, .place = place, .files = {}, .rewritable = {}};
  for (const RepoPath& path : place.judge.hints()) {
    talk.files.push_back(work_file(place.head, path));
  }
  const Asked asked = ask(talk);
  const Result<llm::JsonAnswer>& said = asked.answer;
  if (!said && said.error().code == Errc::invalid) {
    Proposal proposal;
    proposal.end = asked.too_large ? ProposalEnd::too_large : ProposalEnd::unreadable;
    proposal.reason = said.error().to_line();
    return proposal;
  }
  if (!said) {
    shop_.models.refused = said.error().code == Errc::denied;
    return said.error();
  }
  TRY(go_on(shop_.scope));
  return proposal_of(talk, said->value);
}

}  // namespace pawl::stages
