#include "forge/local_reviews.hpp"

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "git/objects/object_reader.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kCheckNameMax = 100;

// Why not the answer of a write: the pull request moved on, or is not open any more.
Trouble not_written(const PullRow& now, const std::string& expected_head) {
  if (now.head_commit != expected_head) {
    return stale_head(now.number, now.head_commit, expected_head);
  }
  return {.kind = TroubleKind::conflict,
          .message = "pull request #" + std::to_string(now.number) + " is " + now.state,
          .way_out = "only an open one is reviewed"};
}

Answered check_report(const CheckReport& report) {
  const std::string_view name = trim(report.name);
  if (name.empty() || contains(report.name, "\n") || report.name.size() > kCheckNameMax ||
      !is_utf8(report.name)) {
    return fail(Errc::invalid, "a check needs a name of one line, of at most " +
                                   std::to_string(kCheckNameMax) + " bytes");
  }
  const bool completed = report.status == CheckStatus::completed;
  if (completed != (report.conclusion != Conclusion::none)) {
    return fail(Errc::invalid, completed ? "a check that is completed has a conclusion"
                                         : "a check has a conclusion once it is completed");
  }
  return check_text("the output of the check", report.output);
}

}  // namespace

// A comment on what is not there would be shown nowhere.
Answered LocalReviews::check_lines(const ReviewDraft& draft, const std::string& head) {
  git::ObjectReader objects(world_.git, world_.target.location);
  for (const LineComment& comment : draft.comments) {
    const auto path = RepoPath::parse(comment.path);
    if (!path) return no_such_line(comment, path.error().message);
    const std::string names[] = {head + ":" + path->text()};
    TRY_ASSIGN(const auto found, objects.read_all(names));
    if (!found.front() || found.front()->type != "blob") {
      return no_such_line(comment, "the head has no such file");
    }
    const git::Object& file = *found.front();
    if (!file.whole) return no_such_line(comment, "the file is too large");
    const auto lines = static_cast<std::int64_t>(split_lines(file.content).size());
    if (comment.line >= 1 && comment.line <= lines) continue;
    return no_such_line(comment, "the file has " + std::to_string(lines) + " lines");
  }
  return Done{};
}

Answer<Review> LocalReviews::submit(std::int64_t number, const ReviewDraft& draft,
                                    const std::string& expected_head) {
  TRY(check_review(draft));
  TRY_ASSIGN(const PullRow before, pull_row(world_, number));
  if (before.head_commit != expected_head || before.state != to_string(PullState::open)) {
    return not_written(before, expected_head);
  }
  if (!draft.comments.empty()) TRY(check_lines(draft, expected_head));
  TRY_ASSIGN(auto made,
             world_.tables.add_review(world_.repository(), {.number = number,
                                                            .state = draft.state,
                                                            .author = draft.author,
                                                            .body = draft.body,
                                                            .head_commit = expected_head,
                                                            .comments = draft.comments,
                                                            .created_at = world_.now()}));
  if (made) return *std::move(made);
  TRY_ASSIGN(const PullRow now, pull_row(world_, number));
  return not_written(now, expected_head);
}

Answer<Page<Review>> LocalReviews::list(std::int64_t number, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  TRY(pull_row(world_, number));
  TRY_ASSIGN(std::vector<Review> reviews,
             world_.tables.reviews(world_.repository(), number, slice));
  return page_of(std::move(reviews), slice,
                 [](const Review& review) { return std::to_string(review.id); });
}

namespace {

Trouble no_thread(const Thread& thread) {
  return {.kind = TroubleKind::not_found,
          .message = "there is no thread " + printable(thread.id, 100),
          .way_out = {}};
}

}  // namespace

Answer<std::vector<Thread>> LocalReviews::threads(std::int64_t number) {
  TRY(pull_row(world_, number));
  TRY_ASSIGN(std::vector<Thread> threads, world_.tables.threads(world_.repository(), number));
  return threads;
}

Answer<Comment> LocalReviews::reply(const Thread& thread, const CommentDraft& draft) {
  if (trim(draft.body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", draft.body));
  TRY_ASSIGN(auto made, world_.tables.add_reply(world_.repository(), thread,
                                                {.id = 0,
                                                 .number = thread.number,
                                                 .author = draft.author,
                                                 .body = draft.body,
                                                 .created_at = world_.now()}));
  if (!made) return no_thread(thread);
  return *std::move(made);
}

Answered LocalReviews::resolve(const Thread& thread) {
  TRY_ASSIGN(const bool there, world_.tables.resolve_thread(world_.repository(), thread));
  if (!there) return no_thread(thread);
  return Done{};
}

Answer<Check> LocalChecks::report(std::int64_t number, const CheckReport& report,
                                  const std::string& expected_head) {
  TRY(check_report(report));
  TRY(pull_row(world_, number));
  const std::string now = world_.now();
  TRY_ASSIGN(auto made, world_.tables.put_check(world_.repository(), number,
                                                {.name = std::string(trim(report.name)),
                                                 .head_commit = expected_head,
                                                 .status = report.status,
                                                 .conclusion = report.conclusion,
                                                 .output = report.output,
                                                 .created_at = now,
                                                 .updated_at = now}));
  if (made) return *std::move(made);
  TRY_ASSIGN(const PullRow is, pull_row(world_, number));
  return stale_head(number, is.head_commit, expected_head);
}

// The names of checks are the cursors of their list.
Answer<Page<Check>> LocalChecks::list(const std::string& head_commit, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of({.cursor = {}, .limit = page.limit}));
  TRY_ASSIGN(std::vector<Check> checks,
             world_.tables.checks(world_.repository(), head_commit, page.cursor, slice.limit));
  return page_of(std::move(checks), slice, [](const Check& check) { return check.name; });
}

// A branch that is gone has no other head.
Answer<CiState> LocalChecks::state_of(const CiQuestion& asked) {
  TRY_ASSIGN(const PullRow row, pull_row(world_, asked.number));
  CiState state{.head_commit = asked.head_commit,
                .branch_head = row.head_commit,
                .previous_head = asked.previous_head};
  state.expected = false;
  if (row.state == to_string(PullState::merged)) state.pull = PullState::merged;
  if (row.state == to_string(PullState::closed)) state.pull = PullState::closed;
  if (world_.target.kind == git::TargetKind::local) {
    TRY_ASSIGN(const auto head,
               world_.git.resolve(world_.target.location, "refs/heads/" + row.branch));
    if (head) state.branch_head = *head;
  }
  TRY_ASSIGN(const std::vector<Check> checks, all_pages<Check>([&](const PageRequest& page) {
               return list(asked.head_commit, page);
             }));
  for (const Check& check : checks) {
    state.signals.push_back({.source = CiSource::check,
                             .name = check.name,
                             .app = {},
                             .head_commit = check.head_commit,
                             .status = check.status,
                             .conclusion = check.conclusion,
                             .summary = {},
                             .url = {}});
  }
  return state;
}

Answer<std::vector<CiState>> LocalChecks::ci(std::span<const CiQuestion> asked) {
  std::vector<CiState> states;
  for (const CiQuestion& one : asked) {
    TRY_ASSIGN(CiState state, state_of(one));
    states.push_back(std::move(state));
  }
  return states;
}

Answer<JobLog> LocalChecks::log(const CiSignal& signal) {
  TRY_ASSIGN(std::vector<Check> checks, all_pages<Check>([&](const PageRequest& page) {
               return list(signal.head_commit, page);
             }));
  for (Check& check : checks) {
    if (check.name == signal.name) {
      return JobLog{.name = check.name, .steps = {}, .text = std::move(check.output)};
    }
  }
  return Trouble{.kind = TroubleKind::not_found,
                 .message = "no check " + printable(signal.name, 100) + " was reported of " +
                            signal.head_commit.substr(0, 10),
                 .way_out = {}};
}

Answer<WorkflowRun> LocalChecks::workflow_run(std::int64_t id) {
  return Trouble{.kind = TroubleKind::not_found,
                 .message = "there is no run " + std::to_string(id) + " of a workflow here",
                 .way_out = {}};
}

Answered LocalChecks::rerun_failed(const WorkflowRun&) {
  return Trouble{.kind = TroubleKind::unsupported,
                 .message = "the local forge runs no workflows",
                 .way_out = "report the check again"};
}

}  // namespace pawl::forge
