#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

// What is broken comes first, then what is missing, then what a person must ask for.
constexpr auto kRecipes = std::to_array<Recipe>({
    {"data-syntax", "code_quality", "syntax", When::always, "Mend data files that do not parse",
     "fix: Mend data files that do not parse", data_syntax},
    {"package-paths", "deps", "package", When::always,
     "Mend paths of the package that name nothing", "fix: Mend paths of the package manifest",
     package_paths},
    {"python-package-data", "deps", "package", When::always, "Package the data that the code reads",
     "fix: Package the data that the code reads", python_package_data},
    {"command-names", "docs", "commands", When::always, "Mend names of commands in the documents",
     "docs: Mend names of commands", command_names},
    {"own-versions", "docs", "versions", When::always,
     "Name the current version where to install it", "docs: Name the current version",
     own_versions},
    {"markdown-links", "docs", "links", When::always, "Mend relative links that lead nowhere",
     "docs: Mend broken relative links", markdown_links},
    {"markdown-anchors", "docs", "links", When::always, "Mend links to sections that lead nowhere",
     "docs: Mend links to sections", markdown_anchors},
    {"badges", "docs", "links", When::always, "Mend badges of workflows that were renamed",
     "docs: Mend the badges of workflows", badges},
    {"license", "license", "licence", When::metric_open, "Add the text of the declared licence",
     "docs: Add the text of the declared licence", license_text},
    {"gitignore", "structure", "ignore rules", When::metric_open, "Ignore what builds leave behind",
     "chore: Ignore what builds leave behind", gitignore},
    {"environment-ignored", "security", "ignore rules", When::always,
     "Keep environment files out of commits", "chore: Ignore environment files",
     environment_ignored},
    {"readme-sections", "readme", "readme", When::metric_open,
     "Complete the README from known facts", "docs: Complete the README", readme_sections},
    {"contributing", "structure", "guide", When::metric_open,
     "Say how to build and test a contribution", "docs: Add contributing notes", contributing},
    {"changelog", "structure", "changelog", When::metric_open, "Start a changelog",
     "docs: Start a changelog", changelog},
    {"editorconfig", "structure", "formatting", When::metric_open,
     "Write down the formatting the files follow",
     "chore: Add an EditorConfig that matches the files", editorconfig},
    {"security-policy", "security", "security policy", When::metric_open,
     "Say how to report a vulnerability", "docs: Add a security policy", security_policy},
    {"dependency-updates", "deps", "dependency updates", When::asked, "Ask for dependency updates",
     "chore: Configure dependency updates", dependency_updates},
    {"final-newlines", "code_quality", "whitespace", When::asked, "End text files with a newline",
     "style: End files with a newline", final_newlines},
    {"trailing-whitespace", "code_quality", "whitespace", When::asked, "Remove blanks at line ends",
     "style: Remove trailing whitespace", trailing_whitespace},
    {"gitattributes", "code_quality", "line ends", When::asked,
     "Store text files with LF line ends", "chore: Normalise line endings in git", gitattributes},
    {"site-vitepress", "docs", "site", When::asked, "Build a site of the documents with VitePress",
     "docs: Build a site with VitePress", site_with_vitepress},
    {"site-mkdocs", "docs", "site", When::asked, "Build a site of the documents with MkDocs",
     "docs: Build a site with MkDocs", site_with_mkdocs},
    {"site-docusaurus", "docs", "site", When::asked,
     "Build a site of the documents with Docusaurus", "docs: Build a site with Docusaurus",
     site_with_docusaurus},
    {"site-packages", "docs", "site", When::asked, "Name the packages of the site",
     "build: Name the packages of the site", site_packages_named},
    {"site-ignores", "docs", "site", When::asked, "Ignore what builds of the site leave behind",
     "chore: Ignore builds of the site", site_builds_ignored},
});

}  // namespace

Result<std::vector<std::string>> names_in(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view part : split(list, ',')) {
    const std::string name(trim(part));
    if (name.empty()) continue;
    if (find(name) != nullptr) {
      names.push_back(name);
      continue;
    }
    std::vector<std::string> known;
    for (const Recipe& recipe : kRecipes) known.emplace_back(recipe.name);
    const auto meant = nearest(name, known);
    return fail(Errc::invalid,
                "recipes.enabled: there is no recipe \"" + printable(name, 60) + "\"; " +
                    (meant ? "did you mean " + *meant + "?" : "there are " + join(known, ", ")));
  }
  return names;
}

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
