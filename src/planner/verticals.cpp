#include "planner/verticals.hpp"

#include <algorithm>
#include <array>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "planner/rules/failing_tests.hpp"
#include "repo/checks/checks.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kDocsMetrics{"docs", "readme"};
constexpr auto kDocsFiles = std::to_array<std::string_view>({
    "*.{md,mdx,markdown,rst,adoc,asciidoc}",
    "{docs,doc,documentation,website}/**/*.txt",
    "{readme,changelog,changes,contributing,code_of_conduct,security,authors,maintainers,roadmap,"
    "news,history,support}{,.txt}",
});
// What looks like a document and is data, or an order to a program.
constexpr auto kDocsNever = std::to_array<std::string_view>({
    "requirements*.txt",
    "cmakelists.txt",
    "robots.txt",
    "**/{fixtures,testdata,snapshots,__snapshots__,golden,corpus,node_modules,vendor}/**",
    ".github/{issue_template,pull_request_template}*/**",
});

constexpr std::array<std::string_view, 1> kQualityMetrics{"code_quality"};
constexpr auto kQualityFiles = std::to_array<std::string_view>({
    ".prettierrc{,.json,.yml,.yaml,.toml,.js,.cjs,.mjs}",
    ".prettierignore",
    ".eslintrc{,.json,.yml,.yaml,.js,.cjs}",
    ".eslintignore",
    "eslint.config.{js,cjs,mjs,ts}",
    "biome.json{,c}",
    "tsconfig.json",
    "{,.}ruff.toml",
    ".flake8",
    "setup.cfg",
    "{,.}mypy.ini",
    "{,.}pylintrc",
    ".isort.cfg",
    ".black.toml",
    "tox.ini",
    ".editorconfig",
    ".pre-commit-config.{yaml,yml}",
    ".golangci.{yml,yaml}",
    "{,.}rustfmt.toml",
    "{,.}clippy.toml",
    ".clang-{format,tidy}",
    ".rubocop.yml",
});

constexpr std::array<std::string_view, 1> kTestsMetrics{"tests"};
constexpr std::array<std::string_view, 2> kTestsGuards{"tests", "new-tests"};
constexpr std::array<std::string_view, 1> kTestsRequired{"new-tests"};
constexpr std::array kTestsActions{SubtaskAction::create, SubtaskAction::modify};

bool is_own_test(const std::string& path) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  if (!parsed || repo::is_vendored(*parsed) || repo::is_generated(*parsed)) return false;
  return is_test_file(path);
}

// The issue says which files those are (planner/issue_work.hpp).
constexpr std::array<std::string_view, 2> kFixMetrics{"build", "test_results"};
constexpr std::array<std::string_view, 1> kAnyFile{"**"};

// What a person asks for in their own words is about no metric.
constexpr std::array<std::string_view, 0> kTaskMetrics{};

constexpr std::array<std::string_view, 1> kMigrateMetrics{"docs"};
// Settings of site generators, and what stands beside them; never the repository's own manifest.
constexpr auto kMigrateFiles = std::to_array<std::string_view>({
    "**/.vitepress/config.mjs",
    "{website,site,docs-site}/{docusaurus.config,sidebars}.js",
    "mkdocs.yml",
    "mkdocs_hooks.py",
    "*/**/package.json",
    "*/**/index.md",
    "site-docs/**/*.md",
    ".gitignore",
});

constexpr auto kVerticals = std::to_array<Vertical>({
    {"docs", "documentation only", kDocsMetrics, kDocsFiles, kDocsNever, "prompts/scope-docs.md"},
    {"quality",
     "configuration of linters and formatters only",
     kQualityMetrics,
     kQualityFiles,
     {},
     "prompts/scope-quality.md"},
    {"tests",
     "new tests only",
     kTestsMetrics,
     {},
     {},
     "prompts/scope-tests.md",
     is_own_test,
     kTestsActions,
     false,
     kTestsGuards,
     kTestsRequired},
    {"fix",
     "one issue, in the files it cites",
     kFixMetrics,
     kAnyFile,
     {},
     "prompts/planner-issue.md",
     nullptr,
     {},
     true},
    {"task",
     "what a person asks for in their own words",
     kTaskMetrics,
     kAnyFile,
     {},
     "prompts/planner-task.md",
     nullptr,
     {},
     true},
    {"migrate",
     "a site of the documents, and nothing else",
     kMigrateMetrics,
     kMigrateFiles,
     {},
     "prompts/scope-migrate.md",
     nullptr,
     {},
     true,
     {},
     {},
     repo::kSiteStack},
});

bool fits_any(Words globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](std::string_view glob) { return glob_match(glob, path); });
}

}  // namespace

std::span<const Vertical> verticals() { return kVerticals; }

Result<const Vertical*> vertical_named(std::string_view name) {
  const std::string wanted = lower(std::string(trim(name)));
  if (wanted.empty()) return nullptr;
  std::vector<std::string> names;
  for (const Vertical& vertical : kVerticals) {
    if (vertical.name == wanted) return &vertical;
    names.emplace_back(vertical.name);
  }
  return fail(Errc::invalid,
              "there is no scope \"" + printable(name, 60) + "\"; there are " + join(names, ", "));
}

bool in_scope(const Vertical& vertical, std::string_view path) {
  const std::string plain = lower(std::string(path));
  const bool held = vertical.holds != nullptr ? vertical.holds(std::string(path))
                                              : fits_any(vertical.files, plain);
  return held && !fits_any(vertical.never, plain);
}

bool may(const Vertical& vertical, SubtaskAction action) {
  const auto& actions = vertical.actions;
  return actions.empty() || std::find(actions.begin(), actions.end(), action) != actions.end();
}

bool is_about(const Vertical& vertical, std::string_view metric) {
  return std::find(vertical.metrics.begin(), vertical.metrics.end(), metric) !=
         vertical.metrics.end();
}

analyzers::Report narrowed(const analyzers::Report& report, const Vertical& vertical) {
  analyzers::Report out = report;
  std::erase_if(out.metrics,
                [&](const analyzers::Metric& metric) { return !is_about(vertical, metric.name); });
  return out;
}

}  // namespace pawl::planner
