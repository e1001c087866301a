// Every guard has its page and its cases, and every case comes out as it says.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/text/text.hpp"
#include "guards/golden_case.hpp"
#include "guards/page.hpp"

namespace pawl::guards::golden_test {
namespace {

// What never gets into a change: whoever reads it refuses it.
constexpr auto kFoundBefore = std::to_array<std::string_view>(
    {"write-gate/odd-mode", "write-gate/broken-tree", "write-gate/unjudged"});

std::filesystem::path folder_of(const Guard& guard) {
  return std::filesystem::path(PAWL_SOURCE_DIR) / "tests/golden/guards" / guard.id;
}

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> cases_of(const Guard& guard) {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(folder_of(guard))) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of(guard))) {
    if (entry.path().extension() == ".case") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string shown(const std::vector<std::string>& lines) { return join(lines, "\n"); }

// What the cases of one guard have shown.
struct Shown {
  std::set<Ruling> rulings;
  std::set<std::string> rules;
};

void run_case(const Guard& guard, const std::filesystem::path& path, Shown& seen) {
  const auto golden = parse_case(path.stem().string(), slurp(path));
  REQUIRE_MESSAGE(golden.ok(), path.string() << ": " << golden.error().to_line());
  const Verdict verdict = guard.check(golden->change, golden->context);
  CAPTURE(path.string());
  std::string messages;
  for (const Finding& finding : verdict.findings) messages += finding.message + "\n";
  CAPTURE(messages);
  CAPTURE(verdict.reason);
  CHECK(to_string(verdict.ruling) == to_string(golden->expect));
  CHECK(shown(lines_of(verdict, Standing::refuses)) == shown(golden->rules));
  CHECK(shown(lines_of(verdict, Standing::pre_existing)) == shown(golden->notes));
  seen.rulings.insert(verdict.ruling);
  const std::vector<RuleRow> rows = rules_of(guard);
  for (const Finding& finding : verdict.findings) {
    seen.rules.insert(finding.rule);
    CHECK_FALSE(finding.message.empty());
    CHECK_FALSE(finding.feedback.empty());
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const RuleRow& item) { return item.rule == finding.rule; });
    CHECK_MESSAGE(row != rows.end(), "the page does not name the rule " << finding.rule);
    if (row != rows.end()) CHECK(to_string(row->kind) == to_string(finding.kind));
  }
}

}  // namespace

TEST_CASE("golden cases") {
  for (const Guard& guard : all()) {
    Shown seen;
    for (const std::filesystem::path& path : cases_of(guard)) run_case(guard, path, seen);
    CAPTURE(guard.id);
    CHECK_MESSAGE(seen.rulings.contains(Ruling::pass), "no case passes");
    CHECK_MESSAGE(seen.rulings.contains(Ruling::refuse), "no case is refused");
    CHECK_MESSAGE(seen.rulings.contains(Ruling::not_applicable), "no case is not applicable");
    for (const RuleRow& row : rules_of(guard)) {
      if (std::ranges::find(kFoundBefore, row.rule) != kFoundBefore.end()) continue;
      CHECK_MESSAGE(seen.rules.contains(row.rule), "no case shows the rule " << row.rule);
    }
  }
}

TEST_CASE("every guard has a page that says what it is, what happened once, and its rules") {
  for (const Guard& guard : all()) {
    CAPTURE(guard.id);
    const auto page = page_of(guard);
    REQUIRE(page.has_value());
    const std::string title = "# " + std::string(guard.id) +
                              (guard.code.empty() ? "" : " (" + std::string(guard.code) + ")");
    CHECK(split_lines(*page).front() == title);
    CHECK(contains(*page, "\n## Incident\n"));
    CHECK_FALSE(rules_of(guard).empty());
  }
}

TEST_CASE("no folder of cases without its guard") {
  const auto root = std::filesystem::path(PAWL_SOURCE_DIR) / "tests/golden/guards";
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    CAPTURE(entry.path().string());
    const Guard* guard = find(entry.path().filename().string());
    REQUIRE(guard != nullptr);
    CHECK(guard->id == entry.path().filename().string());
  }
}

}  // namespace pawl::guards::golden_test
