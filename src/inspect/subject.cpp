#include "inspect/subject.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/objects/tree.hpp"
#include "repo/views/tree_view.hpp"

namespace pawl::inspect {
namespace {

Status check_revision(const std::string& revision) {
  const bool plain = !revision.empty() && revision.front() != '-' &&
                     revision.find_first_of(std::string_view("\n\0:", 3)) == std::string::npos;
  if (plain) return Done{};
  return fail(Errc::invalid, "\"" + printable(revision, 120) + "\" is not a revision");
}

Result<std::optional<CommitIds>> find_commit(git::ObjectReader& objects,
                                             const std::string& revision) {
  TRY(check_revision(revision));
  TRY_ASSIGN(const std::optional<git::Object> object, objects.read(revision + "^{commit}"));
  if (!object || object->type != "commit") return std::optional<CommitIds>();
  CommitIds ids{.id = object->id, .parent = git::kEmptyTree};
  for (const std::string_view line : split_lines(object->content)) {
    if (line.empty()) break;
    if (!line.starts_with("parent ")) continue;
    ids.parent = line.substr(7);
    break;
  }
  return std::optional(std::move(ids));
}

// The merge base, where the base is no ancestor; the base itself where there is none.
Result<std::string> fork_point(git::Git& git, const std::string& folder, const std::string& base,
                               const std::string& head) {
  TRY_ASSIGN(const os::Finished finished,
             git.run({.folder = folder, .args = {"merge-base", base, head}}));
  if (finished.ending == os::Ending::exited && finished.exit_code == 1) return base;
  if (!finished.succeeded()) {
    return git.failure({.folder = folder, .args = {"merge-base"}}, finished);
  }
  return std::string(trim(finished.out));
}

// The commit a working state is compared with; before the first commit there is none.
Result<std::string> base_of_work(git::ObjectReader& objects, const std::string& revision) {
  if (!revision.empty()) {
    TRY_ASSIGN(const CommitIds commit, commit_ids(objects, revision));
    return commit.id;
  }
  TRY_ASSIGN(const std::optional<CommitIds> head, find_commit(objects, "HEAD"));
  return head ? head->id : std::string(git::kEmptyTree);
}

Result<git::ReadChange> between_commits(git::Git& git, const SubjectRequest& request,
                                        Subject& subject) {
  TRY_ASSIGN(const CommitIds head,
             commit_ids(*subject.objects, request.head.empty() ? "HEAD" : request.head));
  subject.head = head.id;
  if (request.base.empty()) {
    subject.base = head.parent;
  } else {
    TRY_ASSIGN(const CommitIds base, commit_ids(*subject.objects, request.base));
    subject.base = base.id;
    if (base.id != head.parent) {
      TRY_ASSIGN(subject.base, fork_point(git, request.folder, base.id, head.id));
    }
  }
  return git::change_between(*subject.objects, subject.base, subject.head);
}

Result<git::ReadChange> of_work(git::Git& git, const SubjectRequest& request, Subject& subject) {
  TRY_ASSIGN(subject.base, base_of_work(*subject.objects, request.base));
  switch (request.against) {
    case Against::staged:
      subject.head = "staged";
      return git::staged_change(git, *subject.objects, request.folder, subject.base,
                                request.index_file);
    case Against::patch:
      subject.head = "patch";
      return git::patch_change(git, request.folder, subject.base, request.patch, request.scratch);
    default: break;
  }
  subject.head = "worktree";
  TRY_ASSIGN(const std::string top, git.top_level(request.folder));
  return git::worktree_change(git, *subject.objects, top, subject.base);
}

}  // namespace

Result<CommitIds> commit_ids(git::ObjectReader& objects, const std::string& revision) {
  TRY_ASSIGN(std::optional<CommitIds> commit, find_commit(objects, revision));
  if (commit) return *std::move(commit);
  return fail(Errc::not_found,
              "there is no commit \"" + printable(revision, 120) + "\" in this repository");
}

Result<std::unique_ptr<Subject>> open_subject(git::Git& git, const SubjectRequest& request) {
  TRY(git.top_level(request.folder));
  auto subject = std::make_unique<Subject>();
  subject->objects = std::make_unique<git::ObjectReader>(git, request.folder);
  Result<git::ReadChange> read = request.against == Against::head
                                     ? between_commits(git, request, *subject)
                                     : of_work(git, request, *subject);
  if (!read) return std::move(read).error();
  subject->change = std::move(read->change);
  subject->unsafe_paths = std::move(read->unsafe_paths);
  subject->unread = std::move(read->unread);
  subject->tree = repo::tree_view(git, *subject->objects, request.folder, subject->base);
  if (!request.cache.empty()) {
    subject->indexes =
        index::RepositoryIndex::later(*subject->objects, request.cache, request.folder);
    subject->index =
        subject->indexes->lazily_at(subject->base, index::changed_files(subject->change));
  }
  return subject;
}

Result<std::vector<std::string>> commits_of(git::Git& git, const std::string& folder,
                                            const std::string& range) {
  if (range.empty() || range.front() == '-' || contains(range, "\n")) {
    return fail(Errc::invalid, "\"" + printable(range, 120) + "\" is not a range of commits");
  }
  TRY_ASSIGN(const std::string output,
             git.output({.folder = folder,
                         .args = {"rev-list", "--no-merges", "--reverse", "--topo-order",
                                  "--end-of-options", range}}));
  std::vector<std::string> commits;
  for (const std::string_view line : split_lines(output)) commits.emplace_back(line);
  return commits;
}

guards::Context context_of(const Subject& subject) {
  guards::Context context;
  context.fenced = false;
  context.base = subject.tree.get();
  context.index = subject.index.get();
  return context;
}

void add_unread(const std::vector<git::Unread>& unread, guards::Evaluation& evaluation) {
  const auto gate =
      std::find_if(evaluation.results.begin(), evaluation.results.end(),
                   [](const auto& result) { return result.guard->id == "write-gate"; });
  if (gate == evaluation.results.end()) return;
  for (const git::Unread& file : unread) {
    const std::string size = std::to_string(file.size) + " bytes are more than Pawl judges";
    if (!file.after) {
      gate->verdict.cannot(file.path + " before the change: " + size);
      continue;
    }
    gate->verdict.refuse({.rule = "write-gate/unjudged",
                          .kind = guards::RuleKind::defect,
                          .path = file.path,
                          .line = 0,
                          .message = size,
                          .feedback = "Keep the file out of the repository, or split it."});
    evaluation.refused_at = guards::Tier::gate;
  }
}

void add_unsafe_paths(const Subject& subject, guards::Evaluation& evaluation) {
  for (guards::Evaluated& result : evaluation.results) {
    if (result.guard->id != "write-gate") continue;
    for (const std::string& path : subject.unsafe_paths) {
      result.verdict.refuse({.rule = "write-gate/unsafe-path",
                             .kind = guards::RuleKind::defect,
                             .path = path,
                             .line = 0,
                             .message = "no program can write this path safely",
                             .feedback = "Rename the file."});
      evaluation.refused_at = guards::Tier::gate;
    }
  }
}

}  // namespace pawl::inspect
