// A .gitignore of what the tools that are really there leave behind, where there is none; and the
// rule for environment files, where two facts show that people fill one in. A rule that would hide
// a tracked file is left out.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/paths/ignore_rules.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::recipes {
namespace {

struct Block {
  std::string_view title;
  bool (*applies)(const Input& input);
  std::string_view rules;  // blank-separated
};

using repo::ManifestKind;

// At the root, where the .gitignore will be.
bool at_root(const Input& input, ManifestKind kind) {
  const repo::Manifest* manifest = input.facts.manifest(kind);
  return manifest != nullptr && manifest->path.components().size() == 1;
}

// A dependency on one of these tools, or a script that calls it.
bool uses_tool(const Input& input, std::initializer_list<std::string_view> tools) {
  for (const repo::Dependency& dependency : input.facts.dependencies) {
    if (among(tools, dependency.name)) return true;
  }
  return false;
}

constexpr auto kBlocks = std::to_array<Block>({
    {"Node.js", [](const Input& input) { return at_root(input, ManifestKind::npm); },
     "node_modules/"},
    {"Coverage reports",
     [](const Input& input) {
       return uses_tool(input, {"nyc", "c8", "istanbul", "tap"});
     },
     "coverage/ .nyc_output/"},
    {"Python",
     [](const Input& input) {
       return at_root(input, ManifestKind::python) || at_root(input, ManifestKind::python_setup) ||
              at_root(input, ManifestKind::requirements);
     },
     "__pycache__/ *.py[cod]"},
    {"Python packages",
     [](const Input& input) {
       return at_root(input, ManifestKind::python) || at_root(input, ManifestKind::python_setup);
     },
     "*.egg-info/ build/ dist/"},
    {"Rust", [](const Input& input) { return at_root(input, ManifestKind::cargo); }, "target/"},
    {"C and C++",
     [](const Input& input) {
       const bool native = input.facts.has_language("C") || input.facts.has_language("C++");
       return native &&
              (at_root(input, ManifestKind::make) || at_root(input, ManifestKind::autotools));
     },
     "*.o *.a *.so"},
    {"CMake", [](const Input& input) { return at_root(input, ManifestKind::cmake); }, "build/"},
    {"Maven", [](const Input& input) { return at_root(input, ManifestKind::maven); }, "target/"},
    {"Gradle", [](const Input& input) { return at_root(input, ManifestKind::gradle); },
     "build/ .gradle/"},
    {"Composer", [](const Input& input) { return at_root(input, ManifestKind::composer); },
     "/vendor/"},
});

bool row_hides_tracked(std::string_view rule, const repo::RepoView& view) {
  const auto rules = guards::parse_ignore(std::string(rule) + "\n");
  return std::any_of(view.files().begin(), view.files().end(), [&](const repo::Entry& entry) {
    return guards::hiding_rule(rules, entry.path.text()) != nullptr;
  });
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

bool has_any_ignore(const repo::RepoView& view) {
  return std::any_of(view.files().begin(), view.files().end(), [](const repo::Entry& entry) {
    return entry.path.name() == ".gitignore" && !repo::is_sample_place(entry.path);
  });
}

// What shows that people fill in an environment file of their own.
std::size_t facts_for_environment(const Input& input) {
  std::size_t facts = 0;
  for (const std::string_view sample :
       {".env.example", ".env.sample", ".env.template", ".env.dist"}) {
    if (input.view.has(sample)) ++facts;
  }
  facts = std::min<std::size_t>(facts, 1);
  const bool read = uses_tool(
      input, {"dotenv", "python-dotenv", "django-environ", "dotenvy", "github.com/joho/godotenv",
              "vlucas/phpdotenv", "symfony/dotenv", "dotenv-rails", "dotenv-cli"});
  if (read) ++facts;
  if (input.facts.readme) {
    const auto text = input.view.text(input.facts.readme->value);
    if (text && (contains(*text, "`.env`") || contains(*text, " .env\n"))) ++facts;
  }
  return facts;
}

}  // namespace

std::vector<Write> gitignore(const Input& input) {
  if (has_any_ignore(input.view) || input.facts.languages.empty()) return {};
  std::string content;
  std::string known;
  for (const Block& block : kBlocks) {
    if (!block.applies(input)) continue;
    const std::string part = rendered(block, input.view, known);
    if (part.empty()) continue;
    content += (content.empty() ? "" : "\n") + part;
  }
  if (content.empty()) return {};
  return {{.path = ".gitignore", .content = std::move(content)}};
}

std::vector<Write> environment_ignored(const Input& input) {
  const auto existing = input.view.text(".gitignore");
  if (!existing || contains(*existing, "\r\n")) return {};
  if (guards::hiding_rule(guards::parse_ignore(*existing), ".env") != nullptr) return {};
  // Somebody shares theirs, or says in the rules that `.env` stays.
  if (row_hides_tracked(".env", input.view) || contains(*existing, "!.env\n")) return {};
  if (!input.settings.asks_for("environment-ignored") && facts_for_environment(input) < 2)
    return {};
  std::string content = *existing;
  if (!content.empty() && !content.ends_with('\n')) content += '\n';
  content += "\n# Environment files\n.env\n";
  return {{.path = ".gitignore", .content = std::move(content)}};
}

}  // namespace pawl::recipes
