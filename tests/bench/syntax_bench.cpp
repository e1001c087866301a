#include <algorithm>

#include <benchmark/benchmark.h>

#include "syntax/definitions.hpp"

namespace {

// 2,200 lines of Python: classes with documented methods.
std::string python() {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    text += "class Thing" + n + ":\n    \"\"\"A thing.\"\"\"\n\n";
    for (int j = 0; j < 3; ++j) {
      text += "    def method_" + std::to_string(j) +
              "(self, value):\n"
              "        if value > " +
              n +
              " and self.ready:\n"
              "            return [each for each in value if each]\n"
              "        return {\"key\": value, 'other': \"text\"}\n\n";
    }
    text += "\ndef function_" + n + "(a, b=1):\n    return a + b\n\n";
  }
  return text;
}

void definitions(benchmark::State& state) {
  const std::string text = python();
  for (auto _ : state) {
    benchmark::DoNotOptimize(pawl::syntax::definitions(pawl::syntax::Language::python, text));
  }
  state.SetLabel("< 2000 µs (" + std::to_string(std::count(text.begin(), text.end(), '\n')) +
                 " lines)");
}

void count_lines(benchmark::State& state) {
  const std::string text = python();
  for (auto _ : state) benchmark::DoNotOptimize(std::count(text.begin(), text.end(), '\n'));
  state.SetLabel("count its lines");
}

const auto kRegistered = [] {
  benchmark::RegisterBenchmark("parse and definitions of Python", definitions);
  benchmark::RegisterBenchmark("parse and definitions of Python/floor", count_lines);
  return 0;
}();

}  // namespace
