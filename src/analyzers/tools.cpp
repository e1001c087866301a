#include "analyzers/tools.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::analyzers {
namespace {

struct Tool {
  repo::Family family;
  Role role;
  std::string_view name;  // as command, dependency or hook
};

// The first of a family and role is the one to suggest.
constexpr Tool kTools[] = {
    {repo::Family::python, Role::linter, "ruff"},
    {repo::Family::python, Role::linter, "flake8"},
    {repo::Family::python, Role::linter, "pylint"},
    {repo::Family::python, Role::formatter, "ruff"},
    {repo::Family::python, Role::formatter, "black"},
    {repo::Family::python, Role::formatter, "yapf"},
    {repo::Family::python, Role::formatter, "autopep8"},
    {repo::Family::python, Role::types, "mypy"},
    {repo::Family::python, Role::types, "pyright"},
    {repo::Family::python, Role::types, "basedpyright"},
    {repo::Family::python, Role::types, "pyre"},
    {repo::Family::python, Role::types, "ty"},
    {repo::Family::go, Role::linter, "golangci-lint"},
    {repo::Family::go, Role::linter, "staticcheck"},
    {repo::Family::go, Role::linter, "vet"},
    {repo::Family::go, Role::linter, "revive"},
    {repo::Family::go, Role::linter, "golangci"},
    {repo::Family::rust, Role::linter, "clippy"},
    {repo::Family::node, Role::linter, "eslint"},
    {repo::Family::node, Role::linter, "biome"},
    {repo::Family::node, Role::linter, "xo"},
    {repo::Family::node, Role::linter, "standard"},
    {repo::Family::node, Role::linter, "oxlint"},
    {repo::Family::node, Role::linter, "tslint"},
    {repo::Family::node, Role::linter, "ts-standard"},
    {repo::Family::node, Role::linter, "neostandard"},
    {repo::Family::node, Role::formatter, "prettier"},
    {repo::Family::node, Role::formatter, "biome"},
    {repo::Family::node, Role::formatter, "xo"},
    {repo::Family::node, Role::formatter, "standard"},
    {repo::Family::node, Role::formatter, "dprint"},
    {repo::Family::node, Role::formatter, "eslint-layout"},
    {repo::Family::node, Role::linter, "npm run lint"},
    {repo::Family::node, Role::formatter, "npm run format"},
    {repo::Family::node, Role::formatter, "ts-standard"},
    {repo::Family::node, Role::formatter, "neostandard"},
    {repo::Family::native, Role::linter, "clang-tidy"},
    {repo::Family::native, Role::linter, "cppcheck"},
    {repo::Family::native, Role::linter, "cpplint"},
    {repo::Family::native, Role::linter, "run-clang-tidy"},
    {repo::Family::native, Role::linter, "-Wall"},
    {repo::Family::native, Role::formatter, "clang-format"},
    {repo::Family::native, Role::formatter, "uncrustify"},
    {repo::Family::native, Role::formatter, "astyle"},
    {repo::Family::jvm, Role::linter, "checkstyle"},
    {repo::Family::jvm, Role::linter, "spotbugs"},
    {repo::Family::jvm, Role::linter, "pmd"},
    {repo::Family::jvm, Role::linter, "errorprone"},
    {repo::Family::jvm, Role::linter, "detekt"},
    {repo::Family::jvm, Role::linter, "ktlint"},
    {repo::Family::jvm, Role::linter, "-Xlint"},
    {repo::Family::jvm, Role::linter, "errorprone"},
    {repo::Family::jvm, Role::formatter, "spotless"},
    {repo::Family::jvm, Role::formatter, "ktfmt"},
    {repo::Family::jvm, Role::formatter, "ktlint"},
    {repo::Family::jvm, Role::formatter, "google-java-format"},
    {repo::Family::jvm, Role::formatter, "checkstyle"},
    {repo::Family::jvm, Role::formatter, "eclipse-formatter"},
    {repo::Family::jvm, Role::formatter, "scalafmt"},
    {repo::Family::ruby, Role::linter, "rubocop"},
    {repo::Family::ruby, Role::linter, "standard"},
    {repo::Family::ruby, Role::linter, "standardrb"},
    {repo::Family::php, Role::linter, "phpstan"},
    {repo::Family::php, Role::linter, "psalm"},
    {repo::Family::php, Role::linter, "phpcs"},
    {repo::Family::php, Role::formatter, "php-cs-fixer"},
    {repo::Family::php, Role::formatter, "phpcs"},
    {repo::Family::php, Role::formatter, "pint"},
    {repo::Family::dotnet, Role::linter, "analyzers"},
    {repo::Family::swift, Role::linter, "swiftlint"},
    {repo::Family::swift, Role::formatter, "swiftformat"},
    {repo::Family::swift, Role::formatter, "swift-format"},
    {repo::Family::swift, Role::linter, "swift-format"},
    {repo::Family::shell, Role::linter, "shellcheck"},
    {repo::Family::shell, Role::formatter, "shfmt"},
};

struct ConfigFile {
  std::string_view name;  // folded; a trailing `*` accepts any ending
  std::string_view tool;
};

constexpr ConfigFile kFiles[] = {
    {"ruff.toml", "ruff"},
    {".ruff.toml", "ruff"},
    {".flake8", "flake8"},
    {".pylintrc", "pylint"},
    {"pylintrc", "pylint"},
    {"mypy.ini", "mypy"},
    {".mypy.ini", "mypy"},
    {"pyrightconfig.json", "pyright"},
    {".style.yapf", "yapf"},
    {".golangci.*", "golangci-lint"},
    {"staticcheck.conf", "staticcheck"},
    {"clippy.toml", "clippy"},
    {".clippy.toml", "clippy"},
    {".eslintrc*", "eslint"},
    {"eslint.config.*", "eslint"},
    {"biome.json*", "biome"},
    {".oxlintrc.json", "oxlint"},
    {"tslint.json", "tslint"},
    {".prettierrc*", "prettier"},
    {"prettier.config.*", "prettier"},
    {"dprint.json", "dprint"},
    {".clang-tidy", "clang-tidy"},
    {".clang-format", "clang-format"},
    {"_clang-format", "clang-format"},
    {"cpplint.cfg", "cpplint"},
    {"uncrustify.cfg", "uncrustify"},
    {".astylerc", "astyle"},
    {"checkstyle.xml", "checkstyle"},
    {"detekt.yml", "detekt"},
    {".scalafmt.conf", "scalafmt"},
    {"org.eclipse.jdt.core.prefs", "eclipse-formatter"},
    {".rubocop.yml", "rubocop"},
    {".standard.yml", "standard"},
    {"phpstan.neon*", "phpstan"},
    {"psalm.xml*", "psalm"},
    {"phpcs.xml*", "phpcs"},
    {".php-cs-fixer*", "php-cs-fixer"},
    {"pint.json", "pint"},
    {".swiftlint.yml", "swiftlint"},
    {".swiftformat", "swiftformat"},
    {".swift-format", "swift-format"},
    {".shellcheckrc", "shellcheck"},
    {".globalconfig", "analyzers"},
    {"directory.build.props", "analyzers"},
};

std::string_view tool_of_file(std::string_view name) {
  for (const ConfigFile& file : kFiles) {
    const bool open = file.name.ends_with('*');
    const std::string_view wanted = file.name.substr(0, file.name.size() - (open ? 1 : 0));
    if (starts_with_folded(name, wanted) && (open || name.size() == wanted.size())) {
      return file.tool;
    }
  }
  return {};
}

// `@biomejs/biome` → `biome`, `eslint-plugin-x` → `eslint`, `ruff>=0.4` → `ruff`.
std::string tool_word(std::string_view dependency) {
  if (dependency.starts_with('@') && contains(dependency, "/")) {
    const std::size_t slash = dependency.find('/');
    const std::string_view scope = dependency.substr(1, slash - 1);
    return scope == "typescript-eslint" ? "eslint" : std::string(dependency.substr(slash + 1));
  }
  dependency = dependency.substr(0, dependency.find_first_of("[ <>=!~;(,"));
  if (dependency.starts_with("eslint")) return "eslint";
  if (dependency.starts_with("rubocop")) return "rubocop";
  return lower(dependency);
}

bool starts_program(std::string_view text, std::string_view program) {
  const auto commands = shell_commands(text);
  return std::any_of(commands.begin(), commands.end(), [&](const auto& words) {
    return words.front() == program ||
           (words.front() == "npx" && words.size() > 1 && words[1] == program);
  });
}

}  // namespace

ToolBox::ToolBox(const Input& input) {
  add_files(input.view);
  add_manifests(input.facts);
  for (const Step& step : input.survey->ci.steps) add_commands(step.text, step.path);
  for (const repo::Sourced& command : input.facts.lint_commands) {
    add_commands(command.value, command.path);
  }
  add_hooks(input.view);
  for (const std::string_view path :
       {"Makefile",          "justfile",     "CMakeLists.txt",   "meson.build",
        "pom.xml",           "build.gradle", "build.gradle.kts", "Gemfile",
        "CMakePresets.json", "Rakefile",     "setup.cfg",        "tox.ini",
        "Makefile.am",       "configure.ac", "src/Makefile.am",  "GNUmakefile",
        "makefile",          "Makefile.in",  "SConstruct",       "src/CMakeLists.txt",
        "wscript",           "noxfile.py",   "Taskfile.yml"}) {
    if (const auto text = input.view.text(path)) add_commands(*text, std::string(path));
  }
  std::stable_sort(mentions_.begin(), mentions_.end(),
                   [](const Mention& a, const Mention& b) { return a.word < b.word; });
}

// Build properties that make .NET's compiler a linter.
bool runs_analyzers(std::string_view properties) {
  for (const std::string_view mark :
       {"Analy", "TreatWarningsAsErrors", "EnforceCodeStyleInBuild", "StyleCop", "dotnet_"}) {
    if (contains(properties, mark)) return true;
  }
  return false;
}

// Rules of ESLint that say how lines are laid out: then it formats, too.
bool rules_layout(std::string_view config) {
  for (const std::string_view mark : {"stylistic", "indent", "eol-last", "no-trailing-spaces",
                                      "standard", "airbnb", "semi:", "\"semi\""}) {
    if (contains(config, mark)) return true;
  }
  return false;
}

void ToolBox::add_files(const repo::RepoView& view) {
  for (const repo::Entry& entry : view.files()) {
    const std::string_view tool = tool_of_file(entry.path.name());
    if (tool.empty() || repo::is_vendored(entry.path) || repo::is_fixture(entry.path)) continue;
    if (tool == "analyzers" && !runs_analyzers(view.text(entry.path.text()).value_or(""))) continue;
    // Eclipse keeps the compiler's settings in the same file.
    if (tool == "eclipse-formatter" &&
        !contains(view.text(entry.path.text()).value_or(""), "core.formatter.")) {
      continue;
    }
    mentions_.push_back({std::string(tool), entry.path.text()});
    if (tool == "eslint" && rules_layout(view.text(entry.path.text()).value_or(""))) {
      mentions_.push_back({"eslint-layout", entry.path.text()});
    }
  }
}

void ToolBox::add_manifests(const repo::Facts& facts) {
  for (const repo::Dependency& dependency : facts.dependencies) {
    mentions_.push_back({tool_word(dependency.name), dependency.path});
  }
  for (const repo::Manifest& manifest : facts.manifests) {
    const std::string& path = manifest.path.text();
    const Json& data = manifest.data;
    const auto names = [&](const Json& table) {
      for (const auto& [name, value] : table.members())
        mentions_.push_back({tool_word(name), path});
      for (const Json& item : table.items()) mentions_.push_back({tool_word(item.text()), path});
    };
    names(data["tool"]);
    if (data.has("eslintConfig")) mentions_.push_back({"eslint", path});
    if (data.has("prettier")) mentions_.push_back({"prettier", path});
    names(data["lints"]);
    names(data["workspace"]["lints"]);
    for (const auto& [name, command] : data["scripts"].members()) {
      add_commands(std::string(command.text()), path);
      // A script of that name runs one, whatever it is called.
      if (name == "lint" || name.starts_with("lint:")) mentions_.push_back({"npm run lint", path});
      if (name == "format" || name.starts_with("format:") || name == "fmt") {
        mentions_.push_back({"npm run format", path});
      }
    }
  }
}

// Every word of a text that is the name of a tool, also inside `go-vet` or `lint:eslint`.
void ToolBox::add_commands(const std::string& text, const std::string& path) {
  for (const Tool& tool : kTools) {
    if (tool.name.size() < 3) continue;
    // `standard` is an ordinary word: only a program of that name counts.
    const bool found = tool.name.starts_with('-') ? contains(text, tool.name)
                       : tool.name == "standard"  ? starts_program(text, tool.name)
                                                  : contains_word_folded(text, tool.name);
    if (found) mentions_.push_back({std::string(tool.name), path});
  }
}

void ToolBox::add_hooks(const repo::RepoView& view) {
  const auto text = view.text(".pre-commit-config.yaml");
  if (!text) return;
  const auto documents = syntax::parse_yaml(*text);
  if (!documents || documents->empty()) return;
  for (const Json& repository : documents->front()["repos"].items()) {
    for (const Json& hook : repository["hooks"].items()) {
      add_commands(std::string(hook["id"].text()), ".pre-commit-config.yaml");
    }
  }
}

const ToolBox::Mention* ToolBox::mention(std::string_view word) const {
  const auto found = std::lower_bound(
      mentions_.begin(), mentions_.end(), word,
      [](const Mention& mention, std::string_view wanted) { return mention.word < wanted; });
  return found != mentions_.end() && found->word == word ? &*found : nullptr;
}

std::optional<ToolUse> ToolBox::find(repo::Family family, Role role) const {
  if (role == Role::formatter && family == repo::Family::go) return ToolUse{"gofmt", ""};
  if (role == Role::formatter && family == repo::Family::rust) return ToolUse{"rustfmt", ""};
  for (const Tool& tool : kTools) {
    if (tool.family != family || tool.role != role) continue;
    if (const Mention* found = mention(tool.name)) {
      const std::string_view name = tool.name == "eslint-layout" ? "eslint" : tool.name;
      return ToolUse{std::string(name), found->path};
    }
  }
  return std::nullopt;
}

bool expects(repo::Family family, Role role) {
  if (role == Role::types) return family == repo::Family::python;
  if (role == Role::linter) return true;
  return family != repo::Family::ruby && family != repo::Family::dotnet &&
         family != repo::Family::shell;
}

std::string_view usual_tool(repo::Family family, Role role) {
  for (const Tool& tool : kTools) {
    if (tool.family == family && tool.role == role) return tool.name;
  }
  return "a tool";
}

}  // namespace pawl::analyzers
