#include "repo/check_copy.hpp"

#include "base/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kOutputKeptMax = 16U << 10U;
// Of a stack's private folder, what a later run may start from: caches that hold nothing but what
// their tool finds by its content, or makes anew when a source is newer.
constexpr std::string_view kSharedCaches[] = {"go-build", "target"};

}  // namespace

CheckCopy::CheckCopy(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                     const CheckOptions& options, CopyPlace place)
    : ports_(ports),
      options_(options),
      place_(std::move(place)),
      bench_(ports, options, facts, view, {place_.scratch, place_.folder}) {}

Status CheckCopy::make() {
  TRY(ports_.files.remove_tree(place_.scratch));
  TRY(ports_.files.make_folders(os::join_path(place_.scratch, "cache")));
  if (!options_.export_to) return fail(Errc::invalid, "no way to copy the files was given");
  return options_.export_to(files());
}

CheckRun CheckCopy::blank() const {
  CheckRun run;
  run.stack = place_.stack.name;
  run.folder = place_.folder;
  return run;
}

CheckRun CheckCopy::check(CheckStep step, Milliseconds deadline) {
  CheckRun run = blank();
  if (ports_.cancel != nullptr && ports_.cancel->requested()) {
    cannot_check(run, "cancelled");
    return run;
  }
  bench_.start(deadline);
  (step == CheckStep::build ? place_.stack.build : place_.stack.test)(bench_, run);
  bench_.settle_limits(run);
  run.duration = bench_.spent();
  run.out_of_time = run.outcome == CheckOutcome::unknown && bench_.out_of_time();
  run.output = head_and_tail(to_utf8(bench_.output()), kOutputKeptMax);
  return run;
}

std::string CheckCopy::caches_below(const std::string& all) const {
  return os::join_path(all, slug(std::string(place_.stack.name) + "-" + place_.folder, 60) + "-" +
                                hash_hex(place_.folder));
}

void CheckCopy::take_caches() {
  if (options_.caches_from.empty()) return;
  const std::string from = caches_below(options_.caches_from);
  for (const std::string_view name : kSharedCaches) {
    const auto stat = ports_.files.stat(os::join_path(from, name));
    if (!stat || !stat->has_value()) continue;
    os::Command copy;
    copy.argv = {"cp", "-a", "--reflink=auto", os::join_path(from, name),
                 os::join_path(place_.scratch, "cache")};
    copy.environment = {{"PATH", options_.path_list}};
    copy.folder = place_.scratch;
    copy.deadline = options_.build_deadline;
    copy.cancel = ports_.cancel;
    static_cast<void>(ports_.processes.run(copy).ok());
  }
}

void CheckCopy::keep_caches() {
  if (options_.caches_to.empty()) return;
  const std::string to = caches_below(options_.caches_to);
  if (!ports_.files.remove_tree(to) || !ports_.files.make_folders(to)) return;
  for (const std::string_view name : kSharedCaches) {
    const std::string made = os::join_path(os::join_path(place_.scratch, "cache"), name);
    const auto stat = ports_.files.stat(made);
    if (!stat || !stat->has_value()) continue;
    static_cast<void>(ports_.files.rename(made, os::join_path(to, name)).ok());
  }
}

void CheckCopy::remove() {
  // A copy that cannot be removed lies in the scratch folder, which its owner clears.
  static_cast<void>(ports_.files.remove_tree(place_.scratch).ok());
}

}  // namespace pawl::repo
