#include "repo/checks/check_copy.hpp"

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/own_command.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kOutputKeptMax = 16U << 10U;
// Of a stack's private folder, what a later run may start from: caches that hold nothing but what
// their tool finds by its content, or makes anew when a source is newer.
constexpr auto kSharedCaches = fixed_words("go-build", "target");
constexpr os::CopyLimits kLimits{};

RepoPath named(std::string_view path) { return RepoPath::from_git(path).value(); }

RepoPath cached(std::string_view name) {
  return named(std::string(kCacheFolder) + "/" + std::string(name));
}

}  // namespace

CheckCopy::CheckCopy(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                     const CheckOptions& options, CopyPlace place)
    : ports_(ports), options_(options), facts_(facts), view_(view), place_(std::move(place)) {}

Status CheckCopy::make() {
  if (!options_.export_to) return fail(Errc::invalid, "no way to copy the files was given");
  TRY_ASSIGN(copy_, os::Tainted::create(place_.scratch, {.owner = ports_.sandbox.files_owner(),
                                                         .cancel = ports_.cancel}));
  TRY(copy_->fill(named(kCacheFolder), {}));
  return copy_->fill(named(kSourceFolder), options_.export_to);
}

Workbench& CheckCopy::bench() {
  if (!bench_) {
    bench_.emplace(ports_, options_, facts_, view_, Workbench::Place{*copy_, place_.folder});
    bench_->take(prepared_);
  }
  return *bench_;
}

void CheckCopy::take_needs() {
  prepared_ = prepare(
      facts_, view_, ports_, options_,
      {.stack = place_.stack, .folder = place_.folder, .scratch = place_.scratch + "-needs"});
  std::erase_if(prepared_.modules, [&](const ModulesFolder& one) {
    const RepoPath place = named(os::join_path(kSourceFolder, one.to));
    const auto there = copy_->stat(place);
    // What the repository itself has there comes first.
    if (!there || there->has_value()) return true;
    return !copy_->fill(place, {}).ok();
  });
}

std::string CheckCopy::set_up() {
  if (set_up_) return *set_up_;
  set_up_.emplace();
  const std::string& command = options_.needs.setup;
  if (command.empty()) return {};
  bench().start(options_.needs.deadline);
  const Ran ran = bench().run({.argv = {"sh", "-c", command}, .one_stream = true, .at_root = true});
  if (ran.succeeded()) return {};
  const auto lines = split_lines(trim(ran.out));
  *set_up_ = "checks.setup fails: " +
             (ran.known() ? "exit code " + std::to_string(ran.exit_code) +
                                (lines.empty() ? "" : ": " + printable(lines.back(), 200))
                          : ran.unknown);
  return *set_up_;
}

Status CheckCopy::put(const RepoPath& path, std::string_view text) {
  const RepoPath file = named(std::string(kSourceFolder) + "/" + path.text());
  TRY_ASSIGN(const std::optional<os::FileStat> stat, copy_->stat(file));
  const bool executable = stat && (stat->mode & 0100U) != 0;
  return copy_->put(file, text, executable ? 0755 : 0644);
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
  if (std::string trouble = set_up(); !trouble.empty()) {
    cannot_check(run, std::move(trouble));
    return run;
  }
  bench().start(deadline);
  (step == CheckStep::build ? place_.stack.build : place_.stack.test)(bench(), run);
  bench().settle_limits(run);
  run.exit_code = bench().exit_code();
  if (!prepared_.folder.empty()) run.dependencies = os::file_name(prepared_.folder);
  if (step == CheckStep::test && is_judged(run)) {
    const auto environment = place_.stack.environment;
    compare_own_commands(bench(), run, environment ? environment(bench()) : Environment());
  }
  const bool missed = run.outcome == CheckOutcome::unknown && !run.no_tests;
  if (missed && !prepared_.trouble.empty()) {
    run.reason += "; its dependencies could not be fetched: " + prepared_.trouble;
  }
  run.duration = bench().spent();
  run.out_of_time = run.outcome == CheckOutcome::unknown && bench().out_of_time();
  run.output = head_and_tail(to_utf8(bench().output()), kOutputKeptMax);
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
    // One that is not there, or that holds more than a cache may, is no cache.
    static_cast<void>(copy_->copy_in(os::join_path(from, name), cached(name), kLimits).ok());
  }
}

void CheckCopy::keep_caches() {
  if (options_.caches_to.empty() || !copy_) return;
  const std::string to = caches_below(options_.caches_to);
  const bool ready = ports_.files.remove_tree(to).ok() && ports_.files.make_folders(to, 0700).ok();
  if (!ready) return;
  for (const std::string_view name : kSharedCaches) {
    static_cast<void>(copy_->hand_over(cached(name), os::join_path(to, name)).ok());
  }
}

void CheckCopy::remove() {
  // A copy that cannot be removed lies in the scratch folder, which its owner clears.
  if (copy_) static_cast<void>(copy_->remove().ok());
}

}  // namespace pawl::repo
