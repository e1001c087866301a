#include "inspect/replay.hpp"

#include <algorithm>
#include <memory>

#include "git/changes.hpp"
#include "inspect/subject.hpp"
#include "judge/base.hpp"
#include "os/parallel.hpp"

namespace pawl::inspect {
namespace {

// Each thread has an index of its own: going to and fro between the trees of two threads would cost
// more than the paths of another tree.
std::unique_ptr<judge::Reader> make_reader(git::Git& git, const ReplayRequest& request,
                                           std::size_t number) {
  std::optional<judge::IndexPlace> place;
  if (!request.cache.empty()) {
    place = judge::IndexPlace{request.cache, request.folder + " replay " + std::to_string(number)};
  }
  return std::make_unique<judge::Reader>(git, request.folder, place);
}

// How many commits one thread takes at a time. What one commit made of a file is what the next one
// found, so a thread that goes from neighbour to neighbour has read half of it before. Small enough
// that no thread is left with much at the end.
std::size_t neighbours(std::size_t commits, unsigned threads) {
  constexpr std::size_t kMax = 32;
  constexpr std::size_t kShares = 8;
  return std::clamp<std::size_t>(commits / (kShares * std::max(1U, threads)), 1, kMax);
}

Status judge_commit(judge::Reader& reader, const ReplayRequest& request,
                    const guards::Stopwatch& stopwatch, Replayed& out) {
  TRY_ASSIGN(const CommitIds ids, commit_ids(reader.objects(), out.commit));
  out.base = ids.parent;
  TRY_ASSIGN(git::ReadChange read, git::change_between(reader.objects(), out.base, ids.id));
  out.files = read.change.files.size();
  const judge::Base base(reader, out.base);
  TRY_ASSIGN(const auto judge, judge::Judge::open({.base = base,
                                                   .config = request.config,
                                                   .files = request.files,
                                                   .schemas = request.schemas,
                                                   .policy = request.policy,
                                                   .order = request.order,
                                                   .stopwatch = stopwatch}));
  TRY_ASSIGN(out.evaluation,
             judge->evaluate(read.change, {.unsafe = std::move(read.unsafe),
                                           .unread = std::move(read.unread)}));
  return Done{};
}

}  // namespace

std::vector<Replayed> replay(git::Git& git, const ReplayRequest& request,
                             const guards::Stopwatch& stopwatch,
                             const std::function<void()>& done) {
  std::vector<Replayed> out(request.commits.size());
  std::vector<std::unique_ptr<judge::Reader>> readers;
  for (unsigned i = 0; i < std::max(1U, request.threads); ++i) {
    readers.push_back(make_reader(git, request, i));
  }
  os::run_parallel(out.size(), request.threads, neighbours(out.size(), request.threads),
                   [&](std::size_t i, unsigned worker) {
                     out[i].commit = request.commits[i];
                     const guards::Nanoseconds start = stopwatch();
                     const Status judged =
                         judge_commit(*readers[worker], request, stopwatch, out[i]);
                     if (!judged) out[i].trouble = judged.error().to_line();
                     out[i].took = stopwatch() - start;
                     done();
                   });
  return out;
}

}  // namespace pawl::inspect
