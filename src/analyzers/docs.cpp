// Is the public interface documented, is there more to read than the README, do its links hold?
#include <algorithm>

#include "analyzers/links.hpp"
#include "analyzers/public_api.hpp"
#include "analyzers/rows.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr double kDocumentedEnough = 0.6;  // documented share of public definitions
constexpr std::size_t kSmall = 30;         // product files a README alone can document
constexpr std::size_t kWordsEnough = 250;
constexpr std::size_t kManualWords = 1500;  // a README that is the manual
constexpr std::size_t kUndocumentedShownMax = 5;
constexpr std::size_t kPagesMax = 50;

struct DocTool {
  std::string_view name;
  std::string_view path;
};

constexpr DocTool kDocTools[] = {
    {"MkDocs", "mkdocs.yml"},
    {"MkDocs", "mkdocs.yaml"},
    {"Sphinx", "docs/conf.py"},
    {"Sphinx", "docs/source/conf.py"},
    {"Sphinx", "doc/conf.py"},
    {"Docusaurus", "docusaurus.config.js"},
    {"Docusaurus", "docusaurus.config.ts"},
    {"Docusaurus", "website/docusaurus.config.js"},
    {"VitePress", "docs/.vitepress/config.js"},
    {"VitePress", "docs/.vitepress/config.ts"},
    {"VitePress", "docs/.vitepress/config.mts"},
    {"Jekyll", "docs/_config.yml"},
    {"Jekyll", "_config.yml"},
    {"mdBook", "book.toml"},
    {"mdBook", "docs/book.toml"},
    {"Doxygen", "Doxyfile"},
    {"Doxygen", "docs/Doxyfile"},
    {"Doxygen", "Doxyfile.in"},
    {"TypeDoc", "typedoc.json"},
    {"JSDoc", "jsdoc.json"},
    {"Astro", "docs/astro.config.mjs"},
    {"Antora", "antora.yml"},
    {"YARD", ".yardopts"},
    {"Read the Docs", ".readthedocs.yaml"},
    {"Read the Docs", ".readthedocs.yml"},
};

std::string_view doc_tool(const repo::RepoView& view) {
  for (const DocTool& tool : kDocTools) {
    if (view.has(tool.path)) return tool.name;
  }
  return {};
}

// Members of a C++ type may be explained by the comment of the type: only those with a comment of
// their own count.
bool may_stay_silent(const SampledFile& file, const syntax::Definition& definition) {
  return file.family == repo::Family::native && definition.kind == "method" &&
         !definition.documented;
}

// Documented public definitions of the sample, the first gaps as evidence: at most one a file.
std::string coverage(const Input& input, Points& points, Metric& metric) {
  const Survey& survey = *input.survey;
  const PublicApi api(input);
  std::size_t total = 0;
  std::size_t documented = 0;
  std::vector<Evidence> gaps;
  for (const SampledFile& file : survey.sample) {
    bool reported = false;
    for (const syntax::Definition& definition : file.definitions) {
      if (!api.holds(file, definition) || may_stay_silent(file, definition)) continue;
      ++total;
      documented += definition.documented ? 1U : 0U;
      if (definition.documented || reported || gaps.size() >= kUndocumentedShownMax) continue;
      reported = true;
      gaps.push_back(
          {file.entry->path.text(), definition.line, 0, "undocumented",
           "public " + definition.kind + " `" + shown_name(file, definition) + "` has no comment",
           "docs"});
    }
  }
  if (total == 0) return {};
  const double share = static_cast<double>(documented) / static_cast<double>(total);
  points.add(50 * std::min(1.0, share / kDocumentedEnough), 50);
  if (share < kDocumentedEnough) {
    metric.suggestions.emplace_back("Document the public functions and types.");
    std::move(gaps.begin(), gaps.end(), std::back_inserter(metric.evidence));
  }
  return std::to_string(documented) + " of " + counted(total, "public definition") +
         " documented in a sample of " + std::to_string(survey.sample.size()) + " of " +
         counted(survey.sample_population, "file");
}

// What is no guide to the project, beside the README at the root.
bool is_formality(std::string_view name) {
  const std::string stem = lower(name.substr(0, name.find('.')));
  for (const std::string_view start :
       {"readme",       "license",      "licence",         "copying",
        "changelog",    "changes",      "history",         "news",
        "release",      "contributing", "code_of_conduct", "code-of-conduct",
        "conduct",      "security",     "authors",         "maintainers",
        "contributors", "codeowners",   "notice",          "todo",
        "roadmap",      "governance",   "support",         "agents",
        "claude",       "gemini",       "pull_request",    "issue_template",
        "upgrad",       "migrat",       "third",           "funding",
        "copyright",    "patents",      "thanks",          "ack"}) {
    // `README-VIM.md` is a guide of its own; `README.fr.md` and CHANGELOG-4.md are not.
    if (stem == start || (start != "readme" && stem.starts_with(start))) return true;
  }
  return false;
}

bool is_page(const RepoPath& path) {
  static constexpr auto kFolders =
      fixed_words("docs", "doc", "documentation", "wiki", "guide", "guides", "book", "website",
                  "manual", "man", "site", "docguide");
  static constexpr auto kEndings = fixed_words(".md", ".rst", ".adoc", ".mdx", ".asciidoc", ".org",
                                               ".pod", ".textile", ".rdoc", ".markdown");
  const std::string ending = path.extension();
  const bool manual = ending.size() == 2 && ending[1] >= '1' && ending[1] <= '9';
  if (!manual && !among(kEndings, ending)) return false;
  const auto folders = path.components().first(path.components().size() - 1);
  if (folders.empty()) return manual || !is_formality(path.name());
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return among(kFolders, lower(folder)) || folder.ends_with(".docc");
  });
}

std::vector<const repo::Entry*> pages_of(const repo::RepoView& view) {
  std::vector<const repo::Entry*> pages;
  for (const repo::Entry& entry : view.files()) {
    if (!entry.symlink && is_page(entry.path) && !repo::is_vendored(entry.path) &&
        !repo::is_fixture(entry.path) && !repo::lies_among_tests(entry.path)) {
      pages.push_back(&entry);
    }
  }
  return pages;
}

// The README names a site where the documents are.
bool leads_to_documents(std::string_view readme) {
  for (const std::string_view place :
       {"readthedocs", "://docs.", "docs.rs/", "pkg.go.dev/", "/wiki", ".github.io", "rubydoc.info",
        "hexdocs.pm", "javadoc.io", "/documentation", "/docs/", ".dev/", "swiftpackageindex.com"}) {
    if (contains_folded(readme, place)) return true;
  }
  return false;
}

void pages(const Input& input, Points& points, Metric& metric, std::vector<std::string>& parts) {
  const auto found = pages_of(input.view);
  const std::string_view tool = doc_tool(input.view);
  std::string readme;
  if (input.facts.readme) readme = input.view.text(input.facts.readme->value).value_or("");
  const std::size_t words = split_words(readme).size();
  const bool small = words >= (input.survey->product_files < kSmall ? kWordsEnough : kManualWords);
  const bool elsewhere = leads_to_documents(readme);
  const bool enough = !found.empty() || !tool.empty() || small || elsewhere;
  points.add(enough ? 35 : std::min(20.0, static_cast<double>(words) / 12), 35);
  if (!found.empty()) parts.push_back(counted(found.size(), "page"));
  if (!tool.empty()) parts.push_back("doc tool: " + std::string(tool));
  if (enough) return;
  metric.suggestions.emplace_back(input.survey->product_files < kSmall
                                      ? "Explain in the README how the parts work and are used."
                                      : "Add a docs folder with pages on design and use.");
}

void examples(const Input& input, Points& points) {
  if (input.survey->product_files == 0) return;
  const std::string readme =
      input.facts.readme ? input.view.text(input.facts.readme->value).value_or("") : "";
  const bool has = contains(readme, "```") || contains(readme, "::\n") ||
                   contains(readme, "\n    ") || input.view.has_folder("examples") ||
                   input.view.has_folder("example") || input.view.has_folder("samples");
  points.add(has ? 15 : 0, 15);
}

void links(const Input& input, Points& points, Metric& metric) {
  std::size_t relative = 0;
  std::size_t broken = 0;
  std::size_t looked = 0;
  for (const repo::Entry* page : pages_of(input.view)) {
    // DocC finds pictures and pages by their names, wherever they lie in its bundle.
    if (page->path.extension() != ".md" || contains(page->path.text(), ".docc/")) continue;
    if (++looked > kPagesMax) break;
    const auto text = input.view.read(page->path);
    if (!text) continue;
    const LinkCheck check =
        check_links(input.view, page->path, *text, syntax::parse_markdown(*text));
    relative += check.relative;
    broken += check.broken.size();
    for (const Evidence& one : check.broken) {
      if (metric.evidence.size() < 2 * kUndocumentedShownMax) metric.evidence.push_back(one);
    }
  }
  if (relative == 0) return;
  points.add(10 * (1 - static_cast<double>(broken) / static_cast<double>(relative)), 10);
  if (broken > 0)
    metric.suggestions.emplace_back("Repair the broken relative links in the documents.");
}

}  // namespace

void measure_docs(const Input& input, Metric& metric) {
  Points points;
  std::vector<std::string> parts;
  if (std::string part = coverage(input, points, metric); !part.empty()) {
    parts.push_back(std::move(part));
  }
  pages(input, points, metric, parts);
  examples(input, points);
  links(input, points, metric);
  grade(metric, points.score());
  metric.details = parts.empty() ? "no pages of documentation" : join(parts, ", ");
}

}  // namespace pawl::analyzers
