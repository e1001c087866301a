#include <benchmark/benchmark.h>

#include "llm/answers/json_answer.hpp"

namespace {

using pawl::Json;

// An answer of about 14 kB: one document with code, quotes and fences in its strings.
Json document() {
  Json edits = Json::array();
  for (int i = 0; i < 14; ++i) {
    std::string text;
    for (int line = 0; line < 18; ++line) {
      text += "  const value" + std::to_string(line) + " = \"quoted\"; // `tick` {brace}\n";
    }
    edits.push(Json::object({{"kind", "write"},
                             {"path", "src/file" + std::to_string(i) + ".js"},
                             {"content", "```js\n" + text + "```\n"}}));
  }
  return Json::object({{"commit_message", "feat: Something"}, {"edits", edits}});
}

// As models send it: prose, a fence, a trailing comma.
std::string answer() {
  std::string text = document().pretty();
  const auto end = text.rfind(']');
  text.insert(end, ",");
  return "Here is the change:\n\n```json\n" + text + "```\n";
}

void extract(benchmark::State& state) {
  const std::string text = answer();
  for (auto _ : state) {
    auto extracted = pawl::llm::extract_json(text, false);
    if (!extracted) state.SkipWithError("nothing found");
    benchmark::DoNotOptimize(extracted);
  }
  state.SetLabel("< 100 µs");
}

void parse(benchmark::State& state) {
  const std::string text = document().dump();
  for (auto _ : state) benchmark::DoNotOptimize(Json::parse(text));
  state.SetLabel("parse of the clean JSON");
}

const auto kRegistered = [] {
  benchmark::RegisterBenchmark("extract and mend 14 kB of JSON", extract);
  benchmark::RegisterBenchmark("extract and mend 14 kB of JSON/floor", parse);
  return 0;
}();

}  // namespace
