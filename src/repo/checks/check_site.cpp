// Sites of documents: the script of a package.json that builds one, and MkDocs, when what they need
// is here; then the links of what was built.
#include <algorithm>
#include <functional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/tool_output.hpp"
#include "repo/documents/built_site.hpp"

namespace pawl::repo {
namespace {

constexpr auto kBuilds = fixed_words("vitepress build", "docusaurus build");
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
  static constexpr auto kSigns =
      fixed_words("is not installed", "Unrecognised theme name", "ModuleNotFoundError",
                  "Failed to load", "cannot find module", "Traceback (most recent call last)");
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return contains(output, sign); });
}

// From the first line on that speaks of an error.
std::string what_failed(std::string_view output) {
  const std::string plain = without_colours(output);
  for (const std::string_view mark : {"rror:", "ERROR", "rror"}) {
    const auto found = plain.find(mark);
    if (found == std::string::npos) continue;
    const auto line = plain.rfind('\n', found);
    return plain.substr(line == std::string::npos ? 0 : line + 1);
  }
  return plain;
}

constexpr std::size_t kPagesMax = 5'000;

// Where a command of a script puts the site, from the folder of its package.json.
std::string output_of(std::string_view command) {
  const auto build = command.find("vitepress build");
  if (build == std::string_view::npos) return "build";
  const auto words = split_words(command.substr(build));
  const bool names_folder = words.size() > 2 && !words[2].starts_with('-') &&
                            words[2].find_first_of("&|;") == std::string_view::npos;
  return (names_folder ? std::string(words[2]) + "/" : "") + ".vitepress/dist";
}

// The built site; an error says why it cannot be looked at. `place` gives the path of a file of it.
Result<BuiltSite> read_site(Workbench& bench,
                            const std::function<CopyPath(const std::string& file)>& place) {
  const Ran listed =
      bench.run({.argv = {"find", place("").for_command(), "-type", "f", "-printf", "%P\\0"}});
  if (!listed.succeeded()) return fail(Errc::not_found, "the folder of the site cannot be listed");
  BuiltSite site;
  for (const std::string_view path : split(listed.out, '\0')) {
    if (!path.empty()) site.files.emplace(path);
  }
  for (const std::string& path : site.files) {
    if (!path.ends_with(".html")) continue;
    if (site.pages.size() == kPagesMax) {
      return fail(Errc::invalid, "it has more than " + std::to_string(kPagesMax) + " pages");
    }
    TRY_ASSIGN(std::string text, bench.read_result(place(path)));
    site.pages.emplace(path, std::move(text));
  }
  if (site.pages.empty()) return fail(Errc::not_found, "no page was built");
  return site;
}

// What is said of links does not make the build a failure: a person may know why one leads nowhere.
void note_links(Workbench& bench, CheckRun& run,
                const std::function<CopyPath(const std::string& file)>& place) {
  const Result<BuiltSite> site = read_site(bench, place);
  if (!site) {
    run.remarks.push_back(
        {.code = std::string(kSiteNotRead), .message = site.error().message, .tool = "links"});
    return;
  }
  const SiteLinks links = follow_site(*site);
  for (const DeadLink& link : links.dead) {
    run.remarks.push_back({.path = link.page,
                           .code = std::string(kDeadLink),
                           .message = printable(link.target, 200),
                           .tool = "links"});
  }
  run.reason = counted(links.pages, "page") + ", " + counted(links.links, "link") +
               " on the site, " +
               (links.dead.empty() ? "none" : std::to_string(links.dead.size())) + " dead";
}

void build_with_script(Workbench& bench, CheckRun& run, const std::string& script) {
  run.command = "npm run " + script;
  const std::string_view command = package_json(bench)["scripts"][script].text();
  if (std::string missing = missing_here(bench); !missing.empty()) {
    return cannot_check(run, std::move(missing));
  }
  Step step{.argv = {"npm", "run", script},
            .environment = {{"npm_config_cache", bench.cache("npm").for_command()},
                            {"npm_config_offline", "true"},
                            {"npm_config_update_notifier", "false"}},
            .one_stream = true};
  // What is looked at does not get smaller, and sooner done.
  if (trim(command) == "docusaurus build") {
    step.argv.insert(step.argv.end(), {"--", "--no-minify"});
  }
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code != 0) return fail_with(run, {}, what_failed(ran.out));
  pass(run);
  const std::string folder = output_of(command);
  note_links(bench, run, [&](const std::string& file) { return bench.here(folder + "/" + file); });
}

void build_with_mkdocs(Workbench& bench, CheckRun& run) {
  run.command = "mkdocs build";
  if (!bench.tool("mkdocs")) return cannot_check(run, "mkdocs is not installed");
  const Ran ran = bench.run(
      {.argv = {"mkdocs", "build", "--quiet", "--site-dir", bench.cache("site").for_command()},
       .one_stream = true});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) {
    pass(run);
    return note_links(bench, run,
                      [&](const std::string& file) { return bench.cache("site/" + file); });
  }
  if (is_site_place(ran.out)) {
    return cannot_check(run, "it needs what is not installed here: " + last_line(ran.out));
  }
  fail_with(run, {}, what_failed(ran.out));
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
  const bool mkdocs = bench.folder().empty() && bench.view().has(kMkdocs);
  const auto script = mkdocs ? std::nullopt : build_script(package_json(bench));
  if (script) {
    return build_with_script(bench, run, *script);
  }
  build_with_mkdocs(bench, run);
}

}  // namespace pawl::repo
