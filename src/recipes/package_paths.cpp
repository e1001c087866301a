// Paths of a package.json that name nothing (`main`, `module`, `types`, `bin`, `files`), where one
// file alone can be meant and no build can make what is named.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/paths/ignore_rules.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "recipes/slips.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::recipes {
namespace {

bool may_be_built(const Json& data) {
  for (const auto& [name, command] : data["scripts"].members()) {
    for (const std::string_view word :
         {"build", "compile", "prepare", "prepublish", "prepack", "dist", "bundle", "generate",
          "install", "transpile", "release"}) {
      if (contains(name, word)) return true;
    }
    for (const std::string_view tool :
         {"tsc", "rollup", "webpack", "babel", "esbuild", "tsup", "browserify", "vite", "parcel",
          "coffee", "make", "gulp", "grunt"}) {
      if (contains_word_folded(command.text(), tool)) return true;
    }
  }
  return false;
}

class PackagePaths {
 public:
  PackagePaths(const Input& input, const repo::Manifest& manifest, std::string text)
      : view_(input.view),
        data_(manifest.data),
        folder_(manifest.path.folder()),
        ignored_(guards::parse_ignore(input.view.text(".gitignore").value_or(""))),
        write_{.path = manifest.path.text(), .content = std::move(text)} {}

  Write mend() {
    for (const std::string_view field : {"main", "module", "types", "typings"}) {
      file(field, data_[field].text());
    }
    if (data_["bin"].is_string()) file("bin", data_["bin"].text());
    for (const auto& [name, path] : data_["bin"].members()) file("bin", path.text());
    for (const Json& entry : data_["files"].items()) packaged(entry.text());
    return std::move(write_);
  }

 private:
  std::string below(std::string_view path) const {
    return repo::resolved(folder_, path).value_or(std::string());
  }

  bool resolves(std::string_view path) const {
    const std::string full = below(path);
    if (full.empty() || view_.has(full) || view_.has_folder(full)) return true;
    for (const char* end : {".js", ".json", ".node", ".mjs", ".cjs", ".d.ts", ".ts"}) {
      if (view_.has(full + end)) return true;
    }
    return false;
  }

  bool is_made_elsewhere(std::string_view path) const {
    const std::string full = below(path);
    return full.empty() || repo::is_built(full + "/x") ||
           guards::hiding_rule(ignored_, full) != nullptr;
  }

  // The names beside it: files, and folders too for what is packaged.
  std::vector<std::string> beside(const std::string& full, bool folders) const {
    const auto slash = full.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : full.substr(0, slash + 1);
    std::vector<std::string> names;
    for (const repo::Entry& entry : view_.files()) {
      if (!entry.path.text().starts_with(folder)) continue;
      const std::string rest = entry.path.text().substr(folder.size());
      const std::string name = rest.substr(0, rest.find('/'));
      if (name != rest && !folders) continue;
      if (!among(names, name)) names.push_back(name);
    }
    return names;
  }

  std::optional<std::string> only_beside(const std::string& full, bool folders) const {
    const std::string name(repo::last_part(full));
    const std::vector<std::string> names = beside(full, folders);
    std::vector<std::string> same;
    for (const std::string& other : names) {
      if (equal_folded(other, name)) same.push_back(other);
    }
    if (same.empty() && !folders) {
      for (const std::string& other : names) {
        const bool code = among({"js", "mjs", "cjs"}, repo::ending_of(other)) &&
                          among({"js", "mjs", "cjs"}, repo::ending_of(name));
        if (code && other.substr(0, other.rfind('.')) == name.substr(0, name.rfind('.'))) {
          same.push_back(other);
        }
      }
    }
    if (!same.empty()) return same.size() == 1 ? std::optional(same.front()) : std::nullopt;
    std::vector<std::string> alike;
    for (const std::string& other : names) {
      if (repo::ending_of(other) == repo::ending_of(name)) alike.push_back(other);
    }
    return only_slip(name, alike);
  }

  void replace(std::string_view field, std::string_view wrong, const std::string& name) {
    const auto slash = wrong.rfind('/');
    const std::string right =
        std::string(slash == std::string_view::npos ? "" : wrong.substr(0, slash + 1)) + name;
    const std::string quoted = "\"" + std::string(wrong) + "\"";
    // Elsewhere it may say something else.
    const auto at = write_.content.find(quoted);
    if (at == std::string::npos || write_.content.find(quoted, at + 1) != std::string::npos) return;
    write_.content.replace(at, quoted.size(), "\"" + right + "\"");
    write_.reasons.push_back(std::string(field) + ": " + std::string(wrong) + " → " + right +
                             ", the only file it can be");
  }

  void file(std::string_view field, std::string_view path) {
    if (path.empty() || resolves(path) || is_made_elsewhere(path) || may_be_built(data_)) return;
    if (path.find_first_of("*{}\\") != std::string_view::npos || path.ends_with('/')) return;
    const std::string full = below(path);
    // A missing `main` is no error where Node finds an index.js: another one could break what
    // works.
    const std::string fallback = folder_.empty() ? "index.js" : folder_ + "/index.js";
    if (field == "main" && view_.has(fallback) && !equal_folded(full, fallback)) return;
    if (const auto name = only_beside(full, false)) replace(field, path, *name);
  }

  void packaged(std::string_view path) {
    while (path.ends_with('/')) path.remove_suffix(1);
    if (path.empty() || path.find_first_of("*{}!\\") != std::string_view::npos) return;
    if (resolves(path) || is_made_elsewhere(path) || may_be_built(data_)) return;
    if (const auto name = only_beside(below(path), true)) replace("files", path, *name);
  }

  const repo::RepoView& view_;
  const Json& data_;
  std::string folder_;
  std::vector<guards::IgnoreRule> ignored_;
  Write write_;
};

}  // namespace

std::vector<Write> package_paths(const Input& input) {
  std::vector<Write> writes;
  for (const repo::Manifest& manifest : input.facts.manifests) {
    if (manifest.kind != repo::ManifestKind::npm || !manifest.data.is_object()) continue;
    if (repo::is_vendored(manifest.path) || repo::is_sample_place(manifest.path)) continue;
    if (is_for_tests(manifest.path.folder())) continue;
    auto text = input.view.text(manifest.path.text());
    if (!text) continue;
    const std::string before = *text;
    Write write = PackagePaths(input, manifest, *std::move(text)).mend();
    if (write.content != before) writes.push_back(std::move(write));
  }
  return writes;
}

}  // namespace pawl::recipes
