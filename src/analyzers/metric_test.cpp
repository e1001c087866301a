#include "analyzers/metric.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace pawl::analyzers::metric_test {

TEST_CASE("the status comes from the rounded score") {
  struct Row {
    double score;
    MetricStatus want;
    double shown;
  };
  const Row rows[] = {
      {1.7, MetricStatus::pass, 1.0},
      {0.75, MetricStatus::pass, 0.75},
      {0.7496, MetricStatus::pass, 0.75},
      {0.7494, MetricStatus::warn, 0.749},
      {0.4, MetricStatus::warn, 0.4},
      {0.3996, MetricStatus::warn, 0.4},
      {0.3994, MetricStatus::fail, 0.399},
      {-1, MetricStatus::fail, 0},
      {std::numeric_limits<double>::quiet_NaN(), MetricStatus::fail, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.score);
    Metric metric;
    grade(metric, row.score);
    CHECK(metric.status == row.want);
    CHECK(metric.score == doctest::Approx(row.shown));
    CHECK(status_of(metric.score) == metric.status);
  }
}

TEST_CASE("the overall score leaves out what is unknown") {
  Report report;
  CHECK(report.overall() == 0);
  Metric known{.name = "readme", .weight = 1};
  grade(known, 0.5);
  Metric heavy{.name = "build", .weight = 5};
  cannot_tell(heavy, "The checks were not run.");
  report.metrics = {heavy};
  CHECK(report.overall() == 0);
  report.metrics = {heavy, known};
  CHECK(report.overall() == doctest::Approx(0.5));
  grade(report.metrics[0], 1);
  CHECK(report.overall() == doctest::Approx(0.917));
}

TEST_CASE("a report survives its JSON form") {
  Report report{.target = "o/n", .commit = "abc", .languages = {"Go", "C"}, .analyzed_at = "now"};
  Metric metric{.name = "ci", .display_name = "CI/CD Pipeline", .weight = 1.5};
  grade(metric, 0.6);
  metric.details = "one workflow";
  metric.suggestions = {"Run the tests."};
  metric.evidence = {{".github/workflows/ci.yml", 3, 2, "no-tests", "no test step", "pawl"}};
  metric.duration = Milliseconds(12);
  report.metrics = {metric};
  const Json json = to_json(report);
  const Result<Report> back = report_from_json(json);
  REQUIRE(back);
  CHECK(to_json(*back) == json);
  CHECK(back->find("ci")->evidence == metric.evidence);
  CHECK(back->find("nothing") == nullptr);
}

TEST_CASE("a broken report is refused with its reason") {
  const char* texts[] = {"[]", "{}", R"({"metrics":[{}]})",
                         R"({"metrics":[{"name":"ci","status":"green"}]})"};
  for (const char* text : texts) {
    CAPTURE(text);
    const Result<Report> report = report_from_json(*Json::parse(text));
    REQUIRE(!report);
    CHECK(report.error().code == Errc::invalid);
    CHECK(!report.error().message.empty());
  }
}

}  // namespace pawl::analyzers::metric_test
