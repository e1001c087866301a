// What the sites of several generators are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"

namespace pawl::recipes {

// The packages of a tool with their versions (data/sites/packages.txt).
std::vector<std::pair<std::string, std::string>> site_packages(std::string_view tool);

// A package.json for the site alone, so that the repository's own manifest and lock file stay as
// they are; one that is there gets what it lacks. Nothing when that one cannot be read.
std::optional<Write> site_manifest(const Input& input, const std::string& folder,
                                   const SiteTool& tool);

// The .gitignore at the root with these rules, but for those it has and those that would hide a
// tracked file; nothing when none is left.
std::optional<Write> site_ignores(const Input& input, const std::vector<std::string>& rules);

// The path part of an address, `/` for none.
std::string base_path(std::string_view url);
// `https://host` of an address.
std::string origin_of(std::string_view url);

inline constexpr std::string_view kNoDocuments =
    "there is no Markdown document, and no README.md, to make a site of";

// First line of a file of settings.
std::string made_by(std::string_view comment, std::string_view folder);

// The first of these that is there.
std::string first_there(const repo::RepoView& view, std::span<const std::string_view> paths);

}  // namespace pawl::recipes
