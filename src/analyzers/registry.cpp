#include "analyzers/registry.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>

#include "analyzers/rows.hpp"
#include "os/parallel.hpp"

namespace pawl::analyzers {
namespace {

// The names are stored in reports and read by plans: they never change.
constexpr std::array<Analyzer, 11> kAnalyzers = {{
    {"build", "Build Integrity", 5.0, measure_build},
    {"test_results", "Test Results", 4.0, measure_test_results},
    {"readme", "README Quality", 1.2, measure_readme},
    {"ci", "CI/CD Pipeline", 1.5, measure_ci},
    {"tests", "Test Suite", 1.4, measure_tests},
    {"security", "Security", 1.6, measure_security},
    {"code_quality", "Code Quality", 1.1, measure_code_quality},
    {"deps", "Dependencies", 1.0, measure_deps},
    {"docs", "Documentation", 0.9, measure_docs},
    {"license", "License", 0.8, measure_license},
    {"structure", "Project Structure", 1.0, measure_structure},
}};

bool cancelled(const Input& input) { return input.cancel != nullptr && input.cancel->requested(); }

Metric blank(const Analyzer& analyzer) {
  Metric metric;
  metric.name = analyzer.name;
  metric.display_name = analyzer.display_name;
  metric.weight = analyzer.weight;
  return metric;
}

Metric measure(const Analyzer& analyzer, const Input& input) {
  Metric metric = blank(analyzer);
  const auto start = std::chrono::steady_clock::now();
  if (cancelled(input)) {
    cannot_tell(metric, "The analysis was interrupted.");
  } else if (input.view.files().empty()) {
    cannot_tell(metric, "The repository has no files.");
  } else {
    analyzer.analyze(input, metric);
    if (const Status trouble = input.view.trouble(); !trouble) {
      metric = blank(analyzer);
      cannot_tell(metric, "Not all files could be read: " + trouble.error().to_line());
    }
  }
  metric.duration =
      std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
  return metric;
}

// Reports to the listener, one thing at a time.
class Reporter {
 public:
  explicit Reporter(const std::function<void(const Progress&)>& progress) : progress_(progress) {}

  void starts(const Analyzer& analyzer) {
    const std::lock_guard lock(mutex_);
    report({analyzer.display_name, done_, kAnalyzers.size(), nullptr});
  }
  void ends(const Metric& metric) {
    const std::lock_guard lock(mutex_);
    ++done_;
    report({metric.display_name, done_, kAnalyzers.size(), &metric});
  }

 private:
  void report(const Progress& progress) {
    if (progress_) progress_(progress);
  }

  const std::function<void(const Progress&)>& progress_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

// A collection of documents with a few scripts that serve them, and nothing that is built.
bool holds_documents(const Input& input, const Survey& survey) {
  constexpr std::size_t kScriptsMax = 10;
  if (!input.facts.manifests.empty() || survey.product_files > kScriptsMax) return false;
  const auto files = input.view.files();
  const auto documents = std::count_if(files.begin(), files.end(), [](const repo::Entry& entry) {
    return repo::is_document(entry.path) && entry.path.extension() != ".txt";
  });
  return static_cast<std::size_t>(documents) > 2 * survey.product_files + 1;
}

}  // namespace

void no_code(const Input& input, Metric& metric) {
  const std::string language = input.facts.main_language();
  if (language.empty()) return cannot_tell(metric, "There is no code.");
  cannot_tell(metric, input.survey->code_files > 0
                          ? "There is no code but what serves other files."
                          : "There is no way to measure " + language + " yet.");
}

std::span<const Analyzer> all() { return kAnalyzers; }

std::vector<Metric> analyze(const Input& input, unsigned threads,
                            const std::function<void(const Progress&)>& progress) {
  Survey found = survey(input.view, threads, input.cancel);
  if (holds_documents(input, found)) {
    found.families.clear();
    found.product_files = 0;
  }
  Input complete = input;
  complete.survey = &found;
  std::vector<Metric> metrics(kAnalyzers.size());
  Reporter reporter(progress);
  os::run_parallel(kAnalyzers.size(), threads, 1, [&](std::size_t i, unsigned) {
    reporter.starts(kAnalyzers[i]);
    metrics[i] = measure(kAnalyzers[i], complete);
    reporter.ends(metrics[i]);
  });
  return metrics;
}

}  // namespace pawl::analyzers
