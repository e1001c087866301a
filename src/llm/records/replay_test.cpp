#include "llm/records/replay.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/chat_json.hpp"
#include "os/clock.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::llm::replay_test {
namespace {

ChatRequest asked(std::string role, std::string purpose, std::string words) {
  ChatRequest request;
  request.role = std::move(role);
  request.purpose = std::move(purpose);
  request.messages = {{"user", std::move(words)}};
  return request;
}

struct Tapes {
  os::FakeClock clock;
  os::MemoryFiles files{clock};
  int count = 0;

  void record(const ChatRequest& request, const Result<ChatAnswer>& outcome,
              std::string_view model = "openai:then") {
    REQUIRE(files.make_folders("/m", 0700));
    const Json json = record_of(request, outcome, model, Redactor());
    REQUIRE(files.write_atomic("/m/" + record_name(++count), json.pretty(), 0600));
  }
  static ChatAnswer said(std::string text) {
    ChatAnswer answer;
    answer.text = std::move(text);
    return answer;
  }
};

std::string text_of(ChatModel& model, const ChatRequest& request) {
  const auto answer = model.ask(request);
  return answer ? answer->text : std::string(to_string(answer.error().code));
}

TEST_CASE("each question gets the answer it got, in whatever order they come") {
  Tapes tapes;
  tapes.record(asked("worker", "T001-S01 attempt 1", "one"), Tapes::said("first"));
  tapes.record(asked("worker", "T001-S01 attempt 1", "one"), Tapes::said("first again"));
  tapes.record(asked("worker", "T002-S01 attempt 1", "two"), fail(Errc::timeout, "slow"));
  const auto replay = Replay::open(tapes.files, "/m");
  REQUIRE(replay);
  const auto worker = (*replay)->model("worker", "recipes:");
  CHECK(worker->name() == "openai:then");
  CHECK(text_of(*worker, asked("worker", "T002-S01 attempt 1", "two")) == "timeout");
  CHECK(text_of(*worker, asked("worker", "T001-S01 attempt 1", "one")) == "first");
  CHECK((*replay)->unasked() == std::vector<std::string>{"worker: T001-S01 attempt 1"});
  CHECK(text_of(*worker, asked("worker", "T001-S01 attempt 1", "one")) == "first again");
  CHECK((*replay)->divergences().empty());
  CHECK((*replay)->unasked().empty());
}

TEST_CASE("other words get their turn's answer, and are told") {
  Tapes tapes;
  tapes.record(asked("planner", "plan", "a\nb\nc"), Tapes::said("the plan"));
  const auto replay = Replay::open(tapes.files, "/m");
  REQUIRE(replay);
  const auto planner = (*replay)->model("planner", "recipes:");
  CHECK(text_of(*planner, asked("planner", "plan", "a\nB\nc")) == "the plan");
  CHECK(text_of(*planner, asked("planner", "plan", "a\nB\nc")) == "not_found");
  const auto& divergences = (*replay)->divergences();
  REQUIRE(divergences.size() == 2);
  CHECK(divergences[0].recorded == "b");
  CHECK(divergences[0].asked == "B");
  CHECK(divergences[1].purpose == "plan");
  CHECK((divergences[1].recorded.empty() && divergences[1].asked.empty()));
}

TEST_CASE("a place of this process stands for the one of then") {
  Tapes tapes;
  tapes.record(asked("worker", "x", "fails in /old/worktrees/r/a.js:3"), Tapes::said("mended"));
  const auto replay = Replay::open(tapes.files, "/m");
  REQUIRE(replay);
  (*replay)->stands_for("/new/state", "/old");
  const auto worker = (*replay)->model("worker", "recipes:");
  CHECK(text_of(*worker, asked("worker", "x", "fails in /new/state/worktrees/r/a.js:3")) ==
        "mended");
  CHECK((*replay)->divergences().empty());
}

TEST_CASE("a run without calls has a name for its models, and no answers") {
  Tapes tapes;
  const auto replay = Replay::open(tapes.files, "/nowhere");
  REQUIRE(replay);
  CHECK((*replay)->model("worker", "recipes:")->name() == "recipes:");
  CHECK((*replay)->unasked().empty());
  REQUIRE(tapes.files.make_folders("/m", 0700));
  REQUIRE(tapes.files.write_atomic("/m/0001.json", "{\"version\":9}", 0600));
  const auto broken = Replay::open(tapes.files, "/m");
  REQUIRE_FALSE(broken);
  CHECK(contains(broken.error().to_line(), "/m/0001.json"));
}

}  // namespace
}  // namespace pawl::llm::replay_test
