#include "inspect/subject.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/objects/tree.hpp"

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

// A change, and the names of its ends.
struct Compared {
  std::string base;
  std::string head;
  git::ReadChange read;
};

Result<Compared> between_commits(git::Git& git, git::ObjectReader& objects,
                                 const SubjectRequest& request) {
  TRY_ASSIGN(const CommitIds head,
             commit_ids(objects, request.head.empty() ? "HEAD" : request.head));
  std::string from = head.parent;
  if (!request.base.empty()) {
    TRY_ASSIGN(const CommitIds base, commit_ids(objects, request.base));
    from = base.id;
    if (base.id != head.parent) {
      TRY_ASSIGN(from, fork_point(git, request.folder, base.id, head.id));
    }
  }
  TRY_ASSIGN(git::ReadChange read, git::change_between(objects, from, head.id));
  return Compared{.base = std::move(from), .head = head.id, .read = std::move(read)};
}

Result<git::ReadChange> read_work(git::Git& git, git::ObjectReader& objects,
                                  const SubjectRequest& request, const std::string& base) {
  if (request.against == Against::staged) {
    return git::staged_change(git, objects, request.folder, base, request.index_file);
  }
  if (request.against == Against::patch) {
    return git::patch_change(git, request.folder, base, request.patch, request.scratch);
  }
  TRY_ASSIGN(const std::string top, git.top_level(request.folder));
  return git::worktree_change(git, objects, top, base);
}

std::string name_of(Against against) {
  switch (against) {
    case Against::staged: return "staged";
    case Against::patch: return "patch";
    case Against::worktree:
    case Against::head: break;
  }
  return "worktree";
}

Result<Compared> of_work(git::Git& git, git::ObjectReader& objects, const SubjectRequest& request) {
  TRY_ASSIGN(std::string base, base_of_work(objects, request.base));
  TRY_ASSIGN(git::ReadChange read, read_work(git, objects, request, base));
  return Compared{
      .base = std::move(base), .head = name_of(request.against), .read = std::move(read)};
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
  std::optional<judge::IndexPlace> place;
  if (!request.cache.empty()) place = judge::IndexPlace{request.cache, request.folder};
  subject->reader = std::make_unique<judge::Reader>(git, request.folder, place);
  git::ObjectReader& objects = subject->reader->objects();
  TRY_ASSIGN(Compared compared, request.against == Against::head
                                    ? between_commits(git, objects, request)
                                    : of_work(git, objects, request));
  subject->head = std::move(compared.head);
  subject->change = std::move(compared.read.change);
  subject->unjudged = {.unsafe = std::move(compared.read.unsafe),
                       .unread = std::move(compared.read.unread)};
  subject->base = std::make_unique<judge::Base>(*subject->reader, std::move(compared.base));
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

}  // namespace pawl::inspect
