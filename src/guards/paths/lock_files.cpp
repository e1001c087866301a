#include "guards/paths/lock_files.hpp"

#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::guards {
namespace {

constexpr auto kLockRows = std::to_array<LockRow>({
    {"package-lock.json", "package.json", "package-lock.json"},
    {"npm-shrinkwrap.json", "package.json", "npm-shrinkwrap.json"},
    {"yarn.lock", "package.json", "yarn.lock"},
    {"pnpm-lock.yaml", "package.json", "pnpm-lock.yaml"},
    {"bun.lock", "package.json", "bun.lock"},
    {"bun.lockb", "package.json", "bun.lockb"},
    {"deno.lock", "deno.json", "deno.lock"},
    {"deno.lock", "deno.jsonc", "deno.lock"},
    {"poetry.lock", "pyproject.toml", "poetry.lock"},
    {"uv.lock", "pyproject.toml", "uv.lock"},
    {"pdm.lock", "pyproject.toml", "pdm.lock"},
    {"pixi.lock", "pixi.toml", "pixi.lock"},
    {"pixi.lock", "pyproject.toml", "pixi.lock"},
    {"pipfile.lock", "pipfile", "Pipfile.lock"},
    {"cargo.lock", "cargo.toml", "Cargo.lock"},
    {"gemfile.lock", "gemfile", "Gemfile.lock"},
    {"composer.lock", "composer.json", "composer.lock"},
    {"go.sum", "go.mod", "go.sum"},
    {"flake.lock", "flake.nix", "flake.lock"},
    {"mix.lock", "mix.exs", "mix.lock"},
    {"package.resolved", "package.swift", "Package.resolved"},
    {"pubspec.lock", "pubspec.yaml", "pubspec.lock"},
    {"podfile.lock", "podfile", "Podfile.lock"},
});

// Keys whose value a lock file depends on. `peerDependencies` and the like bind nobody.
bool names_dependencies(std::string_view key) {
  static constexpr auto kKeys =
      fixed_words("dependencies", "devDependencies", "optionalDependencies", "dev-dependencies",
                  "build-dependencies", "dependency-groups", "optional-dependencies", "require",
                  "require-dev", "packages", "dev-packages", "dependency_overrides",
                  "dev_dependencies", "overrides", "resolutions", "imports");
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

void collect_dependencies(const Json& json, int depth, std::string& out) {
  if (!json.is_object() || depth > 5) return;
  for (const auto& [key, value] : json.members()) {
    if (names_dependencies(key)) {
      if (value.size() > 0) out += key + value.dump();
    } else {
      collect_dependencies(value, depth + 1, out);
    }
  }
}

std::optional<std::string> from_json(const Result<Json>& json) {
  if (!json.ok()) return std::nullopt;
  std::string out;
  collect_dependencies(*json, 0, out);
  return out;
}

// Lines that start with one of these words name a dependency; their order does not count.
std::string from_lines(std::string_view text, std::initializer_list<std::string_view> words) {
  std::vector<std::string_view> found;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line.substr(0, line.find("//")));
    const bool named = std::any_of(words.begin(), words.end(),
                                   [&](std::string_view word) { return plain.starts_with(word); });
    if (named) found.push_back(plain);
  }
  std::sort(found.begin(), found.end());
  return join(found, "\n");
}

// `require a v1` and the lines of a `require (…)` block, `// indirect` ones too.
std::string from_go_mod(std::string_view text) {
  std::vector<std::string_view> found;
  bool inside = false;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line.substr(0, line.find("//")));
    const bool opens = plain == "require (" || plain == "replace (";
    if (plain == ")") inside = false;
    if (inside && !plain.empty()) found.push_back(plain);
    if (!opens && plain.starts_with("require ")) found.push_back(trim(plain.substr(8)));
    if (!opens && plain.starts_with("replace ")) found.push_back(trim(plain.substr(8)));
    inside = inside || opens;
  }
  std::sort(found.begin(), found.end());
  return join(found, "\n");
}

}  // namespace

std::span<const LockRow> lock_rows() { return kLockRows; }

std::optional<std::string> dependencies_in(const RepoPath& path, std::string_view text) {
  const std::string name = lower(path.name());
  if (name == "go.mod") return from_go_mod(text);
  if (name == "gemfile") return from_lines(text, {"gem ", "gem(", "source ", "gemspec"});
  if (name.ends_with(".json") || name.ends_with(".jsonc")) {
    return from_json(syntax::parse_jsonc(text));
  }
  if (name.ends_with(".toml") || name == "pipfile") return from_json(syntax::parse_toml(text));
  return std::nullopt;
}

}  // namespace pawl::guards
