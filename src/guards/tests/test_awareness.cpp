// Code of the product that finds out whether it is being tested.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "guards/text/comment_lines.hpp"
#include "guards/text/placeholder.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

struct TestSigns {
  std::vector<std::string_view> signs;
  std::vector<std::string_view> modes;
  std::vector<std::string_view> variables;
  std::vector<std::string_view> questions;
};

const TestSigns& test_signs() {
  static const TestSigns signs = [] {
    TestSigns out;
    const auto list = asset("words/test-signs.txt");
    PAWL_CHECK(list.has_value(), "data/words/test-signs.txt is embedded");
    for (const std::string_view line : split_lines(*list)) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::size_t first = line.find(" | ");
      const std::size_t last = line.rfind(" | ");
      PAWL_CHECK(first != std::string_view::npos && last > first, "a row of test-signs.txt");
      const std::string_view kind = line.substr(0, first);
      const std::string_view sign = line.substr(first + 3, last - first - 3);
      auto& rows = kind == "sign"       ? out.signs
                   : kind == "mode"     ? out.modes
                   : kind == "variable" ? out.variables
                                        : out.questions;
      rows.push_back(sign);
    }
    return out;
  }();
  return signs;
}

constexpr std::string_view kCaller = "the caller's name";

// Not part of a longer name.
bool holds_name(std::string_view line, std::string_view name) {
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const bool joined = is_identifier_byte(name.front()) && at > 0 && line[at - 1] != '$' &&
                        is_identifier_byte(line[at - 1]);
    const std::size_t end = at + name.size();
    const bool open = name.ends_with('_') || !is_identifier_byte(name.back());
    if (!joined && (open || end >= line.size() || !is_identifier_byte(line[end]))) return true;
  }
  return false;
}

bool asks(std::string_view line) {
  for (const std::string_view word :
       {"#if", "if ", "if(", "elif ", "unless ", "while ", " ? ", "&&", "||", "==", "!=", " and ",
        " or ", "return ", "[ -", "[[ ", "match ", "switch", "case "}) {
    if (contains(line, word)) return true;
  }
  return false;
}

// `os.environ["X"]`, `process.env.X`, `$X`
bool reads_environment(std::string_view line, std::string_view name) {
  for (const std::string_view way :
       {"environ", "getenv", "Getenv", "process.env", "ENV[", "ENV.fetch", "env::var", "env!(",
        "LookupEnv", "$_ENV", "$_SERVER", "import.meta.env", "env("}) {
    if (contains(line, way)) return holds_name(line, name);
  }
  const std::string variable = "$" + std::string(name);
  return holds_name(line, variable) || contains(line, "${" + std::string(name));
}

bool names_test_mode(std::string_view line) {
  for (const std::string_view mode : {"\"test\"", "'test'", "\"testing\"", "'testing'", ":test"}) {
    if (contains(line, mode)) return true;
  }
  return false;
}

// The name of the class or file that calls, or of the program.
bool looks_at_caller(std::string_view line) {
  bool caller = false;
  for (const std::string_view way :
       {"getStackTrace()", "StackWalker",        "inspect.stack()", "sys._getframe",
        "Error().stack",   "caller_locations",   "caller.any",      "runtime.Caller",
        "debug_backtrace", "sys.argv",           "process.argv",    "argv[0]",
        "os.Args",         "env::args",          "$PROGRAM_NAME",   "$0",
        "BASH_SOURCE",     "program_invocation", "current_exe",     "current().name()",
        "process.title"}) {
    caller = caller || contains(line, way);
  }
  if (!caller) return false;
  for (const std::string_view runner :
       {"test", "spec", "jest", "mocha", "junit", "phpunit", "bats"}) {
    if (contains_folded(line, runner)) return true;
  }
  return false;
}

// `#ifdef UNIT_TEST`
bool asks_preprocessor(std::string_view line, std::string_view name) {
  line = trim(line);
  return line.starts_with("#if") && name.size() > 5 && holds_name(line, name);
}

// Scripts of a shell are code of the product, too.
bool is_of_product(const RepoPath& path, std::string_view text) {
  const auto language = syntax::kind_of(path, text).language;
  if (!language) return false;
  // What builds and checks the product may know where it runs.
  const bool helper = among({"scripts", "script", "tools", "tool", "ci", "build", "hack", "dev"},
                            path.components().front());
  if (helper && *language != syntax::Language::bash) return false;
  if (path.name() == "conftest.py") return false;
  return !repo::is_test_file(path) && !repo::is_fixture(path) && !repo::lies_among_tests(path) &&
         !repo::is_vendored(path) && !repo::is_generated(path) && !is_place_to_fill(path);
}

// Without a comment behind it.
std::string_view without_remark(std::string_view line) {
  for (const std::string_view mark : {" # ", " // "}) {
    if (const auto at = line.find(mark); at != std::string_view::npos) line = line.substr(0, at);
  }
  return line;
}

// What of the line shows it; empty when nothing does.
std::string_view sign_in(std::string_view line) {
  const TestSigns& known = test_signs();
  for (const std::string_view sign : known.signs) {
    if (contains(line, sign) && holds_name(line, sign)) return sign;
  }
  if (!asks(line)) return {};
  if (looks_at_caller(line)) return kCaller;
  for (const std::string_view mode : known.modes) {
    if (contains(line, mode) && reads_environment(line, mode) && names_test_mode(line)) return mode;
  }
  for (const std::string_view name : known.variables) {
    if (!contains(line, name)) continue;
    if (reads_environment(line, name) || asks_preprocessor(line, name)) return name;
  }
  for (const std::string_view question : known.questions) {
    if (contains(line, question) && holds_name(line, question)) return question;
  }
  return {};
}

bool asks_so(std::string_view text, std::string_view sign) {
  const bool caller = sign == kCaller;
  if (!caller && !contains(text, sign)) return false;
  const auto lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return (caller || contains(line, sign)) && sign_in(line) == sign;
  });
}

// Libraries that have to do with tests ask so on purpose: one file of the product did before. What
// was not read did not.
bool asked_before(std::string_view sign, const repo::RepoView* base) {
  if (base == nullptr) return false;
  constexpr std::size_t kFilesMax = 3000;
  std::size_t seen = 0;
  for (const repo::Entry& entry : base->files()) {
    if (entry.symlink || !repo::is_product_file(entry.path)) continue;
    if (++seen > kFilesMax) return false;
    if (asks_so(base->text(entry.path.text()).value_or(""), sign)) return true;
  }
  return false;
}

}  // namespace

void check_test_awareness(const git::FileChange& file, const ChangedLines& changed,
                          const Context& context, Verdict& verdict) {
  if (!file.before || !file.after || looks_binary(*file.after)) return;
  if (!is_of_product(file.path, *file.after)) return;
  std::set<std::string_view> asked;
  for (const ChangedLine& line : changed) {
    if (line.after.empty() || uncommented(line.after).is_comment) continue;
    const std::string_view sign = sign_in(without_remark(line.after));
    if (sign.empty() || asks_so(*file.before, sign) || !asked.insert(sign).second) continue;
    if (asked_before(sign, context.base)) continue;
    verdict.applies();
    verdict.refuse(tampering_finding(
        "knows-tests", file, line.line,
        "the code of the product asks whether it is tested: " + printable(trim(line.after), 80),
        "Let the code answer a test as it answers a user."));
    if (asked.size() >= kFindingsPerFileMax) return;
  }
}

}  // namespace pawl::guards
