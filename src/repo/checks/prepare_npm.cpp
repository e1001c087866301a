// What npm packages need: the lock's packages, without any of their scripts.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kLockBytesMax = 64U << 20U;
constexpr int kLockDepthMax = 60;
constexpr std::string_view kSystemCertificates = "/etc/ssl/certs/ca-certificates.crt";

const Manifest* npm_manifest(const Facts& facts, std::string_view folder) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == ManifestKind::npm && manifest.path.folder() == folder) return &manifest;
  }
  return nullptr;
}

// The folder whose node_modules serve the package: that of its workspace, or its own.
std::string serving_folder(const Facts& facts, std::string_view folder) {
  const bool member = std::any_of(facts.workspaces.begin(), facts.workspaces.end(),
                                  [&](const WorkspaceMember& one) {
                                    return one.kind == ManifestKind::npm && one.folder == folder;
                                  });
  return member ? std::string() : std::string(folder);
}

bool names_packages(const Json& data) {
  for (const char* list : {"dependencies", "devDependencies", "optionalDependencies"}) {
    if (!data[list].members().empty()) return true;
  }
  return false;
}

// Addresses of a lock, of any version of its format.
void add_addresses(const Json& packages, int depth, std::vector<std::string>& named) {
  for (const auto& [name, entry] : packages.members()) {
    const std::string_view resolved = entry["resolved"].text();
    const std::string_view version = entry["version"].text();
    for (const std::string_view one : {resolved, version}) {
      const bool address = contains(one, "://") || one.starts_with("git@");
      const bool local = one.starts_with("file:");
      if (address && !local) named.emplace_back(one);
    }
    if (depth < kLockDepthMax) add_addresses(entry["dependencies"], depth + 1, named);
  }
}

// Of a package without a lock: `git+ssh://…`, `github:o/r`, `https://…`.
void add_written_addresses(const Json& data, std::vector<std::string>& named) {
  for (const char* list : {"dependencies", "devDependencies", "optionalDependencies"}) {
    for (const auto& [name, range] : data[list].members()) {
      const std::string_view text = range.text();
      if (contains(text, "://")) named.emplace_back(text);
      if (text.starts_with("github:")) named.emplace_back("git+https://github.com/");
    }
  }
}

bool wants_legacy_peers(const RepoView& view, const std::string& folder) {
  const auto text = view.text(folder.empty() ? ".npmrc" : folder + "/.npmrc");
  if (!text) return false;
  const auto lines = split_lines(*text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return replace_all(trim(line), " ", "") == "legacy-peer-deps=true";
  });
}

}  // namespace

Result<std::optional<Preparation>> npm_preparation(const Facts& facts, const RepoView& view,
                                                   std::string_view of) {
  const std::string folder = serving_folder(facts, of);
  const Manifest* const manifest = npm_manifest(facts, folder);
  if (manifest == nullptr) return std::optional<Preparation>();
  const std::string at_folder = folder.empty() ? "" : folder + "/";
  const bool members = manifest->data.has("workspaces");
  const std::string modules = at_folder + "node_modules";
  const bool own = view.has_folder(modules) || view.has(modules);
  if ((!names_packages(manifest->data) && !members) || own) {
    return std::optional<Preparation>();
  }
  Preparation plan{.manager = "npm",
                   .version_of = {"npm", "--version"},
                   .named_in = manifest->path.text(),
                   .kept = {at_folder + "node_modules"},
                   .scratch = {".cache", ".vite", ".vitest", ".tmp"}};
  for (const Manifest& one : facts.manifests) {
    if (one.kind != ManifestKind::npm) continue;
    const auto text = view.read(one.path);
    if (text) plan.files.emplace(one.path.text(), *text);
    const std::string below(one.path.folder());
    const bool nested = members && one.path.folder() != folder;
    if (nested) plan.kept.push_back(below + "/node_modules");
  }
  bool locked = false;
  for (const char* name : {"npm-shrinkwrap.json", "package-lock.json"}) {
    const Entry* const entry = view.find(at_folder + name);
    if (entry == nullptr || locked) continue;
    TRY_ASSIGN(std::string text, view.read(entry->path, kLockBytesMax));
    const Result<Json> lock = Json::parse(text);
    if (!lock) return fail(Errc::invalid, entry->path.text() + " is no JSON");
    add_addresses((*lock)["packages"], 0, plan.named);
    add_addresses((*lock)["dependencies"], 0, plan.named);
    plan.named_in = entry->path.text();
    plan.files.emplace(entry->path.text(), std::move(text));
    locked = true;
  }
  for (const char* other : {"pnpm-lock.yaml", "yarn.lock"}) {
    if (locked || !view.has(at_folder + other)) continue;
    return fail(Errc::not_found, at_folder + other +
                                     " is not read yet: lend node_modules (checks.lend), or make "
                                     "them in checks.setup");
  }
  if (!locked) add_written_addresses(manifest->data, plan.named);
  const bool legacy = wants_legacy_peers(view, folder);
  plan.steps = [locked, legacy](Workbench& bench, const PackageSource& source) {
    Step step{.argv = {"npm", locked ? "ci" : "install", "--ignore-scripts", "--no-audit",
                       "--no-fund", "--no-update-notifier"}};
    if (!locked) step.argv.emplace_back("--no-package-lock");
    if (legacy) step.argv.emplace_back("--legacy-peer-deps");
    step.argv.push_back("--registry=" + source.url);
    step.environment = {{"npm_config_cache", bench.cache("npm").for_command()},
                        {"npm_config_git", "/bin/false"},
                        {"npm_config_fetch_retries", "1"},
                        {"npm_config_fetch_timeout", "60000"},
                        {"npm_config_loglevel", "error"}};
    if (bench.exists_on_host(std::string(kSystemCertificates))) {
      step.environment.emplace_back("npm_config_cafile", kSystemCertificates);
    }
    return std::vector<Step>{std::move(step)};
  };
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
