#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "cli/kit/test_world.hpp"

namespace pawl::cli::commands_test {
namespace {

// The one document on standard output.
Json document(const TestWorld::Outcome& outcome) {
  const Result<Json> parsed = Json::parse(outcome.out);
  REQUIRE(parsed);
  return *parsed;
}

TEST_CASE("version") {
  TestWorld world;
  CHECK(world.call({"version"}).out == "pawl " + std::string(version()) + "\n");
  CHECK(document(world.call({"version", "--json"}))["version"] == version());
}

TEST_CASE("config set, then show") {
  TestWorld world;
  CHECK(world.call({"config", "set", "model.spec", "openai:m"}).exit == 0);
  const auto shown = document(world.call({"config", "show", "model.spec", "--json"}));
  CHECK(shown["settings"].items()[0]["value"] == "openai:m");
  CHECK(shown["settings"].items()[0]["source"] == "config.toml");
  CHECK(contains(world.call({"config", "show"}).out, "model.spec"));
  const auto typed = document(world.call({"config", "show", "model.timeout", "--json"}));
  CHECK(typed["settings"].items()[0]["value"] == 120);
}

TEST_CASE("config set refuses") {
  struct Row {
    std::vector<std::string> words;
    const char* input;
    const char* want;
  };
  const Row rows[] = {
      {{"config", "set", "model.spek", "x"}, "", "did you mean model.spec?"},
      {{"config", "set", "model.timeout", "5"}, "", "from 10s to 10m"},
      {{"config", "set", "bot.name", "A", "B"}, "", "needs quotes"},
      {{"config", "set", "github.token", "ghp_secret"}, "", "standard input"},
      {{"config", "set", "GITHUB_TOKEN", "ghp_secret"}, "", "standard input"},
      {{"config", "set", "github.token"}, " \n", "no value on standard input"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.want);
    TestWorld world;
    const auto outcome = world.call(row.words, row.input);
    CHECK(outcome.exit == 2);
    CAPTURE(outcome.err);
    CHECK(contains(outcome.err, row.want));
    CHECK_FALSE(contains(outcome.err, "ghp_secret"));
    CHECK_FALSE(world.files().read(world.folder + "/config/config.toml").ok());
  }
}

TEST_CASE("a secret comes on standard input and is never shown") {
  TestWorld world;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"config", "set", "github.token"},
        std::vector<std::string>{"config", "set", "github.token", "-"}}) {
    CHECK(world.call(words, "ghp_secret\n").exit == 0);
    CHECK(contains(*world.files().read(world.folder + "/config/config.toml"), "ghp_secret"));
    const auto shown = world.call({"config", "show", "--json"});
    CHECK_FALSE(contains(shown.out + shown.err, "ghp_secret"));
    CHECK(contains(world.call({"config", "show", "github.token"}).out, "set"));
    CHECK(world.call({"config", "set", "github.token", ""}).exit == 0);
    CHECK(contains(world.call({"config", "show", "github.token"}).out, "not set"));
  }
}

TEST_CASE("config set says when a variable outranks the file") {
  TestWorld world;
  world.environment.emplace_back("BOT_NAME", "From outside");
  const auto outcome = world.call({"config", "set", "bot.name", "Mine"});
  CHECK(outcome.exit == 0);
  CHECK(contains(outcome.err, "environment (BOT_NAME) outranks config.toml"));
}

TEST_CASE("config set mends a value that stops everything else") {
  TestWorld world;
  REQUIRE(world.files().make_folders(world.folder + "/config"));
  REQUIRE(world.files().write_atomic(world.folder + "/config/config.toml",
                                     "[sandbox]\nmode = \"maybe\"\n", 0600));
  CHECK(world.call({"config", "show"}).exit == 2);
  CHECK(world.call({"config", "set", "sandbox.mode", "auto"}).exit == 0);
  CHECK(world.call({"config", "show"}).exit == 0);
}

TEST_CASE("config show names an unknown key") {
  TestWorld world;
  const auto outcome = world.call({"config", "show", "model.spek"});
  CHECK(outcome.exit == 9);
  CHECK(contains(outcome.err, "did you mean model.spec?"));
}

TEST_CASE("the reference has a row for each setting") {
  TestWorld world;
  const std::string page = world.call({"config", "reference"}).out;
  for (const config::Setting& setting : config::settings()) {
    CAPTURE(setting.key);
    CHECK(contains(page, "| `" + std::string(setting.key) + "` |"));
  }
  CHECK(line_count(page) == config::settings().size() + 2);
}

TEST_CASE("config path") {
  TestWorld world;
  CHECK(world.call({"config", "path"}).out == world.folder + "/config/config.toml\n");
  const auto answer = document(world.call({"config", "path", "--json"}));
  CHECK(answer["state"] == world.folder + "/state");
}

std::string health_of(const Json& report, std::string_view check) {
  for (const Json& row : report["checks"].items()) {
    if (row["check"] == check) return row["health"].string_or("");
  }
  return "absent";
}

TEST_CASE("init writes a commented configuration with the server that answers, once") {
  TestWorld world;
  world.environment.emplace_back("ANTHROPIC_API_KEY", "sk-very-secret");
  world.http.fail_with(fail(Errc::upstream, "no connection"));
  world.http.reply({.status = 200,
                    .body =
                        R"({"data":[{"id":"nomic-embed"},{"id":"qwen3"},{"id":"qwen3-coder:30b"},)"
                        R"({"id":"evil\"\nmode = \"off"}]})"});
  const auto made = world.call({"init", "--json"});
  CAPTURE(made.err);
  REQUIRE(made.exit == 0);
  const Json found = document(made);
  CHECK(found["servers"].items()[0]["name"] == "Ollama");
  for (const os::HttpRequest& request : world.http.seen()) {
    CHECK(request.url.starts_with("http://127.0.0.1:"));
    CHECK(request.timeout <= Milliseconds(1'000));
    REQUIRE(request.may_connect);
    CHECK_FALSE(request.may_connect("192.0.2.1"));
  }
  const std::string file = world.folder + "/config/config.toml";
  const std::string text = *world.files().read(file);
  CHECK(contains(text, "spec = \"openai:qwen3-coder:30b\"\n"));
  CHECK(contains(text, "base_url = \"http://127.0.0.1:11434/v1\"\n"));
  CHECK(contains(text, "# ANTHROPIC_API_KEY is set"));
  CHECK_FALSE(contains(text, "sk-very-secret"));
  CHECK_FALSE(contains(text, "evil"));
  CHECK((*world.files().stat(file))->mode == 0600);
  const auto shown = document(world.call({"config", "show", "model.spec", "--json"}));
  CHECK(shown["settings"].items()[0]["value"] == "openai:qwen3-coder:30b");
  const auto again = world.call({"init"});
  CHECK(again.exit == 2);
  CHECK(contains(again.err, "is there already"));
  CHECK(*world.files().read(file) == text);
}

TEST_CASE("each line that init leaves commented is a setting") {
  TestWorld world;
  REQUIRE(world.call({"init"}).exit == 0);
  const std::string file = world.folder + "/config/config.toml";
  std::string all;
  std::size_t settings = 0;
  const std::string text = *world.files().read(file);
  for (const std::string_view line : split_lines(text)) {
    const bool setting = line.starts_with("# ") && contains(line, " = ");
    settings += setting ? 1U : 0U;
    all += std::string(setting ? line.substr(2) : line) + "\n";
  }
  CHECK(settings > 8);
  REQUIRE(world.files().write_atomic(file, all, 0600));
  const auto shown = world.call({"config", "show"});
  CHECK(shown.exit == 0);
  CHECK(shown.err.empty());
}

TEST_CASE("doctor finds a fresh machine fit") {
  TestWorld world;
  const auto outcome = world.call({"doctor", "--json"});
  CAPTURE(outcome.out);
  CHECK(outcome.exit == 0);
  const Json report = document(outcome);
  for (const char* check :
       {"configuration", "config folder", "state folder", "database", "git", "model"}) {
    CAPTURE(check);
    CHECK(health_of(report, check) == "ok");
  }
  CHECK(health_of(report, "sandbox") != "absent");
  CHECK(health_of(report, "disk") != "absent");
}

TEST_CASE("doctor examines a machine with a broken configuration") {
  TestWorld world;
  world.environment.emplace_back("PAWL_SANDBOX", "maybe");
  const auto outcome = world.call({"doctor", "--json"});
  CHECK(outcome.exit == 1);
  CHECK(health_of(document(outcome), "configuration") == "fail");
  CHECK(health_of(document(outcome), "git") == "ok");
}

TEST_CASE("doctor says what fails") {
  TestWorld world;
  world.environment = {{"PAWL_HOME", world.folder},
                       {"PATH", world.folder},
                       {"LM_STUDIO_MODEL", "m"},
                       {"LM_STUDIO_API_KEY", "sk-very-secret"}};
  world.http.fail_with(fail(Errc::upstream, "no connection with sk-very-secret"));
  const auto outcome = world.call({"doctor", "--json"});
  CHECK(outcome.exit == 1);
  CHECK(health_of(document(outcome), "git") == "fail");
  CHECK(health_of(document(outcome), "model") == "fail");
  CHECK_FALSE(contains(outcome.out, "sk-very-secret"));
}

TEST_CASE("doctor rebuilds an index that is broken") {
  TestWorld world;
  REQUIRE(world.files().make_folders(world.folder + "/state"));
  REQUIRE(world.files().write_atomic(world.folder + "/state/pawl.db", "not a database at all"));
  CHECK(health_of(document(world.call({"doctor", "--json"})), "database") == "fail");
  const auto rebuilt = world.call({"doctor", "--rebuild-index", "--json"});
  CHECK(rebuilt.exit == 0);
  CHECK(health_of(document(rebuilt), "index") == "ok");
  CHECK(health_of(document(rebuilt), "database") == "ok");
  CHECK(health_of(document(rebuilt), "damaged database") == "warn");
  CHECK(contains(rebuilt.out, "pull requests"));
}

}  // namespace
}  // namespace pawl::cli::commands_test
