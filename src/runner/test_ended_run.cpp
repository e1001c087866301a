#include "runner/test_ended_run.hpp"

#include <doctest/doctest.h>

#include "git/worktrees/worktree.hpp"
#include "runner/target.hpp"

namespace pawl::runner {

EndedRun::EndedRun() {
  auto resolved = resolve_target(world, lab.git(), repo);
  REQUIRE(resolved);
  target = *std::move(resolved);
  state.run = id.text();
  state.target = repo;
  state.base = "main";
  state.branch = "pawl/improve-0a1b2c";
  state.status = run::RunStatus::succeeded;
  const auto worktree = git::Worktree::create(lab.git(), lab.files(),
                                              {.target = target,
                                               .folder = layout.worktree(id),
                                               .base_branch = "main",
                                               .branch = state.branch});
  REQUIRE_MESSAGE(worktree, worktree.error().to_line());
  state.base_commit = worktree->base_commit();
  commit("LICENSE", "MIT\n");
  publish();
  state.subtasks["T001-S01"].commit = head();
  REQUIRE(lab.files().make_folders(layout.state_folder, 0700));
  database = *store::Database::open(layout.database());
}

void EndedRun::commit(const std::string& name, const std::string& text) {
  lab.write(layout.worktree(id) + "/" + name, text);
  lab.sh(layout.worktree(id), "git add -A; git commit -q -m 'Add " + name + "'");
}

std::string EndedRun::head() { return lab.sh(layout.worktree(id), "git rev-parse HEAD"); }

void EndedRun::publish() {
  lab.sh(repo, "git fetch -q " + layout.worktree(id) + " +HEAD:refs/heads/" + state.branch);
}

}  // namespace pawl::runner
