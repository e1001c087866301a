// CONTRIBUTING.md from the commands the manifests really define, where somebody wants one. Refuses
// when none is known, and beside a guide under any other name.
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "recipes/wanted.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::recipes {
namespace {

void add_section(std::string& out, std::string_view title, std::string_view text,
                 const std::vector<repo::Sourced>& commands) {
  if (commands.empty()) return;
  out += "\n## " + std::string(title) + "\n\n" + std::string(text) + "\n\n" + shell_block(commands);
}

}  // namespace

std::vector<Write> contributing(const Input& input) {
  if (repo::find_guide(input.view, repo::Guide::contributing)) return {};
  if (!is_wanted(input, "contributing", {"CONTRIBUTING.md", "CONTRIBUTING"})) return {};
  const repo::Facts& facts = input.facts;
  if (facts.test_commands.empty() && facts.build_commands.empty()) return {};
  std::string content = "# Contributing\n";
  add_section(content, "Building", "The project is built with:", facts.build_commands);
  add_section(content, "Testing",
              "Please run the tests before you open a pull request:", facts.test_commands);
  add_section(content, "Style", "These checks should pass:", facts.lint_commands);
  return {{.path = "CONTRIBUTING.md", .content = std::move(content)}};
}

}  // namespace pawl::recipes
