#include "guards/config/npm_packages.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

constexpr auto kGroups =
    fixed_words("dependencies", "devDependencies", "peerDependencies", "optionalDependencies");
constexpr auto kLocks = fixed_words("package-lock.json", "npm-shrinkwrap.json", "yarn.lock",
                                    "pnpm-lock.yaml", "bun.lock");
constexpr std::size_t kManifestsMax = 500;

// Packages that bring others along, for where there is no lock file to look at.
struct Provider {
  std::string_view package;  // may end in `*`
  std::string_view brings;   // likewise
};
constexpr auto kProviders = std::to_array<Provider>({
    {"vitest", "vite"},
    {"astro", "vite"},
    {"@sveltejs/kit", "vite"},
    {"nuxt", "vite"},
    {"vitepress", "vite"},
    {"@remix-run/dev", "vite"},
    {"eslint", "@eslint/*"},
    {"eslint", "espree"},
    {"typescript-eslint", "@typescript-eslint/*"},
    {"eslint-config-next", "*"},
    {"eslint-config-expo", "*"},
    {"eslint-config-react-app", "*"},
    {"@antfu/eslint-config", "*"},
    {"@nuxt/eslint*", "*"},
    {"@vue/eslint-config*", "@typescript-eslint/*"},
    {"react-scripts", "*"},
    {"react-native", "*"},
    {"expo", "*"},
    {"@angular/cli", "*"},
    {"@angular-devkit/*", "*"},
    {"@nx/*", "*"},
    {"@docusaurus/*", "*"},
    {"gatsby", "*"},
    {"jest", "@jest/*"},
    {"jest", "babel-jest"},
    {"jest", "jest-*"},
    {"@vue/cli-service", "*"},
    {"next", "postcss"},
    {"playwright", "@playwright/*"},
    {"@playwright/test", "playwright*"},
    {"storybook", "@storybook/*"},
    {"@storybook/*", "*"},
    {"tailwindcss", "postcss*"},
    {"laravel-mix", "*"},
    {"@wordpress/scripts", "*"},
    {"standard", "eslint*"},
    {"xo", "eslint*"},
});

bool package_matches(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool has_dependency(const Json& manifest, std::string_view name) {
  return std::any_of(kGroups.begin(), kGroups.end(),
                     [&](std::string_view group) { return manifest[group].has(name); });
}

// Lock files name a package at the start of a word and end it with `@`, a quote or a slash.
bool names_package(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const char before = at == 0 ? '\n' : text[at - 1];
    const char after = at + name.size() < text.size() ? text[at + name.size()] : '\n';
    if (contains("\n \"'/", std::string_view(&before, 1)) &&
        contains("@\"':/", std::string_view(&after, 1))) {
      return true;
    }
  }
  return false;
}

}  // namespace

NpmPackages::NpmPackages(const repo::RepoView& tree, std::string_view folder, NpmCache& cache)
    : tree_(tree), cache_(cache) {
  while (true) {
    folders_.emplace_back(folder);
    if (folder.empty()) break;
    const auto slash = folder.rfind('/');
    folder = slash == std::string_view::npos ? std::string_view() : folder.substr(0, slash);
  }
  for (const std::string& at : folders_) {
    foreign_ =
        foreign_ || tree.has(path_in(at, "deno.json")) || tree.has(path_in(at, "deno.jsonc"));
    const auto text = tree.text(path_in(at, "package.json"));
    if (!text) continue;
    auto manifest = read_config(ConfigForm::json, *text);
    if (manifest) manifests_.push_back({at, std::move(*manifest)});
  }
}

bool NpmPackages::declared(const std::string& name) const {
  const std::string types = "@types/" + name;
  return std::any_of(manifests_.begin(), manifests_.end(), [&](const Folder& folder) {
    return has_dependency(folder.manifest, name) || folder.manifest["name"].text() == name ||
           has_dependency(folder.manifest, types);
  });
}

bool NpmPackages::comes_along(const std::string& name) const {
  return std::any_of(kProviders.begin(), kProviders.end(), [&](const Provider& provider) {
    if (!package_matches(provider.brings, name)) return false;
    return std::any_of(manifests_.begin(), manifests_.end(), [&](const Folder& folder) {
      return std::any_of(kGroups.begin(), kGroups.end(), [&](std::string_view group) {
        const auto& members = folder.manifest[group].members();
        return std::any_of(members.begin(), members.end(), [&](const auto& member) {
          return package_matches(provider.package, member.first);
        });
      });
    });
  });
}

// Packages of a workspace see each other, and what npm and yarn lift out of them to the root.
bool NpmPackages::in_workspace(const std::string& name) {
  const bool workspace = std::any_of(manifests_.begin(), manifests_.end(), [&](const Folder& each) {
    return each.manifest.has("workspaces") ||
           tree_.has(path_in(each.path, "pnpm-workspace.yaml")) ||
           tree_.has(path_in(each.path, "lerna.json"));
  });
  if (!workspace) return false;
  if (!cache_.workspace) {
    cache_.workspace.emplace();
    for (const repo::Entry& entry : tree_.files()) {
      if (entry.path.name() != "package.json" || cache_.workspace->size() >= kManifestsMax)
        continue;
      const auto text = tree_.text(entry.path.text());
      auto manifest = text ? read_config(ConfigForm::json, *text) : std::nullopt;
      if (manifest) cache_.workspace->push_back(std::move(*manifest));
    }
  }
  return std::any_of(cache_.workspace->begin(), cache_.workspace->end(), [&](const Json& manifest) {
    return manifest["name"].text() == name || has_dependency(manifest, name);
  });
}

bool NpmPackages::is_alias(const std::string& name) const {
  static constexpr auto kFiles =
      fixed_words("tsconfig.json", "tsconfig.base.json", "jsconfig.json");
  for (const std::string& folder : folders_) {
    for (const std::string_view file : kFiles) {
      const auto text = tree_.text(path_in(folder, file));
      const auto config = text ? read_config(ConfigForm::json, *text) : std::nullopt;
      if (!config) continue;
      const Json& options = (*config)["compilerOptions"];
      if (options.has("baseUrl")) {
        const std::string first = name.substr(0, name.find('/'));
        std::string base = std::string(options["baseUrl"].text());
        while (base.starts_with("./")) base = base.substr(2);
        if (base == ".") base.clear();
        if (tree_.has_folder(path_in(folder, path_in(base, first)))) return true;
      }
      for (const auto& [pattern, targets] : options["paths"].members()) {
        if (pattern == "*" || package_matches(pattern, name) ||
            package_matches(pattern, name + "/")) {
          return true;
        }
      }
    }
  }
  return false;
}

Grounded NpmPackages::locked(const std::string& name) {
  for (const std::string& folder : folders_) {
    if (tree_.has(path_in(folder, "bun.lockb"))) return Grounded::unknown;
    for (const std::string_view file : kLocks) {
      const std::string path = path_in(folder, file);
      if (!tree_.has(path)) continue;
      auto [lock, is_new] = cache_.locks.try_emplace(path);
      if (is_new) lock->second = tree_.text(path);
      const std::optional<std::string>& text = lock->second;
      if (!text) return Grounded::unknown;
      if (names_package(*text, name)) return Grounded::yes;
    }
  }
  return Grounded::no;
}

Grounded NpmPackages::grounded(const std::string& name) {
  if (declared(name) || comes_along(name) || is_alias(name) || in_workspace(name)) {
    return Grounded::yes;
  }
  return locked(name);
}

std::vector<std::string> NpmPackages::some() const {
  constexpr std::size_t kEnough = 6;
  std::vector<std::string> names;
  for (const std::string_view group : kGroups) {
    for (const auto& [name, version] : manifests_.front().manifest[group].members()) {
      if (names.size() < kEnough) names.push_back(name);
    }
  }
  return names;
}

}  // namespace pawl::guards
