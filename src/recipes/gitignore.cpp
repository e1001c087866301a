// A .gitignore for the languages and build tools that are really there. A rule that would hide a
// tracked file is left out; an existing .gitignore only gains the rule for environment files.
#include <array>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

struct Block {
  std::string_view title;
  bool (*applies)(const repo::Facts& facts);
  std::string_view rules;  // blank-separated
};

bool has(const repo::Facts& facts, repo::ManifestKind kind) {
  return facts.manifest(kind) != nullptr;
}

using repo::ManifestKind;
constexpr auto kBlocks = std::to_array<Block>({
    {"Node.js", [](const repo::Facts& facts) { return has(facts, ManifestKind::npm); },
     "node_modules/ npm-debug.log* yarn-error.log* .npm/ .eslintcache *.tsbuildinfo coverage/ "
     ".nyc_output/"},
    {"Python", [](const repo::Facts& facts) { return facts.has_language("Python"); },
     "__pycache__/ *.py[cod] *.egg-info/ .venv/ venv/ build/ dist/ .pytest_cache/ .mypy_cache/ "
     ".ruff_cache/ .coverage htmlcov/"},
    {"Rust", [](const repo::Facts& facts) { return has(facts, ManifestKind::cargo); }, "target/"},
    {"Go", [](const repo::Facts& facts) { return has(facts, ManifestKind::go_mod); },
     "*.test *.out"},
    {"C and C++",
     [](const repo::Facts& facts) { return facts.has_language("C") || facts.has_language("C++"); },
     "*.o *.obj *.a *.so *.so.* *.dylib"},
    {"CMake", [](const repo::Facts& facts) { return has(facts, ManifestKind::cmake); },
     "build/ CMakeCache.txt CMakeFiles/ cmake_install.cmake compile_commands.json"},
    {"Java",
     [](const repo::Facts& facts) {
       return has(facts, ManifestKind::maven) || has(facts, ManifestKind::gradle);
     },
     "target/ build/ .gradle/ *.class"},
    {"Ruby",
     [](const repo::Facts& facts) {
       return has(facts, ManifestKind::gemfile) || has(facts, ManifestKind::gemspec);
     },
     ".bundle/ vendor/bundle/ *.gem"},
    {"PHP", [](const repo::Facts& facts) { return has(facts, ManifestKind::composer); },
     "/vendor/"},
    {"Environment files", [](const repo::Facts&) { return true; },
     ".env .env.* !.env.example !.env.sample"},
    {"Editors and systems", [](const repo::Facts&) { return true; },
     ".DS_Store Thumbs.db .idea/ .vscode/ *.swp *~"},
});

// The few forms the rules above take: `name/`, `name`, `*end`, `start*`.
bool hides(std::string_view rule, const RepoPath& path) {
  if (rule.starts_with('!')) return false;
  if (rule.starts_with('/')) rule.remove_prefix(1);
  if (rule.ends_with('/')) {
    const std::string folder(rule);
    return path.text().starts_with(folder) || contains(path.text(), "/" + folder);
  }
  const std::string_view name = path.name();
  if (rule.starts_with('*')) {
    const std::string_view end = rule.substr(1, rule.find_first_of("[*", 1) - 1);
    return rule.find('*', 1) == std::string_view::npos ? name.ends_with(end) : contains(name, end);
  }
  if (rule.ends_with('*')) return name.starts_with(rule.substr(0, rule.size() - 1));
  return name == rule;
}

bool row_hides_tracked(std::string_view rule, const repo::RepoView& view) {
  for (const repo::Entry& entry : view.files()) {
    if (hides(rule, entry.path)) return true;
  }
  return false;
}

std::string rendered(const Block& block, const repo::RepoView& view, std::string& known) {
  std::string rules;
  for (const std::string_view rule : split_words(block.rules)) {
    const std::string line = std::string(rule) + "\n";
    if (contains("\n" + known, "\n" + line) || row_hides_tracked(rule, view)) continue;
    rules += line;
    known += line;
  }
  return rules.empty() ? rules : "# " + std::string(block.title) + "\n" + rules;
}

bool ignores_environment(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view rule = trim(line);
    if (rule == ".env" || rule == "*.env" || rule == ".env*" || rule == "/.env") return true;
  }
  return false;
}

}  // namespace

std::vector<Write> gitignore(const Input& input) {
  if (const auto existing = input.view.text(".gitignore")) {
    if (ignores_environment(*existing) || row_hides_tracked(".env", input.view)) return {};
    std::string content = *existing;
    if (!content.empty() && !content.ends_with('\n')) content += '\n';
    content += "\n# Environment files\n.env\n";
    return {{.path = ".gitignore", .content = std::move(content)}};
  }
  if (input.view.has(".gitignore") || input.facts.languages.empty()) return {};
  std::string content;
  std::string known;
  for (const Block& block : kBlocks) {
    if (!block.applies(input.facts)) continue;
    const std::string part = rendered(block, input.view, known);
    if (part.empty()) continue;
    content += (content.empty() ? "" : "\n") + part;
  }
  if (content.empty()) return {};
  return {{.path = ".gitignore", .content = std::move(content)}};
}

}  // namespace pawl::recipes
