#include "guards/tests/changed_lines.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {

std::vector<ChangedLine> changed_lines(const git::FileChange& file) {
  std::vector<ChangedLine> out;
  if (!file.before || !file.after || looks_binary(*file.after)) return out;
  const auto old_lines = split_lines(*file.before);
  const auto lines = split_lines(*file.after);
  const std::size_t last = lines.empty() ? 0 : lines.size() - 1;
  for (const Hunk& hunk : diff_lines(old_lines, lines)) {
    const std::size_t gone = hunk.before_end - hunk.before_begin;
    const std::size_t came = hunk.after_end - hunk.after_begin;
    for (std::size_t k = 0; k < std::max(gone, came); ++k) {
      ChangedLine each;
      if (k < gone) each.before = old_lines[hunk.before_begin + k];
      if (k < came) each.after = lines[hunk.after_begin + k];
      each.line = static_cast<int>(std::min(hunk.after_begin + k, last)) + 1;
      out.push_back(each);
    }
  }
  return out;
}

namespace {

// `make -j4 V=1 test`, `npm run --silent test`: a program that does many things, and the word.
bool asks_for_tests(std::string_view command) {
  static constexpr auto kPrograms = fixed_words(
      "make", "$(MAKE)", "gmake", "npm", "yarn", "pnpm", "bun", "cargo", "go", "mvn", "mvnw",
      "gradle", "gradlew", "rake", "mix", "dotnet", "swift", "bazel", "just", "task", "lein", "sbt",
      "composer", "deno", "meson", "ninja", "nx", "turbo", "hatch", "pdm", "poetry", "zig",
      "${MAKE}", "stack", "cabal", "dune", "setup.py", "manage.py", "cmake");
  bool program = false;
  for (const std::string_view word : split_words(command)) {
    if (among({"&&", "||", ";", "|"}, word)) program = false;
    if (program && among({"test", "tests", "check", "verify", "unittest", "specs"}, word))
      return true;
    program = program || among(kPrograms, word.substr(word.rfind('/') + 1));
  }
  return false;
}

}  // namespace

bool runs_tests(std::string_view command) {
  static constexpr auto kRunners = fixed_words(
      "pytest", "py.test", "unittest", "tox", "nox", "jest", "vitest", "mocha", "ava ", "npm test",
      "npm t ", "npm run test", "yarn test", "yarn run test", "pnpm test", "pnpm run test",
      "go test", "cargo test", "cargo nextest", "make test", "make check", "ctest", "mvn test",
      "mvn verify", "mvnw test", "mvnw verify", "gradle test", "gradlew test", "gradle check",
      "gradlew check", "rspec", "rake test", "rake spec", "minitest", "bats ", "phpunit",
      "playwright test", "cypress run", "deno test", "bun test", "meson test", "ninja test",
      "dotnet test", "gotestsum", "make -j test", "node --test", "c8 ", "nyc ", "rails test",
      "trial ", "nosetests", "stestr", "ginkgo", "karma start", "tap ", "tape ", "bundle exec rake",
      "coverage run", "mix test", "prove ");
  const std::string padded = std::string(command) + " ";
  for (const std::string_view runner : kRunners) {
    const auto at = padded.find(runner);
    if (at == std::string::npos) continue;
    const char before = at == 0 ? ' ' : padded[at - 1];
    if (!(before >= 'a' && before <= 'z') && before != '-' && before != '_') return true;
  }
  if (asks_for_tests(command)) return true;
  // `./scripts/run-tests.sh`, `npm run test:unit`.
  for (const std::string_view word : split_words(command)) {
    const bool program = word.starts_with("./") || word.ends_with(".sh") || word.ends_with(".py");
    if (program && contains_folded(word, "test")) return true;
    if (word.starts_with("test:") || word.starts_with("test-")) return true;
  }
  return false;
}

bool is_settings(const RepoPath& path, std::string_view text) {
  const std::string name = lower(path.name());
  static constexpr auto kEndings =
      fixed_words(".toml", ".cfg", ".ini", ".yml", ".yaml", ".json", ".jsonc", ".mk", ".cmake",
                  ".gradle", ".kts", ".xml", ".bazel", ".bazelrc", ".rc", ".json5", ".groovy");
  if (among(kEndings, path.extension())) return true;
  for (const std::string_view known :
       {"makefile",    "gnumakefile",    "makefile.am", "makefile.in", "justfile",    "dockerfile",
        "jenkinsfile", "cmakelists.txt", "rakefile",    "taskfile",    ".rspec",      ".mocharc",
        "noxfile.py",  "conftest.py",    ".coveragerc", ".bazelrc",    "procfile",    "build.rs",
        "guardfile",   "meson.build",    ".nycrc",      "gulpfile.js", "gruntfile.js"}) {
    if (name == known) return true;
  }
  if (contains(name, ".config.") || contains(name, ".conf.") || name.starts_with(".mocharc")) {
    return true;
  }
  return syntax::kind_of(path, text).language == syntax::Language::bash;
}

}  // namespace pawl::guards
