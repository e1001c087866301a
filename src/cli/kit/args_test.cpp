#include "cli/kit/args.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::cli::args_test {
namespace {

class Sample final : public Command {
 public:
  bool yes = false;
  std::string base = "main";
  std::optional<std::string> model;
  std::int64_t limit = 20;
  std::optional<double> fail_under;
  std::string target;
  std::vector<std::string> rest;

  std::vector<Flag> flags() override {
    return {{"-y,--yes", "", "do not ask", &yes},
            {"--base", "BRANCH", "base branch", &base},
            {"--model", "SPEC", "model", &model},
            {"--limit", "N", "how many", &limit},
            {"--fail-under", "X", "lowest score", &fail_under}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "the repository", &target}, {"REST", "more", &rest, false}};
  }
  Result<Exit> run(Context&) override { return Exit::done; }
};

TEST_CASE("words become fields") {
  Sample sample;
  const std::vector<std::string> words = {
      "-y", "--base=dev", "repo", "--model", "a:b",    "--fail-under", "-0.5", "x",     "--limit",
      "3",  "--limit",    "4",    "-",       "--home", "/h",           "--",   "--yes", ""};
  const auto parsed = parse_words("sample", sample, words);
  if (!parsed) MESSAGE(parsed.error().message);
  REQUIRE(parsed);
  CHECK(sample.yes);
  CHECK(sample.base == "dev");
  CHECK(sample.model == "a:b");
  CHECK(sample.fail_under == -0.5);
  CHECK(sample.limit == 4);
  CHECK(sample.target == "repo");
  CHECK(sample.rest == std::vector<std::string>{"x", "-", "--yes", ""});
  CHECK(parsed->home == "/h");
  CHECK_FALSE(parsed->help);
}

TEST_CASE("fields keep their defaults") {
  Sample sample;
  REQUIRE(parse_words("sample", sample, std::vector<std::string>{"repo"}));
  CHECK_FALSE(sample.yes);
  CHECK(sample.base == "main");
  CHECK_FALSE(sample.model.has_value());
  CHECK(sample.limit == 20);
}

TEST_CASE("help needs no arguments") {
  for (const char* word : {"-h", "--help"}) {
    Sample sample;
    const auto parsed = parse_words("sample", sample, std::vector<std::string>{word});
    REQUIRE(parsed);
    CHECK(parsed->help);
  }
}

TEST_CASE("wrong words are refused") {
  struct Row {
    std::vector<std::string> words;
    const char* want;
  };
  const Row rows[] = {
      {{}, "TARGET is missing"},
      {{"repo", "--limt", "3"}, "did you mean --limit?"},
      {{"repo", "--modle=x"}, "did you mean --model?"},
      {{"repo", "--limit", "many"}, "--limit wants a whole number, not 'many'"},
      {{"repo", "--fail-under", "low"}, "--fail-under wants a number, not 'low'"},
      {{"repo", "--base"}, "--base"},
      {{"repo", "-z"}, "there is no flag -z"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.want);
    Sample sample;
    const auto parsed = parse_words("sample", sample, row.words);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == Errc::invalid);
    CAPTURE(parsed.error().message);
    CHECK(contains(parsed.error().message, row.want));
  }
}

class Plain final : public Command {
 public:
  std::string name;
  std::vector<Argument> arguments() override { return {{"NAME", "a name", &name, false}}; }
  Result<Exit> run(Context&) override { return Exit::done; }
};

TEST_CASE("one argument too many") {
  Plain plain;
  const auto parsed = parse_words("plain", plain, std::vector<std::string>{"a", "b"});
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().message == "'b' is one argument too many");
  Plain other;
  REQUIRE(parse_words("plain", other, std::vector<std::string>{"[a,b]"}));
  CHECK(other.name == "[a,b]");
}

}  // namespace
}  // namespace pawl::cli::args_test
