// What npm packages need: the lock's packages, without any of their scripts.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/prepare_node.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kLockBytesMax = 64U << 20U;
constexpr int kLockDepthMax = 60;

bool names_packages(const Json& data) {
  for (const char* list : kDependencyLists) {
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
  for (const char* list : kDependencyLists) {
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

enum class LockedBy : std::uint8_t { npm, pnpm, yarn };

// The lock that package.json speaks of, where there are several; else npm's own first.
LockedBy manager_of(const NodeRoot& root, const RepoView& view) {
  const bool pnpm = view.has(root.beside("pnpm-lock.yaml"));
  const bool yarn = view.has(root.beside("yarn.lock"));
  const std::string_view declared = root.manifest->data["packageManager"].text();
  if (pnpm && declared.starts_with("pnpm@")) return LockedBy::pnpm;
  if (yarn && declared.starts_with("yarn@")) return LockedBy::yarn;
  for (const char* name : {"npm-shrinkwrap.json", "package-lock.json"}) {
    if (view.has(root.beside(name))) return LockedBy::npm;
  }
  if (pnpm) return LockedBy::pnpm;
  return yarn ? LockedBy::yarn : LockedBy::npm;
}

}  // namespace

Result<std::optional<Preparation>> npm_preparation(const Facts& facts, const RepoView& view,
                                                   std::string_view of) {
  const NodeRoot root = node_root(facts, of);
  const std::string& folder = root.folder;
  const Manifest* const manifest = root.manifest;
  if (manifest == nullptr) return std::optional<Preparation>();
  const std::string at_folder = root.beside("");
  const bool members = manifest->data.has("workspaces");
  const std::string modules = root.beside("node_modules");
  const bool own = view.has_folder(modules) || view.has(modules);
  const LockedBy locked_by = manager_of(root, view);
  const bool workspace = members || (locked_by == LockedBy::pnpm && !root.members.empty());
  if ((!names_packages(manifest->data) && !workspace) || own) {
    return std::optional<Preparation>();
  }
  if (locked_by == LockedBy::pnpm) return pnpm_preparation(root, view);
  if (locked_by == LockedBy::yarn) return yarn_preparation(root, view);
  Preparation plan{.manager = "npm",
                   .folder = folder,
                   .version_of = {"npm", "--version"},
                   .named_in = manifest->path.text(),
                   .kept = {at_folder + "node_modules"},
                   .scratch = modules_scratch()};
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
