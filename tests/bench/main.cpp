// Runs the measurements and prints each beside its floor: `X/floor` is the floor of `X`.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "temp_folder.hpp"

namespace {

class PairReporter final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) {
        std::fprintf(stderr, "bench: %s: %s\n", run.benchmark_name().c_str(),
                     run.error_message.c_str());
        failed_ = true;
        continue;
      }
      const std::string name = run.run_name.function_name;
      const double micros = run.GetAdjustedRealTime() / 1000.0;
      if (const auto slash = name.rfind("/floor"); slash != std::string::npos) {
        floors_[name.substr(0, slash)] = {micros, run.report_label};
      } else {
        order_.push_back(name);
        figures_[name] = {micros, run.report_label};
      }
    }
  }
  void Finalize() override {
    std::printf("%-34s %12s   %-30s %12s %8s   %s\n", "figure", "µs", "floor", "µs", "ratio",
                "target");
    for (const std::string& name : order_) {
      const Figure& figure = figures_[name];
      const Figure& floor = floors_[name];
      std::printf("%-34s %12.2f   %-30s %12.2f %8.1f   %s\n", name.c_str(), figure.micros,
                  floor.label.c_str(), floor.micros,
                  floor.micros > 0 ? figure.micros / floor.micros : 0.0, figure.label.c_str());
    }
  }
  bool failed() const { return failed_; }

 private:
  struct Figure {
    double micros = 0;
    std::string label;
  };
  std::vector<std::string> order_;
  std::map<std::string, Figure> figures_;
  std::map<std::string, Figure> floors_;
  bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  PairReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return reporter.failed() ? 1 : 0;
}
