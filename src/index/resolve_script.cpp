// JavaScript and TypeScript: relative paths, path aliases, workspaces, `#imports`, packages.
#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/script_manifests.hpp"

namespace pawl::index {
namespace {

constexpr auto kEndings = fixed_words(
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".vue",
    ".svelte", ".astro", ".node", ".d.mts", ".d.cts", ".native.js", ".web.js", ".ios.js",
    ".native.ts", ".web.ts", ".ios.ts", ".native.tsx", ".web.tsx", ".ios.tsx", ".css", ".scss");
struct Rewrite {
  std::string_view written;
  std::array<std::string_view, 3> meant;
};
// TypeScript is imported by the name it will have.
constexpr auto kRewrites = std::to_array<Rewrite>({
    {".js", {".ts", ".tsx", ".d.ts"}},
    {".jsx", {".tsx", ".ts", ".d.ts"}},
    {".mjs", {".mts", ".d.mts", ".ts"}},
    {".cjs", {".cts", ".d.cts", ".ts"}},
});
constexpr std::string_view kAliasStarts = "@~#$";

std::string_view package_name(std::string_view specifier) {
  auto slash = specifier.find('/');
  if (specifier.starts_with('@') && slash != std::string_view::npos) {
    slash = specifier.find('/', slash + 1);
  }
  return specifier.substr(0, slash);
}

bool is_package_name(std::string_view name) {
  if (name.empty() || name.size() > 214 || name == "@" || name.starts_with("@/")) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' ||
           c == '/' || c == '@' || (c >= 'A' && c <= 'Z');
  });
}

// `@/*` and `@/a/b` → `a/b`.
std::optional<std::string> match_pattern(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text ? std::optional<std::string>("") : std::nullopt;
  }
  const std::string_view before = pattern.substr(0, star);
  const std::string_view after = pattern.substr(star + 1);
  if (text.size() < before.size() + after.size() || !text.starts_with(before) ||
      !text.ends_with(after)) {
    return std::nullopt;
  }
  return std::string(text.substr(before.size(), text.size() - before.size() - after.size()));
}

class ScriptResolver final : public Resolver {
 public:
  explicit ScriptResolver(const Tree& tree) : tree_(tree), manifests_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    std::string_view specifier = import.module;
    specifier = specifier.substr(0, specifier.find('?'));
    const bool foreign_scheme = contains(specifier, "!") || specifier.empty() ||
                                specifier.starts_with("data:") || contains(specifier, "${");
    if (foreign_scheme) return {};
    if (specifier.starts_with('.')) {
      Resolution found = relative(path, specifier);
      // `./page.html?raw`: what a bundler makes of the file has names of its own.
      const bool asks = specifier.size() < import.module.size();
      return asks && found.origin == Origin::file ? Resolution{} : found;
    }
    if (specifier.starts_with('/')) return {};
    if (specifier.starts_with("node:")) {
      const std::string_view name = specifier.substr(5);
      if (!is_builtin(name) && embedded_members("languages/node-exports.txt", name) == nullptr) {
        return missing(std::string(specifier));
      }
      return of_package(Origin::standard, specifier);
    }
    if (is_builtin(specifier)) return of_package(Origin::standard, specifier);
    if (contains(specifier, ":")) return {};  // `bun:`, `virtual:`, `https:`
    if (auto found = by_alias(path, specifier)) return *found;
    if (specifier.starts_with('#')) return internal(path, specifier);
    return bare(path, specifier);
  }

 private:
  static bool is_builtin(std::string_view specifier) {
    const NameSet& names = embedded_names("languages/node-builtins.txt");
    return names.count(std::string(specifier)) > 0 ||
           (contains(specifier, "/") &&
            names.count(std::string(specifier.substr(0, specifier.find('/')))) > 0 &&
            !specifier.ends_with('/') && specifier.starts_with("fs/"));
  }

  std::optional<Resolution> file_at(const std::string& target) const {
    if (tree_.has(target)) return at_file(target);
    for (const std::string_view ending : kEndings) {
      if (tree_.has(target + std::string(ending))) return at_file(target + std::string(ending));
    }
    for (const Rewrite& rewrite : kRewrites) {
      if (!target.ends_with(rewrite.written)) continue;
      const std::string stem = target.substr(0, target.size() - rewrite.written.size());
      for (const std::string_view meant : rewrite.meant) {
        if (tree_.has(stem + std::string(meant))) return at_file(stem + std::string(meant));
      }
    }
    const std::string prefix = target.empty() ? std::string() : target + "/";
    for (const std::string_view ending : kEndings) {
      const std::string index = prefix + "index" + std::string(ending);
      if (tree_.has(index)) return at_file(index);
    }
    if (tree_.has(prefix + "package.json")) return Resolution{};  // its `main` may be built
    return std::nullopt;
  }

  Resolution relative(std::string_view path, std::string_view specifier) {
    const auto target = joined_path(folder_of(path), specifier);
    if (!target) return {};
    if (auto found = file_at(*target)) return *found;
    if (!is_compiled(path)) return absent(*target);
    // `*.js` is what the compiler makes of sources, and of this one there is none.
    const bool made = ignored_.may_match(*target, Ignored::Of::name) ||
                      ignored_.may_match(*target + ".js", Ignored::Of::name) ||
                      ignored_.may_match(source_of(*target)) || is_generated(*target);
    return made ? Resolution{} : missing(*target);
  }

  // TypeScript, which names by what they will be the files that it imports.
  static bool is_compiled(std::string_view path) {
    return is_typescript(path) && !contains(name_of(path), ".d.");
  }

  static std::string source_of(const std::string& target) {
    for (const Rewrite& rewrite : kRewrites) {
      if (!target.ends_with(rewrite.written)) continue;
      return target.substr(0, target.size() - rewrite.written.size()) +
             std::string(rewrite.meant[0]);
    }
    return target + ".ts";
  }

  // Folders that builds fill.
  static bool is_generated(std::string_view target) {
    for (const std::string_view part : split(target, '/')) {
      if (part == "dist" || part == "build" || part == "generated" || part == "__generated__" ||
          part == "pkg" || part == "out" || part == "node_modules" || part == "+types" ||
          part.starts_with('$') || part.starts_with(".")) {
        return true;
      }
    }
    return contains(target, ".generated") || contains(target, "_pb") || target.ends_with(".wasm");
  }

  // Something of ours that is not there, unless a build makes it.
  Resolution absent(const std::string& target) {
    if (ignored_.may_match(target) || ignored_.may_match(target + ".js") ||
        ignored_.may_match(target + ".ts") || is_generated(target)) {
      return {};
    }
    return missing(target);
  }

  std::optional<Resolution> by_alias(std::string_view path, std::string_view specifier) {
    bool matched = false;
    bool complete = true;
    std::string absent_target;
    for (const PathAliases* aliases : manifests_.aliases_of(path)) {
      for (const PathAliases::Alias& alias : aliases->aliases) {
        const auto rest = match_pattern(alias.pattern, specifier);
        if (!rest) continue;
        matched = matched || alias.pattern != "*";
        for (const std::string& target : alias.targets) {
          std::string place = replace_all(target, "*", *rest);
          if (auto found = file_at(place)) return found;
          const std::string_view root = std::string_view(target).substr(0, target.find('*'));
          const bool ours = target.ends_with("*") && tree_.has_folder(folder_of(root));
          if (ours && absent_target.empty()) absent_target = std::move(place);
          complete = complete && ours;
        }
      }
      if (aliases->base) {
        if (const auto target = joined_path(*aliases->base, specifier)) {
          if (auto found = file_at(*target)) return found;
        }
      }
      if (!aliases->complete) {
        matched = true;
        complete = false;
      }
    }
    // What an alias should lead to may be a package of that name, or built.
    if (!matched || declared(path, specifier)) return std::nullopt;
    return complete && !absent_target.empty() ? absent(absent_target) : Resolution{};
  }

  bool declared(std::string_view path, std::string_view specifier) {
    return manifests_.declared_for(path, package_name(specifier));
  }

  Resolution internal(std::string_view path, std::string_view specifier) {
    const ScriptPackage* package = manifests_.package_of(path);
    if (package == nullptr) return {};
    for (const auto& [pattern, target] : package->manifest["imports"].members()) {
      const auto rest = match_pattern(pattern, specifier);
      if (rest) return at_targets(*package, target, *rest);
    }
    return {};
  }

  // What `imports` or `exports` of a manifest lead to, on whatever condition.
  Resolution at_targets(const ScriptPackage& package, const Json& target, const std::string& rest) {
    std::vector<std::string> targets;
    add_targets(target, targets, 0);
    std::optional<std::string> first;
    for (const std::string& each : targets) {
      if (!each.starts_with('.')) return {};  // another package
      auto file = joined_path(package.folder, replace_all(each, "*", rest));
      if (!file) return {};
      if (auto found = file_at(*file)) return *found;
      if (is_generated(*file) || ignored_.may_match(*file)) return {};
      if (!tree_.has_folder(folder_of(*file))) return {};  // built, under whatever name
      if (!first) first = std::move(file);
    }
    return first ? absent(*first) : Resolution{};
  }

  static void add_targets(const Json& target, std::vector<std::string>& out, int depth) {
    constexpr int kDepthMax = 8;
    if (depth > kDepthMax) return;
    if (target.is_string()) out.emplace_back(target.text());
    for (const auto& [condition, value] : target.members()) add_targets(value, out, depth + 1);
    for (const Json& value : target.items()) add_targets(value, out, depth + 1);
  }

  Resolution bare(std::string_view path, std::string_view specifier) {
    const std::string_view name = package_name(specifier);
    if (const ScriptPackage* ours = manifests_.named(name))
      return in_package(*ours, specifier, name);
    if (!is_package_name(name)) return {};
    if (declared(path, specifier)) return of_package(Origin::dependency, name);
    const ScriptPackage* package = manifests_.package_of(path);
    if (package == nullptr) return {};
    if (manifests_.locked(name)) return of_package(Origin::dependency, name);
    // Aliases that only a bundler knows, and folders that `baseUrl` of a test runner names.
    const bool looks_aliased =
        kAliasStarts.find(name.front()) != std::string_view::npos && name.front() != '@';
    if (looks_aliased || tree_.has_folder(name) || tree_.has_folder("src/" + std::string(name))) {
      return {};
    }
    const std::string below =
        package->folder.empty() ? std::string(name) : package->folder + "/" + std::string(name);
    if (tree_.has_folder(below) ||
        tree_.has_folder((package->folder.empty() ? "src/" : package->folder + "/src/") +
                         std::string(name))) {
      return {};
    }
    if (manifests_.has_bundler() && bundler_may_know(name)) return {};
    return of_package(Origin::undeclared, name);
  }

  // Virtual modules and aliases have short names without a scope, or a scope that nobody declares.
  static bool bundler_may_know(std::string_view name) {
    return name.starts_with('@') || name.starts_with('~') || name.starts_with("virtual");
  }

  Resolution in_package(const ScriptPackage& package, std::string_view specifier,
                        std::string_view name) {
    const std::string prefix = package.folder.empty() ? std::string() : package.folder + "/";
    if (specifier.size() > name.size()) {
      const std::string rest(specifier.substr(name.size() + 1));
      for (const char* root : {"", "src/", "lib/"}) {
        if (auto found = file_at(prefix + root + rest)) return *found;
      }
      return subpath(package, rest);
    }
    for (const char* key : {"source", "module", "main", "types"}) {
      if (!package.manifest[key].is_string()) continue;
      const auto target = joined_path(package.folder, package.manifest[key].text());
      if (target && tree_.has(*target)) return at_file(*target);
    }
    for (const char* root : {"src/index", "index", "src/main", "lib/index"}) {
      if (auto found = file_at(prefix + root)) return *found;
    }
    return {.origin = Origin::dependency, .package = std::string(name)};
  }

  // `package/rest` where there is no such file.
  Resolution subpath(const ScriptPackage& package, const std::string& rest) {
    const Json& exports = package.manifest["exports"];
    const std::string key = "./" + rest;
    for (const auto& [pattern, target] : exports.members()) {
      const auto matched = pattern.starts_with('.') ? match_pattern(pattern, key) : std::nullopt;
      if (matched) return at_targets(package, target, *matched);
    }
    const bool closed = exports.is_object() && !exports.members().empty() &&
                        exports.members().begin()->first.starts_with('.');
    const std::string prefix = package.folder.empty() ? std::string() : package.folder + "/";
    if (closed && !manifests_.has_bundler()) return missing(prefix + rest);
    const std::string place = prefix + rest;
    return closed || !tree_.has_folder(folder_of(place)) ||
                   package.manifest["publishConfig"].is_object()
               ? Resolution{}
               : absent(place);
  }

  const Tree& tree_;
  ScriptManifests manifests_;
  Ignored ignored_;
};

}  // namespace

std::unique_ptr<Resolver> script_resolver(const Tree& tree) {
  return std::make_unique<ScriptResolver>(tree);
}

}  // namespace pawl::index
