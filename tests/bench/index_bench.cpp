#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include "index/database.hpp"
#include "index/index.hpp"
#include "temp_folder.hpp"

namespace {

using pawl::index::ChangedFile;
using pawl::index::CodeIndex;
using pawl::index::IndexDatabase;
using pawl::index::ReadFile;
using pawl::index::Tree;
using pawl::index::TreeFile;

constexpr int kFiles = 10'000;
constexpr int kManyFiles = 100'000;
const std::string kKey = "repository";

// Some 80 lines of Python a file, no two alike; each imports and calls two others.
std::string source(int n, int files) {
  const std::string own = std::to_string(n);
  std::string text = "import os\n";
  for (const int other : {(n * 7 + 1) % files, (n * 13 + 5) % files}) {
    const std::string name = std::to_string(other);
    text += "from app.p" + std::to_string(other % 100) + ".m" + name + " import run_" + name + "\n";
  }
  text += "\n\ndef run_" + own + "(value, other=None):\n    return value\n";
  for (int i = 0; i < 6; ++i) {
    const std::string k = own + "_" + std::to_string(i);
    text += "\n\nclass Thing" + k + ":\n    \"\"\"A thing.\"\"\"\n\n    def method_" + k +
            "(self, value):\n        if value > " + own +
            " and self.ready:\n            return [each for each in value if each]\n"
            "        return self.compute(value, key=os.path.join(\"a\", str(value)))\n";
    text += "\n    def compute(self, value, key):\n        return run_" + own + "(value)\n";
  }
  return text;
}

struct World {
  std::vector<std::string> texts;
  std::vector<TreeFile> files;
  std::map<std::string, int> by_path;
  ReadFile read;

  explicit World(int count) {
    for (int i = 0; i < count; ++i) {
      texts.push_back(source(i, count));
      files.push_back({"app/p" + std::to_string(i % 100) + "/m" + std::to_string(i) + ".py",
                       std::to_string(1000000 + i)});
      by_path[files.back().path] = i;
    }
    read = [this](const TreeFile& file) -> std::optional<std::string> {
      const auto found = by_path.find(file.path);
      if (found == by_path.end()) return std::nullopt;
      return texts[static_cast<std::size_t>(found->second)];
    };
  }
};

World& world() {
  static World the_world(kFiles);
  return the_world;
}

void build_anew(benchmark::State& state, const World& all, const std::string& limit) {
  std::size_t bytes = 0;
  for (const std::string& text : all.texts) bytes += text.size();
  for (auto _ : state) {
    const TempFolder folder;
    auto database = IndexDatabase::open(folder.path());
    if (!database || !(*database)->build(kKey, "t", all.files, all.read)) {
      state.SkipWithError("no index");
      return;
    }
  }
  state.SetLabel(limit + std::to_string(bytes >> 20U) + " MiB of Python");
}

void cold(benchmark::State& state) { build_anew(state, world(), "< 5 s, "); }
void cold_many(benchmark::State& state) { build_anew(state, World(kManyFiles), ""); }

// What reading all of it costs, and no more.
void count_lines(benchmark::State& state) {
  World& all = world();
  for (auto _ : state) {
    std::size_t lines = 0;
    for (const TreeFile& file : all.files) {
      const std::string text = **all.read(file);
      for (const char c : text) lines += c == '\n' ? 1 : 0;
    }
    benchmark::DoNotOptimize(lines);
  }
  state.SetLabel("count its lines");
}

struct Warm {
  TempFolder folder;
  Warm() {
    auto database = IndexDatabase::open(folder.path());
    (void)(*database)->build(kKey, "t", world().files, world().read).ok();
  }
};

const Warm& warm_folder() {
  static const Warm the_folder;
  return the_folder;
}

// One small commit: a function changes, its callers are asked for, an import is added.
void warm(benchmark::State& state) {
  const Warm& at = warm_folder();
  World& all = world();
  for (auto _ : state) {
    auto database = IndexDatabase::open(at.folder.path());
    auto base = (*database)->tree(kKey, "t", all.read);
    if (!base) {
      state.SkipWithError("no tree");
      return;
    }
    std::string text = all.texts[5000];
    text += "\n\nfrom app.p7.m7 import run_7\n\n\ndef added(x):\n    return run_7(x)\n";
    const CodeIndex index(*std::move(base), {{all.files[5000].path, text}});
    const auto callers = index.head().callers_of(all.files[5000].path, "run_5000");
    for (const auto& import : index.head().imports_of(all.files[5000].path)) {
      benchmark::DoNotOptimize(index.head().resolve(all.files[5000].path, import));
    }
    benchmark::DoNotOptimize(index.head().references_to("added"));
    if (callers.empty()) state.SkipWithError("no callers");
  }
  state.SetLabel("< 5000 µs");
}

void open_only(benchmark::State& state) {
  const std::string path = warm_folder().folder.path() + "/index.db";
  for (auto _ : state) {
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    sqlite3_exec(database, "SELECT tree FROM repositories", nullptr, nullptr, nullptr);
    sqlite3_close(database);
  }
  state.SetLabel("open SQLite, read a row");
}

const auto kRegistered = [] {
  benchmark::RegisterBenchmark("index 10,000 files", cold)->Iterations(1);
  benchmark::RegisterBenchmark("index 10,000 files/floor", count_lines)->Iterations(3);
  benchmark::RegisterBenchmark("index 100,000 files", cold_many)
      ->Iterations(1)
      ->MeasureProcessCPUTime();
  benchmark::RegisterBenchmark("open the index, judge a commit", warm);
  benchmark::RegisterBenchmark("open the index, judge a commit/floor", open_only);
  return 0;
}();

}  // namespace
