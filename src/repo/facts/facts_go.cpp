// What a go.mod says.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

bool is_main_package(const RepoView& view, std::string_view path) {
  const auto text = view.text(path);
  return text && (text->starts_with("package main") || contains(*text, "\npackage main"));
}

// main.go at the root and below cmd/.
void add_programs(const Source& source, const std::string& module, Facts& facts) {
  if (source.has("main.go") && is_main_package(source.view, source.beside("main.go"))) {
    add(facts.entry_points, {source.beside("main.go"), source.beside("main.go"), 0});
    add(facts.run_commands, {"go run .", source.beside("main.go"), 0});
    add(facts.install_commands, source.at("go install " + module + "@latest", 1));
  }
  const std::string prefix = source.beside("cmd/");
  for (const Entry& entry : source.view.files()) {
    const std::string& path = entry.path.text();
    const bool program =
        path.starts_with(prefix) && path.ends_with("/main.go") &&
        std::count(path.begin() + static_cast<std::ptrdiff_t>(prefix.size()), path.end(), '/') == 1;
    if (!program || !is_main_package(source.view, path)) continue;
    const std::string name = path.substr(prefix.size(), path.size() - prefix.size() - 8);
    add(facts.entry_points, {path, path, 0});
    add(facts.run_commands, {"go run ./cmd/" + name, path, 0});
    add(facts.install_commands, source.at("go install " + module + "/cmd/" + name + "@latest", 1));
  }
}

}  // namespace

void go_facts(const Source& source, Facts& facts) {
  const std::string module = source.manifest.data["module"].string_or("");
  if (module.empty()) return;
  const int line = line_with(source.text, "module " + module);
  const auto slash = module.rfind('/');
  say(facts.name, source.at(slash == std::string::npos ? module : module.substr(slash + 1), line));
  const bool hosted = module.starts_with("github.com/") || module.starts_with("gitlab.com/");
  if (hosted) say(facts.repository_url, source.at("https://" + module, line));
  // A module path with a host name in front is an address go can fetch.
  if (contains(module.substr(0, module.find('/')), ".")) {
    add_programs(source, module, facts);
    if (facts.install_commands.empty()) {
      add(facts.install_commands, source.at("go get " + module, line));
    }
  }
  add(facts.build_commands, source.at("go build ./...", line));
  const auto files = source.view.files();
  const auto test = std::find_if(files.begin(), files.end(), [](const Entry& entry) {
    return entry.path.text().ends_with("_test.go") && !is_vendored(entry.path);
  });
  if (test != files.end()) add(facts.test_commands, {"go test ./...", test->path.text(), 0});
  for (const char* name : {".golangci.yml", ".golangci.yaml", ".golangci.toml"}) {
    if (source.has(name)) add(facts.lint_commands, {"golangci-lint run", source.beside(name), 0});
  }
}

}  // namespace pawl::repo
