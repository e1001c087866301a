#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "run/events.hpp"
#include "run/run_state.hpp"
#include "store/journal.hpp"
#include "temp_folder.hpp"

namespace {

using pawl::Event;
using pawl::Json;

const std::string kLine =
    R"({"seq":123,"at":"2026-01-01T00:00:00.000Z","kind":"run.operation","data":{"text":"measuring the eleven metrics"}})"
    "\n";

Event buffered_event() {
  return {pawl::run::kRunOperation, Json::object({{"text", "measuring the eleven metrics"}})};
}

Event durable_event() {
  return {pawl::run::kStageEnd,
          Json::object({{"stage", "plan"}, {"outcome", "done"}, {"reason", ""}, {"ms", 12}})};
}

struct Fixture {
  TempFolder folder;
  std::unique_ptr<pawl::os::Clock> clock = pawl::os::real_clock();
  pawl::Redactor redactor;
  std::unique_ptr<pawl::store::Journal> journal;

  Fixture() {
    redactor.add(pawl::Secret("a-secret-nobody-writes"));
    auto opened = pawl::store::Journal::open(
        folder.path(), pawl::RunId::parse("bench-00ff00").value(), *clock, redactor);
    journal = std::move(opened.value());
  }
};

void append(benchmark::State& state, const Event& event, const char* target) {
  Fixture fixture;
  for (auto _ : state) {
    if (!fixture.journal->append(event)) state.SkipWithError("append failed");
  }
  state.SetLabel(target);
}

void floor_write(benchmark::State& state, bool sync, const char* name) {
  TempFolder folder;
  const int fd = open((folder.path() + "/f").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  for (auto _ : state) {
    if (write(fd, kLine.data(), kLine.size()) < 0) state.SkipWithError("write failed");
    if (sync && fdatasync(fd) != 0) state.SkipWithError("fdatasync failed");
  }
  close(fd);
  state.SetLabel(name);
}

constexpr int kReplayed = 10'000;

void replay(benchmark::State& state) {
  Fixture fixture;
  for (int i = 0; i < kReplayed; ++i) {
    if (!fixture.journal->append(buffered_event())) state.SkipWithError("append failed");
  }
  for (auto _ : state) {
    auto content = pawl::store::read_journal(fixture.folder.path());
    if (!content) state.SkipWithError("read failed");
    benchmark::DoNotOptimize(pawl::run::fold(content->events));
  }
  state.SetLabel("< 10000 µs");
}

void replay_floor(benchmark::State& state) {
  TempFolder folder;
  const auto files = pawl::os::real_files();
  std::string text;
  for (int i = 0; i < kReplayed; ++i) text += kLine;
  const std::string path = folder.path() + "/f";
  if (!files->write_atomic(path, text)) state.SkipWithError("write failed");
  for (auto _ : state) {
    const auto read = files->read(path);
    benchmark::DoNotOptimize(std::count(read->begin(), read->end(), '\n'));
  }
  state.SetLabel("read the file, count lines");
}

const auto kRegistered = [] {
  benchmark::RegisterBenchmark("journal append, buffered", [](benchmark::State& state) {
    append(state, buffered_event(), "< 10 µs");
  });
  benchmark::RegisterBenchmark("journal append, buffered/floor", [](benchmark::State& state) {
    floor_write(state, false, "write(2)");
  });
  benchmark::RegisterBenchmark(
      "journal append, durable",
      [](benchmark::State& state) { append(state, durable_event(), "< 3 × floor"); })
      ->Iterations(300)
      ->UseRealTime();
  benchmark::RegisterBenchmark(
      "journal append, durable/floor",
      [](benchmark::State& state) { floor_write(state, true, "write(2) + fdatasync"); })
      ->Iterations(300)
      ->UseRealTime();
  benchmark::RegisterBenchmark("replay of 10,000 events", replay);
  benchmark::RegisterBenchmark("replay of 10,000 events/floor", replay_floor);
  return 0;
}();

}  // namespace
