#include "repo/checks/npm_scripts.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

// Scripts may call each other in circles.
constexpr int kCallsMax = 100;

// Programs that judge how code is written, not what it does.
constexpr std::string_view kReaders =
    "eslint xo standard semistandard ts-standard standardx tslint jshint jscs oxlint biome "
    "prettier dprint stylelint htmlhint markdownlint remark textlint markdownlint-cli "
    "markdownlint-cli2 cspell eclint ec commitlint editorconfig-checker publint attw knip "
    "depcheck npm-package-json-lint madge depcruise lockfile-lint ls-lint npmPkgJsonLint "
    "licensee license-checker installed-check ls-engines sort-package-json size-limit "
    "bundlesize audit-ci aud svelte-check snyk type-coverage better-npm-audit nsp dpdm";
// What drives other programs is asked for that by one of these: `kcd-scripts lint`, `npm audit`.
constexpr auto kReaderVerbs = fixed_words("lint", "audit", "format", "fmt");
constexpr std::string_view kRunners =
    "mocha _mocha jest vitest ava tape tap jasmine karma cypress playwright uvu qunit lab nyc "
    "c8 tsd wtr borp testem brittle cucumber-js web-test-runner";
// Words of a script's name that say what it does, where none of its commands is a runner of tests.
constexpr auto kReaderNames =
    fixed_words("lint", "lints", "linting", "eslint", "tslint", "stylelint");
constexpr auto kTestsAlone = fixed_words("tests-only", "test-only", "test:only", "test:unit",
                                         "test-unit", "unit-test", "unit-tests", "unit");

bool lists(std::string_view words, std::string_view word) {
  return among(split_words(words), word);
}

// The commands of `a && b`; none where it is anything else of a shell's.
std::vector<std::string_view> commands_of(std::string_view script) {
  std::vector<std::string_view> commands;
  std::size_t start = 0;
  char quote = 0;
  for (std::size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    const char next = i + 1 < script.size() ? script[i + 1] : '\0';
    if (quote != '\'' && (c == '`' || (c == '$' && next == '('))) return {};
    if (c == '\\' && quote != '\'') {
      ++i;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '&' && next == '&') {
      commands.push_back(trim(script.substr(start, i - start)));
      start = ++i + 1;
    } else if (std::string_view(";|&()\n").find(c) != std::string_view::npos) {
      return {};
    }
  }
  commands.push_back(trim(script.substr(start)));
  // What follows happens elsewhere.
  const bool moves = std::any_of(commands.begin(), commands.end(), [](std::string_view command) {
    return command.starts_with("cd ") || command.starts_with("pushd ");
  });
  return moves ? std::vector<std::string_view>() : commands;
}

bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 && is_letter(word.front()) &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return is_letter_or_digit(c) || c == '_'; });
}

// `eslint` of `node_modules/.bin/eslint`, `./x/eslint.js` and `eslint@9`.
std::string_view program_name(std::string_view word) {
  if (const auto slash = word.rfind('/'); slash != std::string_view::npos) {
    word.remove_prefix(slash + 1);
  }
  if (const auto at = word.find('@'); at != std::string_view::npos && at > 0) {
    word = word.substr(0, at);
  }
  return word.ends_with(".js") ? word.substr(0, word.size() - 3) : word;
}

using Words = std::vector<std::string_view>;

// From the program on that a command starts, behind what only sets it up.
std::span<const std::string_view> program_of(const Words& words) {
  std::size_t i = 0;
  bool of_manager = false;
  while (i < words.size()) {
    const std::string_view word = words[i];
    const bool skipped =
        is_assignment(word) || among({"cross-env", "env", "npx", "bunx", "--"}, word);
    const bool manager = among({"npm", "pnpm", "yarn"}, word) && i + 1 < words.size();
    if (manager && among({"exec", "x", "dlx", "run"}, words[i + 1])) {
      ++i;
    } else if (manager && word != "npm" && words[i + 1] != "audit") {
      // `yarn eslint .`
    } else if (!skipped && !(of_manager && word.starts_with('-'))) {
      break;
    }
    of_manager = of_manager || manager || word == "npx" || word == "bunx";
    ++i;
  }
  const bool by_node =
      i + 1 < words.size() && words[i] == "node" && contains(words[i + 1], "node_modules/");
  return std::span(words).subspan(by_node ? i + 1 : i);
}

bool is_runner(std::string_view command) {
  const Words words = split_words(command);
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return lists(kRunners, program_name(word)); });
}

bool only_reads(std::string_view command) {
  const Words words = split_words(command);
  const auto program = program_of(words);
  if (program.empty() || is_runner(command)) return false;
  const std::string_view name = program_name(program.front());
  if (lists(kReaders, name)) return true;
  if (name == "tsc" || name == "vue-tsc") return among(program, "--noEmit");
  const std::string_view verb = program.size() > 1 ? program[1] : std::string_view();
  return among(kReaderVerbs, verb.substr(0, verb.find_first_of("-:")));
}

bool is_named_reader(std::string_view script) {
  const std::string spaced = replace_all(replace_all(script, ":", " "), "-", " ");
  const auto words = split_words(spaced);
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return among(kReaderNames, word); });
}

struct Part {
  std::string command;
  bool reads = false;
};
using Parts = std::vector<Part>;

class Scripts {
 public:
  explicit Scripts(const Json& package) : scripts_(package["scripts"]) {}

  // What a script comes to, with what npm runs before and after it.
  Parts parts_of(std::string_view name) {
    Parts parts;
    for (const char* when : {"pre", "", "post"}) {
      const std::string_view text = trim(scripts_[when + std::string(name)].text());
      if (text.empty()) continue;
      all_ += std::string(text) + "\n";
      const auto commands = commands_of(text);
      if (commands.empty()) parts.push_back({std::string(text)});
      for (const std::string_view command : commands) add(command, parts);
    }
    const bool runs_tests = std::any_of(parts.begin(), parts.end(),
                                        [](const Part& part) { return is_runner(part.command); });
    if (!runs_tests && is_named_reader(name)) {
      for (Part& part : parts) part.reads = true;
    }
    return parts;
  }

  bool has(std::string_view name) const { return !trim(scripts_[name].text()).empty(); }
  const std::string& all() const { return all_; }

 private:
  // The scripts that a command calls, where it does nothing else: `npm run a`, `yarn a`,
  // `run-s a b`.
  std::vector<std::string> called_by(std::string_view command) const {
    const Words words = split_words(command);
    if (words.size() < 2) return {};
    const bool several = among({"run-s", "run-p", "npm-run-all", "npm-run-all2"}, words[0]);
    if (!several && !among({"npm", "pnpm", "yarn"}, words[0])) return {};
    if (words[0] == "npm" && !among({"run", "run-script", "test"}, words[1])) return {};
    std::vector<std::string> called;
    for (const std::string_view word : std::span(words).subspan(1)) {
      if (called.empty() && !several && among({"run", "run-script"}, word)) continue;
      if (among({"--silent", "-s", "--if-present", "--parallel", "-p"}, word)) continue;
      // An option that is not known, or words for the script.
      if (!has(word)) return {};
      called.emplace_back(word);
    }
    return several || called.size() == 1 ? called : std::vector<std::string>();
  }

  void add(std::string_view command, Parts& parts) {
    Parts below;
    for (const std::string& name : called_by(command)) {
      if (++calls_ > kCallsMax) break;
      for (Part& part : parts_of(name)) below.push_back(std::move(part));
    }
    const auto reads = static_cast<std::size_t>(
        std::count_if(below.begin(), below.end(), [](const Part& part) { return part.reads; }));
    if (below.empty() || calls_ > kCallsMax) {
      parts.push_back({std::string(command), only_reads(command)});
    } else if (reads == 0 || reads == below.size()) {
      parts.push_back({std::string(command), reads > 0});
    } else {
      parts.insert(parts.end(), below.begin(), below.end());
    }
  }

  const Json& scripts_;
  std::string all_;
  int calls_ = 0;
};

}  // namespace

TestScripts test_scripts(const Json& package) {
  Scripts scripts(package);
  const Parts parts = scripts.parts_of("test");
  TestScripts out{.all = scripts.all(), .without_readers = {}};
  std::vector<std::string> left;
  for (const Part& part : parts) {
    if (!part.reads) left.push_back(part.command);
  }
  if (left.size() == parts.size()) return out;
  out.without_readers = join(left, " && ");
  for (const std::string_view name : kTestsAlone) {
    if (!left.empty() || !scripts.has(name)) continue;
    left.push_back("npm run " + std::string(name));
    out.without_readers = left.front();
  }
  return out;
}

}  // namespace pawl::repo
