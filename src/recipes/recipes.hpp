// What the recipes write, one file each; registry.cpp puts them in order.
#pragma once

#include "recipes/recipe.hpp"

namespace pawl::recipes {

std::vector<Write> license_text(const Input& input);
std::vector<Write> security_policy(const Input& input);
std::vector<Write> gitignore(const Input& input);
std::vector<Write> environment_ignored(const Input& input);
std::vector<Write> editorconfig(const Input& input);
std::vector<Write> gitattributes(const Input& input);
std::vector<Write> changelog(const Input& input);
std::vector<Write> contributing(const Input& input);
std::vector<Write> dependency_updates(const Input& input);
std::vector<Write> markdown_links(const Input& input);
std::vector<Write> markdown_anchors(const Input& input);
std::vector<Write> badges(const Input& input);
std::vector<Write> own_versions(const Input& input);
std::vector<Write> command_names(const Input& input);
std::vector<Write> package_paths(const Input& input);
std::vector<Write> data_syntax(const Input& input);
std::vector<Write> python_package_data(const Input& input);
std::vector<Write> final_newlines(const Input& input);
std::vector<Write> trailing_whitespace(const Input& input);
std::vector<Write> readme_sections(const Input& input);
std::vector<Write> site_with_vitepress(const Input& input);
std::vector<Write> site_with_mkdocs(const Input& input);
std::vector<Write> site_with_docusaurus(const Input& input);
// Of a site that is there, and was asked for.
std::vector<Write> site_packages_named(const Input& input);
std::vector<Write> site_builds_ignored(const Input& input);

}  // namespace pawl::recipes
