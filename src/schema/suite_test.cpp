// The tests of Debian's json-schema-test-suite, which `./dev test` unpacks.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "schema/json_schema.hpp"

namespace pawl {
namespace {

namespace fs = std::filesystem;

struct Left {
  std::string_view file;
  std::string_view group;  // empty: all of the file
  std::string_view reason;
};
constexpr auto kLeftOut = std::to_array<Left>({
    {"definitions.json", "", "refers to the meta-schema, which Pawl does not carry"},
    {"ref.json", "remote ref, containing refs itself", "refers to the meta-schema"},
    {"ref.json", "$ref to boolean schema false", ""},
});

std::optional<Json> read_json(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  auto json = Json::parse(text.str());
  if (!in || !json) return std::nullopt;
  return *std::move(json);
}

bool is_left_out(std::string_view file, std::string_view group) {
  return std::any_of(kLeftOut.begin(), kLeftOut.end(), [&](const Left& each) {
    return each.file == file && (each.group.empty() || each.group == group) && !each.reason.empty();
  });
}

std::optional<Json> remote(const std::string& uri) {
  constexpr std::string_view kHost = "http://localhost:1234/";
  if (!uri.starts_with(kHost)) return std::nullopt;
  return read_json(fs::path(PAWL_SCHEMA_SUITE) / "remotes" / uri.substr(kHost.size()));
}

std::size_t run_group(const Json& group, const std::string& draft) {
  Json schema = group["schema"];
  if (schema.is_object() && !schema.has("$schema")) {
    schema.set("$schema", "http://json-schema.org/" + draft + "/schema#");
  }
  const auto compiled = JsonSchema::compile(schema, {.document = remote});
  CAPTURE(compiled ? std::string() : compiled.error().message);
  REQUIRE(compiled);
  for (const Json& test : group["tests"].items()) {
    CAPTURE(test["description"].text());
    CHECK(compiled->violations(test["data"]).empty() == test["valid"].bool_or(false));
  }
  return group["tests"].size();
}

TEST_CASE("the test suite of JSON Schema") {
  const fs::path tests = fs::path(PAWL_SCHEMA_SUITE) / "tests";
  if (!fs::exists(tests)) {
    MESSAGE("left out: there is no ", tests.string(), " (./dev test unpacks it)");
    return;
  }
  std::size_t count = 0;
  for (const auto& [folder, draft] : std::to_array<std::pair<std::string, std::string>>(
           {{"draft4", "draft-04"}, {"draft6", "draft-06"}, {"draft7", "draft-07"}})) {
    for (const auto& entry : fs::directory_iterator(tests / folder)) {
      if (entry.path().extension() != ".json") continue;
      CAPTURE(entry.path().string());
      const auto groups = read_json(entry.path());
      REQUIRE(groups);
      for (const Json& group : groups->items()) {
        const std::string_view name = group["description"].text();
        CAPTURE(name);
        if (!is_left_out(entry.path().filename().string(), name)) count += run_group(group, draft);
      }
    }
  }
  CHECK(count > 1'000);
}

}  // namespace
}  // namespace pawl
