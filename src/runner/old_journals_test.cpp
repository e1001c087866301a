// Journals of earlier releases are read, and their runs go on where they were.
#include <doctest/doctest.h>

#include "os/files/test_folder.hpp"
#include "pipeline/walk_events.hpp"
#include "run/replay.hpp"
#include "runner/live.hpp"
#include "store/journal.hpp"

namespace pawl::runner::old_journals_test {
namespace {

struct Sample {
  os::TestFolder folder;

  explicit Sample(const std::string& name) {
    const auto files = os::real_files();
    const auto text = files->read(std::string(PAWL_SOURCE_DIR "/tests/golden/journals/") + name);
    REQUIRE(text);
    REQUIRE(files->write_atomic(folder / "events.jsonl", *text, 0600));
  }
};

}  // namespace

TEST_CASE("a run of 0.1.0 that was killed in its work goes on there") {
  const Sample sample("0.1.0-killed-in-work.jsonl");
  const auto state = run::replay(sample.folder.path());
  REQUIRE(state);
  CHECK(state->pipeline == "improve");
  CHECK(state->stage == "work");
  CHECK(state->subtasks.at("T001-S01").status == run::SubtaskStatus::committed);
  CHECK(state->last_seq == 64);

  const auto journal = store::read_journal(sample.folder.path());
  REQUIRE(journal);
  const auto pipeline = embedded_pipeline(state->pipeline);
  REQUIRE(pipeline);
  pipeline::WalkState walked = pipeline::fold(*pipeline, journal->events);
  REQUIRE(pipeline::resumed(*pipeline, walked));
  std::vector<std::string> begun;
  const Timestamp now = state->last_at;
  for (pipeline::Next next = pipeline::next(*pipeline, walked, now); !next.end;
       next = pipeline::next(*pipeline, walked, now)) {
    REQUIRE(next.run.size() == 1);
    begun.push_back(next.run.front().path);
    pipeline::stage_began(walked, begun.back(), 1);
    pipeline::stage_ended(walked, begun.back(), {}, now);
  }
  CHECK(begun == std::vector<std::string>{"preflight", "work", "critics", "open-pr", "self-review",
                                          "ci-watch"});
}

}  // namespace pawl::runner::old_journals_test
