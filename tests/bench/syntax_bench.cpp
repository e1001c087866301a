// Parsing is tree-sitter's work: its own parse of the same text is the floor.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <benchmark/benchmark.h>
#include <tree_sitter/api.h>

#include "syntax/outline/definitions.hpp"

extern "C" const TSLanguage* tree_sitter_python();

namespace {

// 2,200 lines of Python: classes with documented methods, denser than people write.
std::string made_python() {
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

// A module of Python's own library that has about as many lines, where Python is installed.
std::string real_python() {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib", ignored)) {
    if (!entry.path().filename().string().starts_with("python3.")) continue;
    std::ifstream in(entry.path() / "logging/__init__.py", std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (!text.empty()) return text;
  }
  return {};
}

void definitions(benchmark::State& state, std::string text) {
  text += "# 00000000\n";
  std::uint64_t round = 0;
  for (auto _ : state) {
    // A text the parser has not seen: those of a thread's last questions are remembered.
    const std::string number = std::to_string(10'000'000 + ++round);
    text.replace(text.size() - 9, 8, number);
    benchmark::DoNotOptimize(pawl::syntax::definitions(pawl::syntax::Language::python, text));
  }
  state.SetLabel("< 2000 µs wanted (" + std::to_string(std::count(text.begin(), text.end(), '\n')) +
                 " lines)");
}

void parse_alone(benchmark::State& state, const std::string& text) {
  TSParser* parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_python())) state.SkipWithError("no grammar");
  for (auto _ : state) {
    TSTree* tree = ts_parser_parse_string(parser, nullptr, text.data(),
                                          static_cast<std::uint32_t>(text.size()));
    ts_tree_delete(tree);
  }
  ts_parser_delete(parser);
  state.SetLabel("tree-sitter's parse alone");
}

void add(const std::string& name, const std::string& text) {
  if (text.empty()) return;
  benchmark::RegisterBenchmark(name.c_str(),
                               [text](benchmark::State& state) { definitions(state, text); });
  benchmark::RegisterBenchmark((name + "/floor").c_str(),
                               [text](benchmark::State& state) { parse_alone(state, text); });
}

const auto kRegistered = [] {
  add("parse + definitions, made Python", made_python());
  add("parse + definitions, real Python", real_python());
  return 0;
}();

}  // namespace
