#include "inspect/replay.hpp"

#include <memory>

#include "inspect/subject.hpp"
#include "os/parallel.hpp"
#include "repo/tree_view.hpp"

namespace pawl::inspect {
namespace {

Status judge_commit(git::Git& git, git::ObjectReader& objects, const std::string& folder,
                    guards::Policy policy, guards::Context context,
                    const guards::Stopwatch& stopwatch, Replayed& out) {
  TRY_ASSIGN(const CommitIds ids, commit_ids(objects, out.commit));
  out.base = ids.parent;
  TRY_ASSIGN(git::ReadChange read, git::change_between(objects, out.base, ids.id));
  out.files = read.change.files.size();
  const auto tree = repo::tree_view(git, objects, folder, out.base);
  TRY_ASSIGN(policy.suppressions, suppressions_of(*tree));
  context.base = tree.get();
  out.evaluation = guards::evaluate(read.change, context, policy, stopwatch);
  return Done{};
}

}  // namespace

std::vector<Replayed> replay(git::Git& git, const std::string& folder,
                             const std::vector<std::string>& commits, const guards::Policy& policy,
                             const guards::Context& knows, unsigned threads,
                             const guards::Stopwatch& stopwatch,
                             const std::function<void()>& done) {
  std::vector<Replayed> out(commits.size());
  std::vector<std::unique_ptr<git::ObjectReader>> readers(std::max(1U, threads));
  for (auto& reader : readers) reader = std::make_unique<git::ObjectReader>(git, folder);
  os::run_parallel(commits.size(), threads, 1, [&](std::size_t i, unsigned worker) {
    out[i].commit = commits[i];
    const guards::Nanoseconds start = stopwatch();
    const Status judged =
        judge_commit(git, *readers[worker], folder, policy, knows, stopwatch, out[i]);
    if (!judged) out[i].trouble = judged.error().to_line();
    out[i].took = stopwatch() - start;
    done();
  });
  return out;
}

}  // namespace pawl::inspect
