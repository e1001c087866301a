#include "repo/checks/workbench.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "os/network/gate_bridge.hpp"
#include "os/network/host_gate.hpp"
#include "repo/checks/toolchains.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kCommandOutputKeptMax = 16U << 10U;
constexpr std::size_t kResultBytesMax = 64U << 20U;
constexpr int kKilled = 128 + 9;
constexpr int kCpuLimit = 128 + 24;
constexpr int kFileLimit = 128 + 25;

// Which limit the code itself reached; empty when none.
std::string own_limit(const os::Finished& finished) {
  if (finished.ending == os::Ending::over_limit) {
    return finished.machine_was_short ? std::string() : "it used " + finished.limit;
  }
  const int code =
      finished.ending == os::Ending::signalled ? 128 + finished.signal : finished.exit_code;
  if (code == kCpuLimit) return "it used up the sandbox's processor time";
  if (code == kFileLimit) return "it wrote a file larger than the sandbox allows";
  return {};
}

// Corepack's stand-ins fetch the program they are called like, and run it.
bool is_corepack(const std::string& path) {
  return contains(os::canonical_path(path).value_or(path), "/corepack/");
}

std::string was_killed(const os::Finished& finished) {
  const int code =
      finished.ending == os::Ending::signalled ? 128 + finished.signal : finished.exit_code;
  if (code == kKilled) return "it was killed (signal 9), most likely for want of memory";
  return {};
}

}  // namespace

std::optional<Tool> find_tool(const std::string& name, const std::string& path_list) {
  for (const std::string_view folder : split(path_list, ':')) {
    if (folder.empty() || folder.ends_with("/shims")) continue;
    const auto found = os::find_program(name, std::string(folder));
    if (!found || is_corepack(*found)) continue;
    return Tool{.path = *found, .read_only = readable_for(*found)};
  }
  return {};
}

std::string not_installed(std::string_view tool) {
  struct Row {
    std::string_view tool;
    std::string_view install;
  };
  constexpr Row kRows[] = {
      {"autoreconf", "the packages autoconf and automake"},
      {"bats", "the package bats"},
      {"bundle", "the package ruby-bundler"},
      {"cmake", "the package cmake"},
      {"composer", "the package composer"},
      {"ctest", "the package cmake"},
      {"go", "the package golang-go, or Go from go.dev"},
      {"gradle", "the package gradle"},
      {"helm", "the program helm, from helm.sh"},
      {"make", "the package make"},
      {"mvn", "the package maven"},
      {"npm", "the packages nodejs and npm"},
      {"php", "the package php-cli"},
      {"phpunit", "the package phpunit"},
      {"pnpm", "it with npm install -g pnpm"},
      {"pytest", "the package python3-pytest"},
      {"python3", "the package python3"},
      {"rake", "the package rake"},
      {"rspec", "the package ruby-rspec"},
      {"ruby", "the package ruby"},
      {"yarn", "it with npm install -g yarn"},
  };
  std::string message = std::string(tool) + " is not installed";
  for (const Row& row : kRows) {
    if (row.tool == tool) return message + " (install " + std::string(row.install) + ")";
  }
  return message;
}

void Workbench::start(Milliseconds deadline) {
  left_ = deadline;
  spent_ = Milliseconds(0);
  output_.clear();
  exit_code_.reset();
  over_limit_.clear();
}

void Workbench::settle_limits(CheckRun& run) const {
  if (over_limit_.empty()) return;
  run.outcome = CheckOutcome::failed;
  run.reason = over_limit_;
  run.no_tests = false;
  const Diagnostic limit{
      .path = {}, .code = "resource-limit", .message = over_limit_, .tool = "sandbox"};
  run.diagnostics = {limit};
  run.failing.push_back({.id = run.command, .file = {}, .message = over_limit_});
}

CopyPath Workbench::here(std::string_view name) const {
  const std::string folder = os::join_path(kSourceFolder, place_.folder);
  const std::string beneath = os::join_path(folder, name);
  return {beneath, os::join_path(inside_, beneath)};
}

CopyPath Workbench::in_copy(std::string_view path) const {
  const std::string beneath = os::join_path(kSourceFolder, path);
  return {beneath, os::join_path(inside_, beneath)};
}

CopyPath Workbench::cache(std::string_view name) const {
  const std::string beneath = os::join_path(kCacheFolder, name);
  return {beneath, os::join_path(inside_, beneath)};
}

std::string Workbench::beside(std::string_view name) const {
  return place_.folder.empty() ? std::string(name) : os::join_path(place_.folder, name);
}

Result<bool> Workbench::exists(const CopyPath& path) const {
  TRY_ASSIGN(const RepoPath beneath, RepoPath::from_git(path.beneath_));
  TRY_ASSIGN(const std::optional<os::FileStat> stat, place_.copy.stat(beneath));
  return stat.has_value();
}

bool Workbench::exists_on_host(const std::string& path) const {
  const auto stat = ports_.files.stat(path);
  return stat && stat->has_value();
}

std::string Workbench::own_before(std::string_view stack) const {
  for (const OwnCommands& one : options_.own_before) {
    if (one.stack == stack && one.folder == place_.folder) return one.commands;
  }
  return {};
}

std::vector<std::string> Workbench::only() const {
  std::vector<std::string> local;
  for (const std::string& path : options_.only) {
    const bool inside = place_.folder.empty() || path.starts_with(place_.folder + "/");
    if (!inside) return {};
    local.push_back(place_.folder.empty() ? path : path.substr(place_.folder.size() + 1));
    // A tool would take it for an option.
    if (local.back().starts_with('-')) return {};
  }
  return local;
}

Result<std::string> Workbench::read_result(const CopyPath& path) const {
  TRY_ASSIGN(const RepoPath beneath, RepoPath::from_git(path.beneath_));
  Result<std::string> text = place_.copy.read(beneath, kResultBytesMax);
  if (!text && text.error().code == Errc::not_found) return std::string();
  return text;
}

void Workbench::allow(const std::vector<std::string>& folders) {
  read_only_.insert(read_only_.end(), folders.begin(), folders.end());
}

std::vector<std::pair<std::string, std::string>> Workbench::environment(const Tool& program) const {
  // The system's folders are there inside, whether or not they are in the list: scripts of a tool
  // name programs that lie there.
  const std::string path =
      os::parent_path(program.path) + ":" + options_.path_list + ":/usr/local/bin:/usr/bin:/bin";
  return {{"PATH", path},
          {"LANG", "C.UTF-8"},
          {"LC_ALL", "C.UTF-8"},
          {"TZ", "UTC"},
          {"TERM", "dumb"},
          {"CI", "true"},
          {"NO_COLOR", "1"},
          {"XDG_CACHE_HOME", cache("xdg").for_command()},
          {"PYTHONDONTWRITEBYTECODE", "1"},
          {"GIT_CONFIG_NOSYSTEM", "1"},
          // It would attach to its own process, which the sandbox refuses, and fail for that.
          {"LSAN_OPTIONS", "detect_leaks=0"}};
}

Result<os::Command> Workbench::confined(const Step& step, const Tool& program) const {
  os::Command command;
  command.argv = step.argv;
  command.argv[0] = program.path;
  if (step.one_stream) {
    command.argv.insert(command.argv.begin(), {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"});
  }
  command.environment = environment(program);
  if (!bridge_.empty()) {
    command.argv.insert(command.argv.begin(), bridge_.begin(), bridge_.end());
    for (auto& entry : os::bridge_environment()) command.environment.push_back(std::move(entry));
  }
  for (const auto& entry : step.environment) {
    std::erase_if(command.environment, [&](const auto& one) { return one.first == entry.first; });
    command.environment.push_back(entry);
  }
  command.folder = step.at_root ? os::join_path(inside_, kSourceFolder) : here().for_command();
  command.limits.disk_bytes = disk_bytes_;
  command.input = step.input;
  command.deadline = left_;
  command.cancel = ports_.cancel;
  os::SandboxPolicy policy;
  policy.folder = inside_;
  policy.read_only = program.read_only;
  policy.read_only.insert(policy.read_only.end(), read_only_.begin(), read_only_.end());
  policy.read_only.insert(policy.read_only.end(), way_.begin(), way_.end());
  for (const ModulesFolder& one : prepared_.modules) {
    policy.lent.push_back({.from = one.from,
                           .to = os::join_path(os::join_path(inside_, kSourceFolder), one.to),
                           .scratch = one.scratch});
  }
  return ports_.sandbox.confine(std::move(command), policy);
}

void Workbench::take(Prepared prepared) {
  prepared_ = std::move(prepared);
  allow(prepared_.readable);
}

bool Workbench::has_fetched(std::string_view folder, std::string_view name) const {
  if (exists(here(os::join_path(folder, name))).value_or(false)) return true;
  const std::string place = beside(folder);
  return std::any_of(prepared_.modules.begin(), prepared_.modules.end(),
                     [&](const ModulesFolder& one) {
                       return one.to == place && exists_on_host(os::join_path(one.from, name));
                     });
}

Status Workbench::open_way(const os::HostGate& gate) {
  TRY_ASSIGN(bridge_, os::bridge_words(gate.socket()));
  way_ = {bridge_.front(), gate.socket()};
  return Done{};
}

void Workbench::close_way() {
  bridge_.clear();
  way_.clear();
}

Ran Workbench::run(const Step& step) {
  Ran ran;
  if (!step.aside) exit_code_.reset();
  const auto program = tool(step.argv.front());
  if (!program) {
    ran.unknown = not_installed(step.argv.front());
    return ran;
  }
  if (left_ <= Milliseconds(0)) {
    ran.unknown = "no time is left";
    return ran;
  }
  const Result<os::Command> command = confined(step, *program);
  if (!command) {
    ran.unknown = command.error().message;
    return ran;
  }
  auto finished = ports_.processes.run(*command);
  if (!finished) {
    ran.unknown = step.argv.front() + " could not be run: " + finished.error().to_line();
    return ran;
  }
  left_ -= finished->duration;
  spent_ += finished->duration;
  ran.out = as_repository_paths(finished->out);
  ran.err = as_repository_paths(finished->err);
  ran.exit_code = finished->exit_code;
  if (!step.aside) {
    output_ += (output_.empty() ? "" : "\n") + ran.all();
    output_ = head_and_tail(output_, 4 * kCommandOutputKeptMax);
  }
  const bool ended =
      finished->ending == os::Ending::exited || finished->ending == os::Ending::signalled;
  ran.unknown = ended ? was_killed(*finished) : finished->how_it_ended();
  if (const std::string limit = own_limit(*finished); !limit.empty()) {
    over_limit_ = limit;
    ran.unknown = limit;
  }
  if (finished->ending == os::Ending::signalled && ran.known())
    ran.exit_code = 128 + finished->signal;
  if (ran.known() && !step.aside) exit_code_ = ran.exit_code;
  return ran;
}

std::string Workbench::as_repository_paths(std::string_view text) const {
  const std::string copy = os::join_path(inside_, kSourceFolder);
  std::string out = replace_all(text, here().for_command() + "/", "");
  out = replace_all(out, copy + "/", "");
  return replace_all(replace_all(out, copy, "."), inside_ + "/", "");
}

std::string Workbench::repo_path(std::string_view path) const {
  while (path.starts_with("./")) path.remove_prefix(2);
  if (path.empty()) return {};
  std::string beside_it = os::absolute_path("/" + beside(path)).substr(1);
  if (path.front() != '/' && view_.has(beside_it)) return beside_it;
  return view_.has(path) ? std::string(path) : std::string();
}

std::vector<Diagnostic> Workbench::placed(std::vector<Diagnostic> found) const {
  std::vector<Diagnostic> kept;
  for (Diagnostic& one : found) {
    const bool named = !one.path.empty();
    one.path = repo_path(one.path);
    if (!named || !one.path.empty()) kept.push_back(std::move(one));
  }
  return kept;
}

std::vector<FailingTest> Workbench::placed(std::vector<FailingTest> found) const {
  for (FailingTest& one : found) one.file = repo_path(one.file);
  return found;
}

std::vector<TestName> Workbench::placed(std::vector<TestName> found) const {
  for (TestName& one : found) one.file = repo_path(one.file);
  return found;
}

void pass(CheckRun& run) {
  run.outcome = CheckOutcome::passed;
  run.reason.clear();
}

void cannot_check(CheckRun& run, std::string reason) {
  run.outcome = CheckOutcome::unknown;
  run.reason = std::move(reason);
}

void no_tests(CheckRun& run, std::string reason) {
  cannot_check(run, std::move(reason));
  run.no_tests = true;
}

void fail_unnamed(CheckRun& run, std::string reason, std::string message) {
  run.outcome = CheckOutcome::failed;
  run.reason = std::move(reason);
  run.failing = {{.id = run.command, .file = {}, .message = std::move(message)}};
}

void no_report(CheckRun& run, const Error& error) {
  const std::string why =
      "the report of its tests cannot be read: " + printable(error.message, 200);
  const bool of_the_code = error.code == Errc::denied || error.code == Errc::invalid;
  if (!of_the_code) return cannot_check(run, why);
  fail_unnamed(run, why, why);
}

void fail_with(CheckRun& run, std::vector<Diagnostic> diagnostics, std::string_view fallback) {
  run.outcome = CheckOutcome::failed;
  if (diagnostics.size() > kDiagnosticsMax) {
    run.reason = "over " + std::to_string(kDiagnosticsMax) +
                 " errors, which are too many to compare: " + printable(trim(fallback), 200);
    return;
  }
  run.diagnostics = std::move(diagnostics);
  if (run.diagnostics.empty()) {
    run.reason = printable(trim(fallback), 300);
    return;
  }
  const Diagnostic& first = run.diagnostics.front();
  run.reason = (first.path.empty() ? "" : first.path + ":" + std::to_string(first.line) + ": ") +
               printable(first.message, 200);
  if (run.diagnostics.size() > 1) {
    run.reason += " (and " + counted(run.diagnostics.size() - 1, "further error") + ")";
  }
}

}  // namespace pawl::repo
