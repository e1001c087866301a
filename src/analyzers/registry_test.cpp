#include "analyzers/registry.hpp"

#include <doctest/doctest.h>

#include <set>

#include "analyzers/test_repo.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers::registry_test {
namespace {

std::string digest(const std::vector<Metric>& metrics) {
  Report report{.metrics = metrics};
  for (Metric& metric : report.metrics) metric.duration = Milliseconds(0);
  return to_json(report).dump();
}

Tree many_files() {
  Tree files;
  for (int i = 0; i < 700; ++i) {
    const std::string n = std::to_string(i);
    files["src/m" + n + ".py"] = "def f" + n + "(x):\n    return x\n";
    files["conf/c" + n + ".yaml"] = "api_key: " + hash_hex(n) + "a" + hash_hex(n + "b") + "\n";
  }
  return files;
}

}  // namespace

TEST_CASE("the table of analyzers is as published") {
  struct Row {
    const char* name;
    double weight;
  };
  const Row rows[] = {{"build", 5.0}, {"test_results", 4.0}, {"readme", 1.2},       {"ci", 1.5},
                      {"tests", 1.4}, {"security", 1.6},     {"code_quality", 1.1}, {"deps", 1.0},
                      {"docs", 0.9},  {"license", 0.8},      {"structure", 1.0}};
  REQUIRE(all().size() == std::size(rows));
  double sum = 0;
  for (std::size_t i = 0; i < all().size(); ++i) {
    CHECK(all()[i].name == rows[i].name);
    CHECK(all()[i].weight == doctest::Approx(rows[i].weight));
    CHECK(!all()[i].display_name.empty());
    sum += all()[i].weight;
  }
  CHECK(sum == doctest::Approx(19.5));
}

TEST_CASE("a well-kept repository passes every metric in any language") {
  struct Row {
    std::string name;
    Tree files;
  };
  const Row rows[] = {{"Python", well_kept_python()}, {"Go", well_kept_go()},
                      {"Rust", well_kept_rust()},     {"TypeScript", well_kept_typescript()},
                      {"C++", well_kept_cpp()},       {"JavaScript", well_kept_javascript()},
                      {"C", well_kept_c()},           {"Java", well_kept_java()},
                      {"Ruby", well_kept_ruby()}};
  for (const Row& row : rows) {
    const auto view = repo::memory_view(row.files);
    const repo::Facts facts = repo::gather_facts(*view);
    repo::CheckResults checks;
    checks.ran = true;
    checks.builds = {
        {.stack = row.name, .command = "build", .outcome = repo::CheckOutcome::passed}};
    checks.tests = {{.stack = row.name, .command = "test", .outcome = repo::CheckOutcome::passed}};
    for (const Metric& metric : analyze({*view, facts, checks}, 2, {})) {
      CAPTURE(row.name);
      CAPTURE(metric.name);
      CAPTURE(metric.score);
      CAPTURE(metric.details);
      CAPTURE(join(metric.suggestions, " "));
      CHECK(metric.status == MetricStatus::pass);
      CHECK(!contains(metric.details, "\n"));
    }
  }
}

TEST_CASE("an empty repository is not rewarded") {
  const std::vector<Metric> metrics = measure_all({});
  REQUIRE(metrics.size() == all().size());
  for (const Metric& metric : metrics) {
    CAPTURE(metric.name);
    CHECK(metric.status == MetricStatus::unknown);
    CHECK(metric.score == 0);
    CHECK(metric.suggestions.empty());
    CHECK(!metric.details.empty());
  }
  CHECK(Report{.metrics = metrics}.overall() == 0);
}

TEST_CASE("a bare repository of an unknown language is far from half good") {
  const std::vector<Metric> metrics = measure_all({{"main.zzz", "nothing\n"}});
  CHECK(Report{.metrics = metrics}.overall() < 0.4);
}

TEST_CASE("the report does not depend on the number of threads") {
  const auto view = repo::memory_view(many_files());
  const repo::Facts facts = repo::gather_facts(*view);
  const repo::CheckResults checks;
  const std::string one = digest(analyze({*view, facts, checks}, 1, {}));
  for (const unsigned threads : {0U, 2U, 3U, 8U}) {
    CHECK(digest(analyze({*view, facts, checks}, threads, {})) == one);
  }
}

TEST_CASE("progress tells the start and the end of each analyzer") {
  const auto view = repo::memory_view({{"a.go", "package a\n"}});
  const repo::Facts facts;
  const repo::CheckResults checks;
  std::multiset<std::string> starts;
  std::multiset<std::string> ends;
  std::size_t done = 0;
  analyze({*view, facts, checks}, 3, [&](const Progress& progress) {
    CHECK(progress.total == 11);
    CHECK(progress.done >= done);
    done = progress.done;
    (progress.metric == nullptr ? starts : ends).insert(std::string(progress.display_name));
  });
  CHECK(done == 11);
  CHECK(starts.size() == 11);
  CHECK(starts == ends);
}

TEST_CASE("a cancelled analysis leaves every metric unknown") {
  const auto view = repo::memory_view(well_kept_go());
  const repo::Facts facts;
  const repo::CheckResults checks;
  os::Cancel cancel;
  cancel.request();
  for (const Metric& metric : analyze({*view, facts, checks, &cancel}, 2, {})) {
    CHECK(metric.status == MetricStatus::unknown);
    CHECK(contains(metric.details, "interrupted"));
  }
}

}  // namespace pawl::analyzers::registry_test
