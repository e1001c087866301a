// What a repository says of itself, gathered from a commit, and found again in the cache.
#include <map>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "git/git.hpp"
#include "os/files/files.hpp"
#include "repo/facts/facts_cache.hpp"
#include "temp_folder.hpp"

namespace {

using namespace pawl;

std::string file(std::string_view path, std::string_view content, bool executable = false) {
  return std::string("M ") + (executable ? "100755" : "100644") + " inline " + std::string(path) +
         "\ndata " + std::to_string(content.size()) + "\n" + std::string(content) + "\n";
}

std::string package_json(int n) {
  std::string text = "{\n  \"name\": \"p" + std::to_string(n) + "\",\n  \"dependencies\": {\n";
  for (int i = 0; i < 40; ++i) {
    text += "    \"@scope/package-" + std::to_string(i) + "\": \"^" + std::to_string(n) + ".1.0\"";
    text += i < 39 ? ",\n" : "\n";
  }
  return text + "  }\n}\n";
}

std::string cargo_toml(int n) {
  std::string text = "[package]\nname = \"c" + std::to_string(n) + "\"\n\n[dependencies]\n";
  for (int i = 0; i < 30; ++i) {
    text += "crate-" + std::to_string(i) + " = { version = \"1." + std::to_string(n) +
            "\", features = [\"full\"] }\n";
  }
  return text;
}

// A commit of that many files: 60 packages of JavaScript, 20 of Rust, one of Python, 100 scripts,
// and sources in folders of 100.
std::string commit_of(int files) {
  std::string stream =
      "commit refs/heads/main\ncommitter b <b@localhost> 1700000000 +0000\n"
      "data 3\none\n";
  stream += file("package.json", "{\"name\": \"root\", \"workspaces\": [\"packages/*\"]}\n");
  stream += file("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
  stream += file("pyproject.toml", "[project]\nname = \"x\"\ndependencies = [\"flask>=2\"]\n");
  stream += file("LICENSE", "All rights reserved.\n");
  for (int i = 0; i < 60; ++i) {
    stream += file("packages/p" + std::to_string(i) + "/package.json", package_json(i));
  }
  for (int i = 0; i < 20; ++i) {
    stream += file("crates/c" + std::to_string(i) + "/Cargo.toml", cargo_toml(i));
  }
  for (int i = 0; i < 100; ++i) {
    stream +=
        file("bin/tool" + std::to_string(i), "#!/bin/sh\necho " + std::to_string(i) + "\n", true);
  }
  constexpr std::string_view kEndings[] = {".ts", ".rs", ".py", ".md", ".json"};
  for (int i = 184; i < files; ++i) {
    const std::string path = "src/component" + std::to_string(i / 100) + "/module_" +
                             std::to_string(i) + std::string(kEndings[i % 5]);
    stream += file(path, "x = " + std::to_string(i % 1000) + "\n");
  }
  return stream + "\n";
}

struct Repository {
  TempFolder folder;
  std::unique_ptr<os::Processes> processes = os::real_processes();
  std::unique_ptr<os::Files> files = os::real_files();
  git::Git git{*processes, {.identity = {"Bench", "bench@localhost"}, .credentials = {}}};
  std::string origin = folder.path() + "/origin";
  bool made = false;

  explicit Repository(int count) {
    made = files->make_folders(origin).ok() &&
           git.text(origin, {"init", "--quiet", "-b", "main"}).ok() &&
           git.output(
                  {.folder = origin, .args = {"fast-import", "--quiet"}, .input = commit_of(count)})
               .ok();
  }
};

Repository& repository(int count) {
  static std::map<int, std::unique_ptr<Repository>> made;
  auto& one = made[count];
  if (!one) one = std::make_unique<Repository>(count);
  return *one;
}

void gather(benchmark::State& state, int count) {
  Repository& at = repository(count);
  // As in a run: git is there already.
  git::ObjectReader objects(at.git, at.origin);
  for (auto _ : state) {
    const auto facts = repo::facts_of_commit(at.git, objects, at.origin, "main", nullptr);
    if (!facts || facts->dependencies.size() != 3001) state.SkipWithError("other facts");
  }
  state.SetLabel(count > 10'000 ? "< 500000 µs" : "< 50000 µs");
}

void list_tree(benchmark::State& state, int count) {
  Repository& at = repository(count);
  for (auto _ : state) {
    const auto tree = at.git.output(
        {.folder = at.origin, .args = {"ls-tree", "-r", "-z", "--full-tree", "main"}});
    if (!tree) state.SkipWithError("no tree");
  }
  state.SetLabel("git ls-tree -r");
}

void find_again(benchmark::State& state, int count) {
  Repository& at = repository(count);
  repo::FactsCache cache(*at.files, at.folder.path() + "/cache");
  git::ObjectReader objects(at.git, at.origin);
  if (!repo::facts_of_commit(at.git, objects, at.origin, "main", &cache)) {
    return state.SkipWithError("no facts to keep");
  }
  for (auto _ : state) {
    const auto facts = repo::facts_of_commit(at.git, objects, at.origin, "main", &cache);
    if (!facts || facts->dependencies.size() != 3001) state.SkipWithError("other facts");
  }
  state.SetLabel("< 20000 µs");
}

void parse_entry(benchmark::State& state, int count) {
  Repository& at = repository(count);
  const std::string folder = at.folder.path() + "/cache";
  const auto names = at.files->list(folder);
  if (!names || names->empty()) return state.SkipWithError("no entry");
  const std::string content = at.files->read(folder + "/" + names->front()).value_or("");
  const std::string_view body = std::string_view(content).substr(content.find('\n') + 1);
  for (auto _ : state) benchmark::DoNotOptimize(Json::parse(body));
  state.SetLabel("parse of its " + std::to_string(body.size() >> 10U) + " KiB of JSON");
}

const auto kRegistered = [] {
  for (const int count : {10'000, 100'000}) {
    const std::string files = count == 10'000 ? "10,000 files" : "100,000 files";
    const auto add = [&](const std::string& name, void (*run)(benchmark::State&, int)) {
      benchmark::RegisterBenchmark(name.c_str(),
                                   [run, count](benchmark::State& state) { run(state, count); })

          ->UseRealTime();
    };
    add("facts of " + files, gather);
    add("facts of " + files + "/floor", list_tree);
    add("facts of " + files + ", cached", find_again);
    add("facts of " + files + ", cached/floor", parse_entry);
  }
  return 0;
}();

}  // namespace
