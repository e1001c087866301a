// What several recipes need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "recipes/recipe.hpp"

namespace pawl::recipes {

// A root file whose name without ending is one of `stems`, in any case: `license.md` for
// `license`. Its path as it is spelt.
std::optional<std::string> root_file(const repo::RepoView& view, WordsView stems);

struct Person {
  std::string name;
  std::string email;
};
// `Ada L. <ada@example.org> (https://…)` as manifests write it.
Person parse_person(std::string_view text);

// `https://github.com/owner/repo` from whatever form a manifest uses (git+https, ssh, `.git`);
// nothing when it is no such address.
std::optional<std::string> web_address(std::string_view repository_url);

// A tracked text file people wrote and Pawl may change: not vendored, generated, minified, binary,
// a prompt, a fixture, a snapshot, a patch, a bundle, part of a Helm chart (whose changes want a
// new version), or off limits.
bool is_own_text(const repo::RepoView& view, const repo::Entry& entry);
// In a folder of tests, fixtures or examples.
bool is_for_tests(std::string_view path);
// A changelog, a history, notes on releases or upgrades: it says what was so once, and stays.
bool is_record(const RepoPath& path);
// A tool writes it again, or a program packed it: by a mark near its start, or lines no person
// writes.
bool is_made_by_tool(std::string_view text);

std::string shell_block(const std::vector<repo::Sourced>& commands);

}  // namespace pawl::recipes
