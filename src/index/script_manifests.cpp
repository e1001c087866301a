#include "index/script_manifests.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::index {
namespace {

constexpr const char* kDependencyKinds[] = {"dependencies",        "devDependencies",
                                            "peerDependencies",    "optionalDependencies",
                                            "bundledDependencies", "bundleDependencies"};
constexpr int kExtendsMax = 8;

ScriptPackage read_package(const std::string& path, std::string_view text) {
  ScriptPackage package;
  package.folder = folder_of(path);
  Result<Json> parsed = syntax::parse_jsonc(text);
  package.readable = parsed.ok();
  if (!parsed) return package;
  package.manifest = std::move(*parsed);
  package.name = package.manifest["name"].string_or("");
  for (const char* kind : kDependencyKinds) {
    const Json& list = package.manifest[kind];
    for (const auto& [name, version] : list.members()) package.declared.insert(name);
    for (const Json& name : list.items()) package.declared.emplace(name.text());
  }
  return package;
}

bool is_inside(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

void ScriptManifests::read() {
  if (read_) return;
  read_ = true;
  for (const std::string& path : tree_.named("package.json")) {
    if (contains(path, "node_modules/")) continue;
    packages_.push_back(read_package(path, tree_.text(path).value_or("")));
  }
}

const ScriptPackage* ScriptManifests::named(std::string_view name) {
  read();
  for (const ScriptPackage& each : packages_) {
    if (!each.name.empty() && each.name == name) return &each;
  }
  return nullptr;
}

const ScriptPackage* ScriptManifests::package_of(std::string_view path) {
  read();
  const ScriptPackage* best = nullptr;
  for (const ScriptPackage& each : packages_) {
    if (!is_inside(path, each.folder)) continue;
    if (best == nullptr || each.folder.size() > best->folder.size()) best = &each;
  }
  return best;
}

// Node looks in the folders above, so a package further up counts too.
bool ScriptManifests::declared_for(std::string_view path, std::string_view package) {
  read();
  std::string types = "@types/";
  if (package.starts_with('@')) {
    const auto slash = package.find('/');
    types += std::string(package.substr(1, slash - 1)) + "__" +
             std::string(slash == std::string_view::npos ? "" : package.substr(slash + 1));
  } else {
    types += package;
  }
  return std::any_of(packages_.begin(), packages_.end(), [&](const ScriptPackage& each) {
    if (!is_inside(path, each.folder)) return false;
    return !each.readable || each.declared.count(std::string(package)) > 0 ||
           each.declared.count(types) > 0;
  });
}

bool ScriptManifests::locked(std::string_view package) {
  if (!locks_) {
    locks_.emplace();
    for (const char* name :
         {"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"}) {
      for (const std::string& path : tree_.named(name)) {
        locks_->push_back(tree_.text(path).value_or(""));
      }
    }
  }
  const std::string name(package);
  return std::any_of(locks_->begin(), locks_->end(), [&](const std::string& text) {
    return contains(text, "node_modules/" + name + "\"") || contains(text, "\n" + name + "@") ||
           contains(text, "\n\"" + name + "@") || contains(text, " /" + name + "@") ||
           contains(text, "'" + name + "@") || contains(text, " " + name + "@") ||
           contains(text, "\"" + name + "\":") || contains(text, " /" + name + "/");
  });
}

bool ScriptManifests::has_bundler() {
  if (!has_bundler_) {
    has_bundler_ = false;
    for (const char* stem :
         {"vite.config", "webpack.config", "rollup.config", "babel.config", "vitest.config",
          "jest.config", "next.config", "nuxt.config", "svelte.config", "astro.config",
          "metro.config", "vue.config", "rspack.config", "rsbuild.config", "esbuild.config",
          "remix.config", "electron.vite.config", "quasar.config", "gatsby-config"}) {
      for (const char* ending : {".js", ".ts", ".mjs", ".cjs", ".mts"}) {
        if (!tree_.named(std::string(stem) + ending).empty()) has_bundler_ = true;
      }
    }
    for (const char* name : {".babelrc", ".babelrc.js", ".babelrc.json"}) {
      if (!tree_.named(name).empty()) has_bundler_ = true;
    }
  }
  return *has_bundler_;
}

const PathAliases* ScriptManifests::read_aliases(const std::string& path, int depth) {
  const auto known = aliases_.find(path);
  if (known != aliases_.end()) return &known->second;
  PathAliases& out = aliases_[path];
  const Result<Json> parsed = syntax::parse_jsonc(tree_.text(path).value_or(""));
  if (!parsed || depth > kExtendsMax) {
    out.complete = false;
    return &out;
  }
  const std::string folder(folder_of(path));
  const auto inherit = [&](std::string_view target) {
    if (!target.starts_with('.')) return;  // a package's: those hold no paths of ours
    auto from = joined_path(folder, target);
    if (from && !tree_.has(*from) && tree_.has(*from + ".json")) *from += ".json";
    if (from && !tree_.has(*from) && tree_.has(*from + "/tsconfig.json")) *from += "/tsconfig.json";
    if (!from || !tree_.has(*from)) {
      out.complete = false;
      return;
    }
    const PathAliases above = *read_aliases(*from, depth + 1);
    out.complete = out.complete && above.complete;
    if (above.base) out.base = above.base;
    if (!above.aliases.empty()) out.aliases = above.aliases;
  };
  const Json& extends = (*parsed)["extends"];
  if (extends.is_string()) inherit(extends.text());
  for (const Json& each : extends.items()) inherit(each.text());
  const Json& options = (*parsed)["compilerOptions"];
  if (options["baseUrl"].is_string()) out.base = joined_path(folder, options["baseUrl"].text());
  const Json& paths = options["paths"];
  if (paths.is_object()) out.aliases.clear();
  for (const auto& [pattern, targets] : paths.members()) {
    PathAliases::Alias alias{.pattern = pattern, .targets = {}};
    for (const Json& target : targets.items()) {
      const bool by_base = options["baseUrl"].is_string() || out.base;
      if (auto joined = joined_path(by_base ? out.base.value_or(folder) : folder, target.text())) {
        alias.targets.push_back(std::move(*joined));
      }
    }
    out.aliases.push_back(std::move(alias));
  }
  return &out;
}

std::vector<const PathAliases*> ScriptManifests::aliases_of(std::string_view path) {
  std::vector<const PathAliases*> out;
  for (std::string_view folder = folder_of(path);; folder = folder_of(folder)) {
    for (const std::string& file : tree_.files_in(folder)) {
      const std::string_view name = name_of(file);
      const bool config =
          (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json");
      if (config) out.push_back(read_aliases(file, 0));
    }
    if (folder.empty()) return out;
  }
}

}  // namespace pawl::index
