#include "forge/local_pulls.hpp"

#include <unistd.h>

#include "base/text/text.hpp"
#include "forge/advance.hpp"
#include "forge/squash.hpp"
#include "git/worktrees/trial.hpp"

namespace pawl::forge {
namespace {

constexpr std::string_view kRunTrailer = "Pawl-Run";
// Of a squash commit: the head it was made of.
constexpr std::string_view kHeadTrailer = "Pawl-Head";
constexpr std::string_view kHeads = "refs/heads/";
constexpr std::size_t kShortCommit = 10;

PullState state_of(std::string_view text) {
  if (text == to_string(PullState::merged)) return PullState::merged;
  return text == to_string(PullState::closed) ? PullState::closed : PullState::open;
}

std::string shortened(const std::string& commit) { return commit.substr(0, kShortCommit); }
std::string called(const PullRow& row) { return "pull request #" + std::to_string(row.number); }
std::string branch_ref(const std::string& branch) { return std::string(kHeads) + branch; }

// What nobody sees at a forge is in no commit message either.
std::string without_comments(std::string_view text) {
  constexpr std::string_view kBegin = "<!--";
  constexpr std::string_view kEnd = "-->";
  std::string out;
  for (;;) {
    const auto begin = text.find(kBegin);
    const auto end = begin == std::string_view::npos ? begin : text.find(kEnd, begin);
    if (end == std::string_view::npos) return out + std::string(text);
    out += text.substr(0, begin);
    text.remove_prefix(end + kEnd.size());
  }
}

std::string squash_message(const PullRow& row) {
  std::string message(trim(row.title));
  const std::string shown = without_comments(row.body);
  const std::string_view body = trim(shown);
  if (!body.empty()) message += "\n\n" + std::string(body);
  return message + "\n\n" + std::string(kRunTrailer) + ": " + row.run + "\n";
}

}  // namespace

bool LocalPulls::is_frozen(const PullRow& row) const {
  if (row.run.empty() || state_of(row.state) != PullState::open) return false;
  if (world_.target.kind != git::TargetKind::local) return false;
  const auto now = world_.git.resolve(location(), branch_ref(row.branch));
  return now && *now && **now != row.head_commit;
}

Pull LocalPulls::pull_of(const PullRow& row) const {
  const PullState state = state_of(row.state);
  return {.number = row.number,
          .url = world_.url_of(row.number),
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
          .draft = row.draft,
          .pushed_commit = row.run.empty() ? std::string() : row.head_commit,
          .frozen = is_frozen(row),
          .head_repository = {},
          .created_at = row.created_at,
          .updated_at = row.updated_at};
}

PullRow LocalPulls::row_of(const PullDraft& draft) const {
  const std::string now = world_.now();
  return {.repository = world_.repository(),
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
          .fixes = draft.fixes,
          .draft = draft.draft};
}

Answer<std::string> LocalPulls::fork(const std::string&) {
  return Trouble{.kind = TroubleKind::unsupported,
                 .message = "a repository on this machine has no forks",
                 .way_out = "name a clone of it as the target"};
}

Answer<Access> LocalPulls::check_write() {
  if (world_.target.kind != git::TargetKind::local) {
    return fail(Errc::denied, "the local forge needs a repository on this machine, not " +
                                  world_.target.location + "; clone it and name the clone");
  }
  TRY_ASSIGN(const std::string folder,
             world_.git.common_folder(location()).during("looking at the target " + location()));
  for (const std::string& part : {folder, folder + "/objects", folder + "/refs"}) {
    if (::access(part.c_str(), W_OK | X_OK) == 0) continue;
    return fail(Errc::denied, "nobody may write to " + part +
                                  " here, so no branch can be published; make it writable, or work "
                                  "on a clone");
  }
  return Access::push;
}

Answer<Page<Pull>> LocalPulls::list(std::optional<PullState> state, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  TRY_ASSIGN(const std::vector<PullRow> rows,
             world_.tables.pulls(world_.repository(), state ? to_string(*state) : "", slice));
  std::vector<Pull> pulls;
  for (const PullRow& row : rows) pulls.push_back(pull_of(row));
  return page_of(std::move(pulls), slice,
                 [](const Pull& pull) { return std::to_string(pull.number); });
}

Answer<std::optional<Pull>> LocalPulls::find_by_run(const std::string& run) {
  TRY_ASSIGN(const auto found, world_.tables.pull_of_run(world_.repository(), run));
  return found ? std::optional<Pull>(pull_of(*found)) : std::optional<Pull>();
}

Answer<Pull> LocalPulls::get(std::int64_t number) {
  TRY_ASSIGN(const PullRow found, pull_row(world_, number));
  return pull_of(found);
}

Answer<std::vector<Pull>> LocalPulls::opened_since(Timestamp at) {
  TRY_ASSIGN(std::vector<Pull> pulls,
             all_pages<Pull>([&](const PageRequest& page) { return list(std::nullopt, page); }));
  std::erase_if(pulls, [&](const Pull& pull) {
    const auto opened = parse_iso8601(pull.created_at);
    return opened && *opened < at;
  });
  return pulls;
}

Answer<std::vector<OfferedTree>> LocalPulls::offered_trees() {
  TRY_ASSIGN(const std::vector<Pull> pulls,
             all_pages<Pull>([&](const PageRequest& page) { return list(PullState::open, page); }));
  std::vector<OfferedTree> trees;
  for (const Pull& pull : pulls) {
    const auto tree = world_.git.tree_of(location(), pull.head_commit);
    // Its commits are gone.
    if (!tree) continue;
    trees.push_back({.number = pull.number,
                     .url = pull.url,
                     .base = pull.base,
                     .branch = pull.branch,
                     .run = pull.run,
                     .tree = *tree});
  }
  return trees;
}

// The commits of a merged one may be gone with its branch; what the merge made is not.
Answer<std::string> LocalPulls::diff(std::int64_t number) {
  TRY_ASSIGN(const PullRow row, pull_row(world_, number));
  // One that a forge elsewhere did not take is where its run left it.
  const bool here = world_.target.kind == git::TargetKind::local;
  const std::string& folder = here ? location() : row.location;
  TRY_ASSIGN(const auto head, world_.git.resolve(folder, row.head_commit + "^{commit}"));
  if (head || state_of(row.state) != PullState::merged) {
    TRY_ASSIGN(std::string diff, world_.git.diff(folder, row.base_commit, row.head_commit));
    return diff;
  }
  TRY_ASSIGN(std::string diff, world_.git.diff(folder, row.merge_commit + "^", row.merge_commit));
  return diff;
}

Answer<Pull> LocalPulls::save(PullRow row) {
  row.updated_at = world_.now();
  TRY(world_.tables.update_pull(row));
  return pull_of(row);
}

Answer<std::string> LocalPulls::tip(const std::string& branch) {
  TRY(world_.git.check_branch_name(branch));
  TRY_ASSIGN(const auto commit, world_.git.resolve(location(), branch_ref(branch)));
  if (commit) return *commit;
  return fail(Errc::not_found, location() + " has no branch \"" + branch + "\"");
}

Answered LocalPulls::check_draft(const PullDraft& draft) {
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

Answer<Pulls::Opened> LocalPulls::open(const PullDraft& draft) {
  // A merged one is adopted as it is, whatever became of its branch.
  TRY_ASSIGN(auto known, find_by_run(draft.run));
  if (known && known->state != PullState::open) return Opened{.pull = *known, .adopted = true};
  TRY(check_draft(draft));
  TRY_ASSIGN(const Tables::Opened opened, world_.tables.open_pull(row_of(draft)));
  if (opened.created) return Opened{.pull = pull_of(opened.pull), .adopted = false};
  PullRow row = row_of(draft);
  row.number = opened.pull.number;
  row.created_at = opened.pull.created_at;
  row.draft = opened.pull.draft;
  row.merge_commit = opened.pull.merge_commit;
  row.updated_at = opened.pull.updated_at;
  if (pull_of(row) == pull_of(opened.pull)) {
    return Opened{.pull = pull_of(opened.pull), .adopted = true};
  }
  row.updated_at = world_.now();
  TRY_ASSIGN(const bool written, world_.tables.update_pull_at(row, opened.pull.head_commit));
  if (written) return Opened{.pull = pull_of(row), .adopted = true};
  TRY_ASSIGN(const PullRow now, pull_row(world_, row.number));
  if (now.state == to_string(PullState::open)) {
    return stale_head(now.number, now.head_commit, opened.pull.head_commit);
  }
  return Opened{.pull = pull_of(now), .adopted = true};
}

Answer<std::optional<std::string>> LocalPulls::contained(const PullRow& row,
                                                         const std::string& base_tip) {
  using Found = std::optional<std::string>;
  // A squash is noted before the branch moves, so after a crash its commit is known by name.
  for (const std::string& commit : {row.head_commit, row.merge_commit}) {
    if (commit.empty()) continue;
    TRY_ASSIGN(const auto there, world_.git.resolve(location(), commit));
    if (!there) continue;
    TRY_ASSIGN(const bool held, world_.git.is_ancestor(location(), commit, base_tip));
    if (held) return Found(commit);
  }
  // A person may have squashed by hand: the same tree, under the name of the run.
  TRY_ASSIGN(const auto head, world_.git.resolve(location(), row.head_commit));
  TRY_ASSIGN(const auto start, world_.git.resolve(location(), row.base_commit));
  if (!head || !start) return Found();
  TRY_ASSIGN(const git::CommitInfo wanted, world_.git.commit_info(location(), *head));
  TRY_ASSIGN(const auto commits, world_.git.log(location(), *start, base_tip));
  for (const git::CommitInfo& commit : commits) {
    if (commit.trailer(kRunTrailer) != row.run) continue;
    if (commit.tree == wanted.tree || commit.trailer(kHeadTrailer) == row.head_commit) {
      return Found(commit.id);
    }
  }
  return Found();
}

// Only what the checks saw is merged.
Answered LocalPulls::check_head(const PullRow& row) {
  TRY_ASSIGN(const auto head, world_.git.resolve(location(), row.head_commit + "^{commit}"));
  if (!head) {
    return fail(Errc::not_found, called(row) + ": commit " + shortened(row.head_commit) +
                                     " is no longer in " + location());
  }
  TRY_ASSIGN(const auto now, world_.git.resolve(location(), branch_ref(row.branch)));
  if (!now || *now == row.head_commit) return Done{};
  return fail(Errc::conflict, called(row) + ": branch " + row.branch + " is at " + shortened(*now) +
                                  ", the checks saw " + shortened(row.head_commit) +
                                  "; set it back, or merge the branch yourself");
}

Answer<std::string> LocalPulls::prepare(PullRow& row, const std::string& base_tip,
                                        MergeMethod method) {
  if (method == MergeMethod::squash) {
    const SquashPlan plan{.location = location(),
                          .scratch = world_.scratch + "/merge-" + std::to_string(row.number) + "-" +
                                     shortened(base_tip) + "-" + std::to_string(::getpid()),
                          .base = base_tip,
                          .head = row.head_commit,
                          .message = squash_message(row),
                          .at = world_.clock.now()};
    TRY_ASSIGN(row.merge_commit, squash(world_.git, world_.files, plan).during(called(row)));
    TRY(save(row));
    return row.merge_commit;
  }
  TRY_ASSIGN(const bool forward, world_.git.is_ancestor(location(), base_tip, row.head_commit));
  if (forward) return row.head_commit;
  return fail(Errc::conflict, called(row) + ": " + row.base + " moved on to " +
                                  shortened(base_tip) +
                                  " and cannot be fast-forwarded; squash instead, or rebase " +
                                  row.branch + " onto " + row.base);
}

// The issue first: after a crash in between, the pull request is still open, and merging it again
// comes back here.
Answer<Pull> LocalPulls::record_merged(PullRow row, const std::string& commit) {
  if (row.fixes > 0) TRY(issues_.close_by(row.fixes, row.number).during(called(row)));
  row.state = to_string(PullState::merged);
  row.merge_commit = commit;
  return save(std::move(row));
}

Answer<Pull> LocalPulls::update(std::int64_t number, const PullChange& change,
                                const std::string& expected_head) {
  TRY_ASSIGN(PullRow found, pull_row(world_, number));
  if (change.title) {
    TRY(check_title("a pull request", *change.title));
    found.title = trim(*change.title);
  }
  if (change.body) {
    TRY(check_text("the body of the pull request", *change.body));
    found.body = *change.body;
  }
  if (change.labels) found.labels = *change.labels;
  found.updated_at = world_.now();
  TRY_ASSIGN(const bool written, world_.tables.update_pull_at(found, expected_head));
  if (written) return pull_of(found);
  TRY_ASSIGN(const PullRow now, pull_row(world_, number));
  if (now.state == to_string(PullState::open)) {
    return stale_head(number, now.head_commit, expected_head);
  }
  return fail(Errc::conflict, called(now) + " is " + now.state + "; only an open one is changed");
}

Answer<Pull> LocalPulls::mark_ready(std::int64_t number, const std::string& expected_head) {
  TRY_ASSIGN(PullRow found, pull_row(world_, number));
  if (!found.draft && found.head_commit == expected_head) return pull_of(found);
  found.draft = false;
  found.updated_at = world_.now();
  TRY_ASSIGN(const bool written, world_.tables.update_pull_at(found, expected_head));
  if (written) return pull_of(found);
  TRY_ASSIGN(const PullRow now, pull_row(world_, number));
  if (now.state == to_string(PullState::open)) {
    return stale_head(number, now.head_commit, expected_head);
  }
  return fail(Errc::conflict, called(now) + " is " + now.state + "; only an open one is changed");
}

Answer<MergeView> LocalPulls::merge_view(std::int64_t number) {
  TRY_ASSIGN(const PullRow found, pull_row(world_, number));
  MergeView view{.head_commit = found.head_commit, .draft = found.draft};
  TRY_ASSIGN(const std::string base, tip(found.base));
  TRY(check_head(found));
  TRY_ASSIGN(const auto trial,
             git::TrialRepository::make(world_.git, world_.files,
                                        world_.scratch + "/merge-" + std::to_string(number) + "-" +
                                            shortened(base) + "-" + std::to_string(::getpid()),
                                        {location()}));
  TRY_ASSIGN(const git::TrialRepository::Merged merged, trial->merge(base, found.head_commit));
  view.mergeable = merged.clean() ? Mergeable::clean : Mergeable::conflicting;
  return view;
}

Answer<Pull> LocalPulls::merge(std::int64_t number, MergeMethod method,
                               const std::string& expected_head) {
  TRY_ASSIGN(PullRow found, pull_row(world_, number));
  const PullState state = state_of(found.state);
  if (state == PullState::merged) return pull_of(found);
  if (state == PullState::closed) {
    return fail(Errc::conflict, called(found) + " is closed; a closed one is not merged");
  }
  if (found.head_commit != expected_head) {
    return stale_head(number, found.head_commit, expected_head);
  }
  if (found.draft) {
    return fail(Errc::conflict, called(found) +
                                    " is a draft; mark it ready before: pawl pr ready " +
                                    std::to_string(number));
  }
  TRY_ASSIGN(const std::string before, tip(found.base));
  TRY_ASSIGN(const auto held, contained(found, before));
  if (held) return record_merged(std::move(found), *held);

  TRY(check_head(found));
  TRY_ASSIGN(const std::string commit, prepare(found, before, method));
  TRY(advance_branch(world_.git, world_.files,
                     {.location = location(),
                      .branch = found.base,
                      .from = before,
                      .to = commit,
                      .reason = "pawl: merge " + called(found)})
          .during(called(found)));
  TRY_ASSIGN(const std::string after, tip(found.base));
  TRY_ASSIGN(const bool reachable, world_.git.is_ancestor(location(), commit, after));
  if (!reachable) {
    return fail(Errc::conflict, called(found) + ": " + found.base +
                                    " was moved away while it was "
                                    "merged; merge again");
  }
  return record_merged(std::move(found), commit);
}

Answer<Pull> LocalPulls::close(std::int64_t number) {
  TRY_ASSIGN(PullRow found, pull_row(world_, number));
  switch (state_of(found.state)) {
    case PullState::closed: return pull_of(found);
    case PullState::merged:
      return fail(Errc::conflict, called(found) + " is merged; it cannot be closed any more");
    case PullState::open: break;
  }
  found.state = to_string(PullState::closed);
  return save(std::move(found));
}

}  // namespace pawl::forge
