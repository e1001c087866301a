#include <algorithm>
#include <array>

#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

constexpr auto kRecipes = std::to_array<Recipe>({
    {"license", "license", When::metric_open, "Add the text of the declared licence",
     "docs: Add the licence text", license_text},
    {"security-policy", "security", When::metric_open, "Say how to report a vulnerability",
     "docs: Add a security policy", security_policy},
    {"gitignore", "structure", When::metric_open, "Ignore what builds and editors leave behind",
     "chore: Add ignore rules for build output", gitignore},
    {"editorconfig", "structure", When::metric_open, "Write down the formatting the files follow",
     "chore: Add an EditorConfig that matches the files", editorconfig},
    {"changelog", "structure", When::metric_open, "Start a changelog", "docs: Start a changelog",
     changelog},
    {"contributing", "structure", When::metric_open, "Say how to build and test a contribution",
     "docs: Add contributing notes", contributing},
    {"dependency-updates", "deps", When::metric_open, "Ask for dependency updates",
     "chore: Configure dependency updates", dependency_updates},
    {"markdown-links", "docs", When::always, "Mend relative links that lead nowhere",
     "docs: Mend broken relative links", markdown_links},
    {"final-newlines", "code_quality", When::always, "End text files with a newline",
     "style: End files with a newline", final_newlines},
    {"trailing-whitespace", "code_quality", When::always, "Remove blanks at line ends",
     "style: Remove trailing whitespace", trailing_whitespace},
    {"gitattributes", "code_quality", When::metric_open, "Store text files with LF line ends",
     "chore: Normalise line endings in git", gitattributes},
    {"readme-sections", "readme", When::metric_open, "Complete the README from known facts",
     "docs: Complete the README", readme_sections},
    {"site-vitepress", "docs", When::asked, "Build a site of the documents with VitePress",
     "docs: Build a site with VitePress", site_with_vitepress},
    {"site-mkdocs", "docs", When::asked, "Build a site of the documents with MkDocs",
     "docs: Build a site with MkDocs", site_with_mkdocs},
    {"site-docusaurus", "docs", When::asked, "Build a site of the documents with Docusaurus",
     "docs: Build a site with Docusaurus", site_with_docusaurus},
    {"site-packages", "docs", When::asked, "Name the packages of the site",
     "build: Name the packages of the site", site_packages_named},
    {"site-ignores", "docs", When::asked, "Ignore what builds of the site leave behind",
     "chore: Ignore builds of the site", site_builds_ignored},
});

}  // namespace

bool Settings::asks_for(std::string_view recipe) const {
  return std::find(asked.begin(), asked.end(), recipe) != asked.end();
}

std::span<const Recipe> all() { return kRecipes; }

const Recipe* find(std::string_view name) {
  for (const Recipe& recipe : kRecipes) {
    if (recipe.name == name) return &recipe;
  }
  return nullptr;
}

}  // namespace pawl::recipes
