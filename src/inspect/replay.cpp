#include "inspect/replay.hpp"

#include <algorithm>
#include <memory>

#include "guards/config/configured.hpp"
#include "inspect/subject.hpp"
#include "os/parallel.hpp"
#include "repo/views/tree_view.hpp"

namespace pawl::inspect {
namespace {

// What one thread reads with. Each has an index of its own: going to and fro between the trees of
// two threads would cost more than the paths of another tree.
struct Desk {
  std::unique_ptr<git::ObjectReader> objects;
  std::unique_ptr<index::RepositoryIndex> indexes;
};

Desk make_desk(git::Git& git, const ReplayRequest& request, std::size_t number) {
  Desk desk;
  desk.objects = std::make_unique<git::ObjectReader>(git, request.folder);
  if (!request.cache.empty()) {
    desk.indexes = index::RepositoryIndex::later(
        *desk.objects, request.cache, request.folder + " replay " + std::to_string(number));
  }
  return desk;
}

// How many commits one thread takes at a time. What one commit made of a file is what the next one
// found, so a thread that goes from neighbour to neighbour has read half of it before. Small enough
// that no thread is left with much at the end.
std::size_t neighbours(std::size_t commits, unsigned threads) {
  constexpr std::size_t kMax = 32;
  constexpr std::size_t kShares = 8;
  return std::clamp<std::size_t>(commits / (kShares * std::max(1U, threads)), 1, kMax);
}

Status judge_commit(git::Git& git, Desk& desk, const ReplayRequest& request,
                    const guards::Stopwatch& stopwatch, Replayed& out) {
  TRY_ASSIGN(const CommitIds ids, commit_ids(*desk.objects, out.commit));
  out.base = ids.parent;
  TRY_ASSIGN(git::ReadChange read, git::change_between(*desk.objects, out.base, ids.id));
  out.files = read.change.files.size();
  const auto tree = repo::tree_view(git, *desk.objects, request.folder, out.base);
  guards::Policy policy = request.policy;
  TRY_ASSIGN(policy.suppressions, guards::suppressions_of(*tree));
  guards::Context context = request.context;
  context.base = tree.get();
  std::unique_ptr<index::CodeIndex> index;
  if (desk.indexes) {
    index = desk.indexes->lazily_at(out.base, index::changed_files(read.change));
    context.index = index.get();
  }
  out.evaluation = guards::evaluate(read.change, context, policy, stopwatch);
  add_unread(read.unread, out.evaluation);
  return tree->trouble();
}

}  // namespace

std::vector<Replayed> replay(git::Git& git, const ReplayRequest& request,
                             const guards::Stopwatch& stopwatch,
                             const std::function<void()>& done) {
  std::vector<Replayed> out(request.commits.size());
  std::vector<Desk> desks;
  for (unsigned i = 0; i < std::max(1U, request.threads); ++i) {
    desks.push_back(make_desk(git, request, i));
  }
  os::run_parallel(out.size(), request.threads, neighbours(out.size(), request.threads),
                   [&](std::size_t i, unsigned worker) {
                     out[i].commit = request.commits[i];
                     const guards::Nanoseconds start = stopwatch();
                     const Status judged =
                         judge_commit(git, desks[worker], request, stopwatch, out[i]);
                     if (!judged) out[i].trouble = judged.error().to_line();
                     out[i].took = stopwatch() - start;
                     done();
                   });
  return out;
}

}  // namespace pawl::inspect
