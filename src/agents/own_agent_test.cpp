#include <doctest/doctest.h>

#include "agents/events.hpp"
#include "agents/test_world.hpp"
#include "base/text/text.hpp"

namespace pawl::agents::own_agent_test {
namespace {

// Knows what it was asked.
class Heard final : public llm::ChatModel {
 public:
  Heard(std::unique_ptr<llm::ChatModel> inner, std::string& last)
      : inner_(std::move(inner)), last_(last) {}
  std::string name() const override { return inner_->name(); }
  Result<llm::ModelHealth> check() override { return inner_->check(); }
  Result<llm::ChatAnswer> ask(const llm::ChatRequest& request) override {
    last_.clear();
    for (const llm::Message& message : request.messages) last_ += message.content + "\n";
    return inner_->ask(request);
  }

 private:
  std::unique_ptr<llm::ChatModel> inner_;
  std::string& last_;
};

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
      TRY_ASSIGN(auto model, llm::scripted_model(*files, folder / "model.json"));
      return std::unique_ptr<llm::ChatModel>(std::make_unique<Heard>(std::move(model), last));
    };
    auto agent = open_agent("pawl:openai:m", std::move(of_world));
    REQUIRE(agent);
    auto done = (*agent)->work(order, events);
    REQUIRE_MESSAGE(done.ok(), (done ? "" : done.error().to_line()));
    return *std::move(done);
  }
  const std::string& asked_last() const { return last; }
  std::string asked_for;
  std::string last;
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

TEST_CASE("of several actions in one answer the first is carried out") {
  OwnWorld world;
  if (!world.confines()) return;
  const Work work = world.answered(
      {"I look first.\n{\"do\": \"bash\", \"command\": \"echo one > a\"}\nThen I am done:\n"
       "{\"do\": \"done\", \"text\": \"too early\"}",
       R"({"do": "done", "text": "now"})"});
  CHECK(work.end == WorkEnd::done);
  CHECK(work.text == "now");
  CHECK(trim(world.text("a")) == "one");
}

TEST_CASE("a model that says nothing of use, or the same again and again, comes to an end") {
  const std::string look = R"({"do": "bash", "command": "false"})";
  const std::string done = R"({"do": "done", "text": ""})";
  OwnWorld babbles;
  if (!babbles.confines()) return;
  const Work mended = babbles.answered({"What?", "Well.", "Hm.", done});
  CHECK(mended.end == WorkEnd::done);
  OwnWorld only_babbles;
  const Work lost = only_babbles.answered({"a", "b", "c", "d", "e", "f", done});
  CHECK(lost.end == WorkEnd::failed);
  CHECK_FALSE(lost.transient);
  CHECK(contains(lost.reason, "no usable JSON"));

  OwnWorld repeats;
  const Work circle = repeats.answered(std::vector<std::string>(8, look));
  CHECK(circle.end == WorkEnd::failed);
  CHECK_MESSAGE(contains(circle.reason, "circle"), circle.reason);
  CHECK(circle.usage.turns == 6);

  OwnWorld works;
  std::vector<std::string> answers;
  for (int i = 0; i < 14; ++i) {
    answers.push_back(R"({"do": "bash", "command": "echo )" + std::to_string(i) + "\"}");
    answers.push_back(look);
  }
  answers.push_back(done);
  CHECK(works.answered(answers).end == WorkEnd::done);
}

TEST_CASE(
    "tools of Pawl's own agent take files as they are, and show no more than a model can take") {
  struct Row {
    const char* action;
    const char* said;
    bool failed;
  };
  const Row rows[] = {
      {R"({"do": "edit", "path": "dos", "old": "one\ntwo", "new": "1\n2"})", "", false},
      {R"({"do": "edit", "path": "dos", "old": "one\nthree", "new": "x"})", "line 1", true},
      {R"({"do": "edit", "path": "dos", "old": "one", "new": "one"})", "the same", true},
      {R"({"do": "read", "path": "wide"})", "", false},
      {R"({"do": "read", "path": "folder"})", "folder", true}};
  for (const Row& row : rows) {
    CAPTURE(row.action);
    OwnWorld world;
    if (!world.confines()) return;
    const Work work = world.answered(
        {R"({"do": "bash", "command": "printf 'one\\r\\ntwo\\r\\n' > dos; mkdir folder; head -c 300000 /dev/zero | tr '\\0' x > wide"})",
         row.action, R"({"do": "done", "text": ""})"});
    CHECK(work.end == WorkEnd::done);
    const auto tools = world.events.of(kAgentTool);
    REQUIRE(tools.size() == (row.failed ? 3 : 2));
    if (row.failed) {
      CHECK_MESSAGE(contains(tools[2]["what"].string_or(""), row.said),
                    tools[2]["what"].string_or(""));
    }
    CHECK(world.asked_last().size() < 40'000);
    if (std::string_view(row.action).find("1\\n2") != std::string_view::npos) {
      CHECK(world.text("dos") == "1\r\n2\r\n");
    }
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
