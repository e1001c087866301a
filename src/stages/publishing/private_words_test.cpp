#include "stages/publishing/private_words.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::stages::private_words_test {

TEST_CASE("a model is named without its server or file") {
  CHECK(public_model_name("openai:qwen@http://10.0.0.7:8080/v1") == "openai:qwen");
  CHECK(public_model_name("openai:qwen@https://models.example/v1") == "openai:qwen");
  CHECK(public_model_name("anthropic:claude") == "anthropic:claude");
  CHECK(public_model_name("openai:a@b") == "openai:a@b");
  CHECK(public_model_name("scripted:/home/ada/answers.jsonl") == "scripted:");
  CHECK(public_model_name("cassette:/home/ada/run") == "cassette:");
  CHECK(public_model_name("recipes:") == "recipes:");
}

TEST_CASE("words of this machine are taken out as they stand and as Markdown has them") {
  const std::vector<std::string> words = {"/home/ada/my_box", "http://m_1.example:80/v1",
                                          "/project"};
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"", ""},
      {"at /home/ada/my_box/a.py", "at (private)/a.py"},
      {"at /home/ada/my\\_box/a.py", "at (private)/a.py"},
      {"asked http://m\\_1.example:80/v1, twice http://m_1.example:80/v1",
       "asked (private), twice (private)"},
      // Paths of the repository that go on like a folder of this machine.
      {"src/project/a.py, /project/a.py", "src/project/a.py, (private)/a.py"},
      {"/project/project", "(private)/project"},
  };
  for (const Row& row : rows) CHECK(without_private_words(row.text, words) == row.want);
}

TEST_CASE("servers and folders of the settings are private, those everybody knows are not") {
  config::Config config;
  config.model_base_url = "http://10.0.0.7:8080/v1";
  config.anthropic_base_url = "https://api.anthropic.com";
  config.fallback = "openai:a@http://second.example/v1, recipes:";
  config.roles[0].base_url = "http://planner.example/v1";
  config.roles[1].model = "openai:b@http://worker.example/v1";
  config.memory_gateway = "http://localhost/gateway";
  Request request;
  request.model = "openai:c@http://third.example/v1";
  git::Target target;
  target.location = "/home/ada/box";
  const std::vector<std::string> words =
      private_words(config, request, {.config_folder = "/c", .state_folder = "/home/ada/state"},
                    target, "/home/ada");
  const std::string text = without_private_words(
      "10.0.0.7:8080 second.example planner.example worker.example third.example "
      "http://localhost/gateway localhost api.anthropic.com /home/ada/box/x /home/ada/state/y "
      "/home/ada/z /c",
      words);
  CHECK(text ==
        "(private) (private) (private) (private) (private) (private) localhost api.anthropic.com "
        "(private)/x (private)/y (private)/z /c");
}

}  // namespace pawl::stages::private_words_test
