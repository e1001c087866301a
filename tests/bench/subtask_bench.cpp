// What a subtask costs without model time: resolve edits, judge, apply, commit.
#include <benchmark/benchmark.h>

#include "edits/edits.hpp"
#include "git/worktrees/patch.hpp"
#include "judge/judge.hpp"
#include "os/files/files.hpp"
#include "temp_folder.hpp"

namespace {

using namespace pawl;

class NoSink final : public EventSink {
 public:
  Status append(const Event&) override { return Done{}; }
};

struct Repository {
  TempFolder folder;
  std::unique_ptr<os::Processes> processes = os::real_processes();
  std::unique_ptr<os::Files> files = os::real_files();
  git::Git git{*processes, {.identity = {"Bench", "bench@localhost"}, .credentials = {}}};
  std::optional<git::Worktree> worktree;
  std::unique_ptr<judge::Reader> reader;  // one for all commits, as in a run
  std::string head;

  bool set_up() {
    const std::string origin = folder.path() + "/origin";
    if (!files->make_folders(origin)) return false;
    for (int i = 0; i < 200; ++i) {
      if (!files->write_atomic(origin + "/f" + std::to_string(i) + ".py", "x = 1\n")) return false;
    }
    const std::vector<std::vector<std::string>> steps{
        {"init", "--quiet", "-b", "main"},
        {"add", "--all"},
        {"-c", "user.name=b", "-c", "user.email=b@localhost", "commit", "--quiet", "-m", "one"}};
    for (const auto& step : steps) {
      if (!git.text(origin, step)) return false;
    }
    const auto target = git::parse_target(origin, origin);
    if (!target) return false;
    auto made = git::Worktree::create(git, *files,
                                      {.target = *target,
                                       .folder = folder.path() + "/work",
                                       .base_branch = "",
                                       .branch = "pawl/bench"});
    if (!made) return false;
    worktree = *std::move(made);
    reader = std::make_unique<judge::Reader>(git, worktree->folder(), std::nullopt);
    head = worktree->base_commit();
    return true;
  }
};

Result<judge::Judged> judge_it(Repository& repository, const git::Change& change,
                               const RepoPath& path) {
  const judge::Base base(*repository.reader, repository.head);
  const config::Config config;
  guards::Context order;
  order.hints = {path};
  TRY_ASSIGN(const auto judge, judge::Judge::open({.base = base,
                                                   .config = config,
                                                   .files = *repository.files,
                                                   .schemas = {},
                                                   .policy = {},
                                                   .order = std::move(order),
                                                   .stopwatch = [] { return Milliseconds(0); }}));
  NoSink sink;
  return judge->judge(change, {"T001-S01", 1}, sink);
}

void subtask(benchmark::State& state) {
  Repository repository;
  if (!repository.set_up()) state.SkipWithError("no repository");
  int n = 1;
  std::string before = "x = 1\n";
  const RepoPath path = RepoPath::parse("f7.py").value();
  for (auto _ : state) {
    edits::Edit edit;
    edit.find = before;
    edit.content = "x = " + std::to_string(++n) + "\n";
    const auto resolved = edits::resolve(
        {{path, edit}},
        [&](const RepoPath&) -> Result<std::optional<edits::SourceFile>> {
          return std::optional<edits::SourceFile>(edits::SourceFile{.text = before});
        },
        [](const RepoPath&) { return true; });
    before = edit.content;
    auto judged = judge_it(repository, resolved.change, path);
    auto transaction = git::PatchTransaction::begin(*repository.worktree);
    if (!judged || !transaction || !judged->admitted || !transaction->apply(resolved.change)) {
      state.SkipWithError("the subtask failed");
      return;
    }
    const auto commit =
        transaction->commit(*judged->admitted, "bench\n", Timestamp(Milliseconds(1)));
    if (!commit || !*commit) {
      state.SkipWithError("the commit failed");
      return;
    }
    repository.head = **commit;
  }
  state.SetLabel("< 50000 µs");
}

void floor_commit(benchmark::State& state) {
  Repository repository;
  if (!repository.set_up()) state.SkipWithError("no repository");
  const std::string folder = repository.worktree->folder();
  int n = 0;
  for (auto _ : state) {
    const bool done = repository.files->write_atomic(folder + "/f7.py",
                                                     "x = " + std::to_string(++n + 1) + "\n") &&
                      repository.git.text(folder, {"commit", "--quiet", "-a", "-m", "floor"});
    if (!done) {
      state.SkipWithError("git commit failed");
      return;
    }
  }
  state.SetLabel("git commit -a");
}

const auto kRegistered = [] {
  benchmark::RegisterBenchmark("subtask without model time", subtask)
      ->Iterations(40)
      ->UseRealTime();
  benchmark::RegisterBenchmark("subtask without model time/floor", floor_commit)
      ->Iterations(40)
      ->UseRealTime();
  return 0;
}();

}  // namespace
