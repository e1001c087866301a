#include "runner/clean.hpp"

#include "base/text/text.hpp"
#include "os/files/leftover_name.hpp"
#include "os/files/private_path.hpp"
#include "os/processes/process.hpp"
#include "run/run_index.hpp"
#include "run/run_table.hpp"
#include "runner/clean_parts.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"

namespace pawl::runner {
namespace {

constexpr std::string_view kLock = ".lock";
// A temporary file of an older Pawl, which does not name its maker, is a left-over after so long.
constexpr Milliseconds kTemporaryMax{3'600'000};

Result<std::vector<std::string>> names_in(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto there, files.stat(folder));
  if (!there || there->type != os::FileType::folder) return std::vector<std::string>{};
  return files.list(folder);
}

bool is_running(int pid) { return os::process_start_time(pid) != 0; }

// A write that was killed longer ago was met by a sweep before.
constexpr Milliseconds kLately{24L * 60 * 60 * 1000};

// The folders where files are written atomically.
Result<std::vector<std::string>> written_folders(const CleanPorts& ports) {
  const store::Layout& layout = ports.layout;
  std::vector<std::string> folders{layout.config_folder,  layout.state_folder,
                                   layout.index_folder(), layout.facts_folder(),
                                   layout.flaky_folder(), layout.schemas()};
  TRY_ASSIGN(const auto runs, names_in(ports.world.files, layout.runs()));
  std::set<std::string> passed_over;
  if (!ports.ended_runs) {
    const Timestamp lately = ports.world.clock.now() - kLately;
    TRY_ASSIGN(passed_over, run::RunTable(ports.database).ended_before(lately));
  }
  for (const std::string& name : runs) {
    if (passed_over.contains(name)) continue;
    const std::string run = os::join_path(layout.runs(), name);
    folders.insert(folders.end(), {run, run + "/artifacts", run + "/model"});
  }
  return folders;
}

// The process at the end of `merge-3-0123abcd-4711`; 0 when there is none.
int merge_process(std::string_view name) {
  constexpr long long kProcessMax = 1LL << 22U;
  const auto number = parse_int(name.substr(name.rfind('-') + 1));
  return number && *number > 0 && *number <= kProcessMax ? static_cast<int>(*number) : 0;
}

Status clean_merges(const CleanPorts& ports, const std::string& folder, Found& found) {
  TRY_ASSIGN(const auto names, names_in(ports.world.files, folder));
  for (const std::string& name : names) {
    if (is_running(merge_process(name))) continue;
    TRY(take_away(
        ports,
        {.kind = "scratch", .path = os::join_path(folder, name), .reason = "a merge was killed"},
        found));
  }
  return Done{};
}

// The scratch folder of a call, and the lock file beside it that says whether the call is at work.
Status clean_call(const CleanPorts& ports, const std::string& lock, Found& found) {
  os::Files& files = ports.world.files;
  const auto held = files.try_lock(lock);
  if (!held) return Done{};
  const std::string folder = lock.substr(0, lock.size() - kLock.size());
  const std::size_t before = found.size();
  TRY(take_away(ports, {.kind = "scratch", .path = folder, .reason = "a call was killed"}, found));
  const bool gone = !ports.dry_run && !found.at(before).failed;
  return gone ? files.remove(lock) : Status(Done{});
}

Status clean_scratch_of(const CleanPorts& ports, const Alive& alive, const std::string& name,
                        Found& found) {
  const std::string path = os::join_path(ports.layout.state_folder + "/scratch", name);
  const auto id = RunId::parse(name);
  if (!id) {
    if (alive.any) return Done{};
    return take_away(ports, {.kind = "scratch", .path = path, .reason = "a call was killed"},
                     found);
  }
  if (alive.runs.contains(name)) return Done{};
  const auto state = run::load_run(ports.layout, *id);
  if (state && is_at_work(*state)) return Done{};
  if (!state && alive.any) return Done{};
  TRY_ASSIGN(const auto lock, free_run_lock(ports, *id));
  if (!lock) return Done{};
  return take_away(ports, {.kind = "scratch", .path = path, .reason = "its run is not at work"},
                   found);
}

}  // namespace

Alive who_is_alive(const CleanPorts& ports) {
  Alive alive;
  os::Files& files = ports.world.files;
  const std::string folder = os::parent_path(ports.layout.lock("x"));
  const auto names = names_in(files, folder);
  if (!names) return {.any = true, .runs = {}};
  for (const std::string& name : *names) {
    if (name == ports.own_lock + std::string(kLock)) continue;
    const std::string path = os::join_path(folder, name);
    if (files.try_lock(path)) continue;
    alive.any = true;
    const auto holder = store::ProcessLock::holder(files, path);
    if (holder && !holder->run.empty()) alive.runs.insert(holder->run);
  }
  return alive;
}

Result<std::optional<std::unique_ptr<os::FileLock>>> free_lock(const CleanPorts& ports,
                                                               const std::string& key) {
  using Lock = std::optional<std::unique_ptr<os::FileLock>>;
  const std::string name = store::lock_name(key);
  if (name == ports.own_lock) return Lock(std::unique_ptr<os::FileLock>());
  const std::string path = ports.layout.lock(name);
  TRY(ports.world.files.make_folders(os::parent_path(path), 0700));
  auto lock = ports.world.files.try_lock(path);
  if (lock) return Lock(*std::move(lock));
  if (lock.error().code == Errc::conflict) return Lock();
  return std::move(lock).error();
}

Result<std::optional<std::unique_ptr<os::FileLock>>> free_run_lock(const CleanPorts& ports,
                                                                   const RunId& id) {
  using Lock = std::optional<std::unique_ptr<os::FileLock>>;
  TRY_ASSIGN(const auto folder, ports.world.files.stat(ports.layout.run(id)));
  if (!folder) return Lock(std::unique_ptr<os::FileLock>());  // nobody can go on with it
  const std::string path = ports.layout.run_lock(id);
  TRY_ASSIGN(const auto there, ports.world.files.stat(path));
  if (!there && ports.dry_run) return Lock(std::unique_ptr<os::FileLock>());
  auto lock = ports.world.files.try_lock(path);
  if (lock) return Lock(*std::move(lock));
  if (lock.error().code == Errc::conflict) return Lock();
  return std::move(lock).error();
}

Status take_away(const CleanPorts& ports, LeftOver item, Found& found) {
  if (!ports.dry_run) {
    const Status gone = ports.world.files.remove_tree(item.path);
    if (!gone && gone.error().code == Errc::cancelled) return gone;
    if (!gone) item.kept = gone.error().to_line();
    item.failed = !gone.ok();
  }
  found.push_back(std::move(item));
  return Done{};
}

Status clean_temporaries(const CleanPorts& ports, Found& found) {
  os::Files& files = ports.world.files;
  TRY_ASSIGN(const auto folders, written_folders(ports));
  for (const std::string& folder : folders) {
    TRY_ASSIGN(const auto names, names_in(files, folder));
    for (const std::string& name : names) {
      const std::optional<int> maker = os::maker_of_temporary(name);
      if (!maker || is_running(*maker)) continue;
      const std::string path = os::join_path(folder, name);
      TRY_ASSIGN(const auto stat, files.stat(path));
      if (!stat || stat->type != os::FileType::file) continue;
      if (*maker == 0 && ports.world.clock.now() - stat->modified < kTemporaryMax) continue;
      TRY(take_away(ports, {.kind = "temporary", .path = path, .reason = "a write was killed"},
                    found));
    }
  }
  return Done{};
}

Status clean_homes(const CleanPorts& ports, Found& found) {
  const std::string folder = "/tmp";
  const auto names = names_in(ports.world.files, folder);
  if (!names) return Done{};
  for (const std::string& name : *names) {
    const std::optional<int> maker = os::maker_of_homes(name);
    const std::string path = os::join_path(folder, name);
    if (!maker || is_running(*maker) || !os::is_own_folder(path)) continue;
    TRY(take_away(ports, {.kind = "homes", .path = path, .reason = "its process was killed"},
                  found));
  }
  return Done{};
}

Status clean_scratch(const CleanPorts& ports, const Alive& alive, Found& found) {
  const std::string all = ports.layout.state_folder + "/scratch";
  TRY_ASSIGN(const auto names, names_in(ports.world.files, all));
  const std::set<std::string> there(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string path = os::join_path(all, name);
    if (name == "forge") {
      TRY(clean_merges(ports, path, found));
    } else if (name.ends_with(kLock)) {
      TRY(clean_call(ports, path, found));
    } else if (!there.contains(name + std::string(kLock))) {
      TRY(clean_scratch_of(ports, alive, name, found));
    }
  }
  return Done{};
}

namespace {

// Its maker lives, and is about to hand it to the process that begins it.
bool is_reserved(const CleanPorts& ports, const RunId& id) {
  const auto maker = store::ProcessLock::holder(ports.world.files, ports.layout.run_lock(id));
  return maker && maker->boot == os::boot_id() && maker->started != 0 &&
         os::process_start_time(maker->pid) == maker->started;
}

}  // namespace

Status clean_runs(const CleanPorts& ports, const Alive& alive, Found& found) {
  if (alive.any || !ports.own_lock.empty()) return Done{};
  TRY_ASSIGN(const auto names, names_in(ports.world.files, ports.layout.runs()));
  for (const std::string& name : names) {
    const auto id = RunId::parse(name);
    if (!id) continue;
    const std::string path = ports.layout.run(*id);
    TRY_ASSIGN(const auto journal, ports.world.files.stat(path + "/events.jsonl"));
    if (journal) continue;
    TRY_ASSIGN(const auto lock, free_run_lock(ports, *id));
    if (!lock || is_reserved(ports, *id)) continue;
    TRY(take_away(ports, {.kind = "run", .path = path, .reason = "it was killed before it began"},
                  found));
  }
  return Done{};
}

Result<std::vector<LeftOver>> clean(const CleanPorts& ports) {
  Found found;
  const Alive alive = who_is_alive(ports);
  TRY(clean_temporaries(ports, found));
  TRY(clean_homes(ports, found));
  TRY(clean_scratch(ports, alive, found));
  TRY(clean_worktrees(ports, alive, found));
  TRY(clean_workplaces(ports, alive, found));
  TRY(clean_runs(ports, alive, found));
  return found;
}

}  // namespace pawl::runner
