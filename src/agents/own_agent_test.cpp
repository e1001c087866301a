#include <doctest/doctest.h>

#include "agents/events.hpp"
#include "agents/test_world.hpp"
#include "base/text/text.hpp"

namespace pawl::agents::own_agent_test {
namespace {

// A model that gives these answers.
struct OwnWorld : TestWorld {
  Work answered(const std::vector<std::string>& answers) {
    Json list = Json::array();
    for (const std::string& answer : answers) {
      const bool is_entry = answer.starts_with("{\"text\"");
      list.push(is_entry ? Json::parse(answer).value() : Json(answer));
    }
    REQUIRE(files->write_atomic(folder / "model.json", list.dump()));
    AgentPorts of_world = agent_ports();
    of_world.open_chat =
        [this](const std::string& spec) -> Result<std::unique_ptr<llm::ChatModel>> {
      asked_for = spec;
      return llm::scripted_model(*files, folder / "model.json");
    };
    auto agent = open_agent("pawl:openai:m", std::move(of_world));
    REQUIRE(agent);
    auto done = (*agent)->work(order, events);
    REQUIRE_MESSAGE(done.ok(), (done ? "" : done.error().to_line()));
    return *std::move(done);
  }
  std::string asked_for;
};

}  // namespace

TEST_CASE("Pawl's own agent reads, edits, writes, runs, and says what it did") {
  OwnWorld world;
  if (!world.confines()) return;
  const Work work =
      world.answered({R"({"do": "write", "path": "src/a.txt", "text": "one\ntwo\n"})",
                      R"({"do": "edit", "path": "src/a.txt", "old": "two", "new": "three"})",
                      R"({"do": "read", "path": "src/a.txt"})",
                      R"({"do": "bash", "command": "wc -l < src/a.txt > lines"})",
                      R"({"do": "done", "text": "All is done."})"});
  CHECK_MESSAGE(work.end == WorkEnd::done, work.reason);
  CHECK(work.text == "All is done.");
  CHECK(work.usage.turns == 5);
  CHECK(work.usage.tool_calls == 4);
  CHECK(world.asked_for == "openai:m");
  CHECK(world.text("src/a.txt") == "one\nthree\n");
  CHECK(trim(world.text("lines")) == "2");
}

TEST_CASE("what does not work goes back to the model, and nothing leaves the folder") {
  struct Row {
    const char* action;
    const char* why;
  };
  const Row rows[] = {
      {R"({"do": "read", "path": "../secret"})", ".."},
      {R"({"do": "read", "path": "/etc/passwd"})", "absolute"},
      {R"({"do": "read", "path": "link"})", "link"},
      {R"({"do": "write", "path": "linked/x", "text": "x"})", "linked"},
      {R"({"do": "write", "path": ".git/hooks/pre-commit", "text": "x"})", "Git's own"},
      {R"({"do": "edit", "path": "twice", "old": "a", "new": "b"})", "more than once"},
      {R"({"do": "edit", "path": "twice", "old": "x", "new": "b"})", "not in twice"},
      {R"({"do": "bash", "command": "exit 3"})", "exit code 3"},
      {R"({"do": "bash", "command": "cat ~/../../etc/shadow"})", "exit code 1"}};
  for (const Row& row : rows) {
    CAPTURE(row.action);
    OwnWorld world;
    if (!world.confines()) return;
    const Work work = world.answered(
        {R"({"do": "bash", "command": "echo a a > twice; ln -s /etc/passwd link; ln -s / linked"})",
         row.action, R"({"do": "done", "text": ""})"});
    CHECK(work.end == WorkEnd::done);
    const auto tools = world.events.of(kAgentTool);
    REQUIRE(tools.size() == 3);
    CHECK(tools[2]["outcome"].string_or("") == "failed");
    CHECK_MESSAGE(contains(tools[2]["what"].string_or(""), row.why),
                  tools[2]["what"].string_or(""));
  }
}

TEST_CASE("ends of Pawl's own agent") {
  const std::string look = R"({"do": "bash", "command": "true"})";
  OwnWorld bails;
  if (!bails.confines()) return;
  const Work bailed = bails.answered({R"({"do": "bail", "class": "secrets", "detail": "a key"})"});
  CHECK(bailed.end == WorkEnd::bailed);
  CHECK(bailed.reason == "secrets: a key");

  OwnWorld goes_on;
  goes_on.order.limits.steps = 2;
  const Work endless = goes_on.answered({look, look, look});
  CHECK(endless.end == WorkEnd::over_budget);
  CHECK(endless.usage.turns == 2);

  OwnWorld breaks;
  const Work broken = breaks.answered({R"({"text": "", "error": "upstream"})"});
  CHECK(broken.end == WorkEnd::failed);
  CHECK(broken.transient);

  OwnWorld slow;
  slow.order.limits.wall = Milliseconds(1'500);
  const Work late = slow.answered({R"({"do": "bash", "command": "sleep 30"})", look});
  CHECK(late.end == WorkEnd::timed_out);

  TestWorld nobody;
  CHECK_FALSE(open_agent("pawl:openai:m", nobody.agent_ports()).ok());
}

}  // namespace pawl::agents::own_agent_test
