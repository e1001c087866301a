// Metrics: what the eleven analyzers say about a repository.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/time.hpp"

namespace pawl::analyzers {

enum class MetricStatus : std::uint8_t { pass, warn, fail, unknown };
std::string_view to_string(MetricStatus status);

struct Evidence {
  std::string path;
  int line = 0;
  int column = 0;
  std::string code;
  std::string message;  // never holds a secret's value
  std::string tool;
  bool operator==(const Evidence&) const = default;
};

struct Metric {
  std::string name;          // build, test_results, readme …
  std::string display_name;  // Build Integrity …
  double weight = 1.0;
  MetricStatus status = MetricStatus::unknown;
  double score = 0;     // earned / applicable, rounded to 3 decimals; 0 when unknown
  std::string details;  // one line
  std::vector<std::string> suggestions;
  std::vector<Evidence> evidence;
  Milliseconds duration{0};
};

// Points earned of those that apply to this repository: a part that does not apply (no Python, no
// exported symbol) is not counted on either side, so every kind of repository can reach 1.0.
class Points {
 public:
  void add(double earned, double applicable) {
    earned_ += earned;
    applicable_ += applicable;
  }
  bool none() const { return applicable_ <= 0; }
  double score() const { return none() ? 0 : earned_ / applicable_; }

 private:
  double earned_ = 0;
  double applicable_ = 0;
};

// From the rounded score: ≥ 0.75 pass, ≥ 0.4 warn, else fail.
MetricStatus status_of(double score);
void grade(Metric& metric, double score);           // rounds, sets score and status
void cannot_tell(Metric& metric, std::string why);  // unknown, with the reason as details

struct Report {
  std::string target;
  std::string commit;
  std::vector<std::string> languages;
  std::vector<Metric> metrics;  // in the order of the registry
  std::string analyzed_at;      // ISO 8601

  // Weighted mean of the metrics that are known; 0 when none is. Three decimals.
  double overall() const;
  const Metric* find(std::string_view name) const;
};

Json to_json(const Report& report);
Result<Report> report_from_json(const Json& json);

}  // namespace pawl::analyzers
