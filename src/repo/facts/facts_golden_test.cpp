// Facts of real packages, each reviewed by hand (tests/golden/facts/README.md).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "os/files/files.hpp"
#include "repo/facts/fact_rows.hpp"
#include "repo/facts/facts_json.hpp"
#include "repo/facts/golden_tree.hpp"

namespace pawl::repo::facts_golden_test {
namespace {

const std::string kFolder = std::string(PAWL_SOURCE_DIR) + "/tests/golden/facts/";

// Set by people who add or accept cases, never by a test run.
std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string table_of(const Facts& facts) {
  std::string text;
  for (const FactRow& row : rows_of(facts)) {
    text += std::string(row.fact) + " | " + printable(row.value, 200) + " | " +
            printable(row.place, 200) + "\n";
  }
  return text;
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("facts of real packages") {
  const bool accept = setting("PAWL_FACTS_ACCEPT") == "yes";
  CHECK(cases().size() >= 20);
  for (const std::string& name : cases()) {
    CAPTURE(name);
    const GoldenTree tree = parse_golden_tree(read(kFolder + name + "/tree.txt"));
    CHECK(tree.origin.size() > 10);
    CHECK(to_text(tree) == read(kFolder + name + "/tree.txt"));
    const Facts facts = gather_facts(*view_of(tree));
    const std::string found = table_of(facts);
    if (accept) write(kFolder + name + "/facts.txt", found);
    CHECK(found == read(kFolder + name + "/facts.txt"));
    const auto kept = facts_of_record(record_of(facts));
    REQUIRE(kept.has_value());
    CHECK(record_of(*kept) == record_of(facts));
  }
}

TEST_CASE("a new case from a checkout") {
  const std::string name = setting("PAWL_FACTS_CASE");
  if (name.empty()) return;
  git::Lab lab;
  const auto view = checkout_view(lab.git(), setting("PAWL_FACTS_CHECKOUT"));
  REQUIRE(view.ok());
  const GoldenTree tree = record(**view, setting("PAWL_FACTS_ORIGIN") + "\n");
  const std::string text = to_text(tree);
  const GoldenTree again = parse_golden_tree(text);
  // What was cut says nothing that the whole files do not say.
  REQUIRE(table_of(gather_facts(*view_of(again))) == table_of(gather_facts(**view)));
  write(kFolder + name + "/tree.txt", text);
  write(kFolder + name + "/facts.txt", table_of(gather_facts(**view)));
}

}  // namespace
}  // namespace pawl::repo::facts_golden_test
