// Are the files there that people expect, and none that they do not?
#include <algorithm>

#include "analyzers/rows.hpp"
#include "analyzers/tools.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kPlacesShownMax = 10;
constexpr std::size_t kFewFiles = 25;  // that many sources may lie at the root

// Build products a language leaves in the tree; the first is what to suggest.
struct Leavings {
  repo::Family family;
  std::initializer_list<std::string_view> patterns;
};

std::vector<std::string_view> patterns_of(std::string_view gitignore) {
  std::vector<std::string_view> patterns;
  for (std::string_view line : split_lines(gitignore)) {
    line = trim(line);
    if (line.empty() || line.front() == '#' || line.front() == '!') continue;
    while (line.starts_with("**/")) line.remove_prefix(3);
    if (line.starts_with('/')) line.remove_prefix(1);
    while (line.ends_with('/') || line.ends_with("/*"))
      line.remove_suffix(line.back() == '/' ? 1 : 2);
    patterns.push_back(line);
  }
  return patterns;
}

bool covers(const std::vector<std::string_view>& patterns,
            std::initializer_list<std::string_view> wanted) {
  return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
    return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
      return pattern == name ||
             (name.ends_with('*') && pattern.starts_with(name.substr(0, name.size() - 1)));
    });
  });
}

// Files of editors, systems and builds that never belong in a repository.
bool is_litter(const RepoPath& path) {
  const std::string_view name = path.name();
  static constexpr auto kNames =
      fixed_words(".DS_Store", "Thumbs.db", "desktop.ini", "npm-debug.log", "yarn-error.log");
  static constexpr auto kEndings =
      fixed_words(".pyc", ".pyo", ".class", ".o", ".swp", ".swo", ".orig", ".rej", ".obj", ".pdb");
  if (std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames)) return true;
  if (!name.empty() && name.back() == '~') return true;
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

class StructureMeasure {
 public:
  StructureMeasure(const Input& input, Metric& metric) : input_(input), metric_(metric) {}

  void run() {
    gitignore();
    part(repo::find_guide(input_.view, repo::Guide::contributing).has_value(), "CONTRIBUTING", 15,
         "Add a CONTRIBUTING.md (how to build, test and propose changes), unless the organisation "
         "has one for all its repositories.");
    const bool notes =
        repo::find_guide(input_.view, repo::Guide::changelog).has_value() || publishes_notes();
    part(notes, "changelog", 15,
         "Add a CHANGELOG.md with what changed in each version, unless the forge's releases say "
         "it.");
    editor();
    layout();
    litter();
    grade(metric_, points_.score());
    metric_.details = (found_.empty() ? "nothing beside the code" : "has " + join(found_, ", ")) +
                      (missing_.empty() ? "" : "; misses " + join(missing_, ", "));
  }

 private:
  void part(bool has, std::string_view name, double points, std::string_view suggestion) {
    points_.add(has ? points : 0, points);
    (has ? found_ : missing_).emplace_back(name);
    if (!has) metric_.suggestions.emplace_back(suggestion);
  }

  // Does CI write release notes, or a tool of the package?
  bool publishes_notes() const {
    static constexpr auto kMarks =
        fixed_words("gh-release", "release-drafter", "goreleaser", "semantic-release",
                    "changesets/action", "release-please", "create-release", "gh release",
                    "git-cliff", "cargo-dist", "ncipollo/release");
    const auto steps = input_.survey->ci.steps;
    const bool by_ci = std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
      return std::any_of(std::begin(kMarks), std::end(kMarks),
                         [&](std::string_view mark) { return contains(step.text, mark); });
    });
    if (by_ci) return true;
    const auto& dependencies = input_.facts.dependencies;
    return std::any_of(dependencies.begin(), dependencies.end(), [](const repo::Dependency& one) {
      return among({"np", "release-it", "semantic-release", "@changesets/cli", "auto"}, one.name);
    });
  }

  void gitignore() {
    const auto text = input_.view.text(".gitignore");
    if (!text && input_.survey->families.empty()) return;  // nothing that leaves anything
    part(text.has_value(), ".gitignore", 20, "Add a .gitignore for the languages in use.");
    if (!text) return;
    static const Leavings kLeavings[] = {
        {repo::Family::python, {"__pycache__", "*.pyc", "*.py[cod]", "*.py[co]", "*.py[codz]"}},
        {repo::Family::rust, {"target", "target*"}},
        {repo::Family::node, {"node_modules", "node_modules*"}},
        {repo::Family::native,
         {"build", "build*", "*.o", "out", "_build", "cmake-build*", "bin", "obj"}},
        {repo::Family::jvm, {"target", "build", "*.class", ".gradle", "out"}},
        {repo::Family::dotnet, {"bin", "[Bb]in", "obj", "[Oo]bj"}},
        {repo::Family::php, {"vendor"}},
        {repo::Family::swift, {".build"}},
    };
    const auto patterns = patterns_of(*text);
    for (const Leavings& leavings : kLeavings) {
      if (!input_.survey->uses(leavings.family)) continue;
      const bool covered = covers(patterns, leavings.patterns);
      points_.add(covered ? 10 : 0, 10);
      if (covered) continue;
      const std::string name(*leavings.patterns.begin());
      metric_.suggestions.push_back("List " + name + " in .gitignore.");
      metric_.evidence.push_back(
          {".gitignore", 0, 0, "not-ignored", "does not list " + name, "structure"});
    }
  }

  void editor() {
    if (input_.survey->families.empty() || input_.view.has(".editorconfig")) {
      if (!input_.survey->families.empty()) part(true, ".editorconfig", 10, "");
      return;
    }
    // A formatter says the same, and keeps it.
    const repo::Family main = input_.survey->families.front().family;
    if (ToolBox(input_).find(main, Role::formatter)) return;
    part(false, ".editorconfig", 10,
         "Add an .editorconfig with the indentation and line endings in use.");
  }

  void layout() {
    const Survey& survey = *input_.survey;
    std::size_t at_root = 0;
    for (const repo::Entry* entry : survey.shelf) {
      const auto family =
          entry->path.folder().empty() ? repo::family_of(entry->path) : std::nullopt;
      if (family && repo::purpose_of(entry->path, *family) == repo::Purpose::product) ++at_root;
    }
    if (at_root <= kFewFiles) return;
    // A Go package is a folder of files, often the root.
    const bool flat = survey.families.empty() || survey.families.front().family == repo::Family::go;
    const bool ordered = flat || at_root * 2 <= survey.product_files;
    points_.add(ordered ? 10 : 0, 10);
    if (!ordered) metric_.suggestions.emplace_back("Move the sources from the root into folders.");
  }

  void litter() {
    std::size_t count = 0;
    for (const repo::Entry& entry : input_.view.files()) {
      const bool litter = is_litter(entry.path) && !repo::is_sample_place(entry.path) &&
                          !repo::is_vendored(entry.path);
      if (!litter) continue;
      ++count;
      if (metric_.evidence.size() < kPlacesShownMax) {
        metric_.evidence.push_back({entry.path.text(), 0, 0, "litter",
                                    "left by a tool, belongs to no repository", "structure"});
      }
    }
    points_.add(count == 0 ? 15 : 0, 15);
    if (count > 0)
      metric_.suggestions.emplace_back("Remove the files that tools left in the repository.");
  }

  const Input& input_;
  Metric& metric_;
  Points points_;
  std::vector<std::string> found_;
  std::vector<std::string> missing_;
};

}  // namespace

void measure_structure(const Input& input, Metric& metric) {
  StructureMeasure(input, metric).run();
}

}  // namespace pawl::analyzers
