// CONTRIBUTING.md from the commands the manifests really define. Refuses when none is known.
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

void add_section(std::string& out, std::string_view title, std::string_view text,
                 const std::vector<repo::Sourced>& commands) {
  if (commands.empty()) return;
  out += "\n## " + std::string(title) + "\n\n" + std::string(text) + "\n\n" + shell_block(commands);
}

}  // namespace

std::vector<Write> contributing(const Input& input) {
  for (const repo::Entry& entry : input.view.files()) {
    if (lower(entry.path.name()).starts_with("contributing")) return {};
  }
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
