// Are dependencies declared, bound to versions, locked where that belongs, and kept fresh?
#include <algorithm>

#include "analyzers/dependencies.hpp"
#include "analyzers/rows.hpp"
#include "analyzers/updates.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kDependenciesShownMax = 10;

// What to write for a family that has no manifest.
std::string_view usual_manifest(repo::Family family) {
  switch (family) {
    case repo::Family::python: return "pyproject.toml";
    case repo::Family::go: return "go.mod";
    case repo::Family::rust: return "Cargo.toml";
    case repo::Family::node: return "package.json";
    case repo::Family::native: return "CMakeLists.txt";
    case repo::Family::jvm: return "build.gradle";
    case repo::Family::ruby: return "Gemfile";
    case repo::Family::php: return "composer.json";
    case repo::Family::dotnet: return "project file";
    case repo::Family::swift: return "Package.swift";
    default: return {};
  }
}

// Whose names no reader of manifests knows.
bool has_other_manifest(const repo::RepoView& view, repo::Family family) {
  const auto files = view.files();
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    const std::string_view name = entry.path.name();
    if (family == repo::Family::swift) {
      return name == "Package.swift" || name.ends_with(".podspec") || name == "project.pbxproj";
    }
    if (family == repo::Family::dotnet) return name.ends_with("proj") || name.ends_with(".sln");
    const bool builds = name == "BUILD" || name == "BUILD.bazel" || name == "SConstruct" ||
                        name == "xmake.lua" || name == "premake5.lua" || name == "wscript";
    return family == repo::Family::native && builds;
  });
}

// Scripts of the standard library alone need no package: a package has modules, or many files.
bool wants_manifest(const Input& input, const FamilyCount& count) {
  constexpr std::size_t kManyFiles = 5;
  if (count.product >= kManyFiles) return true;
  if (count.family != repo::Family::python && count.family != repo::Family::node) return true;
  const auto files = input.view.files();
  return count.family == repo::Family::python &&
         std::any_of(files.begin(), files.end(), [](const repo::Entry& entry) {
           return entry.path.name() == "__init__.py" && repo::is_product_file(entry.path);
         });
}

bool has_manifest(const Input& input, repo::Family family) {
  if (has_other_manifest(input.view, family)) return true;
  const auto& manifests = input.facts.manifests;
  return std::any_of(manifests.begin(), manifests.end(), [&](const repo::Manifest& manifest) {
    // A Makefile next to another family's manifest says nothing about C.
    return family_of(manifest.kind) == family;
  });
}

// In the folder of the manifest or one above it: workspaces lock at their root.
bool has_beside(const repo::RepoView& view, std::string_view folder, std::string_view name) {
  for (;;) {
    const std::string path =
        folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
    if (view.has(path)) return true;
    if (folder.empty()) return false;
    const std::size_t slash = folder.rfind('/');
    folder = slash == std::string_view::npos ? "" : folder.substr(0, slash);
  }
}

// The file that lets a bot propose updates: its own, a key of package.json, or a step of CI.
std::string updater_of(const Input& input) {
  if (const repo::Entry* found = update_bot(input.view)) return found->path.text();
  for (const repo::Manifest& manifest : input.facts.manifests) {
    if (manifest.kind == repo::ManifestKind::npm && manifest.data.has("renovate"))
      return manifest.path.text();
  }
  for (const Step& step : input.survey->ci.steps) {
    if (contains_folded(step.text, "renovate")) return step.path;
  }
  return {};
}

class DependencyMeasure {
 public:
  DependencyMeasure(const Input& input, Metric& metric) : input_(input), metric_(metric) {}

  void run() {
    for (const FamilyCount& count : input_.survey->families) family(count);
    for (const repo::Manifest& manifest : input_.facts.manifests) {
      if (!describes_project(manifest)) continue;
      ++manifests_;
      one(manifest);
    }
    if (declared_ > 0) {
      points_.add(15 * static_cast<double>(bound_) / static_cast<double>(declared_), 15);
    }
    if (toolchains_ > 0 && declared_ > 0) {
      points_.add(10 * static_cast<double>(toolchains_named_) / static_cast<double>(toolchains_),
                  10);
    }
    if (locks_ > 0) {
      points_.add(20 * static_cast<double>(locked_) / static_cast<double>(locks_), 20);
    }
    updates();
    if (points_.none())
      return cannot_tell(metric_, manifests_ > 0
                                      ? "The manifests name no dependency to judge."
                                      : "No manifest of the project is known, and none is missed.");
    grade(metric_, points_.score());
    report();
  }

 private:
  void family(const FamilyCount& count) {
    const std::string_view wanted = usual_manifest(count.family);
    if (wanted.empty()) return;
    const bool has = has_manifest(input_, count.family);
    if (!has && !wants_manifest(input_, count)) return;
    points_.add(has ? 50 * count.share : 0, 50 * count.share);
    if (has) return;
    metric_.suggestions.push_back("Declare the " + std::string(display_name(count.family)) +
                                  " package and its dependencies in a " + std::string(wanted) +
                                  ".");
  }

  void one(const repo::Manifest& manifest) {
    const bool any = bindings(manifest);
    if (can_name_toolchain(manifest.kind) && !manifest.data.is_null()) {
      ++toolchains_;
      toolchains_named_ += names_toolchain(manifest, input_.view) ? 1U : 0U;
    }
    if (any || manifest.kind == repo::ManifestKind::gemfile) lock(manifest);
  }

  // Are there any that should be bound?
  bool bindings(const repo::Manifest& manifest) {
    bool any = false;
    for (const repo::Dependency& dependency : input_.facts.dependencies) {
      if (dependency.path != manifest.path.text() || !should_bind(dependency)) continue;
      any = true;
      ++declared_;
      bound_ += is_bound(dependency) ? 1U : 0U;
      if (is_bound(dependency) || metric_.evidence.size() >= kDependenciesShownMax) continue;
      metric_.evidence.push_back({dependency.path, dependency.line, 0, "unbound-dependency",
                                  "`" + dependency.name + "` accepts any version", "deps"});
    }
    return any;
  }

  void lock(const repo::Manifest& manifest) {
    const std::vector<std::string> names = lock_names(manifest, input_.view);
    if (names.empty() || locks_nothing(manifest.path, names.front(), input_.view)) return;
    ++locks_;
    const bool has = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return has_beside(input_.view, manifest.path.folder(), name);
    });
    locked_ += has ? 1U : 0U;
    if (!has) {
      metric_.suggestions.push_back("Commit " + names.front() + " beside " + manifest.path.text() +
                                    ".");
    }
  }

  void updates() {
    if (declared_ == 0) return;
    updater_ = updater_of(input_);
    points_.add(updater_.empty() ? 0 : 15, 15);
    if (updater_.empty()) {
      metric_.suggestions.emplace_back("Let Dependabot or Renovate propose updates.");
    }
  }

  void report() {
    if (bound_ < declared_) {
      metric_.suggestions.emplace_back("Give every dependency a version range.");
    }
    std::vector<std::string> parts = {counted(manifests_, "manifest")};
    if (declared_ > 0) {
      parts.push_back(std::to_string(bound_) + " of " +
                      counted(declared_, "dependency", "dependencies") + " bound to versions");
    }
    if (locks_ > 0) {
      parts.push_back(std::to_string(locked_) + " of " + counted(locks_, "lock file") + " present");
    }
    if (!updater_.empty()) parts.push_back("updates by " + updater_);
    metric_.details = join(parts, ", ");
  }

  const Input& input_;
  Metric& metric_;
  Points points_;
  std::size_t manifests_ = 0;
  std::size_t declared_ = 0;
  std::size_t bound_ = 0;
  std::size_t toolchains_ = 0;
  std::size_t toolchains_named_ = 0;
  std::size_t locks_ = 0;
  std::size_t locked_ = 0;
  std::string updater_;
};

}  // namespace

void measure_deps(const Input& input, Metric& metric) { DependencyMeasure(input, metric).run(); }

}  // namespace pawl::analyzers
