// Recognises what a CI step does by the programs it starts.
#include <algorithm>

#include "analyzers/steps.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::analyzers {
namespace {

using Words = std::vector<std::string>;

// `./scripts/run-tests.sh` → `run-tests`.
std::string_view base_of(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  if (slash != std::string_view::npos) word.remove_prefix(slash + 1);
  for (const std::string_view ending :
       {".sh", ".py", ".js", ".mjs", ".ts", ".rb", ".exe", ".cmd", ".bat", ".ps1", ".pl"}) {
    if (word.ends_with(ending) && word.size() > ending.size()) {
      return word.substr(0, word.size() - ending.size());
    }
  }
  // `clang-format-21`, `python3.12`.
  const std::size_t dash = word.rfind('-');
  if (dash != std::string_view::npos && dash > 0 && dash + 1 < word.size() &&
      word.substr(dash + 1).find_first_not_of("0123456789.") == std::string_view::npos) {
    return word.substr(0, dash);
  }
  return word;
}

constexpr auto kSilent = fixed_words(
    "echo", "printf", "apt", "apt-get", "brew", "dnf", "apk", "yum", "cd", "mkdir", "rm", "cp",
    "mv", "cat", "curl", "wget", "git", "export", "test", "[", "[[", "ls", "chmod", "pip", "pip3",
    "gem", "tar", "sed", "choco", "rustup", "find", "touch", "source", "pacman", "conda", "ln");
constexpr auto kTestRunners = fixed_words(
    "pytest", "py.test", "richgo", "gotest", "ctest", "rspec", "jest", "vitest", "mocha", "ava",
    "tap", "phpunit", "gotestsum", "nextest", "unittest", "bats", "karma", "cypress", "behave",
    "cucumber", "pest", "busted", "prove", "uvu", "tape", "jasmine", "minitest", "testem", "qunit",
    "tarpaulin", "llvm-cov", "trial", "nosetests", "tsd", "runtests", "playwright", "vitest-run");
// Programs whose sub-commands and targets say what is done.
constexpr auto kDrivers = fixed_words(
    "npm", "yarn", "pnpm", "bun", "deno", "cargo", "go", "make", "gmake", "ninja", "just", "task",
    "mage", "rake", "bazel", "bazelisk", "meson", "dotnet", "swift", "zig", "gradle", "gradlew",
    "mvn", "mvnw", "sbt", "mix", "dune", "composer", "hatch", "pdm", "poe", "invoke", "pixi", "rye",
    "flutter", "dart", "cmake", "nx", "turbo", "lerna", "lein", "moon", "xcodebuild", "uv",
    "poetry", "bin", "rails", "manage", "cross", "stack", "cabal", "bake", "swiftly");
constexpr auto kLinters = fixed_words(
    "ruff", "flake8", "pylint", "mypy", "pyright", "black", "isort", "eslint", "prettier", "biome",
    "standard", "xo", "clippy", "rustfmt", "golangci-lint", "staticcheck", "gofmt", "gofumpt",
    "revive", "rubocop", "standardrb", "checkstyle", "ktlint", "detekt", "clang-tidy",
    "clang-format", "cppcheck", "cpplint", "shellcheck", "shfmt", "pre-commit", "prek", "hadolint",
    "yamllint", "phpstan", "phpcs", "psalm", "php-cs-fixer", "stylelint", "oxlint", "actionlint",
    "swiftlint", "swiftformat", "bandit", "codespell", "run-clang-tidy", "tslint", "ty",
    "basedpyright", "dprint", "typos", "markdownlint", "swift-format", "ktfmt", "xmllint", "zizmor",
    "luacheck", "standardjs", "semistandard", "awesome-lint", "lychee", "scan-build");
constexpr auto kLintVerbs = fixed_words(
    "lint", "clippy", "fmt", "vet", "format", "style", "typecheck", "tidy", "rubocop", "xo",
    "checkstyle:check", "spotless:check", "spotlessCheck", "detekt", "ktlintCheck", "check-format",
    "type-check", "ktlint", "typing", "lints", "linting", "formatting", "checkstyleMain");
constexpr auto kAuditors =
    fixed_words("pip-audit", "cargo-audit", "cargo-deny", "govulncheck", "trivy", "grype",
                "osv-scanner", "snyk", "safety", "bundler-audit", "bundle-audit", "audit-ci",
                "dependency-check", "brakeman", "semgrep", "retire", "nancy");
constexpr auto kCoverage =
    fixed_words("codecov", "coveralls", "coverage", "llvm-cov", "tarpaulin", "gcovr", "lcov", "nyc",
                "c8", "kcov", "goveralls", "jacocoTestReport");

bool installs(std::span<const std::string> command) {
  const std::string_view program = base_of(command.front());
  if (program == "mvn" || program == "mvnw" || program == "gradle" || program == "gradlew") {
    return false;
  }
  const std::size_t count = std::min<std::size_t>(command.size(), 5);
  for (std::size_t i = 1; i < count; ++i) {
    static constexpr auto kVerbs =
        fixed_words("install", "add", "ci", "download", "require", "binstall");
    if (among(kVerbs, command[i])) return true;
  }
  return false;
}

// `test`, `test:unit`, `unit-tests`, `check` where that is the custom.
bool is_test_verb(std::string_view program, std::string_view verb) {
  if (verb.starts_with('-') || contains(verb, "/")) return false;
  if (repo::has_word(verb, "test") || repo::has_word(verb, "tests") || verb == "verify" ||
      verb == "spec" || verb == "runtest" || verb == "t" || verb == "coverage" || verb == "cover") {
    return true;
  }
  if (verb == "check") {
    return program == "make" || program == "gmake" || program == "ninja" || program == "just" ||
           program.starts_with("gradle");
  }
  if (program == "mvn" || program == "mvnw") return verb == "package" || verb == "install";
  return program.starts_with("gradle") && verb == "build";
}

// `tox` and `tox -e py312` run tests, `tox -e lint` runs what its section says.
bool environments_test(std::span<const std::string> command) {
  bool chosen = false;
  for (std::size_t i = 1; i + 1 < command.size(); ++i) {
    const std::string& option = command[i];
    if (option != "-e" && option != "-s" && option != "--session" && option != "-f") continue;
    chosen = true;
    for (const std::string_view name : split(command[i + 1], ',')) {
      if (name.starts_with("py") || contains(name, "$") || repo::has_word(name, "test") ||
          repo::has_word(name, "tests") || repo::has_word(name, "unit") || contains(name, "cov")) {
        return true;
      }
    }
  }
  return !chosen;
}

bool command_tests(std::span<const std::string> command) {
  const std::string_view program = base_of(command.front());
  if (among(kLinters, program)) return false;
  if (repo::has_word(program, "test") || repo::has_word(program, "tests")) return true;
  for (const std::string& word : command) {
    if (among(kTestRunners, base_of(word))) return true;
  }
  if (program == "rake" && command.size() == 1) return true;
  if (program == "tox" || program == "nox") return environments_test(command);
  const bool own_script = command.front().find('/') != std::string::npos;
  if (own_script && command.size() > 1) {
    if (command[1] == "check" || is_test_verb(program, command[1])) return true;
  }
  static constexpr auto kInterpreters =
      fixed_words("bash", "sh", "python", "python3", "node", "ruby", "php", "perl", "pwsh", "deno",
                  "bun", "run", "uv", "poetry", "bundle", "tsx", "wine", "zsh");
  const bool interpreted = among(kInterpreters, program);
  const bool driver = among(kDrivers, program) || program.starts_with("python");
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (program == "node" && (word == "--test" || word.starts_with("--test="))) return true;
    if (interpreted && !word.starts_with('-')) {
      const std::string_view base = base_of(word);
      if (repo::has_word(base, "test") || repo::has_word(base, "tests")) return true;
    }
    if (driver && is_test_verb(program, word)) return true;
    if (program == "docker" && repo::has_word(word, "test"))
      return !command[i - 1].starts_with("-");
  }
  return false;
}

bool command_lints(std::span<const std::string> command) {
  const std::string_view program = base_of(command.front());
  if (repo::has_word(program, "lint")) return true;
  // `./scripts/clang-format-check` is named after what it starts.
  const bool named = command.front().find('/') != std::string::npos &&
                     std::any_of(std::begin(kLinters), std::end(kLinters), [&](std::string_view l) {
                       return l.size() > 6 && program.starts_with(l);
                     });
  if (named) return true;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (among(kLinters, base_of(command[i]))) return true;
    // CMake starts the linter beside the compiler.
    if (i > 0 && (contains(command[i], "_CLANG_TIDY=") || contains(command[i], "_CPPCHECK="))) {
      return true;
    }
    if (i > 0 && (among(kLintVerbs, command[i]) || repo::has_word(command[i], "lint")) &&
        (among(kDrivers, program) || command.front().find('/') != std::string::npos)) {
      return true;
    }
  }
  return false;
}

bool command_audits(std::span<const std::string> command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (among(kAuditors, base_of(command[i]))) return true;
    if (i > 0 && (command[i] == "audit" || command[i] == "deny")) return true;
  }
  return false;
}

bool command_covers(std::span<const std::string> command) {
  return std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return among(kCoverage, base_of(word)) || word.starts_with("--cov") ||
           word.starts_with("-cover") || word.starts_with("--coverage") ||
           (word.starts_with("-DENABLE_COV") || word == "test:coverage" || word == "coverage");
  });
}

bool action_does(std::string_view name, StepKind kind) {
  const std::string bare = lower(name.substr(0, name.find('@')));
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return repo::has_word(bare, word); });
  };
  switch (kind) {
    case StepKind::test:
      if (contains(bare, "lint")) return false;
      return contains(bare, "workflows/") ? any({"test", "tests", "ci"})
                                          : any({"pytest", "tox", "cypress", "nextest"});
    case StepKind::lint:
      return any({"lint", "linter", "clippy", "fmt", "ruff", "black", "eslint", "rubocop", "flake8",
                  "prettier", "biome", "reviewdog", "shellcheck", "golangci"}) ||
             contains(bare, "pre-commit") || contains(bare, "clang-format");
    case StepKind::audit:
      return any({"trivy", "codeql", "snyk", "govulncheck", "scorecard", "grype", "audit"}) ||
             contains(bare, "dependency-review") || contains(bare, "osv-scanner") ||
             contains(bare, "cargo-deny") || contains(bare, "dependency-scanning");
    case StepKind::coverage: return any({"codecov", "coveralls", "coverallsapp", "coverage"});
  }
  return false;
}

// `${{ a || b }}` is one word that nobody knows.
std::string without_expressions(std::string text) {
  for (std::size_t at = text.find("${{"); at != std::string::npos; at = text.find("${{", at + 1)) {
    const std::size_t end = text.find("}}", at);
    if (end == std::string::npos) break;
    text.replace(at, end + 2 - at, "${}");
  }
  return text;
}

void flush(Words& words, std::vector<Words>& commands) {
  if (!words.empty()) commands.push_back(std::move(words));
  words.clear();
}

}  // namespace

std::span<const std::string> command_of(const std::vector<std::string>& words) {
  static constexpr auto kWrappers = fixed_words(
      "if", "then", "else", "do", "!", "while", "sudo", "time", "env", "exec", "command",
      "xvfb-run", "nice", "npx", "bunx", "elif", "pnpx", "xargs", "{", "run", "wine");
  static constexpr auto kRunners =
      fixed_words("bundle", "uv", "poetry", "pipenv", "pdm", "rye", "pixi", "pnpm", "yarn", "npm");
  std::size_t first = 0;
  while (first < words.size()) {
    const std::string& word = words[first];
    const std::string_view next = first + 1 < words.size() ? words[first + 1] : std::string_view();
    // `npm run x` names a script, `uv run x` a program.
    const bool runs =
        next == "exec" || (next == "run" && word != "npm" && word != "pnpm" && word != "yarn");
    if (among(kRunners, word) && runs) {
      first += 2;
      static constexpr auto kWithValue = fixed_words("--group", "--with", "--extra", "--python",
                                                     "-p", "--package", "--only-group");
      while (first < words.size() && words[first].starts_with('-'))
        first += among(kWithValue, words[first]) ? 2U : 1U;
      continue;
    }
    const std::size_t equals = word.find('=');
    const bool variable =
        equals != std::string::npos && equals > 0 && word.front() != '-' && word.find('/') > equals;
    if (!variable && !among(kWrappers, word)) break;
    ++first;
    const bool takes_options = word == "xargs" || word == "sudo" || word == "nice";
    while (takes_options && first < words.size() &&
           (words[first].starts_with('-') || parse_int(words[first]))) {
      ++first;
    }
  }
  return std::span(words).subspan(std::min(first, words.size()));
}

std::vector<std::vector<std::string>> shell_commands(std::string_view text) {
  std::vector<Words> commands;
  const std::string joined = without_expressions(replace_all(text, "\\\n", " "));
  for (const std::string_view line : split_lines(joined)) {
    Words words;
    std::string word;
    const auto end_word = [&] {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    };
    bool started = false;
    for (const char c : line) {
      if (c == '#' && word.empty() && (!started || !words.empty())) break;
      started = started || (c != ' ' && c != '\t');
      if (c == '"' || c == '\'') continue;
      if (c == ' ' || c == '\t') {
        end_word();
      } else if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
        end_word();
        flush(words, commands);
      } else {
        word.push_back(c);
      }
    }
    end_word();
    flush(words, commands);
  }
  return commands;
}

bool does(const Step& step, StepKind kind) {
  if (step.action) return action_does(step.text, kind);
  for (const Words& words : shell_commands(step.text)) {
    const auto command = command_of(words);
    if (command.empty() || among(kSilent, command.front()) || installs(command)) continue;
    switch (kind) {
      case StepKind::test:
        if (command_tests(command)) return true;
        break;
      case StepKind::lint:
        if (command_lints(command)) return true;
        break;
      case StepKind::audit:
        if (command_audits(command)) return true;
        break;
      case StepKind::coverage:
        if (command_covers(command)) return true;
        break;
    }
  }
  return false;
}

const Step* first_step(const Ci& ci, StepKind kind) {
  const auto found = std::find_if(ci.steps.begin(), ci.steps.end(),
                                  [&](const Step& step) { return does(step, kind); });
  return found == ci.steps.end() ? nullptr : &*found;
}

}  // namespace pawl::analyzers
