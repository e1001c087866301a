// README sections from facts: install, usage, tests, contributing, licence. A section that is
// there in any wording stays as it is; a fact that no file states is not written.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

struct Section {
  std::string_view title;
  std::string_view words;  // a heading with one of these words is that section
  std::string (*text)(const Input& input);
};

std::string installation(const Input& input) {
  if (input.facts.install_commands.empty()) return {};
  return shell_block(input.facts.install_commands);
}

// Programs the package installs; a line like `npm start` is how developers run it.
std::string usage(const Input& input) {
  std::vector<std::string> programs;
  for (const repo::Sourced& command : input.facts.run_commands) {
    if (!contains(command.value, " ")) programs.push_back("`" + command.value + "`");
  }
  if (programs.empty()) return {};
  if (programs.size() == 1) return "The package installs the command " + programs[0] + ".\n";
  return "The package installs the commands " + join(programs, ", ") + ".\n";
}

std::string tests(const Input& input) {
  if (input.facts.test_commands.empty()) return {};
  return shell_block(input.facts.test_commands);
}

std::string contributing_section(const Input& input) {
  for (const repo::Entry& entry : input.view.files()) {
    if (entry.path.components().size() != 1) continue;
    if (lower(entry.path.name()).starts_with("contributing")) {
      return "See [" + entry.path.text() + "](" + entry.path.text() + ").\n";
    }
  }
  return {};
}

std::string license_section(const Input& input) {
  if (!input.facts.license_file || input.facts.license_file->value == "unknown") return {};
  return "[" + input.facts.license_file->value + "](" + input.facts.license_file->path + ")\n";
}

constexpr auto kSections = std::to_array<Section>({
    {"Installation", "install installation installing setup", installation},
    {"Usage", "usage use using example examples quickstart started", usage},
    {"Tests", "test tests testing development", tests},
    {"Contributing", "contributing contribute contributions", contributing_section},
    {"License", "license licence licensing copyright", license_section},
});

bool has_section(const syntax::MarkdownDocument& document, const Section& section) {
  return std::any_of(document.headings.begin(), document.headings.end(),
                     [&](const syntax::Heading& heading) {
                       for (const std::string_view word : split_words(section.words)) {
                         if (contains_word_folded(heading.text, word)) return true;
                       }
                       return false;
                     });
}

std::string missing_sections(const Input& input, const syntax::MarkdownDocument& document) {
  std::string out;
  for (const Section& section : kSections) {
    if (has_section(document, section)) continue;
    const std::string text = section.text(input);
    if (!text.empty()) out += "\n## " + std::string(section.title) + "\n\n" + text;
  }
  return out;
}

std::vector<Write> new_readme(const Input& input) {
  if (!input.facts.name) return {};
  std::string content = "# " + input.facts.name->value + "\n";
  if (input.facts.description) content += "\n" + input.facts.description->value + "\n";
  const std::string sections = missing_sections(input, syntax::parse_markdown(content));
  if (sections.empty() && !input.facts.description) return {};
  return {{.path = "README.md", .content = content + sections}};
}

}  // namespace

std::vector<Write> readme_sections(const Input& input) {
  constexpr auto kStems = std::to_array<std::string_view>({"readme"});
  if (!input.facts.readme && !root_file(input.view, kStems)) return new_readme(input);
  if (!input.facts.readme) return {};
  const std::string& path = input.facts.readme->value;
  if (!lower(path).ends_with(".md")) return {};
  const auto text = input.view.text(path);
  if (!text || !is_utf8(*text) || contains(*text, "\r\n")) return {};
  const std::string sections = missing_sections(input, syntax::parse_markdown(*text));
  if (sections.empty()) return {};
  std::string content = *text;
  while (content.ends_with('\n')) content.pop_back();
  return {{.path = path, .content = content + "\n" + sections}};
}

}  // namespace pawl::recipes
