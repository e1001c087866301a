#include "fleet/launch.hpp"

#include <csignal>

#include "base/text/text.hpp"
#include "os/processes/detached.hpp"
#include "os/processes/process_handle.hpp"
#include "run/run_index.hpp"
#include "runner/select.hpp"

namespace pawl::fleet {
namespace {

constexpr Milliseconds kPatience{60'000};
constexpr std::size_t kLogShownMax = 2'000;
constexpr std::size_t kMessageMax = 4'000;

// Byte-stable: the process of a run may be of another version than its starter.
constexpr std::string_view kReady = "ready";
constexpr std::string_view kFailed = "failed";

// A place in a log that is appended to, to show what came after it.
std::uint64_t size_of(os::Files& files, const std::string& path) {
  const auto stat = files.stat(path);
  return stat && *stat ? (*stat)->size : 0;
}

// What the new process said last; why it ended often stands there.
std::string end_of_log(os::Files& files, const std::string& path, std::uint64_t from) {
  const auto text = files.read(path);
  if (!text || text->size() <= from) return {};
  const std::string_view added = std::string_view(*text).substr(from);
  const std::string_view shown = added.substr(added.size() - std::min(added.size(), kLogShownMax));
  return ": " + printable(trim(shown), kLogShownMax);
}

// Flags of the caller, as the variables that the new process reads.
config::Environment environment_of(const os::Ports& ports, const FlagSettings& flags) {
  config::Environment all = ports.environment;
  for (const auto& [key, value] : flags) {
    const config::Setting* setting = config::find_setting(key);
    PAWL_CHECK(setting != nullptr, key);
    std::erase_if(all, [&](const auto& variable) { return variable.first == setting->env; });
    all.emplace_back(setting->env, value);
  }
  return all;
}

// What the process is to do.
struct Job {
  std::string from = {};            // the stage to go on at
  std::optional<int> attempt = {};  // only where this is the newest; 0: it has not begun
};

Result<os::Detached> start_process(const runner::RunPorts& ports, const RunId& run, const Job& job,
                                   const FlagSettings& flags) {
  std::vector<std::string> words{"pawl", "resume", run.text(), "--foreground", "--word"};
  if (!job.from.empty()) words.insert(words.end(), {"--resume-from", job.from});
  if (job.attempt) words.insert(words.end(), {"--attempt", std::to_string(*job.attempt)});
  return os::start_detached({.program = os::kThisProgram,
                             .argv = std::move(words),
                             .environment = environment_of(ports.ports, flags),
                             .folder = ports.layout.run(run),
                             .log = ports.layout.log(run)})
      .during("starting the process of run " + run.text());
}

struct Word {
  bool ready = false;
  std::optional<Error> failed = {};
};

Result<Word> hear(const runner::RunPorts& ports, os::Detached& process) {
  TRY_ASSIGN(
      const std::string line,
      process.word({.clock = ports.ports.clock, .cancel = ports.ports.cancel, .most = kPatience}));
  if (line.empty()) return Word{};
  TRY_ASSIGN(const Json json, Json::parse(line).during("reading the word of the new process"));
  if (json["word"].text() == kReady) return Word{.ready = true};
  const auto code = static_cast<Errc>(
      std::clamp<std::int64_t>(json["code"].int_or(0), 0, static_cast<int>(Errc::upstream)));
  return Word{.failed = fail(code, printable(json["message"].text(), kMessageMax))};
}

// Who stopped listening may have missed the word: the journal has it.
bool works_on(const runner::RunPorts& ports, const RunId& run, int pid) {
  const auto state = run::load_run(ports.layout, run);
  return state && !state->finished() && state->pid == pid;
}

// Nobody is to work on a run of which the caller is told that there is none.
void end_process(const os::Detached& process) {
  const os::ProcessId id{.pid = process.pid(), .started = os::process_start_time(process.pid())};
  if (const auto handle = os::ProcessHandle::open(id)) {
    handle->signal(SIGKILL);
    static_cast<void>(handle->ended(Milliseconds(2'000)));
  }
  os::reap(process.pid());
}

// It ended, or was ended, before it said that it began: it may have begun all the same.
Error unheard(const runner::RunPorts& ports, const RunId& run, std::uint64_t log_before,
              Error why) {
  const std::string log = ports.layout.log(run);
  why.message += end_of_log(ports.ports.files, log, log_before);
  const auto gone = runner::give_back(ports, run);
  if (gone && !*gone) why.message += "; see `pawl fleet " + run.text() + "`";
  return why;
}

Result<Launched> start_and_hear(const runner::RunPorts& ports, const RunId& run, const Job& job,
                                const FlagSettings& flags) {
  const std::string log = ports.layout.log(run);
  const std::uint64_t log_before = size_of(ports.ports.files, log);
  Result<os::Detached> process = start_process(ports, run, job, flags);
  if (!process) return unheard(ports, run, log_before, std::move(process).error());
  const Result<Word> word = hear(ports, *process);
  const bool ready = word ? word->ready : works_on(ports, run, process->pid());
  if (ready) return Launched{.run = run, .pid = process->pid(), .log = log};
  end_process(*process);
  if (word && word->failed) {
    const auto ignored = runner::give_back(ports, run);
    static_cast<void>(ignored);  // the process did so itself, or there is a run to keep
    return *word->failed;
  }
  Error why = word ? fail(Errc::io, "the process of run " + run.text() +
                                        " ended before it said that it began")
                   : word.error();
  return unheard(ports, run, log_before, std::move(why));
}

Status say(const Json& json) {
  return os::say_word(json.dump()) ? Status(Done{})
                                   : Status(fail(Errc::io, "nobody waits for the word"));
}

}  // namespace

Result<Launched> launch(const runner::RunPorts& ports, const runner::RunOptions& options,
                        const FlagSettings& flags,
                        const std::function<Status(const RunId&)>& reserved) {
  TRY_ASSIGN(const RunId run, runner::reserve(ports, options));
  const Status heard = reserved ? reserved(run) : Status(Done{});
  if (!heard) {
    TRY(runner::give_back(ports, run));
    return heard.error();
  }
  return start_and_hear(ports, run, {}, flags);
}

Result<Launched> begin(const runner::RunPorts& ports, const RunId& run, const FlagSettings& flags) {
  return start_and_hear(ports, run, {.attempt = 0}, flags);
}

Result<Launched> resume(const runner::RunPorts& ports, const RunId& run, const std::string& from,
                        const FlagSettings& flags, std::optional<int> attempt) {
  TRY_ASSIGN(const run::RunState state, run::load_run(ports.layout, run));
  if (runner::is_at_work(state)) {
    return fail(Errc::conflict, "process " + std::to_string(state.pid) + " works on run " +
                                    run.text() + "; wait for its end or stop it");
  }
  if (!runner::can_resume(state)) {
    return fail(Errc::conflict, "run " + run.text() + " has ended (" +
                                    std::string(run::to_string(state.status)) +
                                    "); nothing is left to go on with");
  }
  return start_and_hear(ports, run, {.from = from, .attempt = attempt}, flags);
}

void say_ready(const RunId& run) {
  const Status ignored = say(Json::object({{"word", kReady}, {"run", run.text()}}));
  static_cast<void>(ignored);  // the run goes on without its starter
}

void say_failed(const Error& error) {
  const Status ignored = say(Json::object(
      {{"word", kFailed}, {"code", static_cast<int>(error.code)}, {"message", error.to_line()}}));
  static_cast<void>(ignored);
}

}  // namespace pawl::fleet
