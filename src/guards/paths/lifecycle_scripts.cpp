#include "guards/paths/lifecycle_scripts.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

// https://docs.npmjs.com/cli/using-npm/scripts#life-cycle-scripts: what `npm install` and `npm ci`
// run, in the project itself or when it is a dependency taken from git.
constexpr auto kNpmScripts = fixed_words(
    "preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare",
    "prepack", "postpack", "dependencies", "preversion", "version", "postversion", "prepublishOnly",
    "publish", "postpublish", "pnpm:devPreinstall", "preuninstall", "uninstall", "postuninstall");
// Keys of tools that set up git hooks, and of package managers that load or allow code: husky 4,
// simple-git-hooks, pre-commit, yorkie, lint-staged; pnpm, bun and corepack.
constexpr auto kNpmKeys =
    fixed_words("husky", "simple-git-hooks", "pre-commit", "pre-push", "gitHooks", "lint-staged",
                "lefthook", "pnpm", "trustedDependencies", "packageManager", "gypfile");
// https://getcomposer.org/doc/articles/scripts.md#event-names
constexpr auto kComposerScripts = fixed_words(
    "pre-install-cmd", "post-install-cmd", "pre-update-cmd", "post-update-cmd", "pre-autoload-dump",
    "post-autoload-dump", "post-root-package-install", "post-create-project-cmd",
    "pre-operations-exec", "pre-package-install", "post-package-install", "pre-package-update",
    "post-package-update", "pre-package-uninstall", "post-package-uninstall", "init", "command",
    "pre-command-run", "pre-file-download", "post-file-download", "pre-pool-create");

void take(const Json& object, std::string_view under, WordsView keys,
          std::map<std::string, std::string>& out) {
  for (const auto& [key, value] : object.members()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      out[std::string(under) + key] = value.dump();
    }
  }
}

}  // namespace

std::map<std::string, std::string> lifecycle_scripts(const RepoPath& path, std::string_view text) {
  std::map<std::string, std::string> out;
  const std::string folded = path.folded();
  const std::string_view name = std::string_view(folded).substr(folded.rfind('/') + 1);
  if (name != "package.json" && name != "composer.json") return out;
  const Result<Json> json = Json::parse(text);
  if (!json) return out;
  if (name == "package.json") {
    take((*json)["scripts"], "scripts.", kNpmScripts, out);
    take(*json, "", kNpmKeys, out);
  } else {
    take((*json)["scripts"], "scripts.", kComposerScripts, out);
    const Json& plugins = (*json)["config"]["allow-plugins"];
    if (!plugins.is_null()) out["config.allow-plugins"] = plugins.dump();
  }
  return out;
}

}  // namespace pawl::guards
