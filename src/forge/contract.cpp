#include "forge/contract.hpp"

#include <doctest/doctest.h>

#include "forge/test_error.hpp"

namespace pawl::forge {
namespace {

constexpr const char* kRun = "demo-0a1b2c";

Pull opened(ContractWorld& world, const PullDraft& draft) {
  const auto pull = world.forge().pulls().open(draft);
  REQUIRE_MESSAGE(pull, to_error(pull.error()).to_line());
  CHECK_FALSE(pull->adopted);
  return pull->pull;
}

ReviewDraft says(ReviewState state, std::string body) {
  return {.state = state, .body = std::move(body), .author = "ada", .comments = {}};
}

void open_once(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  REQUIRE(pulls.check_write());
  const PullDraft draft = world.publish(kRun);
  CHECK_FALSE(*pulls.find_by_run(kRun));
  const Pull pull = opened(world, draft);
  CHECK(pull.state == PullState::open);
  CHECK(pull.head_commit == draft.head_commit);
  CHECK(pull.run == draft.run);
  CHECK_FALSE(pull.url.empty());
  const auto again = pulls.open(draft);
  REQUIRE(again);
  CHECK(again->adopted);
  CHECK(again->pull == pull);
  CHECK(*pulls.get(pull.number) == pull);
  CHECK((*pulls.find_by_run(kRun))->number == pull.number);
}

void what_is_not_there(ContractWorld& world) {
  Forge& forge = world.forge();
  constexpr std::int64_t kNone = 4711;
  const std::string head = world.publish(kRun).head_commit;
  check_error(forge.pulls().get(kNone), TroubleKind::not_found, "#4711");
  check_error(forge.pulls().close(kNone), TroubleKind::not_found, "#4711");
  check_error(forge.pulls().merge(kNone, MergeMethod::squash, head), TroubleKind::not_found,
              "#4711");
  check_error(forge.pulls().update(kNone, {.title = "T"}, head), TroubleKind::not_found, "#4711");
  check_error(forge.issues().get(kNone), TroubleKind::not_found, "#4711");
  check_error(forge.issues().close(kNone), TroubleKind::not_found, "#4711");
  check_error(forge.issues().comment(kNone, {.body = "b", .author = "ada"}), TroubleKind::not_found,
              "#4711");
  check_error(forge.issues().comments(kNone, {}), TroubleKind::not_found, "#4711");
  check_error(forge.reviews().submit(kNone, says(ReviewState::approved, ""), head),
              TroubleKind::not_found, "#4711");
  check_error(forge.reviews().list(kNone, {}), TroubleKind::not_found, "#4711");
  CHECK(forge.checks().list(head, {})->items.empty());
}

void pages(ContractWorld& world) {
  Issues& issues = world.forge().issues();
  constexpr std::int64_t kIssues = 5;
  for (std::int64_t i = 1; i <= kIssues; ++i) {
    const auto made = issues.open(
        {.title = "Issue " + std::to_string(i), .body = "", .author = "ada", .labels = {}});
    REQUIRE(made);
  }
  std::vector<std::size_t> sizes;
  std::vector<std::string> titles;
  PageRequest request{.cursor = {}, .limit = 2};
  for (;;) {
    const auto page = issues.list(request);
    REQUIRE(page);
    sizes.push_back(page->items.size());
    for (const Issue& issue : page->items) titles.push_back(issue.title);
    if (page->next.empty()) break;
    request.cursor = page->next;
  }
  CHECK(sizes == std::vector<std::size_t>{2, 2, 1});
  CHECK(titles == std::vector<std::string>{"Issue 1", "Issue 2", "Issue 3", "Issue 4", "Issue 5"});
  CHECK(issues.list({.cursor = {}, .limit = 5})->next.empty());
  const auto all = all_pages<Issue>([&](PageRequest page) {
    page.limit = 2;
    return issues.list(page);
  });
  REQUIRE(all);
  CHECK(all->size() == 5);
  check_error(issues.list({.cursor = {}, .limit = 0}), TroubleKind::invalid, "at least one");
  check_error(issues.list({.cursor = "no cursor", .limit = 2}), TroubleKind::invalid, "cursor");
}

void pulls_by_state(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  const Pull one = opened(world, world.publish(kRun));
  const Pull two = opened(world, world.publish("demo-ffffff"));
  REQUIRE(pulls.close(one.number));
  CHECK(pulls.list(std::nullopt, {})->items.size() == 2);
  const auto open = pulls.list(PullState::open, {});
  REQUIRE(open);
  REQUIRE(open->items.size() == 1);
  CHECK(open->items.front().number == two.number);
  CHECK(pulls.list(PullState::merged, {})->items.empty());
}

// Later runs read what a pull request is about from the end of its text.
void hidden_marks(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  constexpr const char* kMark = "<!-- pawl-concerns: [\"docs:a b.md\"] -->";
  PullDraft draft = world.publish(kRun);
  draft.body += std::string("\n") + kMark + "\n";
  const Pull pull = opened(world, draft);
  REQUIRE(pulls.close(pull.number));
  const auto all = pulls.list(std::nullopt, {});
  REQUIRE(all);
  REQUIRE(all->items.size() == 1);
  CHECK(all->items.front().run == kRun);
  CHECK(all->items.front().state == PullState::closed);
  CHECK(all->items.front().body.find(kMark) != std::string::npos);
}

void comments(ContractWorld& world) {
  Issues& issues = world.forge().issues();
  const Pull pull = opened(world, world.publish(kRun));
  const auto issue = issues.open({.title = "T", .body = "", .author = "ada", .labels = {}});
  REQUIRE(issue);
  const auto first = issues.comment(pull.number, {.body = "First.\n", .author = "ada"});
  REQUIRE(first);
  CHECK(first->number == pull.number);
  CHECK(first->body == "First.\n");
  REQUIRE(issues.comment(pull.number, {.body = "Second.", .author = "ben"}));
  REQUIRE(issues.comment(issue->number, {.body = "On the issue.", .author = "ada"}));
  const auto listed = issues.comments(pull.number, {});
  REQUIRE(listed);
  REQUIRE(listed->items.size() == 2);
  CHECK(listed->items[0] == *first);
  CHECK(listed->items[1].body == "Second.");
  const auto short_page = issues.comments(pull.number, {.cursor = {}, .limit = 1});
  REQUIRE(short_page);
  CHECK(issues.comments(pull.number, {.cursor = short_page->next, .limit = 1})->items[0].body ==
        "Second.");
  CHECK(issues.comments(issue->number, {})->items.size() == 1);
  check_error(issues.comment(pull.number, {.body = " \n", .author = "ada"}), TroubleKind::invalid,
              "text");
}

void comments_in_place(ContractWorld& world) {
  Forge& forge = world.forge();
  const auto author = forge.author();
  REQUIRE(author);
  CHECK_FALSE(author->empty());
  const Pull pull = opened(world, world.publish(kRun));
  const auto made = forge.issues().comment(pull.number, {.body = "First.", .author = *author});
  REQUIRE(made);
  CHECK(made->author == *author);
  const auto changed = forge.issues().update_comment(*made, "Second.");
  REQUIRE_MESSAGE(changed, to_error(changed.error()).to_line());
  CHECK(changed->id == made->id);
  CHECK(changed->body == "Second.");
  const auto listed = forge.issues().comments(pull.number, {});
  REQUIRE(listed);
  REQUIRE(listed->items.size() == 1);
  CHECK(listed->items[0] == *changed);
  check_error(forge.issues().update_comment(*made, " "), TroubleKind::invalid, "text");
  Comment none = *made;
  none.id = 4711;
  check_error(forge.issues().update_comment(none, "x"), TroubleKind::not_found, "4711");
}

void reviews(ContractWorld& world) {
  Forge& forge = world.reviewer();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  Reviews& reviews = forge.reviews();
  check_error(
      reviews.submit(pull.number, says(ReviewState::changes_requested, ""), draft.head_commit),
      TroubleKind::invalid, "needs a text");
  const auto approved =
      reviews.submit(pull.number, says(ReviewState::approved, ""), draft.head_commit);
  REQUIRE_MESSAGE(approved, to_error(approved.error()).to_line());
  CHECK(approved->state == ReviewState::approved);
  CHECK(approved->head_commit == draft.head_commit);
  if (forge.capabilities().line_comments) {
    ReviewDraft at_line = says(ReviewState::changes_requested, "Not like this.");
    at_line.comments = {{.path = "LICENSE", .line = 1, .body = "Whose?"}};
    const auto made = reviews.submit(pull.number, at_line, draft.head_commit);
    REQUIRE_MESSAGE(made, to_error(made.error()).to_line());
    CHECK(made->comments == at_line.comments);
    at_line.comments.front().line = 2;
    check_error(reviews.submit(pull.number, at_line, draft.head_commit), TroubleKind::invalid,
                "LICENSE");
    at_line.comments.front() = {.path = "gone.txt", .line = 1, .body = "?"};
    check_error(reviews.submit(pull.number, at_line, draft.head_commit), TroubleKind::invalid,
                "gone.txt");
    at_line.comments.front().path = "../LICENSE";
    check_error(reviews.submit(pull.number, at_line, draft.head_commit), TroubleKind::invalid,
                "LICENSE");
    const auto listed = reviews.list(pull.number, {});
    REQUIRE(listed);
    REQUIRE(listed->items.size() == 2);
    CHECK(listed->items[0] == *approved);
    CHECK(listed->items[1] == *made);
  }
}

void threads(ContractWorld& world) {
  if (!world.reviewer().capabilities().line_comments) return;
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  Reviews& reviews = world.forge().reviews();
  CHECK(reviews.threads(pull.number)->empty());
  check_error(reviews.threads(4711), TroubleKind::not_found, "4711");
  ReviewDraft said = says(ReviewState::changes_requested, "Not like this.");
  said.comments = {{.path = "LICENSE", .line = 1, .body = "Whose?"}};
  REQUIRE(world.reviewer().reviews().submit(pull.number, said, draft.head_commit));
  const auto open = reviews.threads(pull.number);
  REQUIRE_MESSAGE(open, to_error(open.error()).to_line());
  REQUIRE(open->size() == 1);
  const Thread thread = open->front();
  CHECK(thread.number == pull.number);
  CHECK(thread.path == "LICENSE");
  CHECK(thread.line == 1);
  CHECK_FALSE(thread.resolved);
  REQUIRE(thread.comments.size() == 1);
  CHECK(thread.comments[0].body == "Whose?");
  CHECK(thread.comments[0].association >= Association::collaborator);
  const auto author = world.forge().author();
  REQUIRE(author);
  check_error(reviews.reply(thread, {.body = " ", .author = *author}), TroubleKind::invalid,
              "text");
  const auto reply = reviews.reply(thread, {.body = "Ours.", .author = *author});
  REQUIRE_MESSAGE(reply, to_error(reply.error()).to_line());
  CHECK(reply->author == *author);
  REQUIRE(reviews.resolve(thread));
  REQUIRE(reviews.resolve(thread));
  const auto done = reviews.threads(pull.number);
  REQUIRE(done);
  REQUIRE(done->size() == 1);
  CHECK(done->front().id == thread.id);
  CHECK(done->front().resolved);
  REQUIRE(done->front().comments.size() == 2);
  CHECK(done->front().comments[0] == thread.comments[0]);
  CHECK(done->front().comments[1] == *reply);
  Thread none = thread;
  none.id = "4711";
  check_error(reviews.reply(none, {.body = "x", .author = *author}), TroubleKind::not_found,
              "4711");
}

void checks(ContractWorld& world) {
  Forge& forge = world.forge();
  if (!forge.capabilities().report_checks) return;
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  Checks& checks = forge.checks();
  const auto begun = checks.report(
      pull.number, {.name = "build", .status = CheckStatus::in_progress}, draft.head_commit);
  REQUIRE_MESSAGE(begun, to_error(begun.error()).to_line());
  CHECK(begun->conclusion == Conclusion::none);
  CHECK_FALSE(is_red(*begun));
  const auto ended = checks.report(
      pull.number, {.name = "build", .conclusion = Conclusion::failure, .output = "a.c:1: no\n"},
      draft.head_commit);
  REQUIRE(ended);
  CHECK(ended->status == CheckStatus::completed);
  CHECK(ended->output == "a.c:1: no\n");
  CHECK(ended->created_at == begun->created_at);
  CHECK(is_red(*ended));
  REQUIRE(checks.report(pull.number, {.name = "tests", .conclusion = Conclusion::success},
                        draft.head_commit));
  const auto listed = checks.list(draft.head_commit, {});
  REQUIRE(listed);
  REQUIRE(listed->items.size() == 2);
  CHECK(listed->items[0] == *ended);
  CHECK(listed->items[1].name == "tests");
  const auto first = checks.list(draft.head_commit, {.cursor = {}, .limit = 1});
  REQUIRE(first);
  CHECK(checks.list(draft.head_commit, {.cursor = first->next, .limit = 1})->items[0].name ==
        "tests");
  check_error(checks.report(pull.number, {.name = "x"}, draft.head_commit), TroubleKind::invalid,
              "conclusion");
  check_error(checks.report(pull.number, {.name = "two\nlines", .conclusion = Conclusion::success},
                            draft.head_commit),
              TroubleKind::invalid, "name");
}

// All that reports on a commit comes in one value, with the head that the branch has.
void ci_of_a_commit(ContractWorld& world) {
  Checks& checks = world.forge().checks();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const CiQuestion asked[] = {{.number = pull.number, .head_commit = draft.head_commit}};
  const auto silent = checks.ci(asked);
  REQUIRE_MESSAGE(silent, to_error(silent.error()).to_line());
  REQUIRE(silent->size() == 1);
  CHECK(silent->front().head_commit == draft.head_commit);
  CHECK(silent->front().branch_head == draft.head_commit);
  CHECK(silent->front().pull == PullState::open);
  CHECK(silent->front().signals.empty());
  CHECK(silent->front().expected == false);
  const CiQuestion nowhere[] = {{.number = 4711, .head_commit = draft.head_commit}};
  check_error(checks.ci(nowhere), TroubleKind::not_found, "4711");
  check_error(checks.workflow_run(4711), TroubleKind::not_found, "4711");

  if (world.forge().capabilities().report_checks) {
    for (const Conclusion conclusion :
         {Conclusion::action_required, Conclusion::stale, Conclusion::startup_failure}) {
      REQUIRE(checks.report(pull.number, {.name = "build", .conclusion = conclusion, .output = "x"},
                            draft.head_commit));
      const auto seen = checks.ci(asked);
      REQUIRE(seen);
      REQUIRE(seen->front().signals.size() == 1);
      CHECK(seen->front().signals.front().conclusion == conclusion);
      const auto log = checks.log(seen->front().signals.front());
      REQUIRE(log);
      CHECK(log->text == "x");
    }
  }
  const std::string newer = world.push(draft);
  const auto moved = checks.ci(asked);
  REQUIRE(moved);
  CHECK(moved->front().branch_head == newer);
  REQUIRE(world.forge().pulls().close(pull.number));
  CHECK(checks.ci(asked)->front().pull == PullState::closed);
}

// Whoever decided looking at an earlier head changes nothing.
void stale_head_conflicts(ContractWorld& world) {
  Forge& forge = world.forge();
  PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const std::string seen = draft.head_commit;
  draft.head_commit = world.push(draft);
  const auto newer = forge.pulls().open(draft);
  REQUIRE(newer);
  CHECK(newer->adopted);
  CHECK(newer->pull.head_commit == draft.head_commit);

  for (const MergeMethod method : {MergeMethod::fast_forward, MergeMethod::squash}) {
    check_error(forge.pulls().merge(pull.number, method, seen), TroubleKind::conflict,
                "look at it");
  }
  check_error(forge.pulls().update(pull.number, {.title = "Other"}, seen), TroubleKind::conflict,
              "look at it");
  check_error(forge.reviews().submit(pull.number, says(ReviewState::approved, ""), seen),
              TroubleKind::conflict, "look at it");
  if (forge.capabilities().report_checks) {
    check_error(forge.checks().report(pull.number,
                                      {.name = "build", .conclusion = Conclusion::success}, seen),
                TroubleKind::conflict, "look at it");
  }
  CHECK(forge.pulls().get(pull.number)->title == draft.title);
  CHECK(forge.pulls().get(pull.number)->state == PullState::open);
  CHECK(forge.reviews().list(pull.number, {})->items.empty());
  CHECK(forge.checks().list(seen, {})->items.empty());
}

void update(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const auto changed =
      pulls.update(pull.number, {.title = "Better", .labels = std::vector<std::string>{"docs"}},
                   draft.head_commit);
  REQUIRE(changed);
  CHECK(changed->title == "Better");
  CHECK(changed->body == draft.body);
  CHECK(changed->labels == std::vector<std::string>{"docs"});
  CHECK(*pulls.get(pull.number) == *changed);
  check_error(pulls.update(pull.number, {.title = " "}, draft.head_commit), TroubleKind::invalid,
              "title");
  REQUIRE(pulls.close(pull.number));
  check_error(pulls.update(pull.number, {.title = "Late"}, draft.head_commit),
              TroubleKind::conflict, "closed");
  check_error(world.forge().reviews().submit(pull.number, says(ReviewState::approved, ""),
                                             draft.head_commit),
              TroubleKind::conflict, "closed");
}

// Asked again until it is known: a forge may try the merge only when it is asked.
void what_stands_between(ContractWorld& world) {
  constexpr int kTriesMax = 20;
  Pulls& pulls = world.forge().pulls();
  check_error(pulls.merge_view(4711), TroubleKind::not_found, "#4711");
  PullDraft draft = world.publish(kRun);
  draft.draft = true;
  const Pull pull = opened(world, draft);
  MergeView view;
  for (int tries = 0; tries < kTriesMax && view.mergeable == Mergeable::unknown; ++tries) {
    const auto asked = pulls.merge_view(pull.number);
    REQUIRE_MESSAGE(asked, to_error(asked.error()).to_line());
    view = *asked;
  }
  CHECK(view == MergeView{.head_commit = draft.head_commit,
                          .mergeable = Mergeable::clean,
                          .reviews = ReviewDecision::none,
                          .draft = true});
}

// A draft is not merged, and is one until somebody marks it as ready.
void drafts(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  PullDraft draft = world.publish(kRun);
  draft.draft = true;
  const Pull pull = opened(world, draft);
  CHECK(pull.draft);
  CHECK(pulls.get(pull.number)->draft);
  check_error(pulls.merge(pull.number, MergeMethod::squash, draft.head_commit),
              TroubleKind::conflict, "draft");
  check_error(pulls.mark_ready(pull.number, draft.base_commit), TroubleKind::conflict,
              "look at it");
  CHECK(pulls.get(pull.number)->draft);
  for (int times = 0; times < 2; ++times) {
    const auto ready = pulls.mark_ready(pull.number, draft.head_commit);
    REQUIRE_MESSAGE(ready, to_error(ready.error()).to_line());
    CHECK_FALSE(ready->draft);
  }
  // Opened again by its run, it stays what the person made of it.
  draft.title = "Improve demo again";
  const auto again = pulls.open(draft);
  REQUIRE(again);
  CHECK(again->pull.title == draft.title);
  CHECK_FALSE(again->pull.draft);
  CHECK_FALSE(pulls.get(pull.number)->draft);
}

// Somebody else's push makes it theirs: everybody sees that, and the run does not take it back.
void frozen(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  CHECK_FALSE(pull.frozen);
  const std::string theirs = world.push(draft);
  CHECK(pulls.get(pull.number)->frozen);
  CHECK((*pulls.find_by_run(kRun))->frozen);
  CHECK(pulls.list(PullState::open, {})->items.front().frozen);
  check_error(pulls.open(draft), TroubleKind::conflict, "the checks saw");
  CHECK(pulls.get(pull.number)->title == pull.title);
  REQUIRE(pulls.close(pull.number));
  CHECK_FALSE(pulls.get(pull.number)->frozen);
}

// Who looks for the same work, and for how much there was of it.
void what_is_offered(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const Pull closed = opened(world, world.publish("demo-ffffff"));
  REQUIRE(pulls.close(closed.number));
  const auto trees = pulls.offered_trees();
  REQUIRE_MESSAGE(trees, to_error(trees.error()).to_line());
  REQUIRE(trees->size() == 1);
  CHECK(trees->front().number == pull.number);
  CHECK(trees->front().url == pull.url);
  CHECK(trees->front().run == kRun);
  CHECK(trees->front().branch == draft.branch);
  CHECK(trees->front().base == draft.base);
  CHECK(trees->front().tree.size() == draft.head_commit.size());
  CHECK(trees->front().tree != draft.head_commit);
  const auto opened_at = parse_iso8601(pull.created_at);
  REQUIRE(opened_at);
  CHECK(pulls.opened_since(*opened_at)->size() == 2);
  CHECK(pulls.opened_since(*opened_at + Seconds(3'600))->empty());
}

void fast_forward(ContractWorld& world) {
  if (!world.forge().capabilities().fast_forward) return;
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const auto merged = pulls.merge(pull.number, MergeMethod::fast_forward, draft.head_commit);
  REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
  CHECK(merged->state == PullState::merged);
  CHECK(merged->merge_commit == draft.head_commit);
  CHECK(*pulls.merge(pull.number, MergeMethod::fast_forward, draft.head_commit) == *merged);
  check_error(pulls.close(pull.number), TroubleKind::conflict, "merged");
}

void squash_on_a_moved_base(ContractWorld& world) {
  const Capabilities can = world.forge().capabilities();
  if (!can.squash) return;
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  world.move_base();
  if (can.fast_forward) {
    check_error(pulls.merge(pull.number, MergeMethod::fast_forward, draft.head_commit),
                TroubleKind::conflict, "moved on");
  }
  const auto merged = pulls.merge(pull.number, MergeMethod::squash, draft.head_commit);
  REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
  CHECK(merged->state == PullState::merged);
  CHECK(merged->merge_commit != draft.head_commit);
}

void merged_without_its_branch(ContractWorld& world) {
  Pulls& pulls = world.forge().pulls();
  const PullDraft draft = world.publish(kRun);
  const Pull pull = opened(world, draft);
  const MergeMethod method =
      world.forge().capabilities().squash ? MergeMethod::squash : MergeMethod::fast_forward;
  const auto merged = pulls.merge(pull.number, method, draft.head_commit);
  REQUIRE_MESSAGE(merged, to_error(merged.error()).to_line());
  world.remove_branch(draft.branch);
  CHECK(*pulls.get(pull.number) == *merged);
  const auto again = pulls.open(draft);
  REQUIRE(again);
  CHECK(again->adopted);
  CHECK(again->pull.state == PullState::merged);
  CHECK(pulls.merge(pull.number, method, draft.head_commit)->state == PullState::merged);
}

constexpr ContractCase kCases[] = {
    {"a run has one pull request", open_once},
    {"what is not there is not found", what_is_not_there},
    {"lists come in pages", pages},
    {"pull requests are listed by state", pulls_by_state},
    {"the end of its text comes back, also of a closed one", hidden_marks},
    {"comments stand at issues and pull requests", comments},
    {"a comment is changed in place", comments_in_place},
    {"reviews are made on a head", reviews},
    {"what is said at a line is answered and done with", threads},
    {"the newest report of a check counts", checks},
    {"what CI reports of a commit comes as a whole", ci_of_a_commit},
    {"a stale head is a conflict, and changes nothing", stale_head_conflicts},
    {"title and labels of an open one can be changed", update},
    {"what stands between it and its merge is known", what_stands_between},
    {"a draft is not merged until it is ready", drafts},
    {"somebody else's push makes it theirs", frozen},
    {"what is offered is known to all", what_is_offered},
    {"a fast-forward brings the commits as they are", fast_forward},
    {"a squash merges on a base that moved on", squash_on_a_moved_base},
    {"merged stays merged without its branch", merged_without_its_branch},
};

}  // namespace

std::span<const ContractCase> contract_cases() { return kCases; }

}  // namespace pawl::forge
