// Code of the product that asks whether it is tested, and answers with something written out.
#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

// How code of some language learns that a test runs it: variables that runners set, what they load,
// what a build for tests defines.
constexpr auto kTestedMarks = std::to_array<std::string_view>({"PYTEST_CURRENT_TEST",
                                                               "PYTEST_VERSION",
                                                               "PYTEST_XDIST",
                                                               "\"pytest\" in sys.modules",
                                                               "'pytest' in sys.modules",
                                                               "\"unittest\" in sys.modules",
                                                               "'unittest' in sys.modules",
                                                               "sys.modules.get(\"pytest\"",
                                                               "JEST_WORKER_ID",
                                                               "VITEST",
                                                               "NODE_TEST_CONTEXT",
                                                               "NODE_ENV === 'test'",
                                                               "NODE_ENV === \"test\"",
                                                               "NODE_ENV == 'test'",
                                                               "NODE_ENV == \"test\"",
                                                               "typeof describe",
                                                               "typeof jest",
                                                               "typeof vi ",
                                                               "typeof it ",
                                                               "global.describe",
                                                               "globalThis.describe",
                                                               "globalThis.it",
                                                               "testing.Testing()",
                                                               "test.v",
                                                               "\".test\")",
                                                               "_test\")",
                                                               "cfg!(test)",
                                                               "cfg(test)",
                                                               "defined?(RSpec)",
                                                               "defined?(Minitest)",
                                                               "defined?(::RSpec)",
                                                               "defined?(::Minitest)",
                                                               "defined?(Test::Unit)",
                                                               "RAILS_ENV",
                                                               "RACK_ENV",
                                                               "APP_ENV",
                                                               "$PROGRAM_NAME",
                                                               "BATS_TEST",
                                                               "BATS_VERSION",
                                                               "BATS_RUN",
                                                               "SHUNIT",
                                                               "UNIT_TEST",
                                                               "UNITTEST",
                                                               "DOCTEST_",
                                                               "CATCH_CONFIG",
                                                               "GTEST_",
                                                               "GTEST_API",
                                                               "CATCH_VERSION",
                                                               "TESTING",
                                                               "IS_TEST",
                                                               "IN_TEST",
                                                               "RUNNING_TESTS",
                                                               "TEST_MODE",
                                                               "TEST_ENV",
                                                               "RUN_TESTS",
                                                               "org.junit",
                                                               "getStackTrace()",
                                                               "surefire",
                                                               "java.class.path",
                                                               "_called_from_test",
                                                               "RUST_TEST",
                                                               "CARGO_TARGET_TMPDIR",
                                                               "NEXTEST",
                                                               "TEST_RUN",
                                                               "TESTS_RUNNING",
                                                               "UNDER_TEST"});

bool asks_for_test(std::string_view line) {
  const bool found = std::any_of(kTestedMarks.begin(), kTestedMarks.end(),
                                 [&](std::string_view mark) { return contains(line, mark); });
  if (!found) return false;
  // Names of environments are asked for the one of tests.
  for (const std::string_view name : {"RAILS_ENV", "RACK_ENV", "APP_ENV"}) {
    if (contains(line, name)) return contains(line, "'test'") || contains(line, "\"test\"");
  }
  if (contains(line, "$PROGRAM_NAME") || contains(line, "getStackTrace") ||
      contains(line, "java.class.path")) {
    return contains_folded(line, "test") || contains_folded(line, "junit") ||
           contains_folded(line, "spec");
  }
  return true;
}

bool opens_branch(std::string_view plain) {
  for (const std::string_view start :
       {"if ", "if(", "#ifdef ", "#if ", "#[cfg(test)]", "[ ", "[[ ", "} else if", "elif ",
        "unless ", "# ifdef ", "switch ", "#[cfg(", "test "}) {
    if (plain.starts_with(start)) return true;
  }
  return false;
}

// `return 1`, `return false;`, `return []`, `return None`, `return "x"`: no name of the code.
bool returns_constant(std::string_view plain) {
  const std::size_t at = plain.find("return");
  if (at == std::string_view::npos) return false;
  std::string_view value = trim(plain.substr(at + 6));
  for (const char end : {'}', ';', ' '}) {
    while (!value.empty() && value.back() == end) value.remove_suffix(1);
  }
  for (const std::string_view tail : {"; fi", " if"}) {
    if (const auto cut = value.find(tail); cut != std::string_view::npos)
      value = value.substr(0, cut);
  }
  value = trim(value);
  if (value.starts_with("Some(") || value.starts_with("Ok("))
    value = value.substr(value.find('(') + 1);
  while (value.ends_with(')') && !contains(value, "(")) value.remove_suffix(1);
  if (value.empty()) return false;
  if (among({"None",
             "True",
             "False",
             "true",
             "false",
             "null",
             "nil",
             "undefined",
             "NULL",
             "nullptr",
             "[]",
             "{}",
             "()",
             "nil, nil",
             "\"\", nil",
             "new ArrayList<>()",
             "dict()",
             "String::new()",
             "vec![]",
             "Vec::new()",
             "Default::default()",
             "0, nil",
             "List.of()",
             "Ok(())",
             "Optional.empty()",
             "Promise.resolve()",
             "void 0",
             "{};",
             "Map.of()"},
            value)) {
    return true;
  }
  const char first = value.front();
  if (is_digit(first) || (first == '-' && value.size() > 1 && is_digit(value[1]))) return true;
  if ((first == '"' || first == '\'' || first == '`') && value.back() == first) {
    return !contains(value, "${") && !contains(value, "#{");
  }
  if (first == '"') return value.ends_with("\".to_string()") || value.ends_with("\".into()");
  // Lists and tables of such.
  const bool list = (first == '[' && value.back() == ']') || (first == '{' && value.back() == '}');
  return list && value.find_first_of("(") == std::string_view::npos;
}

bool is_branch_end(std::string_view plain) { return among({"{", "then", "do", "}", ""}, plain); }

}  // namespace

void check_tested_answers(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after || looks_binary(*file.after)) return;
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  if (!kind.language || repo::is_sample_place(file.path)) return;
  const bool asks = std::any_of(kTestedMarks.begin(), kTestedMarks.end(),
                                [&](std::string_view mark) { return contains(*file.after, mark); });
  if (!asks) return;
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  const auto lines = split_lines(*file.after);
  constexpr std::size_t kLinesBetweenMax = 3;
  std::size_t reported = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view plain = trim(lines[i]);
    if (!added[i] || !asks_for_test(plain)) continue;
    const bool modifier =
        plain.starts_with("return") && (contains(plain, " if ") || contains(plain, " unless "));
    bool answers = modifier && returns_constant(plain.substr(0, plain.find(" if ")));
    if (opens_branch(plain)) {
      answers = answers || returns_constant(plain);
      for (std::size_t next = i + 1; next < lines.size() && next <= i + kLinesBetweenMax; ++next) {
        const std::string_view behind = trim(lines[next]);
        if (is_branch_end(behind)) continue;
        answers =
            answers || (added[next] && behind.starts_with("return") && returns_constant(behind));
        break;
      }
    }
    if (!answers || ++reported > kFindingsPerFileMax) continue;
    verdict.applies();
    verdict.refuse(tampering_finding(
        "tested-answer", file, static_cast<int>(i) + 1,
        "answers with something written out when it is tested: \"" + printable(plain, 80) + "\"",
        "Let the code do the same whether it is tested or not."));
  }
}

}  // namespace pawl::guards
