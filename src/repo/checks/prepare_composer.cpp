// What Composer locks. It sees composer.json and its lock written anew: which packages there are,
// where their archives lie and what loads their classes; no scripts, no plugins, no registries, no
// repositories of git (https://getcomposer.org/doc/04-schema.md).
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/composer_locks.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kComposerCertificates = "/etc/ssl/certs/ca-certificates.crt";
constexpr const char* kComposerJsonKeys[] = {
    "name",         "type",    "version", "require",  "require-dev",       "autoload",
    "autoload-dev", "replace", "provide", "conflict", "minimum-stability", "prefer-stable"};

const Manifest* composer_manifest(const Facts& facts, std::string_view folder) {
  for (const Manifest& manifest : facts.manifests) {
    const bool here = manifest.path.folder() == folder;
    if (here && manifest.kind == ManifestKind::composer) return &manifest;
  }
  return nullptr;
}

std::string composer_json_anew(const Json& data) {
  Json kept = Json::object();
  for (const char* key : kComposerJsonKeys) {
    if (data.has(key)) kept.set(key, data[key]);
  }
  // Which hosts may be asked, and how, is the gate's to say; a mirror may have no TLS.
  Json config = Json::object({{"allow-plugins", false}, {"secure-http", false}});
  Json platform = Json::object();
  for (const auto& [name, version] : data["config"]["platform"].members()) {
    if (version.is_string() || version.is_bool()) platform.set(name, version);
  }
  if (platform.size() > 0) config.set("platform", std::move(platform));
  kept.set("config", std::move(config));
  kept.set("repositories", Json::array().push(Json::object({{"packagist.org", false}})));
  return kept.pretty();
}

// Classes of these files are found by looking through them, which nothing else is needed for.
void add_mapped_sources(const RepoView& view, const std::string& at_folder, const Json& data,
                        Preparation& plan) {
  std::vector<std::string> places;
  for (const char* key : {"autoload", "autoload-dev"}) {
    for (const Json& place : data[key]["classmap"].items()) {
      std::string_view below = place.text();
      while (below.starts_with("./")) below.remove_prefix(2);
      while (below.ends_with('/')) below.remove_suffix(1);
      if (!below.empty()) places.push_back(at_folder + std::string(below));
    }
  }
  for (const Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    const bool source = path.ends_with(".php") || path.ends_with(".inc");
    const bool mapped = std::any_of(places.begin(), places.end(), [&](const std::string& place) {
      return path == place || path.starts_with(place + "/");
    });
    if (!source || !mapped || entry.symlink) continue;
    if (auto text = view.text(path)) plan.files.emplace(path, *std::move(text));
  }
}

Environment composer_environment(const Workbench& bench) {
  Environment variables = {{"COMPOSER_HOME", bench.cache("composer").for_command()},
                           {"COMPOSER_CACHE_DIR", bench.cache("composer-cache").for_command()},
                           {"COMPOSER_ALLOW_SUPERUSER", "1"},
                           {"COMPOSER_NO_INTERACTION", "1"},
                           {"COMPOSER_NO_AUDIT", "1"},
                           {"COMPOSER_MAX_PARALLEL_HTTP", "4"},
                           {"COLUMNS", "400"},  // what it says of a failure is in one line
                           {"GIT_ALLOW_PROTOCOL", "none"}};
  if (bench.exists_on_host(kComposerCertificates)) {
    variables.emplace_back("SSL_CERT_FILE", kComposerCertificates);
  }
  return variables;
}

std::vector<Step> composer_steps(Workbench& bench, const PackageSource&) {
  return {{.argv = {"composer", "install", "--no-scripts", "--no-plugins", "--no-autoloader",
                    "--prefer-dist", "--no-progress", "--no-ansi"},
           .environment = composer_environment(bench)}};
}

std::vector<Step> composer_autoloader(Workbench& bench) {
  Step step{.argv = {"composer", "dump-autoload", "--no-scripts", "--no-plugins", "--no-ansi"},
            .environment = composer_environment(bench)};
  step.environment.emplace_back("COMPOSER_DISABLE_NETWORK", "1");
  return {std::move(step)};
}

Program composer_program() {
  Program program{.name = "composer", .install = "the package composer"};
  program.suits = [](std::string_view said) -> Status {
    // `Composer version 2.5.5 2023-03-21 11:50:05`
    constexpr std::string_view kStart = "Composer version ";
    if (said.starts_with(kStart) && !said.substr(kStart.size()).starts_with("1.")) return Done{};
    return fail(Errc::not_found, "it takes Composer 2 (install the package composer), this is " +
                                     printable(said, 60));
  };
  // `In Downloader.php line 9:` and the reason below it; `- Root composer.json requires …`.
  program.complaint = [](std::string_view output) {
    bool titled = false;
    std::string_view listed;
    for (const std::string_view line : split_lines(output)) {
      const std::string_view text = trim(line);
      if (titled && !text.empty()) return std::string(text);
      titled = titled || (text.starts_with("In ") && contains(text, ".php line "));
      const bool done = text.starts_with("- Downloading ") || text.starts_with("- Installing ");
      if (listed.empty() && !done && text.starts_with("- ")) listed = text.substr(2);
    }
    return std::string(listed);
  };
  return program;
}

}  // namespace

Result<std::optional<Preparation>> composer_preparation(const Facts& facts, const RepoView& view,
                                                        std::string_view folder) {
  const Manifest* const manifest = composer_manifest(facts, folder);
  if (manifest == nullptr) return std::optional<Preparation>();
  const std::string at_folder = folder.empty() ? std::string() : std::string(folder) + "/";
  const std::string vendor = at_folder + "vendor";
  if (view.has_folder(vendor) || view.has(vendor)) return std::optional<Preparation>();
  const Json& data = manifest->data;
  const std::string path = at_folder + "composer.lock";
  if (!view.has(path)) {
    if (data["require-dev"].size() == 0 && data["require"].size() == 0) {
      return std::optional<Preparation>();
    }
    return fail(Errc::not_found,
                "there is no " + path + ", which names versions (composer update)");
  }
  const std::string own = data["config"]["vendor-dir"].string_or("vendor");
  if (own != "vendor" && own != "vendor/") {
    return fail(Errc::denied, manifest->path.text() + " wants its packages in " +
                                  printable(own, 80) + "; they are made in vendor alone");
  }
  TRY_ASSIGN(const RepoPath lock_path, RepoPath::from_git(path));
  TRY_ASSIGN(const std::string text, view.read(lock_path, kComposerLockBytesMax));
  const Result<ComposerLock> lock = read_composer_lock(text);
  if (!lock) return fail(Errc::invalid, path + " cannot be read: " + lock.error().message);
  TRY(only_packages(lock->others, path));
  Preparation plan{
      .manager = "composer",
      .program = composer_program(),
      .needs = {"php"},
      .folder = std::string(folder),
      .files = {{path, lock->anew.pretty()}, {manifest->path.text(), composer_json_anew(data)}},
      .version_of = {"composer", "--version", "--no-ansi"},
      .named = lock->named,
      .named_in = path,
      .moves_to_mirror = true,
      .steps = composer_steps,
      .afterwards = composer_autoloader,
      .kept = {vendor}};
  add_mapped_sources(view, at_folder, data, plan);
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
