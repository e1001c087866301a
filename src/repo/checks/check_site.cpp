// Sites of documents: the script of a package.json that builds one, and MkDocs, when what they need
// is here.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kBuilds[] = {"vitepress build", "docusaurus build"};
constexpr std::string_view kMkdocs = "mkdocs.yml";

// The name of the script that builds a site; nothing when there is none.
std::optional<std::string> build_script(const Json& manifest) {
  for (const Json::Member& script : manifest["scripts"].members()) {
    const std::string_view command = script.second.text();
    const bool builds =
        std::any_of(std::begin(kBuilds), std::end(kBuilds),
                    [&](std::string_view build) { return contains(command, build); });
    if (builds) return script.first;
  }
  return {};
}

// The last line that is not empty says why.
std::string last_line(std::string_view text) {
  const auto lines = split_lines(text);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (!trim(*line).empty()) return printable(trim(*line), 200);
  }
  return {};
}

// Themes, plugins and extensions of MkDocs are packages that are here or not; where one is not,
// MkDocs says so or falls over.
bool is_site_place(std::string_view output) {
  constexpr std::string_view kSigns[] = {
      "is not installed", "Unrecognised theme name", "ModuleNotFoundError",
      "Failed to load",   "cannot find module",      "Traceback (most recent call last)"};
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return contains(output, sign); });
}

void build_with_script(Workbench& bench, CheckRun& run, const std::string& script) {
  run.command = "npm run " + script;
  if (std::string missing = missing_here(bench); !missing.empty()) {
    return cannot_check(run, std::move(missing));
  }
  const Ran ran = bench.run({.argv = {"npm", "run", script},
                             .environment = {{"npm_config_cache", bench.cache("npm").for_command()},
                                             {"npm_config_offline", "true"},
                                             {"npm_config_update_notifier", "false"}},
                             .one_stream = true});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  fail_with(run, {}, ran.out);
}

void build_with_mkdocs(Workbench& bench, CheckRun& run) {
  run.command = "mkdocs build";
  if (!bench.tool("mkdocs")) return cannot_check(run, "mkdocs is not installed");
  const Ran ran = bench.run(
      {.argv = {"mkdocs", "build", "--quiet", "--site-dir", bench.cache("site").for_command()},
       .one_stream = true});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  if (is_site_place(ran.out)) {
    return cannot_check(run, "it needs what is not installed here: " + last_line(ran.out));
  }
  fail_with(run, {}, ran.out);
}

}  // namespace

std::vector<std::string> site_folders(const Facts& facts, const RepoView& view) {
  std::vector<std::string> folders;
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::npm || !build_script(manifest.data)) continue;
    folders.emplace_back(manifest.path.folder());
  }
  const bool at_root = std::find(folders.begin(), folders.end(), "") != folders.end();
  if (!at_root && view.has(kMkdocs)) folders.insert(folders.begin(), "");
  return folders;
}

void build_site(Workbench& bench, CheckRun& run) {
  if (const auto script = build_script(package_json(bench))) {
    return build_with_script(bench, run, *script);
  }
  build_with_mkdocs(bench, run);
}

}  // namespace pawl::repo
