// `pawl log`, `pawl attach`, `pawl wait`: what a run in the background says, and its end.
#include <algorithm>

#include <fcntl.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "fleet/wait.hpp"
#include "os/files/fd.hpp"
#include "run/run_index.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

// The log of a run, shown piece by piece as it grows.
class LogReader {
 public:
  static Result<LogReader> open(Context& context, const RunId& run) {
    const std::string path = context.layout.log(run);
    os::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (fd.valid()) return LogReader(context, std::move(fd));
    if (errno != ENOENT) return os::errno_error(errno, path);
    return fail(Errc::not_found, "run " + run.text() +
                                     " has no log: it was not run in the background; see `pawl "
                                     "logs " +
                                     run.text() + "`");
  }

  // From the last so many lines on.
  void skip_to(std::int64_t lines) {
    const off_t size = ::lseek(fd_.get(), 0, SEEK_END);
    const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(kPieceBytes));
    std::string tail(static_cast<std::size_t>(size - begin), '\0');
    const ssize_t n = ::pread(fd_.get(), tail.data(), tail.size(), begin);
    tail.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    std::size_t at = tail.size();
    if (at > 0 && tail.back() == '\n') --at;
    while (lines > 0 && at > 0) {
      --at;
      if (tail[at] == '\n' && --lines == 0) ++at;
    }
    ::lseek(fd_.get(), begin + static_cast<off_t>(at), SEEK_SET);
  }

  // All that is left of it.
  std::string all() {
    std::string text;
    std::string piece(kPieceBytes, '\0');
    while (text.size() < os::kFileBytesMax) {
      const ssize_t n = ::read(fd_.get(), piece.data(), piece.size());
      if (n <= 0) break;
      text.append(piece, 0, static_cast<std::size_t>(n));
    }
    return to_utf8(text);
  }

  // What was added since the last call.
  void show() {
    std::string piece(kPieceBytes, '\0');
    while (true) {
      const ssize_t n = ::read(fd_.get(), piece.data(), piece.size());
      if (n <= 0) return;
      context_->console.out(std::string_view(piece).substr(0, static_cast<std::size_t>(n)));
    }
  }

 private:
  LogReader(Context& context, os::Fd fd) : context_(&context), fd_(std::move(fd)) {}
  Context* context_;
  os::Fd fd_;
};

Json json_of_end(const RunId& run, const fleet::WaitedRun& end) {
  return Json::object({{"run", run.text()},
                       {"status", run::to_string(end.status)},
                       {"exit", end.state.finished() ? Json(end.state.exit) : Json()}});
}

// Follows until its end.
Result<fleet::WaitedRun> show_until_end(Context& context, const RunId& run, LogReader& log) {
  TRY_ASSIGN(fleet::WaitedRun end,
             fleet::wait_for(context.ports, context.layout, run, std::nullopt, [&]() -> Status {
               log.show();
               if (!context.console.reader_gone()) return Done{};
               return fail(Errc::cancelled, "nobody reads any more");
             }));
  log.show();
  return end;
}

class Log final : public Command {
 public:
  std::string id;
  bool follow = false;
  std::optional<std::int64_t> lines;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document", &json},
            {"-f,--follow", "", "go on until the run ends", &follow},
            {"-n,--lines", "N", "only the last so many lines", &lines}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, or its prefix", &id, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    constexpr std::int64_t kLinesMax = 1'000'000;
    if (lines && (*lines < 1 || *lines > kLinesMax)) {
      return fail(Errc::invalid, "--lines wants a number from 1 to 1000000");
    }
    TRY_ASSIGN(const RunId run, named_run(context, id));
    TRY_ASSIGN(LogReader log, LogReader::open(context, run));
    if (json && follow) return fail(Errc::invalid, "--json is one document; leave --follow out");
    if (lines) log.skip_to(*lines);
    if (json) {
      context.console.document(Json::object(
          {{"run", run.text()}, {"log", context.layout.log(run)}, {"text", log.all()}}));
      return Exit::done;
    }
    log.show();
    if (!follow) return Exit::done;
    const auto end = show_until_end(context, run, log);
    if (end || end.error().code == Errc::cancelled) return Exit::done;
    return end.error();
  }
};

class Attach final : public Command {
 public:
  std::string id;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "show nothing but one JSON document at its end", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, or its prefix", &id, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    constexpr std::int64_t kLinesBefore = 20;
    TRY_ASSIGN(const RunId run, named_run(context, id));
    TRY_ASSIGN(LogReader log, LogReader::open(context, run));
    if (json) {
      TRY_ASSIGN(const fleet::WaitedRun end,
                 fleet::wait_for(context.ports, context.layout, run, std::nullopt));
      context.console.document(json_of_end(run, end));
      return static_cast<Exit>(fleet::exit_of(end));
    }
    log.skip_to(kLinesBefore);
    context.console.say("Ctrl-C leaves it; the run goes on");
    TRY_ASSIGN(const fleet::WaitedRun end, show_until_end(context, run, log));
    context.console.say("run " + run.text() + ": " + std::string(run::to_string(end.status)));
    return static_cast<Exit>(fleet::exit_of(end));
  }
};

class Wait final : public Command {
 public:
  std::vector<std::string> ids;
  std::optional<std::string> timeout;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--timeout", "TIME", "no longer than that: 30s, 5m, 2h", &timeout},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "runs, or their prefixes", &ids, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    std::optional<Milliseconds> most;
    if (timeout) {
      TRY_ASSIGN(most, fleet::parse_age(*timeout, "--timeout"));
    }
    TRY_ASSIGN(const std::vector<RunId> runs, named_runs(context, ids));
    const Milliseconds start = context.ports.clock.monotonic();
    int exit = 0;
    Json list = Json::array();
    for (const RunId& id : runs) {
      if (most) most = std::max(*most - (context.ports.clock.monotonic() - start), Milliseconds(0));
      TRY_ASSIGN(const fleet::WaitedRun end,
                 fleet::wait_for(context.ports, context.layout, id, most));
      // Of several the first that did not end well.
      if (exit == 0) exit = fleet::exit_of(end);
      context.console.say(
          id.text() + ": " + std::string(run::to_string(end.status)) +
          (end.state.reason.empty() ? "" : ", " + printable(end.state.reason, 300)));
      list.push(json_of_end(id, end));
    }
    if (json) context.console.document(Json::object({{"runs", std::move(list)}}));
    return static_cast<Exit>(exit);
  }
};

}  // namespace

std::unique_ptr<Command> make_log() { return std::make_unique<Log>(); }
std::unique_ptr<Command> make_attach() { return std::make_unique<Attach>(); }
std::unique_ptr<Command> make_wait() { return std::make_unique<Wait>(); }

}  // namespace pawl::cli
