// README sections from facts: install, usage, tests, contributing, licence. Only of a README that
// is missing or has no section yet: what a grown one leaves out, its authors left out, unless a
// person asks. A section that is there in any wording stays as it is; a fact that no file states is
// not written; nothing is put after the definitions of links.
#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
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

// CI or a script of the manifest puts it into a registry.
bool is_published(const Input& input) {
  for (const repo::Sourced& workflow : input.facts.workflows) {
    const std::string text = input.view.text(workflow.path).value_or("");
    for (const std::string_view word : {"npm publish", "pypi-publish", "twine upload",
                                        "cargo publish", "gem push", "release-gem"}) {
      if (contains(text, word)) return true;
    }
  }
  const repo::Manifest* npm = input.facts.manifest(repo::ManifestKind::npm);
  return npm != nullptr &&
         (npm->data.has("publishConfig") || npm->data["scripts"].has("prepublishOnly"));
}

std::string installation(const Input& input) {
  std::vector<repo::Sourced> commands = input.facts.install_commands;
  // Under a name that nobody published, a registry has nothing, or the work of somebody else.
  if (!input.settings.asks_for("readme-sections") && !is_published(input)) {
    std::erase_if(commands, [](const repo::Sourced& command) {
      for (const std::string_view registry :
           {"npm ", "yarn ", "pnpm ", "pip ", "gem ", "cargo add ", "composer "}) {
        if (command.value.starts_with(registry)) return true;
      }
      return false;
    });
  }
  return commands.empty() ? std::string() : shell_block(commands);
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

// Where the definitions of links and footnotes begin that close the document: `[x]: …`.
std::size_t end_of_text(std::string_view text) {
  std::size_t end = text.size();
  for (std::size_t line_end = text.size(); line_end > 0;) {
    const auto before = text.rfind('\n', line_end - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = trim(text.substr(begin, line_end - begin));
    const bool defines = line.starts_with('[') && contains(line, "]:");
    if (!line.empty() && !defines) break;
    if (defines) end = begin;
    if (begin == 0) break;
    line_end = begin - 1;
  }
  return end;
}

}  // namespace

std::vector<Write> readme_sections(const Input& input) {
  static constexpr auto kStems = fixed_words("readme");
  if (!input.facts.readme && !root_file(input.view, kStems)) {
    // A forge shows these, too.
    const bool shown = input.view.has(".github/README.md") || input.view.has("docs/README.md");
    return shown ? std::vector<Write>() : new_readme(input);
  }
  if (!input.facts.readme || !input.settings.asks_for("readme-sections")) return {};
  const std::string& path = input.facts.readme->value;
  if (!lower(path).ends_with(".md")) return {};
  const auto text = input.view.text(path);
  if (!text || !is_utf8(*text) || contains(*text, "\r\n")) return {};
  const syntax::MarkdownDocument document = syntax::parse_markdown(*text);
  const std::string sections = missing_sections(input, document);
  if (sections.empty()) return {};
  const std::size_t end = end_of_text(*text);
  std::string content = std::string(trim_end(std::string_view(*text).substr(0, end)));
  content += "\n" + sections;
  const std::string definitions = text->substr(end);
  if (!trim(definitions).empty()) content += "\n" + definitions;
  return {{.path = path, .content = std::move(content)}};
}

}  // namespace pawl::recipes
