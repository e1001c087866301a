#include "repo/manifests/workspace_lists.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "repo/manifests/manifests.hpp"
#include "syntax/data/data.hpp"
#include "syntax/data/key_lines.hpp"

namespace pawl::repo {
namespace {

class Finder {
 public:
  Finder(const RepoView& view, std::span<const Manifest> manifests,
         std::vector<Sourced>& unreadable)
      : view_(view), manifests_(manifests), unreadable_(unreadable) {}

  std::vector<WorkspaceList> find() {
    for (const Manifest& manifest : manifests_) {
      switch (manifest.kind) {
        case ManifestKind::npm: npm(manifest); break;
        case ManifestKind::cargo: cargo(manifest); break;
        case ManifestKind::python: uv(manifest); break;
        case ManifestKind::maven: maven(manifest); break;
        case ManifestKind::deno: members_key(manifest, "workspace"); break;
        case ManifestKind::pubspec: members_key(manifest, "workspace"); break;
        case ManifestKind::mix: umbrella(manifest); break;
        default: break;
      }
    }
    gradle();
    go_work();
    return std::move(lists_);
  }

 private:
  WorkspaceList list_of(const Manifest& manifest) const {
    return {.kind = manifest.kind,
            .base = std::string(manifest.path.folder()),
            .path = manifest.path.text(),
            .patterns = {},
            .excluded = {}};
  }

  static std::string beside(std::string_view folder, std::string_view name) {
    return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
  }

  void keep(WorkspaceList list) {
    if (!list.patterns.empty()) lists_.push_back(std::move(list));
  }

  static void add(WorkspaceList& list, std::string_view pattern, int line) {
    if (pattern.starts_with('!')) {
      list.excluded.emplace_back(pattern.substr(1));
    } else if (!pattern.empty()) {
      list.patterns.push_back({.glob = std::string(pattern), .line = line, .name = {}});
    }
  }

  syntax::KeyLines places_of(const Manifest& manifest, syntax::DataFormat format) const {
    return {format, view_.text(manifest.path.text()).value_or("")};
  }

  void npm(const Manifest& manifest) {
    const Json& field = manifest.data["workspaces"];
    const Json& items = field.is_object() ? field["packages"] : field;
    if (!items.items().empty()) {
      WorkspaceList list = list_of(manifest);
      const auto places = places_of(manifest, syntax::DataFormat::json);
      std::size_t index = 0;
      for (const Json& item : items.items()) {
        const std::string number = std::to_string(index++);
        const int line = field.is_object() ? places.line({"workspaces", "packages", number})
                                           : places.line({"workspaces", number});
        add(list, item.text(), line);
      }
      keep(std::move(list));
    }
    pnpm(manifest);
    lerna(manifest);
  }

  void pnpm(const Manifest& manifest) {
    WorkspaceList list = list_of(manifest);
    list.path = beside(list.base, "pnpm-workspace.yaml");
    const auto text = view_.text(list.path);
    if (!text) return;
    const auto documents = syntax::parse_yaml(*text);
    if (!documents) {
      unreadable_.push_back({documents.error().message, list.path, 0});
      return;
    }
    if (documents->empty()) return;
    std::size_t index = 0;
    for (const Json& item : documents->front()["packages"].items()) {
      const std::vector<std::string> way = {"packages", std::to_string(index++)};
      add(list, item.text(), syntax::line_of(syntax::DataFormat::yaml, *text, way));
    }
    keep(std::move(list));
  }

  void lerna(const Manifest& manifest) {
    WorkspaceList list = list_of(manifest);
    list.path = beside(list.base, "lerna.json");
    const auto text = view_.text(list.path);
    if (!text) return;
    const auto data = syntax::parse_jsonc(*text);
    if (!data) {
      unreadable_.push_back({data.error().message, list.path, 0});
      return;
    }
    const syntax::KeyLines places(syntax::DataFormat::json, *text);
    std::size_t index = 0;
    for (const Json& item : (*data)["packages"].items()) {
      add(list, item.text(), places.line({"packages", std::to_string(index++)}));
    }
    keep(std::move(list));
  }

  void cargo(const Manifest& manifest) {
    const Json& workspace = manifest.data["workspace"];
    if (!workspace.is_object()) return;
    WorkspaceList list = list_of(manifest);
    const auto places = places_of(manifest, syntax::DataFormat::toml);
    std::size_t index = 0;
    for (const Json& item : workspace["members"].items()) {
      add(list, item.text(), places.line({"workspace", "members", std::to_string(index++)}));
    }
    for (const Json& item : workspace["exclude"].items()) {
      list.excluded.push_back(item.string_or(""));
    }
    // Packages it depends on by a path below it are members without being listed.
    for (const char* table : {"dependencies", "dev-dependencies", "build-dependencies"}) {
      for (const auto& [name, value] : manifest.data[table].members()) {
        if (value["path"].is_string()) add(list, value["path"].text(), places.line({table, name}));
      }
    }
    keep(std::move(list));
  }

  void uv(const Manifest& manifest) {
    const Json& workspace = manifest.data["tool"]["uv"]["workspace"];
    if (!workspace.is_object()) return;
    WorkspaceList list = list_of(manifest);
    const auto places = places_of(manifest, syntax::DataFormat::toml);
    std::size_t index = 0;
    for (const Json& item : workspace["members"].items()) {
      add(list, item.text(),
          places.line({"tool", "uv", "workspace", "members", std::to_string(index++)}));
    }
    for (const Json& item : workspace["exclude"].items()) {
      list.excluded.push_back(item.string_or(""));
    }
    keep(std::move(list));
  }

  void maven(const Manifest& manifest) {
    WorkspaceList list = list_of(manifest);
    for (const Json& module : manifest.data["modules"].items()) {
      add(list, module["value"].text(), static_cast<int>(module["line"].int_or(0)));
    }
    keep(std::move(list));
  }

  // A plain list of folders below a key of the manifest.
  void members_key(const Manifest& manifest, const char* key) {
    WorkspaceList list = list_of(manifest);
    const Json& field = manifest.data[key];
    const Json& items = field.is_object() ? field["members"] : field;
    const std::string text = view_.text(manifest.path.text()).value_or("");
    const auto format = manifest.kind == ManifestKind::pubspec ? syntax::DataFormat::yaml
                                                               : syntax::DataFormat::json;
    std::size_t index = 0;
    for (const Json& item : items.items()) {
      std::vector<std::string> way = {key};
      if (field.is_object()) way.emplace_back("members");
      way.push_back(std::to_string(index++));
      add(list, item.text(), syntax::line_of(format, text, way));
    }
    keep(std::move(list));
  }

  void umbrella(const Manifest& manifest) {
    const std::string text = view_.text(manifest.path.text()).value_or("");
    const auto at = text.find("apps_path: \"");
    if (at == std::string::npos) return;
    const auto from = text.find('"', at) + 1;
    const auto end = text.find('"', from);
    if (end == std::string::npos) return;
    WorkspaceList list = list_of(manifest);
    add(list, text.substr(from, end - from) + "/*", line_with(text, "apps_path: \""));
    keep(std::move(list));
  }

  void gradle() {
    std::set<std::string, std::less<>> folders = {""};
    for (const Manifest& manifest : manifests_) {
      if (manifest.kind == ManifestKind::gradle) folders.emplace(manifest.path.folder());
    }
    for (const std::string& folder : folders) {
      for (const char* name : {"settings.gradle", "settings.gradle.kts"}) {
        const auto text = view_.text(beside(folder, name));
        if (!text) continue;
        keep({.kind = ManifestKind::gradle,
              .base = folder,
              .path = beside(folder, name),
              .patterns = gradle_projects(*text),
              .excluded = {}});
      }
    }
  }

  void go_work() {
    const auto text = view_.text("go.work");
    if (!text) return;
    keep({.kind = ManifestKind::go_mod,
          .base = {},
          .path = "go.work",
          .patterns = go_work_folders(*text),
          .excluded = {}});
  }

  const RepoView& view_;
  std::span<const Manifest> manifests_;
  std::vector<Sourced>& unreadable_;
  std::vector<WorkspaceList> lists_;
};

}  // namespace

std::vector<WorkspaceList> workspace_lists(const RepoView& view,
                                           std::span<const Manifest> manifests,
                                           std::vector<Sourced>& unreadable) {
  return Finder(view, manifests, unreadable).find();
}

}  // namespace pawl::repo
