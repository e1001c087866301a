// JavaScript and TypeScript packages: `tsc --noEmit` and `npm test`, when what they need is here.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/npm_scripts.hpp"
#include "repo/checks/own_command.hpp"
#include "repo/facts/fact_sources.hpp"

namespace pawl::repo {
namespace {

// Packages a manifest names and the copy does not hold.
std::vector<std::string> missing_packages(const Workbench& bench) {
  std::vector<std::string> missing;
  const Json& data = package_json(bench);
  for (const char* list : {"dependencies", "devDependencies"}) {
    for (const auto& [name, version] : data[list].members()) {
      if (!bench.has_module(name)) missing.push_back(name);
    }
  }
  return missing;
}

std::string said(const std::vector<std::string>& missing) {
  return "its dependencies are not installed here (" + missing.front() +
         (missing.size() > 1 ? " and " + std::to_string(missing.size() - 1) + " more)" : ")");
}

// Errors that say that types or packages are not there, or that the compiler is another one.
bool is_npm_place(const Diagnostic& error) {
  static constexpr auto kCodes =
      fixed_words("TS2688", "TS7016", "TS2580", "TS2581", "TS2582", "TS2584", "TS2591", "TS2875",
                  "TS5023", "TS5024", "TS6046", "TS6053", "TS18003", "TS2354", "TS2792");
  if (std::find(std::begin(kCodes), std::end(kCodes), error.code) != std::end(kCodes)) return true;
  // What a package says in its own files is for another compiler.
  if (contains("/" + error.path, "/node_modules/")) return true;
  // A relative module that is missing is the code's own fault.
  return error.code == "TS2307" && !contains(error.message, "module '.");
}

bool has_workspaces(const Manifest& manifest) {
  return manifest.kind == ManifestKind::npm && manifest.data.has("workspaces");
}

// `5` of `^5.4.2`; nothing when the range says nothing of the kind.
std::optional<long long> major_of(std::string_view range) {
  const auto start = range.find_first_of("0123456789");
  if (start == std::string_view::npos) return {};
  const std::string_view digits = range.substr(start);
  return parse_int(digits.substr(0, digits.find_first_not_of("0123456789")));
}

void run_compiler(Workbench& bench, CheckRun& run, std::vector<std::string> compiler) {
  compiler.insert(compiler.end(), {"--noEmit", "--pretty", "false"});
  const Ran ran = bench.run({.argv = std::move(compiler)});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  auto found = bench.placed(parse_tsc_errors(ran.out));
  const auto of_place = std::stable_partition(
      found.begin(), found.end(), [](const Diagnostic& one) { return !is_npm_place(one); });
  if (of_place != found.end()) {
    // Whatever misses a type makes further errors that are not the code's.
    return cannot_check(run, "it needs what is not installed here: " + of_place->message);
  }
  fail_with(run, std::move(found), ran.all());
}

// That of npm and Yarn is a program of node, that of pnpm a script that calls one.
void run_local_compiler(Workbench& bench, CheckRun& run, const CopyPath& compiler) {
  const auto node = bench.tool("node");
  if (!node) return cannot_check(run, not_installed("node"));
  bench.allow(node->read_only);
  run_compiler(bench, run,
               {"sh", "-c", R"(if [ -x "$0" ]; then exec "$0" "$@"; else exec node "$0" "$@"; fi)",
                compiler.for_command()});
}

// Runners that take files to run alone, when their script names none of its own.
bool takes_files(std::string_view script) {
  static constexpr auto kScripts = fixed_words("node --test", "jest", "vitest run", "mocha");
  return std::find(std::begin(kScripts), std::end(kScripts), trim(script)) != std::end(kScripts);
}

// What starts the tests: linters among them stay away, and where one runner is all there is, it
// gets the files to run alone.
std::vector<std::string> words_for_tests(const Workbench& bench, const TestScripts& scripts,
                                         std::string_view script) {
  const std::vector<std::string> only = bench.only();
  if (!scripts.without_readers) {
    std::vector<std::string> words{"npm", "test"};
    if (only.empty() || !takes_files(script)) return words;
    words.emplace_back("--");
    words.insert(words.end(), only.begin(), only.end());
    return words;
  }
  std::string line = *scripts.without_readers;
  if (takes_files(line)) {
    for (const std::string& file : only) line += " " + shell_word(file);
  }
  return {"npm", "exec", "-c", line};
}

bool mocha_lists_tests_only(const Workbench& bench) {
  for (const char* name : {".mocharc.json", ".mocharc.jsonc", ".mocharc.yml", ".mocharc.yaml",
                           ".mocharc.js", ".mocharc.cjs"}) {
    if (const auto text = bench.text_beside(name); text && lists_tests_only(*text)) return true;
  }
  return package_json(bench)["mocha"]["dry-run"].bool_or(false);
}

}  // namespace

const Json& package_json(const Workbench& bench) {
  static const Json kNone;
  for (const Manifest& manifest : bench.facts().manifests) {
    const bool here = manifest.path.folder() == std::string_view(bench.folder());
    if (here && manifest.kind == ManifestKind::npm) return manifest.data;
  }
  return kNone;
}

std::string missing_here(const Workbench& bench) {
  const std::vector<std::string> missing = missing_packages(bench);
  return missing.empty() ? std::string() : said(missing);
}

std::vector<std::string> typescript_folders(const Facts& facts, const RepoView& view) {
  if (!facts.has_language("TypeScript")) return {};
  std::vector<std::string> folders;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::npm) continue;
    const std::string folder(manifest.path.folder());
    const std::string settings = folder.empty() ? "tsconfig.json" : folder + "/tsconfig.json";
    if (view.has(settings)) folders.push_back(folder);
  }
  if (folders.empty() && view.has("tsconfig.json")) folders.emplace_back();
  return folders;
}

void build_typescript(Workbench& bench, CheckRun& run) {
  run.command = "tsc --noEmit";
  auto missing = missing_packages(bench);
  const CopyPath local = bench.here("node_modules/.bin/tsc");
  if (bench.has_module(".bin/tsc")) {
    if (!missing.empty()) return cannot_check(run, said(missing));
    return run_local_compiler(bench, run, local);
  }
  std::erase(missing, "typescript");
  if (!missing.empty()) return cannot_check(run, said(missing));
  if (!bench.tool("tsc")) return cannot_check(run, "tsc is not installed");
  const Ran version = bench.run({.argv = {"tsc", "--version"}});
  const auto installed = major_of(version.out);
  const Json& data = package_json(bench);
  const std::string range =
      data["devDependencies"]["typescript"].string_or(data["dependencies"]["typescript"].text());
  if (const auto wanted = major_of(range); wanted && wanted != installed) {
    return cannot_check(run, "it asks for TypeScript " + range + ", installed is " +
                                 std::string(trim(version.out)));
  }
  run_compiler(bench, run, {"tsc"});
}

std::vector<std::string> npm_folders(const Facts& facts, const RepoView&) {
  const bool workspaces =
      std::any_of(facts.manifests.begin(), facts.manifests.end(), [](const Manifest& manifest) {
        return manifest.path.folder().empty() && has_workspaces(manifest);
      });
  std::vector<std::string> folders;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::npm) continue;
    const std::string folder(manifest.path.folder());
    // A workspace's members are the root's business.
    if (folder.empty() || (!workspaces && npm_script(manifest.data, "test"))) {
      folders.push_back(folder);
    }
  }
  return folders;
}

void test_npm(Workbench& bench, CheckRun& run) {
  const Json& package = package_json(bench);
  run.command = "npm test";
  const auto script = npm_script(package, "test");
  if (!script) return no_tests(run, "package.json has no test script");
  const TestScripts scripts = test_scripts(package);
  if (scripts.without_readers == "") return no_tests(run, "its test script runs no tests");
  if (std::string missing = missing_here(bench); !missing.empty()) {
    return cannot_check(run, std::move(missing));
  }
  run.command = scripts.without_readers.value_or(run.command);
  Step step{.argv = words_for_tests(bench, scripts, *script),
            .environment = {{"npm_config_cache", bench.cache("npm").for_command()},
                            {"npm_config_offline", "true"},
                            {"npm_config_update_notifier", "false"},
                            {"npm_config_fund", "false"},
                            {"npm_config_audit", "false"}},
            .one_stream = true};
  for (auto& entry : node_environment(bench)) step.environment.push_back(std::move(entry));
  // Scripts call them, too.
  for (const char* manager : {"pnpm", "yarn"}) {
    const auto tool = contains(scripts.all, manager) ? bench.tool(manager) : std::nullopt;
    if (tool) bench.allow(tool->read_only);
  }
  if (lists_tests_only(scripts.all) || mocha_lists_tests_only(bench)) {
    return no_tests(run, std::string(kListsTestsOnly));
  }
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = parse_node_tests(ran.out);
  if (ran.exit_code != 0 && report.failing.empty()) {
    if (const auto missing = missing_program(ran.out)) return cannot_check(run, *missing);
  }
  if (ran.exit_code == 0 && contains(ran.out, "# tests 0\n")) {
    return no_tests(run, "its test script ran no tests");
  }
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace pawl::repo
