#include "guards/config/config_catalogue.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/text/near_miss.hpp"

namespace pawl::guards::config_catalogue_test {

TEST_CASE("every catalogue names only shapes and sections that there are") {
  constexpr std::string_view kShapes[] = {"bool",   "boolish", "int",   "number",
                                          "string", "list",    "table", "any"};
  std::size_t files = 0;
  for (const std::string_view path : assets_below("config-keys/")) {
    if (!path.ends_with(".keys")) continue;
    ++files;
    CAPTURE(path);
    const Catalogue catalogue = Catalogue::parse(*asset(path));
    CHECK_FALSE(catalogue.sections().empty());
    for (const CatalogueSection& section : catalogue.sections()) {
      CAPTURE(section.name);
      std::set<std::string_view> slips;
      for (const CatalogueSlip& slip : section.slips) CHECK(slips.insert(slip.key).second);
      for (const CatalogueKey& key : section.keys) {
        CAPTURE(key.name);
        CHECK_FALSE(key.shapes.empty());
        for (std::string_view shape : key.shapes) {
          CAPTURE(shape);
          if (shape.starts_with("[@")) shape = shape.substr(1, shape.size() - 2);
          const bool word = contains("=~*", shape.substr(0, 1)) && shape.size() > 1;
          const bool named = shape.front() == '@' && catalogue.section(shape.substr(1)) != nullptr;
          const bool plain =
              std::find(std::begin(kShapes), std::end(kShapes), shape) != std::end(kShapes);
          CHECK((word || named || plain));
        }
      }
    }
  }
  CHECK(files > 10);
}

TEST_CASE("a section's own keys come before those it takes over") {
  const Catalogue catalogue =
      Catalogue::parse("[a] near\nx list\n+ b\n[b] closed\nx string\ny int\n");
  const CatalogueSection* section = catalogue.section("a");
  REQUIRE(section != nullptr);
  REQUIRE(section->find("x") != nullptr);
  CHECK(section->find("x")->shapes.front() == "list");
  CHECK(section->find("y") != nullptr);
  CHECK(section->find("z") == nullptr);
}

TEST_CASE("near misses") {
  struct Row {
    std::string_view word;
    std::string_view known;
    bool near;
  };
  const Row rows[] = {
      {"line_length", "line-length", true},
      {"linelength", "line-length", true},
      {"addopt", "addopts", true},
      {"testpahts", "testpaths", true},
      {"max-line-lenght", "max-line-length", true},
      {"Markers", "markers", true},
      {"timeout", "timeout_method", false},
      {"env", "envs", false},
      {"asyncio_mode", "anyio_mode", false},
      {"log_level", "log_file", false},
      {"select", "detect", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.word);
    CHECK(near_miss(row.word, row.known) == row.near);
  }
}

TEST_CASE("lines of keys") {
  const std::string_view toml = "[tool.a]\nx = 1\n[[tool.b.c]]\n\"y.z\" = 2\nd.e = 3\n";
  const auto line = [&](std::vector<std::string> path) {
    return line_of_key(ConfigForm::toml, toml, path);
  };
  CHECK(line({"tool", "a", "x"}) == 2);
  CHECK(line({"tool", "b", "c", "y.z"}) == 4);
  CHECK(line({"tool", "b", "c", "d", "e"}) == 5);
  CHECK(line({"tool", "a", "gone"}) == 1);
  CHECK(line({"else"}) == 0);
  const std::string ini[] = {"b", "k"};
  CHECK(line_of_key(ConfigForm::ini, "[a]\nk = 1\n[b]\nk = 2\n", ini) == 4);
  const std::string yaml[] = {"a", "b", "c"};
  CHECK(line_of_key(ConfigForm::yaml, "b: 1\na:\n  - b: {c: 2}\n    c: 3\n", yaml) == 4);
  const std::string broken[] = {"x"};
  CHECK(line_of_key(ConfigForm::ini, "[\n]\n[x", broken) >= 0);
}

}  // namespace pawl::guards::config_catalogue_test
