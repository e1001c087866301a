// Families of languages that share their tools, and what a source file is for in its family: the
// product, its tests, or something around them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::repo {

enum class Family : std::uint8_t {
  python,
  go,
  rust,
  node,    // JavaScript and TypeScript
  native,  // C and C++
  jvm,     // Java, Kotlin, Scala
  ruby,
  php,
  dotnet,
  swift,
  shell,
};
inline constexpr std::size_t kFamilyCount = 11;

std::string_view display_name(Family family);

// By ending; nothing for what is no code.
std::optional<Family> family_of(const RepoPath& path);

enum class Purpose : std::uint8_t {
  product,
  test,     // by the naming conventions of its family
  support,  // fixtures, test helpers, examples, benchmarks, tool configuration, type stubs
};

Purpose purpose_of(const RepoPath& path, Family family);
bool is_test_file(const RepoPath& path);   // its family is known, and its purpose is a test's
bool is_named_test(const RepoPath& path);  // by its own name, wherever it lies
// Code of the product, the repository's own: neither vendored nor generated.
bool is_product_file(const RepoPath& path);

// Below a folder of tests, whatever the file is for there; fixtures are not.
bool lies_among_tests(const RepoPath& path);
// Below scripts, tools or the like: code that helps to make the product.
bool is_helper_place(const RepoPath& path);

// How many tests the text of a test file seems to define, in any usual framework of the family or
// by macros of its own; marks are counted, so that a large number is an estimate, zero is not.
std::size_t count_tests(Family family, std::string_view text);
// Does it define at least one?
bool holds_tests(Family family, std::string_view text);
// Does a product file carry its own tests, as Rust modules and doctest do?
bool holds_inner_tests(Family family, std::string_view text);

// Data of tests, which may be wrong on purpose.
bool is_fixture(const RepoPath& path);
// `tests/data/cases/comments.py`, `tests/ui/alias.rs`: below a folder of tests, what a program
// under test is fed with. It may be wrong on purpose.
bool is_test_data(const RepoPath& path);
// Tests, fixtures, examples and documents: a secret-looking word there is a sample.
bool is_sample_place(const RepoPath& path);
bool is_document(const RepoPath& path);

// Does the name hold the word, seen as words between punctuation and at capitals:
// `RunTests.sh` and `unit_tests.py` hold `tests`, `latest.py` does not hold `test`.
bool has_word(std::string_view name, std::string_view word);

}  // namespace pawl::repo
