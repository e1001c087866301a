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

TEST_CASE("a spec with paths from a folder is the same agent elsewhere") {
  struct Row {
    const char* spec;
    const char* want;
  };
  const Row rows[] = {{"claude:sonnet", "claude:sonnet"},
                      {"opencode:openai/gpt-5", "opencode:openai/gpt-5"},
                      {"scripted:play.json", "scripted:/w/a b/play.json"},
                      {"scripted:/x/play.json", "scripted:/x/play.json"},
                      {"command:sh agent.sh", "command:sh agent.sh"},
                      {"command:/x/agent", "command:/x/agent"},
                      {"command:./agent 'two words'", "command:'/w/a b/./agent' 'two words'"},
                      {"acp:bin/agent --acp it's", "acp:bin/agent --acp it's"},
                      {"no spec", "no spec"}};
  for (const Row& row : rows) {
    CAPTURE(row.spec);
    CHECK(absolute_spec(row.spec, "/w/a b") == row.want);
  }
  CHECK(absolute_spec("command:bin/agent  -x 'a'", "/w") == "command:/w/bin/agent  -x 'a'");
  const auto words = words_of(absolute_spec("command:./a \"it's\"", "/w'w").substr(8));
  REQUIRE(words.ok());
  CHECK(*words == std::vector<std::string>{"/w'w/./a", "it's"});
}

TEST_CASE("a pipeline of a repository names no file of the person's") {
  struct Row {
    const char* spec;
    bool good;
  };
  const Row rows[] = {{"claude:sonnet", true},
                      {"command:sh -c 'make fix'", true},
                      {"command:/bin/sh tools/agent.sh", true},
                      {"acp:copilot --acp", true},
                      {"command:cp /home/ada/.ssh/id_rsa here", false},
                      {"command:/usr/bin/../../home/ada/agent", false},
                      {"acp:gemini '/home/ada/notes'", false},
                      {"command:./tools/agent.sh", false},
                      {"command:sh 'open", false}};
  for (const Row& row : rows) {
    CAPTURE(row.spec);
    CHECK(check_names_no_file(row.spec).ok() == row.good);
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
