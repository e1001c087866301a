#include "repo/checks/prepare_node.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kKeptKeys[] = {"name",
                                     "version",
                                     "private",
                                     "dependencies",
                                     "devDependencies",
                                     "optionalDependencies",
                                     "peerDependencies",
                                     "peerDependenciesMeta",
                                     "dependenciesMeta",
                                     "workspaces",
                                     "resolutions",
                                     "installConfig",
                                     "bin"};

const Manifest* npm_manifest(const Facts& facts, std::string_view folder) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == ManifestKind::npm && manifest.path.folder() == folder) return &manifest;
  }
  return nullptr;
}

// Where one of a member's programs is, inside the repository; empty when it is not there.
std::string program_at(const Manifest& manifest, const RepoView& view, const Json& value) {
  std::string_view below = value.text();
  if (below.starts_with("./")) below.remove_prefix(2);
  const std::string folder(manifest.path.folder());
  std::string path = os::join_path(folder, below);
  return view.has(path) ? path : std::string();
}

void add_programs(const Manifest& manifest, const RepoView& view, Preparation& plan) {
  const auto add = [&](const Json& value) {
    const std::string path = program_at(manifest, view, value);
    // Links to it are made by what its first line says.
    if (!path.empty()) plan.files.emplace(path, "#!/usr/bin/env node\n");
  };
  const Json& programs = manifest.data["bin"];
  if (programs.is_string()) add(programs);
  for (const auto& [name, value] : programs.members()) add(value);
}

}  // namespace

std::vector<std::string> modules_scratch() {
  return {".cache", ".vite", ".vite-temp", ".vitest", ".tmp"};
}

NodeRoot node_root(const Facts& facts, std::string_view folder) {
  NodeRoot root{.manifest = nullptr, .folder = std::string(folder), .members = {}};
  const auto is_npm = [](const WorkspaceMember& one) { return one.kind == ManifestKind::npm; };
  for (const WorkspaceMember& one : facts.workspaces) {
    if (is_npm(one) && one.folder == folder) root.folder = folder_of(one.path);
  }
  root.manifest = npm_manifest(facts, root.folder);
  for (const WorkspaceMember& one : facts.workspaces) {
    if (!is_npm(one) || folder_of(one.path) != root.folder) continue;
    const Manifest* const member = npm_manifest(facts, one.folder);
    const bool is_new =
        std::find(root.members.begin(), root.members.end(), member) == root.members.end();
    if (member != nullptr && member != root.manifest && is_new) root.members.push_back(member);
  }
  return root;
}

Json manifest_for_install(const Json& data) {
  Json kept = Json::object();
  for (const char* key : kKeptKeys) {
    if (data.has(key)) kept.set(key, data[key]);
  }
  return kept;
}

Preparation preparation_of(const NodeRoot& root, const RepoView& view, std::string_view lock_name,
                           std::string lock_text) {
  Preparation plan{.manager = "npm",
                   .folder = root.folder,
                   .named_in = root.beside(lock_name),
                   .moves_to_mirror = true,
                   .kept = {root.beside("node_modules")},
                   .scratch = modules_scratch()};
  plan.files.emplace(plan.named_in, std::move(lock_text));
  plan.files.emplace(root.manifest->path.text(),
                     manifest_for_install(root.manifest->data).pretty());
  for (const Manifest* member : root.members) {
    plan.files.emplace(member->path.text(), manifest_for_install(member->data).pretty());
    plan.kept.push_back(os::join_path(member->path.folder(), "node_modules"));
    add_programs(*member, view, plan);
  }
  return plan;
}

std::string declared_version(const NodeRoot& root, std::string_view manager) {
  std::string_view text = root.manifest->data["packageManager"].text();
  if (!text.starts_with(std::string(manager) + "@")) return {};
  text.remove_prefix(manager.size() + 1);
  text = text.substr(0, text.find('+'));
  const bool plain = text.find_first_not_of("0123456789.") == std::string_view::npos;
  return plain && text.size() < 20 ? std::string(text) : std::string();
}

std::vector<std::pair<std::string, std::string>> fetching_environment(const Workbench& bench) {
  std::vector<std::pair<std::string, std::string>> variables = {
      {"GIT_ALLOW_PROTOCOL", "none"},
      {"COREPACK_ENABLE_NETWORK", "0"},
      {"npm_config_git", "/bin/false"},
      {"npm_config_fetch_retries", "1"},
      {"npm_config_fetch_timeout", "60000"}};
  if (bench.exists_on_host(std::string(kSystemCertificates))) {
    variables.emplace_back("NODE_EXTRA_CA_CERTS", kSystemCertificates);
  }
  return variables;
}

}  // namespace pawl::repo
