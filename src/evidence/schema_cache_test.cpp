#include "evidence/schema_cache.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::evidence::schema_cache_test {
namespace {

constexpr std::string_view kSchema =
    R"({"type": "object", "properties": {"level": {"enum": ["low", "high"]}}})";

struct World {
  os::FakeClock clock;
  os::MemoryFiles files{clock};
  os::FakeHttp http;
  SchemaCache cache{files, "/state/schemas"};

  Result<SchemaCache::Kept> update(std::string_view name, const std::string& mirror = {}) {
    return cache.update(*guards::find_public_schema(name), http, {.mirror = mirror});
  }
  void reply(int status, std::string body, std::string redirect = {}) {
    os::HttpResponse response;
    response.status = status;
    response.body = std::move(body);
    response.redirect_url = std::move(redirect);
    http.reply(std::move(response));
  }
  guards::Verdict judge(const std::string& text) {
    git::Change change;
    change.files.push_back(
        {.path = *RepoPath::parse("package.json"), .before = "{}\n", .after = text});
    guards::Context context;
    context.fetched_schema = fetched_schemas(files, "/state/schemas");
    return guards::schema_valid(change, context);
  }
};

}  // namespace

TEST_CASE("a public schema is fetched, kept, and stands in for the small one") {
  World world;
  CHECK(world.judge(R"({"level": "medium"})").ruling == guards::Ruling::pass);
  world.reply(200, std::string(kSchema));
  const auto kept = world.update("package");
  REQUIRE(kept);
  CHECK(kept->changed);
  CHECK(kept->bytes == kSchema.size());
  CHECK(world.http.seen()[0].url == "https://json.schemastore.org/package.json");
  CHECK(world.judge(R"({"level": "medium"})").ruling == guards::Ruling::refuse);
  CHECK(world.judge(R"({"level": "high"})").ruling == guards::Ruling::pass);

  world.reply(200, std::string(kSchema));
  CHECK_FALSE(world.update("package.json")->changed);
  REQUIRE(world.cache.clear());
  CHECK(world.judge(R"({"level": "medium"})").ruling == guards::Ruling::pass);
}

TEST_CASE("a mirror is asked by the name of the file, and redirects are followed") {
  World world;
  world.reply(302, "", "https://elsewhere.example/package.json");
  world.reply(200, std::string(kSchema));
  REQUIRE(world.update("package.json", "https://mirror.example/schemas"));
  CHECK(world.http.seen()[0].url == "https://mirror.example/schemas/package.json");
  CHECK(world.http.seen()[1].url == "https://elsewhere.example/package.json");
}

TEST_CASE("what is no schema leaves the one that was there") {
  World world;
  world.reply(200, std::string(kSchema));
  REQUIRE(world.update("package.json"));
  const auto refused = [&](const char* what) {
    const auto update = world.update("package.json");
    REQUIRE_FALSE(update);
    CHECK(update.error().code == Errc::upstream);
    CHECK_MESSAGE(contains(update.error().message, what), update.error().message);
  };
  world.reply(404, "gone");
  refused("answers 404");
  world.reply(200, "<html>sign in</html>");
  refused("has no schema");
  world.reply(200, "[1]");
  refused("no JSON object");
  world.reply(302, "", "http://plain.example/package.json");
  refused("without TLS");
  for (int hop = 0; hop < 6; ++hop) world.reply(301, "", "https://json.schemastore.org/again");
  refused("from one place to the next");
  CHECK(world.cache.text("package.json") == kSchema);
}

TEST_CASE("a full disk is told and keeps what was there") {
  World world;
  world.reply(200, std::string(kSchema));
  REQUIRE(world.update("package.json"));
  world.reply(200, "{}");
  world.files.fail_next_write();
  const auto update = world.update("package.json");
  REQUIRE_FALSE(update);
  CHECK(update.error().code == Errc::io);
  CHECK(world.cache.text("package.json") == kSchema);
}

TEST_CASE("a kept schema that broke is told, and the small one judges") {
  World world;
  REQUIRE(world.files.make_folders("/state/schemas"));
  REQUIRE(world.files.write_atomic("/state/schemas/package.json", "{\"type\":"));
  const guards::Verdict passed = world.judge(R"({"level": "medium"})");
  CHECK(passed.ruling == guards::Ruling::unknown);
  CHECK(contains(passed.reason, "pawl schemas update"));
  CHECK(world.judge(R"({"name": 7})").ruling == guards::Ruling::refuse);
}

TEST_CASE("public schemas refer to each other by the store's names") {
  World world;
  world.reply(200, R"({"type": "object", "required": ["bin"]})");
  REQUIRE(world.update("prettierrc.json"));
  world.reply(200, R"({"properties": {"prettier":
      {"$ref": "https://www.schemastore.org/prettierrc"}, "other":
      {"$ref": "https://nowhere.example/x.json"}}})");
  REQUIRE(world.update("package.json"));
  CHECK(world.judge(R"({"prettier": {}, "other": 3})").findings.size() == 1);
  CHECK(world.judge(R"({"prettier": {"bin": 1}, "other": 3})").findings.empty());
}

}  // namespace pawl::evidence::schema_cache_test
