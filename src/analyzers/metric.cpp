#include "analyzers/metric.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/fixed_words.hpp"

namespace pawl::analyzers {
namespace {

constexpr double kPass = 0.75;
constexpr double kWarn = 0.4;
constexpr auto kStatusNames = fixed_words("pass", "warn", "fail", "unknown");

double rounded(double value) { return std::isfinite(value) ? std::round(value * 1000) / 1000 : 0; }

Json to_json(const Evidence& evidence) {
  return Json::object({{"path", evidence.path},
                       {"line", evidence.line},
                       {"column", evidence.column},
                       {"code", evidence.code},
                       {"message", evidence.message},
                       {"tool", evidence.tool}});
}

Json to_json(const Metric& metric) {
  Json evidence = Json::array();
  for (const Evidence& item : metric.evidence) evidence.push(to_json(item));
  return Json::object({{"name", metric.name},
                       {"display_name", metric.display_name},
                       {"status", to_string(metric.status)},
                       {"score", metric.score},
                       {"weight", metric.weight},
                       {"details", metric.details},
                       {"suggestions", Json::array_of(metric.suggestions)},
                       {"evidence", std::move(evidence)},
                       {"duration_ms", static_cast<std::int64_t>(metric.duration.count())}});
}

std::vector<std::string> strings(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& item : list.items()) {
    if (item.is_string()) texts.emplace_back(item.text());
  }
  return texts;
}

int small_int(const Json& json) {
  return static_cast<int>(std::clamp<std::int64_t>(json.int_or(0), 0, 1'000'000'000));
}

Evidence evidence_from_json(const Json& json) {
  return Evidence{json["path"].string_or(""),    small_int(json["line"]),
                  small_int(json["column"]),     json["code"].string_or(""),
                  json["message"].string_or(""), json["tool"].string_or("")};
}

Result<MetricStatus> status_from(const Json& metric) {
  const std::string_view name = metric["status"].text();
  const auto found = std::find(kStatusNames.begin(), kStatusNames.end(), name);
  if (found == kStatusNames.end()) {
    return pawl::fail(Errc::invalid, "metric `" + metric["name"].string_or("") +
                                         "` has the status `" + std::string(name) +
                                         "`; it must be pass, warn, fail or unknown");
  }
  return static_cast<MetricStatus>(found - kStatusNames.begin());
}

Result<Metric> metric_from_json(const Json& json) {
  if (json["name"].text().empty()) {
    return pawl::fail(Errc::invalid, "a metric of the report has no name; analyse again");
  }
  Metric metric;
  metric.name = json["name"].string_or("");
  metric.display_name = json["display_name"].string_or(metric.name);
  metric.weight = std::max(0.0, json["weight"].number_or(1));
  TRY_ASSIGN(metric.status, status_from(json));
  metric.score = rounded(std::clamp(json["score"].number_or(0), 0.0, 1.0));
  metric.details = json["details"].string_or("");
  metric.suggestions = strings(json["suggestions"]);
  for (const Json& item : json["evidence"].items()) {
    metric.evidence.push_back(evidence_from_json(item));
  }
  metric.duration = Milliseconds(std::max<std::int64_t>(0, json["duration_ms"].int_or(0)));
  return metric;
}

}  // namespace

std::string_view to_string(MetricStatus status) {
  return kStatusNames.at(static_cast<std::size_t>(status));
}

MetricStatus status_of(double score) {
  const double shown = rounded(score);
  if (shown >= kPass) return MetricStatus::pass;
  return shown >= kWarn ? MetricStatus::warn : MetricStatus::fail;
}

void grade(Metric& metric, double score) {
  metric.score = rounded(std::clamp(score, 0.0, 1.0));
  metric.status = status_of(metric.score);
}

void cannot_tell(Metric& metric, std::string why) {
  metric.score = 0;
  metric.status = MetricStatus::unknown;
  metric.details = std::move(why);
}

double Report::overall() const {
  double sum = 0;
  double weights = 0;
  for (const Metric& metric : metrics) {
    if (metric.status == MetricStatus::unknown) continue;
    sum += metric.score * metric.weight;
    weights += metric.weight;
  }
  return weights > 0 ? rounded(sum / weights) : 0;
}

const Metric* Report::find(std::string_view name) const {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& metric) { return metric.name == name; });
  return found == metrics.end() ? nullptr : &*found;
}

Json to_json(const Report& report) {
  Json metrics = Json::array();
  for (const Metric& metric : report.metrics) metrics.push(to_json(metric));
  return Json::object({{"target", report.target},
                       {"commit", report.commit},
                       {"languages", Json::array_of(report.languages)},
                       {"overall", report.overall()},
                       {"metrics", std::move(metrics)},
                       {"analyzed_at", report.analyzed_at}});
}

Result<Report> report_from_json(const Json& json) {
  if (!json.is_object() || !json["metrics"].is_array()) {
    return pawl::fail(Errc::invalid, "not a metric report: it has no list `metrics`");
  }
  Report report;
  report.target = json["target"].string_or("");
  report.commit = json["commit"].string_or("");
  report.languages = strings(json["languages"]);
  report.analyzed_at = json["analyzed_at"].string_or("");
  for (const Json& item : json["metrics"].items()) {
    TRY_ASSIGN(Metric metric, metric_from_json(item));
    report.metrics.push_back(std::move(metric));
  }
  return report;
}

}  // namespace pawl::analyzers
