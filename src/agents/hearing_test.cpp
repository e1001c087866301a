#include "agents/hearing.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "agents/events.hpp"
#include "agents/programs/kinds.hpp"
#include "agents/test_world.hpp"
#include "base/text/text.hpp"

namespace pawl::agents::hearing_test {
namespace {

const LineKind& kind_of(std::string_view name) {
  for (const LineKind& kind : line_kinds()) {
    if (kind.name == name) return kind;
  }
  FAIL("no such kind");
  return line_kinds().front();
}

std::string recorded(const std::string& name) {
  std::ifstream file(PAWL_SOURCE_DIR + ("/tests/golden/agents/" + name));
  REQUIRE(file.is_open());
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("lines come in pieces of any size, and are as long as they are") {
  std::vector<std::string> got;
  JsonLines lines([&](const Json& json) { got.push_back(json.dump()); });
  lines.feed("{\"a\":");
  lines.feed("1}\r\nno JSON\n\n[1]\n{\"b\":2}\n{\"c\":");
  const std::string text(3 << 20, 'x');
  lines.feed("\"" + text);
  lines.feed("\"}\n{\"broken\":\n{\"d\":4}");
  lines.end();
  REQUIRE(got.size() == 4);
  CHECK(got[0] == "{\"a\":1}");
  CHECK(got[1] == "{\"b\":2}");
  CHECK(got[2].size() > text.size());
  CHECK(got[3] == "{\"d\":4}");
}

// Recorded of the real programs; versions in tests/agents/package.json.
TEST_CASE("what the streams of the real agents say") {
  struct Row {
    const char* agent;
    const char* file;
    bool failed;
    bool transient;
    const char* text;
    int tools;
  };
  const Row rows[] = {{"claude", "claude.jsonl", false, false, "All is done.", 1},
                      {"codex", "codex.jsonl", false, false, "All is done.", 1},
                      {"opencode", "opencode.jsonl", false, false, "All is done.", 1},
                      {"copilot", "copilot.jsonl", false, false, "All is done.", 1},
                      {"gemini", "gemini.jsonl", false, false, "All is done.", 1},
                      {"claude", "claude-500.jsonl", true, true, "", 0},
                      {"codex", "codex-500.jsonl", true, true, "", 0},
                      {"copilot", "copilot-500.jsonl", true, true, "", 0}};
  for (const Row& row : rows) {
    CAPTURE(row.file);
    HeardEvents events;
    const Redactor redactor;
    Hearing hearing("implement", redactor, events);
    JsonLines lines([&](const Json& line) { kind_of(row.agent).line(line, hearing); });
    lines.feed(recorded(row.file));
    lines.end();
    hearing.said_all();
    CHECK(hearing.has_result());
    CHECK(hearing.has_failed() == row.failed);
    CHECK((row.failed && hearing.trouble_is_transient()) == row.transient);
    if (!row.failed) CHECK(hearing.text() == row.text);
    CHECK(hearing.usage().tool_calls == row.tools);
    CHECK(events.of(kAgentTool).size() == static_cast<std::size_t>(row.tools));
    const bool reports_usage = !row.failed && std::string_view(row.agent) != "copilot";
    CHECK((hearing.usage().tokens_in > 0) == reports_usage);
  }
}

TEST_CASE("what an agent claims of itself is held to what is possible") {
  struct Row {
    const char* agent;
    const char* line;
  };
  constexpr const char* kHuge = "9223372036854775807";
  const Row rows[] = {
      {"claude",
       R"({"type": "result", "subtype": "success", "result": "x", "num_turns": N, "total_cost_usd": 1e300,
           "usage": {"input_tokens": N, "cache_read_input_tokens": N, "output_tokens": N}})"},
      {"opencode",
       R"({"type": "step_finish", "part": {"cost": 1e300, "tokens": {"input": N, "output": N,
           "reasoning": N, "cache": {"read": N, "write": N}}}})"},
      {"codex", R"({"type": "turn.completed", "usage": {"input_tokens": N, "output_tokens": -1}})"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.agent);
    HeardEvents events;
    const Redactor redactor;
    Hearing hearing("implement", redactor, events);
    const auto line = Json::parse(replace_all(row.line, "N", kHuge));
    REQUIRE(line.ok());
    for (int i = 0; i < 3; ++i) kind_of(row.agent).line(*line, hearing);
    CHECK(hearing.usage().tokens_in > 0);
    CHECK(hearing.usage().tokens_in < 100'000'000'000'000);
    CHECK(hearing.usage().tokens_out >= 0);
    CHECK(hearing.usage().cost_micros.value_or(0) < 100'000'000'000'000);
  }
}

TEST_CASE("one that reports without end does not fill the journal") {
  HeardEvents events;
  const Redactor redactor;
  Hearing hearing("implement", redactor, events);
  for (int i = 0; i < 30'000; ++i) hearing.tool("bash", "true");
  CHECK(events.of(kAgentTool).size() == 20'000);
  REQUIRE(events.of(kAgentError).size() == 1);
  CHECK(contains(events.of(kAgentError)[0]["message"].text(), "left out"));
  CHECK(hearing.usage().tool_calls == 30'000);
}

TEST_CASE("trouble that may pass") {
  struct Row {
    const char* message;
    int status;
    bool transient;
  };
  const Row rows[] = {{"", 500, true},
                      {"", 529, true},
                      {"", 429, true},
                      {"Please try again later", 400, false},
                      {"invalid model", 404, false},
                      {"API Error: Overloaded", 0, true},
                      {"Rate limit reached", 0, true},
                      {"stream disconnected before completion", 0, true},
                      {"the tests fail", 0, false}};
  for (const Row& row : rows) {
    CAPTURE(row.message);
    CAPTURE(row.status);
    CHECK(is_transient(row.message, row.status) == row.transient);
  }
}

}  // namespace pawl::agents::hearing_test
