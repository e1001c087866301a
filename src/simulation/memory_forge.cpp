#include "simulation/memory_forge.hpp"

#include <algorithm>

#include "simulation/memory_ground.hpp"

namespace pawl::simulation {
namespace {

using forge::Answer;
using forge::Answered;
using forge::Page;
using forge::PageRequest;
using forge::Pull;
using forge::PullState;
using forge::Trouble;
using forge::TroubleKind;

Trouble not_here(std::string_view what) {
  return {.kind = TroubleKind::unsupported,
          .message = "this forge has no " + std::string(what),
          .way_out = {}};
}

Trouble no_answer(std::string_view what) {
  return {.kind = TroubleKind::unavailable,
          .message = "no answer to " + std::string(what),
          .way_out = {}};
}

// What CI says of a commit depends on the commit.
bool is_red(const std::string& commit) { return commit.back() == '0'; }

class MemoryPulls final : public forge::Pulls {
 public:
  MemoryPulls(World& world, bool local) : world_(world), local_(local) {}

  Answer<forge::Access> check_write() override { return forge::Access::push; }
  Answer<std::string> fork(const std::string& /*base*/) override { return not_here("forks"); }

  Answer<std::optional<Pull>> find_by_run(const std::string& run) override {
    if (local_) return std::optional<Pull>();
    world_.port();
    if (world_.refused()) return no_answer("a question");
    for (const Pull& one : world_.pulls) {
      if (one.run == run) return std::optional(as_it_is(one));
    }
    return std::optional<Pull>();
  }

  Answer<Opened> open(const forge::PullDraft& draft) override {
    world_.port();
    if (world_.refused()) return no_answer("a new pull request");
    Pull& made = world_.pulls.emplace_back();
    made.number = static_cast<std::int64_t>(world_.pulls.size());
    made.title = draft.title;
    made.base = draft.base;
    made.branch = draft.branch;
    made.base_commit = draft.base_commit;
    made.head_commit = draft.head_commit;
    made.run = draft.run;
    const Pull opened = made;
    world_.did("pull request of " + draft.run,
               world_.run(draft.run).state.effects.contains("pull_request"));
    world_.port();
    if (world_.lost()) return no_answer("a new pull request");
    return Opened{.pull = opened};
  }

  Answer<Pull> mark_ready(std::int64_t number, const std::string& /*head*/) override {
    return get(number);
  }
  Answer<Page<Pull>> list(std::optional<PullState> /*state*/, const PageRequest&) override {
    return Page<Pull>{.items = world_.pulls, .next = {}};
  }

  Answer<Pull> get(std::int64_t number) override {
    world_.port();
    if (world_.refused()) return no_answer("a question");
    return as_it_is(pull(number));
  }

  Answer<std::vector<Pull>> opened_since(Timestamp) override { return world_.pulls; }
  Answer<std::vector<forge::OfferedTree>> offered_trees() override { return not_here("trees"); }
  Answer<std::string> diff(std::int64_t) override { return not_here("diffs"); }
  Answer<Pull> update(std::int64_t number, const forge::PullChange&, const std::string&) override {
    return get(number);
  }

  Answer<forge::MergeView> merge_view(std::int64_t number) override {
    world_.port();
    const Pull now = as_it_is(pull(number));
    forge::MergeView view{.head_commit = now.head_commit};
    if (world_.happens(What::untried, 4)) return view;
    const auto merged = world_.git.merge(world_.git.at(kMainRef), now.head_commit);
    view.mergeable =
        merged && merged->clean() ? forge::Mergeable::clean : forge::Mergeable::conflicting;
    return view;
  }

  Answer<Pull> merge(std::int64_t number, forge::MergeMethod /*method*/,
                     const std::string& expected_head) override {
    world_.port();
    Pull& one = pull(number);
    if (one.state == PullState::merged) return one;
    if (world_.refused()) return no_answer("a merge");
    const Pull now = as_it_is(one);
    const std::string tip = world_.git.at(kMainRef);
    const auto merged = world_.git.merge(tip, now.head_commit);
    if (now.head_commit != expected_head || !merged || !merged->clean()) {
      return Trouble{.kind = TroubleKind::conflict,
                     .message = "the head or the base is another one",
                     .way_out = {}};
    }
    if (world_.claimed()) return now;
    if (is_red(now.head_commit)) world_.wrong("a pull request is merged that is red");
    if (world_.heard_pending.contains({world_.me().pid, now.head_commit})) {
      world_.wrong("a pull request is merged while its checks are under way");
    }
    one = now;
    one.merge_commit =
        world_.git.commit(merged->tree, {tip}, "Merge of " + one.run + "\n", world_.now);
    world_.git.move(kMainRef, one.merge_commit, tip);
    one.state = PullState::merged;
    note_landing(world_, world_.run(one.run), now.head_commit);
    world_.tell("the forge merges " + one.run);
    world_.port();
    if (world_.lost()) return no_answer("a merge");
    return one;
  }

  Answer<Pull> close(std::int64_t number) override { return get(number); }
  Answer<forge::BranchGuard> guard_of(const std::string& /*branch*/) override {
    return forge::BranchGuard{};
  }

 private:
  Pull& pull(std::int64_t number) { return world_.pulls.at(static_cast<std::size_t>(number) - 1); }

  // An open one follows its branch.
  Pull as_it_is(Pull one) {
    const std::string tip = world_.git.at("refs/heads/" + one.branch);
    if (one.state == PullState::open && !tip.empty()) one.head_commit = tip;
    return one;
  }

  World& world_;
  bool local_;
};

class NoIssues final : public forge::Issues {
 public:
  Answer<forge::Issue> open(const forge::IssueDraft&) override { return not_here("issues"); }
  Answer<Page<forge::Issue>> list(const PageRequest&) override { return not_here("issues"); }
  Answer<forge::Issue> get(std::int64_t) override { return not_here("issues"); }
  Answer<forge::Issue> close(std::int64_t) override { return not_here("issues"); }
  Answer<forge::Comment> comment(std::int64_t, const forge::CommentDraft&) override {
    return not_here("comments");
  }
  Answer<Page<forge::Comment>> comments(std::int64_t, const PageRequest&) override {
    return not_here("comments");
  }
  Answer<forge::Comment> update_comment(const forge::Comment&, const std::string&) override {
    return not_here("comments");
  }
};

class NoReviews final : public forge::Reviews {
 public:
  Answer<forge::Review> submit(std::int64_t, const forge::ReviewDraft&,
                               const std::string&) override {
    return not_here("reviews");
  }
  Answer<Page<forge::Review>> list(std::int64_t, const PageRequest&) override {
    return Page<forge::Review>{};
  }
  Answer<std::vector<forge::Thread>> threads(std::int64_t) override { return not_here("threads"); }
  Answer<forge::Comment> reply(const forge::Thread&, const forge::CommentDraft&) override {
    return not_here("threads");
  }
  Answered resolve(const forge::Thread&) override { return not_here("threads"); }
};

// What CI says of a commit depends on the commit, and takes a while to be said.
class MemoryChecks final : public forge::Checks {
 public:
  explicit MemoryChecks(World& world) : world_(world) {}

  Answer<forge::Check> report(std::int64_t, const forge::CheckReport&,
                              const std::string&) override {
    return not_here("reports");
  }
  Answer<Page<forge::Check>> list(const std::string&, const PageRequest&) override {
    return not_here("lists");
  }

  Answer<std::vector<forge::CiState>> ci(std::span<const forge::CiQuestion> asked) override {
    world_.port();
    std::vector<forge::CiState> states;
    for (const forge::CiQuestion& one : asked) {
      const bool pending = world_.happens(What::pending, world_.faults.kill > 0 ? 5 : 0);
      const bool red = is_red(one.head_commit);
      const std::pair<int, std::string> heard{world_.me().pid, one.head_commit};
      if (pending) {
        world_.heard_pending.insert(heard);
      } else {
        world_.heard_pending.erase(heard);
      }
      forge::CiSignal signal;
      signal.name = "build";
      signal.head_commit = one.head_commit;
      signal.status = pending ? forge::CheckStatus::in_progress : forge::CheckStatus::completed;
      if (!pending) {
        signal.conclusion = red ? forge::Conclusion::failure : forge::Conclusion::success;
      }
      states.push_back({.head_commit = one.head_commit,
                        .branch_head = one.head_commit,
                        .signals = {signal},
                        .required = {},
                        .expected = true});
    }
    return states;
  }

  Answer<forge::JobLog> log(const forge::CiSignal&) override { return not_here("logs"); }
  Answer<forge::WorkflowRun> workflow_run(std::int64_t) override { return not_here("workflows"); }
  Answered rerun_failed(const forge::WorkflowRun&) override { return not_here("workflows"); }

 private:
  World& world_;
};

class MemoryForge final : public forge::Forge {
 public:
  MemoryForge(World& world, bool local) : local_(local), pulls_(world, local), checks_(world) {}

  std::string_view kind() const override { return local_ ? "local" : "github"; }
  forge::Capabilities capabilities() const override { return {.squash = true}; }
  Answer<std::string> author() override { return std::string("pawl"); }
  forge::Pulls& pulls() override { return pulls_; }
  forge::Issues& issues() override { return issues_; }
  forge::Reviews& reviews() override { return reviews_; }
  forge::Checks& checks() override { return checks_; }

 private:
  bool local_;
  MemoryPulls pulls_;
  NoIssues issues_;
  NoReviews reviews_;
  MemoryChecks checks_;
};

}  // namespace

std::unique_ptr<forge::Forge> memory_forge(World& world, bool local) {
  return std::make_unique<MemoryForge>(world, local);
}

}  // namespace pawl::simulation
