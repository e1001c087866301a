#include "agents/spec.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "agents/agent.hpp"
#include "agents/agents_of.hpp"
#include "base/text/text.hpp"

namespace pawl::agents::spec_test {

TEST_CASE("specs of agents") {
  struct Row {
    const char* spec;
    const char* wrong;  // in the message; empty: it is right
  };
  const Row rows[] = {{"claude:sonnet", ""},
                      {" codex:gpt-5 ", ""},
                      {"opencode:anthropic/claude-sonnet-4", ""},
                      {"opencode:gpt-5", "a provider and its model"},
                      {"acp:copilot --acp", ""},
                      {"command:sh agent.sh --fast", ""},
                      {"pawl:openai:gpt-5", ""},
                      {"pawl:gpt-5", "no chat model behind pawl:"},
                      {"pawl:opnai:gpt-5", "did you mean openai"},
                      {"cluade:sonnet", "did you mean claude"},
                      {"claude", "lacks a model behind the colon"},
                      {"claude:", "lacks a model behind the colon"},
                      {"", "the agent is empty"},
                      {"openai:gpt-5", "no agent openai"}};
  for (const Row& row : rows) {
    CAPTURE(row.spec);
    const Status status = check_spec(row.spec);
    CHECK(status.ok() == (*row.wrong == 0));
    if (!status) CHECK_MESSAGE(contains(status.error().message, row.wrong), status.error().message);
  }
}

TEST_CASE("the page of the agents says what the table does") {
  std::ifstream file(PAWL_SOURCE_DIR "/docs/cli/agent-list.md");
  REQUIRE(file.is_open());
  std::stringstream page;
  page << file.rdbuf();
  for (const Provider& row : providers()) {
    const char* told = row.told == Told::lines      ? "JSON lines"
                       : row.told == Told::protocol ? "ACP"
                       : row.told == Told::nothing  ? "output"
                                                    : "Pawl's own";
    const std::string apis = row.apis.empty() ? "" : std::string(row.apis) + " ";
    const std::string line = "| `" + std::string(row.name) + "` | " + told + " | " + apis + "| " +
                             (row.own_usage ? "yes" : "no") + " | " +
                             (row.own_cost ? "yes" : "no") + " |\n";
    CHECK_MESSAGE(contains(page.str(), line), line);
  }
}

TEST_CASE("a program is named with its arguments, as a person writes them") {
  CHECK(words_of("sh  agent.sh 'two words' \"a 'quote'\" --x=''").value() ==
        std::vector<std::string>{"sh", "agent.sh", "two words", "a 'quote'", "--x="});
  CHECK_FALSE(words_of("sh 'open").ok());
  CHECK_FALSE(words_of("  ").ok());
}

}  // namespace pawl::agents::spec_test
