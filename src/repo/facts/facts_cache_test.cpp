#include "repo/facts/facts_cache.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "repo/facts/facts_json.hpp"

namespace pawl::repo::facts_cache_test {
namespace {

struct World {
  git::Lab lab;
  std::string repo = lab.make_repo("repo");
  std::string folder = lab.path("facts");
  std::unique_ptr<os::Files> files = os::real_files();
  FactsCache cache{*files, folder};

  World() {
    lab.sh(repo,
           "printf '{\"name\": \"box\", \"dependencies\": {\"react\": \"18\"}}' > package.json;"
           "printf 'flask>=2\\n' > requirements.txt; mkdir a; printf '{' > a/package.json;"
           "printf '[workspace]\\nmembers = [\"c\"]\\n' > Cargo.toml; mkdir c;"
           "printf '[package]\\nname = \"c\"\\n' > c/Cargo.toml; git add -A; git commit -qm more");
  }

  Facts facts(const std::string& commit = "HEAD") {
    git::ObjectReader objects(lab.git(), repo);
    auto found = facts_of_commit(lab.git(), objects, repo, commit, &cache);
    REQUIRE(found.ok());
    return *std::move(found);
  }
  std::string entry() {
    const auto names = files->list(folder);
    REQUIRE(names.ok());
    REQUIRE(names->size() == 1);
    return folder + "/" + names->front();
  }
};

TEST_CASE("facts of a commit, the second time from the cache") {
  World world;
  const Facts gathered = world.facts();
  CHECK(gathered.name->value == "box");
  CHECK(gathered.frameworks.size() == 2);
  CHECK(gathered.workspaces.size() == 1);
  CHECK(gathered.unreadable.size() == 1);
  const Facts kept = world.facts();
  CHECK(record_of(kept) == record_of(gathered));
  CHECK(record_of(kept).dump() == record_of(gathered).dump());
  CHECK_FALSE((world.cache.find(std::string(40, '0'))).has_value());
  const std::string tree = world.lab.sh(world.repo, "git rev-parse 'HEAD^{tree}'");
  Facts other;
  other.name = Sourced{"other", "package.json", 1};
  world.cache.keep(tree, other);
  CHECK(world.facts().name->value == "other");
}

TEST_CASE("an equal tree has equal facts, and another commit has its own") {
  World world;
  const Facts first = world.facts();
  world.lab.sh(world.repo, "git commit -q --allow-empty -m same");
  CHECK(record_of(world.facts()) == record_of(first));
  CHECK(world.entry().ends_with(".json"));  // still one
  CHECK_FALSE((world.facts("HEAD~2").name).has_value());
}

TEST_CASE("a bad entry is gathered again and mended") {
  World world;
  const Json whole = record_of(world.facts());
  const std::string path = world.entry();
  const std::string good = *world.files->read(path);
  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  std::string older = good;
  older.replace(good.find(' ') + 1, 1, "x");
  for (const std::string& bad :
       {std::string(), std::string("\n"), good.substr(0, good.size() / 2), good + " ", flipped,
        older, std::string("pawl-facts\n{}"), good.substr(good.find('\n') + 1)}) {
    REQUIRE(world.files->write_atomic(path, bad).ok());
    CHECK(record_of(world.facts()) == whole);
    CHECK(*world.files->read(path) == good);
  }
}

TEST_CASE("a record of something else is none") {
  CHECK_FALSE((facts_of_record(Json())).has_value());
  CHECK_FALSE((facts_of_record(Json::object())).has_value());
  Json record = record_of({});
  CHECK((facts_of_record(record)).has_value());
  record.set("manifests", Json::array());
  record.find("manifests")->push(Json::object({{"kind", "npm"}, {"path", "../x"}}));
  CHECK_FALSE((facts_of_record(record)).has_value());
  record.set("manifests", Json::array());
  record.set("dependencies", Json::array());
  record.find("dependencies")->push(Json::object({{"name", "x"}, {"kind", "odd"}}));
  CHECK_FALSE((facts_of_record(record)).has_value());
}

TEST_CASE("a cache that cannot be written stops nothing, and old entries go") {
  World world;
  FactsCache nowhere(*world.files, world.repo + "/README.md/x");
  nowhere.keep("t", Facts());
  CHECK_FALSE((nowhere.find("t")).has_value());
  for (int i = 0; i < 70; ++i) world.cache.keep("t" + std::to_string(1000 + i), Facts());
  CHECK(world.files->list(world.folder)->size() <= 64);
  CHECK(world.cache.find("t1069").has_value());
}

TEST_CASE("there is no such commit") {
  World world;
  git::ObjectReader objects(world.lab.git(), world.repo);
  const auto none = facts_of_commit(world.lab.git(), objects, world.repo, "nowhere", nullptr);
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().code == Errc::not_found);
}

}  // namespace
}  // namespace pawl::repo::facts_cache_test
