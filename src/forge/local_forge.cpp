#include "forge/local_forge.hpp"

#include <algorithm>

#include <unistd.h>

#include "base/text.hpp"
#include "forge/advance.hpp"
#include "forge/local_issues.hpp"
#include "forge/squash.hpp"

namespace pawl::forge {
namespace {

using store::PullRow;

constexpr std::string_view kRunTrailer = "Pawl-Run";
constexpr std::string_view kHeads = "refs/heads/";
constexpr std::size_t kShortCommit = 10;

PullState state_of(std::string_view text) {
  if (text == to_string(PullState::merged)) return PullState::merged;
  return text == to_string(PullState::closed) ? PullState::closed : PullState::open;
}

std::string shortened(const std::string& commit) { return commit.substr(0, kShortCommit); }
std::string called(const PullRow& row) { return "pull request #" + std::to_string(row.number); }
std::string branch_ref(const std::string& branch) { return std::string(kHeads) + branch; }

std::string squash_message(const PullRow& row) {
  std::string message(trim(row.title));
  const std::string_view body = trim(row.body);
  if (!body.empty()) message += "\n\n" + std::string(body);
  return message + "\n\n" + std::string(kRunTrailer) + ": " + row.run + "\n";
}

class LocalForge final : public Forge {
 public:
  LocalForge(store::Database& database, git::Git& git, os::Files& files, os::Clock& clock,
             LocalForgeOptions options)
      : database_(database),
        git_(git),
        files_(files),
        clock_(clock),
        options_(std::move(options)),
        issues_(database, clock, options_.target) {}

  Status check_write() override;
  Result<std::optional<Pull>> find_by_run(const std::string& run) override;
  Result<Opened> open(const PullDraft& draft) override;
  Result<std::vector<Pull>> list() override;
  Result<Pull> get(std::int64_t number) override;
  Result<Pull> merge(std::int64_t number, MergeMethod method) override;
  Result<Pull> close(std::int64_t number) override;
  Result<Issue> open_issue(const IssueDraft& draft) override { return issues_.open(draft); }
  Result<std::vector<Issue>> issues() override { return issues_.list(); }
  Result<Issue> issue(std::int64_t number) override { return issues_.get(number); }
  Result<Issue> close_issue(std::int64_t number) override { return issues_.close(number, 0); }

 private:
  const std::string& location() const { return options_.target.location; }
  Pull pull_of(const PullRow& row) const;
  PullRow row_of(const PullDraft& draft) const;
  Result<PullRow> row(std::int64_t number);
  Status check_draft(const PullDraft& draft);
  Result<std::string> tip(const std::string& branch);
  // The commit by which the base branch holds the pull request already.
  Result<std::optional<std::string>> contained(const PullRow& row, const std::string& base_tip);
  Result<std::string> prepare(PullRow& row, const std::string& base_tip, MergeMethod method);
  Status check_head(const PullRow& row);
  Result<Pull> record_merged(PullRow row, const std::string& commit);
  Result<Pull> save(PullRow row);

  store::Database& database_;
  git::Git& git_;
  os::Files& files_;
  os::Clock& clock_;
  LocalForgeOptions options_;
  LocalIssues issues_;
};

Pull LocalForge::pull_of(const PullRow& row) const {
  const PullState state = state_of(row.state);
  return {.number = row.number,
          .url = "local:" + options_.target.name + "#" + std::to_string(row.number),
          .title = row.title,
          .body = row.body,
          .state = state,
          .base = row.base,
          .branch = row.branch,
          .base_commit = row.base_commit,
          .head_commit = row.head_commit,
          .merge_commit = state == PullState::merged ? row.merge_commit : "",
          .run = row.run,
          .labels = row.labels,
          .fixes = row.fixes,
          .created_at = row.created_at,
          .updated_at = row.updated_at};
}

PullRow LocalForge::row_of(const PullDraft& draft) const {
  const std::string now = to_iso8601(clock_.now());
  return {.repository = options_.target.key,
          .location = location(),
          .title = draft.title,
          .body = draft.body,
          .state = std::string(to_string(PullState::open)),
          .base = draft.base,
          .branch = draft.branch,
          .base_commit = draft.base_commit,
          .head_commit = draft.head_commit,
          .run = draft.run,
          .labels = draft.labels,
          .created_at = now,
          .updated_at = now,
          .fixes = draft.fixes};
}

Status LocalForge::check_write() {
  if (options_.target.kind != git::TargetKind::local) {
    return fail(Errc::denied, "the local forge needs a repository on this machine, not " +
                                  options_.target.location + "; clone it and name the clone");
  }
  TRY_ASSIGN(const std::string folder,
             git_.text(location(), {"rev-parse", "--path-format=absolute", "--git-common-dir"})
                 .during("looking at the target " + location()));
  for (const std::string& part : {folder, folder + "/objects", folder + "/refs"}) {
    if (::access(part.c_str(), W_OK | X_OK) == 0) continue;
    return fail(Errc::denied, "nobody may write to " + part +
                                  " here, so no branch can be published; make it writable, or work "
                                  "on a clone");
  }
  return Done{};
}

Result<std::vector<Pull>> LocalForge::list() {
  TRY_ASSIGN(const std::vector<PullRow> rows, database_.pulls(options_.target.key));
  std::vector<Pull> pulls;
  for (const PullRow& row : rows) pulls.push_back(pull_of(row));
  return pulls;
}

Result<std::optional<Pull>> LocalForge::find_by_run(const std::string& run) {
  TRY_ASSIGN(std::vector<Pull> pulls, list());
  const auto found =
      std::find_if(pulls.begin(), pulls.end(), [&](const Pull& pull) { return pull.run == run; });
  return found == pulls.end() ? std::optional<Pull>() : std::optional<Pull>(std::move(*found));
}

Result<PullRow> LocalForge::row(std::int64_t number) {
  TRY_ASSIGN(auto found, database_.pull(options_.target.key, number));
  if (found) return *std::move(found);
  return fail(Errc::not_found, options_.target.name + " has no pull request #" +
                                   std::to_string(number) +
                                   "; `pawl pr list` shows those there are");
}

Result<Pull> LocalForge::get(std::int64_t number) {
  TRY_ASSIGN(const PullRow found, row(number));
  return pull_of(found);
}

Result<Pull> LocalForge::save(PullRow row) {
  row.updated_at = to_iso8601(clock_.now());
  TRY(database_.update_pull(row));
  return pull_of(row);
}

Result<std::string> LocalForge::tip(const std::string& branch) {
  TRY(git_.check_branch_name(branch));
  TRY_ASSIGN(const auto commit, git_.resolve(location(), branch_ref(branch)));
  if (commit) return *commit;
  return fail(Errc::not_found, location() + " has no branch \"" + branch + "\"");
}

Status LocalForge::check_draft(const PullDraft& draft) {
  if (draft.run.empty()) return fail(Errc::invalid, "a pull request needs the run it comes from");
  if (draft.fixes > 0) TRY(issues_.get(draft.fixes));
  if (trim(draft.title).empty()) return fail(Errc::invalid, "a pull request needs a title");
  TRY(tip(draft.base));
  TRY_ASSIGN(const std::string head, tip(draft.branch));
  if (head != draft.head_commit) {
    return fail(Errc::conflict, "branch " + draft.branch + " is at " + shortened(head) +
                                    ", the checks saw " + shortened(draft.head_commit) +
                                    "; publish the branch again");
  }
  if (head == draft.base_commit) {
    return fail(Errc::invalid, "branch " + draft.branch + " has no commit on top of " + draft.base);
  }
  return Done{};
}

Result<Forge::Opened> LocalForge::open(const PullDraft& draft) {
  // A merged one is adopted as it is, whatever became of its branch.
  TRY_ASSIGN(auto known, find_by_run(draft.run));
  if (known && known->state != PullState::open) return Opened{.pull = *known, .adopted = true};
  TRY(check_draft(draft));
  TRY_ASSIGN(const store::Database::Opened opened, database_.open_pull(row_of(draft)));
  if (opened.created) return Opened{.pull = pull_of(opened.pull), .adopted = false};
  PullRow row = row_of(draft);
  row.number = opened.pull.number;
  row.created_at = opened.pull.created_at;
  row.merge_commit = opened.pull.merge_commit;
  row.updated_at = opened.pull.updated_at;
  if (pull_of(row) == pull_of(opened.pull)) {
    return Opened{.pull = pull_of(opened.pull), .adopted = true};
  }
  TRY_ASSIGN(Pull pull, save(std::move(row)));
  return Opened{.pull = std::move(pull), .adopted = true};
}

Result<std::optional<std::string>> LocalForge::contained(const PullRow& row,
                                                         const std::string& base_tip) {
  using Found = std::optional<std::string>;
  // A squash is noted before the branch moves, so after a crash its commit is known by name.
  for (const std::string& commit : {row.head_commit, row.merge_commit}) {
    if (commit.empty()) continue;
    TRY_ASSIGN(const auto there, git_.resolve(location(), commit));
    if (!there) continue;
    TRY_ASSIGN(const bool held, git_.is_ancestor(location(), commit, base_tip));
    if (held) return Found(commit);
  }
  // A person may have squashed by hand: the same tree, under the name of the run.
  TRY_ASSIGN(const auto head, git_.resolve(location(), row.head_commit));
  TRY_ASSIGN(const auto start, git_.resolve(location(), row.base_commit));
  if (!head || !start) return Found();
  TRY_ASSIGN(const git::CommitInfo wanted, git_.commit_info(location(), *head));
  TRY_ASSIGN(const auto commits, git_.log(location(), *start, base_tip));
  for (const git::CommitInfo& commit : commits) {
    if (commit.tree == wanted.tree && commit.trailer(kRunTrailer) == row.run) {
      return Found(commit.id);
    }
  }
  return Found();
}

// Only what the checks saw is merged.
Status LocalForge::check_head(const PullRow& row) {
  TRY_ASSIGN(const auto head, git_.resolve(location(), row.head_commit + "^{commit}"));
  if (!head) {
    return fail(Errc::not_found, called(row) + ": commit " + shortened(row.head_commit) +
                                     " is no longer in " + location());
  }
  TRY_ASSIGN(const auto now, git_.resolve(location(), branch_ref(row.branch)));
  if (!now || *now == row.head_commit) return Done{};
  return fail(Errc::conflict, called(row) + ": branch " + row.branch + " is at " + shortened(*now) +
                                  ", the checks saw " + shortened(row.head_commit) +
                                  "; set it back, or merge the branch yourself");
}

Result<std::string> LocalForge::prepare(PullRow& row, const std::string& base_tip,
                                        MergeMethod method) {
  if (method == MergeMethod::squash) {
    const SquashPlan plan{.location = location(),
                          .scratch = options_.scratch + "/merge-" + std::to_string(row.number) +
                                     "-" + shortened(base_tip) + "-" + std::to_string(::getpid()),
                          .base = base_tip,
                          .head = row.head_commit,
                          .message = squash_message(row),
                          .at = clock_.now()};
    TRY_ASSIGN(row.merge_commit, squash(git_, files_, plan).during(called(row)));
    TRY(save(row));
    return row.merge_commit;
  }
  TRY_ASSIGN(const bool forward, git_.is_ancestor(location(), base_tip, row.head_commit));
  if (forward) return row.head_commit;
  return fail(Errc::conflict, called(row) + ": " + row.base + " moved on to " +
                                  shortened(base_tip) +
                                  " and cannot be fast-forwarded; squash instead, or rebase " +
                                  row.branch + " onto " + row.base);
}

// The issue first: after a crash in between, the pull request is still open, and merging it again
// comes back here.
Result<Pull> LocalForge::record_merged(PullRow row, const std::string& commit) {
  if (row.fixes > 0) TRY(issues_.close(row.fixes, row.number).during(called(row)));
  row.state = to_string(PullState::merged);
  row.merge_commit = commit;
  return save(std::move(row));
}

Result<Pull> LocalForge::merge(std::int64_t number, MergeMethod method) {
  TRY_ASSIGN(PullRow found, row(number));
  const PullState state = state_of(found.state);
  if (state == PullState::merged) return pull_of(found);
  if (state == PullState::closed) {
    return fail(Errc::conflict, called(found) + " is closed; a closed one is not merged");
  }
  TRY_ASSIGN(const std::string before, tip(found.base));
  TRY_ASSIGN(const auto held, contained(found, before));
  if (held) return record_merged(std::move(found), *held);

  TRY(check_head(found));
  TRY_ASSIGN(const std::string commit, prepare(found, before, method));
  TRY(advance_branch(git_, files_,
                     {.location = location(),
                      .branch = found.base,
                      .from = before,
                      .to = commit,
                      .reason = "pawl: merge " + called(found)})
          .during(called(found)));
  TRY_ASSIGN(const std::string after, tip(found.base));
  TRY_ASSIGN(const bool reachable, git_.is_ancestor(location(), commit, after));
  if (!reachable) {
    return fail(Errc::conflict, called(found) + ": " + found.base +
                                    " was moved away while it was "
                                    "merged; merge again");
  }
  return record_merged(std::move(found), commit);
}

Result<Pull> LocalForge::close(std::int64_t number) {
  TRY_ASSIGN(PullRow found, row(number));
  switch (state_of(found.state)) {
    case PullState::closed: return pull_of(found);
    case PullState::merged:
      return fail(Errc::conflict, called(found) + " is merged; it cannot be closed any more");
    case PullState::open: break;
  }
  found.state = to_string(PullState::closed);
  return save(std::move(found));
}

}  // namespace

std::unique_ptr<Forge> local_forge(store::Database& database, git::Git& git, os::Files& files,
                                   os::Clock& clock, LocalForgeOptions options) {
  return std::make_unique<LocalForge>(database, git, files, clock, std::move(options));
}

}  // namespace pawl::forge
