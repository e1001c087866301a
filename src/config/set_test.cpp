#include <doctest/doctest.h>

#include <unistd.h>

#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/test_folder.hpp"

namespace pawl::config::set_test {
namespace {

TEST_CASE("set writes a file that load reads") {
  TestFolder folder;
  const std::string file = folder.path() + "/new/place/config.toml";
  struct Row {
    const char* key;
    const char* value;
    const char* want;
  };
  const Row rows[] = {
      {"bot.name", "Quote \" and \\ back", "Quote \" and \\ back"},
      {"model.timeout", "60", "60"},
      {"model.temperature", "1", "1"},
      {"model.stream", "off", "false"},
      {"LM_STUDIO_MODEL", "gemma", "openai:gemma"},
      {"github.token", "ghp_123456", "set"},
      {"bot.name", "Second", "Second"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.key);
    REQUIRE(set(folder.files(), file, row.key, row.value));
    const auto loaded = load(folder.files(), file, {}, {});
    REQUIRE(loaded);
    CHECK(shown(loaded->config, *find_setting(row.key)) == row.want);
    CHECK(loaded->warnings.empty());
  }
  const auto stat = folder.files().stat(file);
  REQUIRE(stat);
  CHECK((*stat)->mode == 0600);
}

TEST_CASE("set leaves the file alone when it cannot do its work") {
  struct Row {
    const char* name;
    const char* file;
    const char* key;
    const char* value;
    const char* want;
  };
  const Row rows[] = {
      {"unknown key", "", "model.spek", "x", "did you mean model.spec?"},
      {"outside the range", "", "model.timeout", "5", "from 10s to 10m"},
      {"inline table", "model = { spec = \"a\" }\n", "model.spec", "b", "text editor"},
      {"many lines", "[model]\nspec = \"\"\"a\nb\"\"\"\n", "model.spec", "b", "text editor"},
      {"looks like a table", "[bot]\nname = '''\n[model]\nspec = 1\n'''\n", "model.spec", "b",
       "text editor"},
      {"broken file", "[model\n", "model.spec", "b", "config.toml"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TestFolder folder;
    REQUIRE(folder.files().write_atomic(folder.file(), row.file, 0600));
    const Status done = set(folder.files(), folder.file(), row.key, row.value);
    REQUIRE_FALSE(done);
    CHECK(done.error().code == Errc::invalid);
    CAPTURE(done.error().to_line());
    CHECK(contains(done.error().to_line(), row.want));
    CHECK(*folder.files().read(folder.file()) == row.file);
  }
}

TEST_CASE("a linked config.toml stays a link") {
  TestFolder folder;
  const std::string target = folder.path() + "/dotfiles.toml";
  REQUIRE(folder.files().write_atomic(target, "# mine\n", 0600));
  REQUIRE(symlink(target.c_str(), folder.file().c_str()) == 0);
  REQUIRE(set(folder.files(), folder.file(), "bot.name", "B"));
  CHECK(*folder.files().read(target) == "# mine\n\n[bot]\nname = \"B\"\n");
  const auto stat = folder.files().stat(folder.file());
  REQUIRE(stat);
  CHECK((*stat)->type == os::FileType::symlink);
}

}  // namespace
}  // namespace pawl::config::set_test
