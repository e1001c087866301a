#include "guards/paths/named_files.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

// Plugins of mkdocs that make no pages: with any other one, a page may be there after all.
constexpr auto kPlainPlugins = std::to_array<std::string_view>({"search",
                                                                "mkdocstrings",
                                                                "autorefs",
                                                                "minify",
                                                                "git-revision-date-localized",
                                                                "git-revision-date",
                                                                "git-committers",
                                                                "git-committers-2",
                                                                "git-authors",
                                                                "social",
                                                                "privacy",
                                                                "offline",
                                                                "glightbox",
                                                                "redirects",
                                                                "macros",
                                                                "table-reader",
                                                                "meta",
                                                                "optimize",
                                                                "rss",
                                                                "mermaid2",
                                                                "include-markdown",
                                                                "open-in-new-tab",
                                                                "exclude",
                                                                "termynal",
                                                                "material/search",
                                                                "material/social",
                                                                "include_dir_to_nav",
                                                                "swagger-ui-tag",
                                                                "markdownextradata"});

enum class Source : std::uint8_t { mkdocs, package_json, tsconfig, pyproject, setup_cfg, cargo };

std::optional<Source> source_of(const RepoPath& path) {
  const std::string name = lower(path.name());
  if (name == "mkdocs.yml" || name == "mkdocs.yaml") return Source::mkdocs;
  if (name == "package.json") return Source::package_json;
  if (name.starts_with("tsconfig") && name.ends_with(".json")) return Source::tsconfig;
  if (name == "pyproject.toml") return Source::pyproject;
  if (name == "setup.cfg") return Source::setup_cfg;
  if (name == "cargo.toml") return Source::cargo;
  return std::nullopt;
}

ConfigForm form_of(Source source) {
  switch (source) {
    case Source::mkdocs: return ConfigForm::yaml;
    case Source::package_json:
    case Source::tsconfig: return ConfigForm::json;
    case Source::setup_cfg: return ConfigForm::ini;
    case Source::pyproject:
    case Source::cargo: return ConfigForm::toml;
  }
  return ConfigForm::toml;
}

class NamedFileReader {
 public:
  NamedFileReader(const RepoPath& path, std::string_view text)
      : folder_(path.folder()), text_(text) {}

  std::vector<NamedFile> read(Source source) {
    const auto document = read_config(form_of(source), text_);
    if (!document) return {};
    switch (source) {
      case Source::mkdocs: mkdocs(*document); break;
      case Source::package_json: package_json(*document); break;
      case Source::tsconfig: tsconfig(*document); break;
      case Source::pyproject: pyproject(*document); break;
      case Source::setup_cfg: setup_cfg(*document); break;
      case Source::cargo: cargo(*document); break;
    }
    return std::move(out_);
  }

 private:
  void add(std::string_view key, std::string_view written, NamedAs as,
           std::string_view below = {}) {
    if (written.empty() || written.find_first_of("*?<>{}$%:!\\") != std::string_view::npos) return;
    if (written.starts_with('/') || written.starts_with('~')) return;
    const auto folder = joined_path(folder_, below);
    const auto path = folder ? joined_path(*folder, written) : std::nullopt;
    if (!path || path->empty() || is_made_later(*path)) return;
    out_.push_back({std::string(key), std::string(written), *path, as, line_of(key, written)});
  }

  // The line with both the key and the name, or the first one with the name.
  int line_of(std::string_view key, std::string_view written) const {
    const std::string_view last = key.substr(key.rfind('.') + 1);
    int row = 0;
    int first = 0;
    for (const std::string_view line : split_lines(text_)) {
      ++row;
      if (!contains(line, written)) continue;
      if (contains(line, last)) return row;
      if (first == 0) first = row;
    }
    return first;
  }

  void mkdocs(const Json& document) {
    if (document.has("hooks") || document.has("INHERIT")) return;
    const Json& plugins = document["plugins"];
    const auto is_plain = [](std::string_view name) {
      return std::find(kPlainPlugins.begin(), kPlainPlugins.end(), name) != kPlainPlugins.end();
    };
    for (const Json& plugin : plugins.items()) {
      const bool named = plugin.is_object() && plugin.size() == 1;
      if (!is_plain(named ? plugin.members().front().first : plugin.text())) return;
    }
    for (const auto& [name, options] : plugins.members()) {
      if (!is_plain(name)) return;
    }
    const Json& docs = document["docs_dir"];
    if (docs.is_string() && docs.text().starts_with('/')) return;
    nav(document["nav"], docs.string_or("docs"));
  }

  void nav(const Json& entry, const std::string& docs) {
    if (entry.is_string()) {
      const std::string_view page = entry.text();
      if (page.ends_with(".md") || page.ends_with(".markdown")) {
        add("nav", page, NamedAs::file, docs);
      }
    }
    for (const Json& item : entry.items()) nav(item, docs);
    for (const auto& [title, item] : entry.members()) nav(item, docs);
  }

  // A build may put its results anywhere.
  void package_json(const Json& document) {
    for (const auto& [name, command] : document["scripts"].members()) {
      if (contains(name, "build") || contains(name, "compile") || contains(name, "bundle") ||
          name.starts_with("pre") || name == "postinstall" || name == "install" ||
          contains(command.text(), "tsc")) {
        return;
      }
    }
    for (const std::string_view key : {"main", "types", "typings"}) {
      const std::string_view written = document[key].text();
      // What `npm init` writes, whether there is one or not.
      if (written != "index.js" && written != "./index.js") add(key, written, NamedAs::module);
    }
    const Json& bin = document["bin"];
    if (bin.is_string()) add("bin", bin.text(), NamedAs::module);
    for (const auto& [name, file] : bin.members()) add("bin", file.text(), NamedAs::module);
  }

  void tsconfig(const Json& document) {
    const Json& extends = document["extends"];
    const auto extend = [&](std::string_view written) {
      if (written.starts_with('.')) add("extends", written, NamedAs::config);
    };
    extend(extends.text());
    for (const Json& item : extends.items()) extend(item.text());
    for (const Json& item : document["files"].items()) add("files", item.text(), NamedAs::file);
    for (const Json& item : document["references"].items()) {
      add("references", item["path"].text(), NamedAs::either);
    }
  }

  void pyproject(const Json& document) {
    const Json& project = document["project"];
    const Json& readme = project["readme"];
    add("project.readme", readme.is_object() ? readme["file"].text() : readme.text(),
        NamedAs::file);
    add("project.license.file", project["license"]["file"].text(), NamedAs::file);
    const Json& poetry = document["tool"]["poetry"];
    add("tool.poetry.readme", poetry["readme"].text(), NamedAs::file);
    for (const Json& item : poetry["readme"].items()) {
      add("tool.poetry.readme", item.text(), NamedAs::file);
    }
    for (const Json& item : poetry["packages"].items()) {
      add("tool.poetry.packages", item["include"].text(), NamedAs::either, item["from"].text());
    }
    const Json& where = document["tool"]["setuptools"]["packages"]["find"]["where"];
    for (const Json& item : where.items()) {
      if (item.text() != ".") {
        add("tool.setuptools.packages.find.where", item.text(), NamedAs::either);
      }
    }
    const Json& wheel = document["tool"]["hatch"]["build"]["targets"]["wheel"];
    for (const Json& item : wheel["packages"].items()) {
      add("tool.hatch.build.targets.wheel.packages", item.text(), NamedAs::either);
    }
  }

  void setup_cfg(const Json& document) {
    const std::string_view text = document["metadata"]["long_description"].text();
    if (!text.starts_with("file:")) return;
    for (const std::string_view name : split(text.substr(5), ',')) {
      add("long_description", trim(name), NamedAs::file);
    }
  }

  void cargo(const Json& document) {
    const Json& package = document["package"];
    add("package.readme", package["readme"].text(), NamedAs::file);
    add("package.license-file", package["license-file"].text(), NamedAs::file);
    add("lib.path", document["lib"]["path"].text(), NamedAs::file);
    for (const std::string_view kind : {"bin", "test", "bench", "example"}) {
      for (const Json& item : document[kind].items()) {
        add(std::string(kind) + ".path", item["path"].text(), NamedAs::file);
      }
    }
    for (const Json& item : document["workspace"]["members"].items()) {
      add("workspace.members", item.text(), NamedAs::either);
    }
    for (const std::string_view group :
         {"dependencies", "dev-dependencies", "build-dependencies"}) {
      for (const auto& [name, value] : document[group].members()) {
        add(std::string(group) + "." + name + ".path", value["path"].text(), NamedAs::either);
      }
    }
  }

  std::string folder_;
  std::string_view text_;
  std::vector<NamedFile> out_;
};

}  // namespace

bool names_files(const RepoPath& path) { return source_of(path).has_value(); }

std::vector<NamedFile> named_files(const RepoPath& path, std::string_view text) {
  const auto source = source_of(path);
  if (!source) return {};
  return NamedFileReader(path, text).read(*source);
}

}  // namespace pawl::guards
