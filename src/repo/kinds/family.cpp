#include "repo/kinds/family.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {
namespace {

struct FamilyEnding {
  std::string_view ending;
  Family family;
};

constexpr FamilyEnding kFamilyEndings[] = {
    {".py", Family::python},  {".pyx", Family::python},  {".pyi", Family::python},
    {".go", Family::go},      {".rs", Family::rust},     {".js", Family::node},
    {".mjs", Family::node},   {".cjs", Family::node},    {".jsx", Family::node},
    {".ts", Family::node},    {".mts", Family::node},    {".cts", Family::node},
    {".tsx", Family::node},   {".vue", Family::node},    {".svelte", Family::node},
    {".c", Family::native},   {".h", Family::native},    {".cc", Family::native},
    {".cpp", Family::native}, {".cxx", Family::native},  {".hh", Family::native},
    {".hpp", Family::native}, {".hxx", Family::native},  {".java", Family::jvm},
    {".kt", Family::jvm},     {".scala", Family::jvm},   {".rb", Family::ruby},
    {".php", Family::php},    {".cs", Family::dotnet},   {".fs", Family::dotnet},
    {".vb", Family::dotnet},  {".swift", Family::swift}, {".sh", Family::shell},
    {".bash", Family::shell}, {".bats", Family::shell},
};

constexpr auto kNames = fixed_words("Python", "Go", "Rust", "JavaScript/TypeScript", "C/C++",
                                    "Java/Kotlin", "Ruby", "PHP", ".NET", "Swift", "Shell");

constexpr auto kFixtureFolders = fixed_words(
    "testdata", "test-data", "test_data", "fixtures", "fixture", "__fixtures__", "__mocks__",
    "mocks", "snapshots", "golden", "__snapshots__", "_fixture", "_fixtures");
// Below a folder of tests: what a formatter, a parser or a compiler is fed with.
constexpr auto kTestData =
    fixed_words("data", "ui", "inputs", "corpus", "specimens", "highlighted", "expected");
constexpr auto kTestFolders =
    fixed_words("test", "tests", "__tests__", "spec", "specs", "testing", "e2e", "unittests",
                "unittest", "testsuite", "test-suite", "test-d", "inttests", "androidtest",
                "integration-tests", "acceptance", "unit-tests", "__test__", "selftest",
                "integration_tests", "selftests", "unit_tests");
constexpr auto kSampleFolders =
    fixed_words("example", "examples", "sample", "samples", "demo", "demos", "doc", "docs", "bench",
                "benches", "benchmark", "benchmarks", "playground", "playgrounds", "docs_src",
                "doc_src", "docs-src", "tutorial", "tutorials", "snippets");

struct FamilyPlace {
  bool fixture = false;
  bool data = false;  // a fixture that programs under test read
  bool test = false;
  bool sample = false;
  bool main = false;    // a source set of the product: src/main, src/commonMain
  bool hidden = false;  // .github, .devcontainer: settings of tools, and what they start
};

// `Gauge.Tests`, `GaugeTests`, Kotlin's `commonTest`, and `__node_tests__`.
bool names_tests(std::string_view folder) {
  if (folder.starts_with("__") && folder.ends_with("_tests__")) return true;
  for (const std::string_view ending : {".Tests", ".Test", ".UnitTests", "Tests", "Test"}) {
    if (folder.size() > ending.size() && folder.ends_with(ending)) return true;
  }
  return false;
}

FamilyPlace family_place(const RepoPath& path) {
  FamilyPlace place;
  const auto parts = path.components();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string& part = parts[i];
    place.hidden = place.hidden || part.front() == '.';
    // `__tests__/modules_root`, `tests/x/node_modules`: the project that a test looks at.
    const bool project = part == "node_modules" || part.ends_with("_root");
    place.fixture = place.fixture || (place.test && project);
    // Below src/main lie packages, and `org.example` is a package like any other.
    place.main = i > 0 && parts[i - 1] == "src" && (part == "main" || part.ends_with("Main"));
    if (place.main) break;
    place.test = place.test || names_tests(part);
    place.data = place.data || (place.test && among(kTestData, part));
    // `tests/golden-compression`
    place.fixture = place.fixture || (place.test && part.starts_with("golden-"));
    if (part.size() > 17) continue;
    const std::string folder = lower(part);
    place.fixture = place.fixture || among(kFixtureFolders, folder);
    place.test = place.test || among(kTestFolders, folder);
    place.sample = place.sample || among(kSampleFolders, folder);
  }
  // Tests of a package that is called `data` lie in a folder of that name, too.
  const std::string_view name = path.name();
  place.data = place.data && !has_word(name, "test") && !has_word(name, "tests") &&
               !has_word(name, "spec") && !name.ends_with(".java") && !name.ends_with(".kt");
  place.fixture = place.fixture || place.data;
  return place;
}

std::string_view stem_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

// `test_a`, `a-test`, `aTests`, `a_unittest`; what has the word inside, as `test_case_info`, need
// not be one.
bool names_test(std::string_view stem) {
  if (among({"test", "tests", "unittest", "unittests", "selftest", "runtests"}, stem)) return true;
  for (const std::string_view start : {"test_", "test-", "tst_", "t_"}) {
    if (stem.starts_with(start)) return true;
  }
  for (const std::string_view end : {"_test", "-test", "_tests", "-tests", "Test", "Tests",
                                     "_unittest", "-unittest", "_selftest"}) {
    if (stem.size() > end.size() && stem.ends_with(end)) return true;
  }
  return false;
}

// The rule of one family for a file by its stem and whether it lies under a test folder.
Purpose python_purpose(std::string_view stem, bool under_tests) {
  if (stem.starts_with("test_") || stem.ends_with("_test") || stem == "tests" || stem == "test" ||
      stem.ends_with("_unittest") || stem.ends_with("_tests")) {
    return Purpose::test;
  }
  static constexpr auto kTools =
      fixed_words("setup", "conftest", "noxfile", "tasks", "fabfile", "conanfile", "wscript");
  return under_tests || among(kTools, stem) ? Purpose::support : Purpose::product;
}

Purpose node_purpose(std::string_view name, std::string_view stem, bool under_tests) {
  const std::string_view base = stem.substr(0, stem.find('.'));
  const std::string_view middle = stem.size() > base.size() ? stem.substr(base.size() + 1) : "";
  static constexpr auto kMiddles = fixed_words("test", "spec", "test-d", "cy", "e2e", "e2e-spec");
  if (among(kMiddles, middle) || base.ends_with("_test") || stem == "test" || stem == "tests" ||
      stem.starts_with("test-")) {
    return Purpose::test;
  }
  const bool tool = name.starts_with('.') || middle == "config" || middle == "d" ||
                    middle == "stories" || stem == "gulpfile" || stem == "Gruntfile";
  if (tool) return Purpose::support;
  return under_tests ? Purpose::test : Purpose::product;
}

Purpose jvm_purpose(const RepoPath& path, std::string_view stem, const FamilyPlace& place) {
  if (place.main) return Purpose::product;
  for (const std::string_view ending : {"Test", "Tests", "IT", "TestCase", "Spec"}) {
    if (stem.ends_with(ending) && stem.size() > ending.size()) return Purpose::test;
  }
  if (stem.starts_with("Test") && stem.size() > 4) return Purpose::test;
  return place.test || contains(path.text(), "src/test/") ? Purpose::support : Purpose::product;
}

Purpose ruby_purpose(std::string_view stem, bool under_tests) {
  if (stem.ends_with("_helper") || stem.ends_with("_helpers")) return Purpose::support;
  if (stem.ends_with("_spec") || stem.ends_with("_test") || stem.starts_with("test_") ||
      (under_tests && stem.starts_with("spec_"))) {
    return Purpose::test;
  }
  return under_tests ? Purpose::support : Purpose::product;
}

Purpose rust_purpose(std::string_view stem, bool under_tests) {
  if (stem == "tests" || stem == "test" || stem.ends_with("_test") || stem.ends_with("_tests")) {
    return Purpose::test;
  }
  if (stem == "build") return Purpose::support;
  return under_tests ? Purpose::test : Purpose::product;
}

Purpose by_ending(std::string_view stem, bool under_tests) {
  if (stem.ends_with("Test") || stem.ends_with("Tests")) return Purpose::test;
  return under_tests ? Purpose::test : Purpose::product;
}

// How often the marks stand there, not in the middle of a longer word.
std::size_t marks(std::string_view text, WordsView wanted) {
  std::size_t count = 0;
  for (const std::string_view mark : wanted) {
    for (std::size_t at = text.find(mark); at != std::string_view::npos;
         at = text.find(mark, at + mark.size())) {
      const bool inside =
          at > 0 && is_letter(mark.front()) && (is_letter(text[at - 1]) || text[at - 1] == '_');
      count += inside ? 0 : 1;
    }
  }
  return count;
}

// `rgtest!(` at the start of a line: a macro of the repository that makes tests.
std::size_t test_macros(std::string_view text) {
  std::size_t count = 0;
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    const std::size_t bang = line.find('!');
    if (bang == std::string_view::npos || bang + 1 >= line.size()) continue;
    const std::string_view name = line.substr(0, bang);
    const bool called = line[bang + 1] == '(' || line[bang + 1] == '{' || line[bang + 1] == ' ';
    const bool plain =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789:") == std::string_view::npos;
    if (called && plain && contains(name, "test") && name != "macro_rules") ++count;
  }
  return count;
}

}  // namespace

std::string_view display_name(Family family) { return kNames.at(static_cast<std::size_t>(family)); }

std::optional<Family> family_of(const RepoPath& path) {
  const std::string ending = path.extension();
  for (const FamilyEnding& row : kFamilyEndings) {
    if (row.ending == ending) return row.family;
  }
  return std::nullopt;
}

bool has_word(std::string_view name, std::string_view word) {
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  for (std::size_t at = 0; at + word.size() <= name.size(); ++at) {
    if (!equal_folded(name.substr(at, word.size()), word)) continue;
    const std::size_t end = at + word.size();
    const bool starts =
        at == 0 || !is_letter(name[at - 1]) || (capital(name[at]) && !capital(name[at - 1]));
    const bool ends = end == name.size() || !is_letter(name[end]) ||
                      (capital(name[end]) && !capital(name[end - 1]));
    if (starts && ends) return true;
  }
  return false;
}

bool lies_among_tests(const RepoPath& path) {
  const FamilyPlace place = family_place(path);
  return place.test && !place.fixture;
}

bool is_helper_place(const RepoPath& path) {
  static constexpr auto kFolders =
      fixed_words("script", "scripts", "tool", "tools", "hack", "ci", "contrib", "support", "utils",
                  "misc", "cmake", "packaging", "build-aux", "maint", "devtools", "release",
                  "build_tools", "buildscripts");
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1,
                     [&](const std::string& part) { return among(kFolders, lower(part)); });
}

Purpose purpose_of(const RepoPath& path, Family family) {
  const FamilyPlace place = family_place(path);
  const std::string_view name = path.name();
  const std::string_view stem = stem_of(name);
  if (place.fixture || path.extension() == ".pyi") return Purpose::support;
  Purpose purpose = Purpose::product;
  switch (family) {
    case Family::python: purpose = python_purpose(stem, place.test); break;
    case Family::go: purpose = stem.ends_with("_test") ? Purpose::test : Purpose::product; break;
    case Family::rust: purpose = rust_purpose(stem, place.test); break;
    case Family::node: purpose = node_purpose(name, stem, place.test); break;
    case Family::jvm: purpose = jvm_purpose(path, stem, place); break;
    case Family::ruby: purpose = ruby_purpose(stem, place.test); break;
    case Family::php:
    case Family::dotnet:
    case Family::swift: purpose = by_ending(stem, place.test); break;
    case Family::native:
    case Family::shell:
      purpose = place.test || names_test(stem) || name.ends_with(".bats") ? Purpose::test
                                                                          : Purpose::product;
      break;
  }
  static constexpr auto kSamples = fixed_words("example", "examples", "demo", "bench", "benchmark");
  const bool support = place.sample || place.hidden || among(kSamples, stem);
  if (purpose == Purpose::product && support) return Purpose::support;
  return purpose;
}

bool is_named_test(const RepoPath& path) {
  const auto name = RepoPath::from_git(path.name());
  return name && is_test_file(*name);
}

bool is_test_file(const RepoPath& path) {
  const auto family = family_of(path);
  return family && purpose_of(path, *family) == Purpose::test;
}

bool is_product_file(const RepoPath& path) {
  if (is_vendored(path) || is_generated(path)) return false;
  const auto family = family_of(path);
  return family && purpose_of(path, *family) == Purpose::product;
}

std::size_t count_tests(Family family, std::string_view text) {
  static constexpr auto kPython = fixed_words("def test", "TestCase", ">>> ", "class Test");
  static constexpr auto kGo = fixed_words("func Test", "func Example", "func Fuzz",
                                          "func Benchmark", "Describe(", ") Test");
  static constexpr auto kRust =
      fixed_words("#[test]", "::test]", "::test(", "#[rstest", "#[test_case", "#[quickcheck]",
                  "proptest!", "#[wasm_bindgen_test]");
  static constexpr auto kNode = fixed_words("test(", "it(", "describe(", "test.", "it.", "suite(",
                                            "assert", "expect", "t.is(", "tap.");
  static constexpr auto kNative =
      fixed_words("TEST(", "TEST_F(", "TEST_P(", "TYPED_TEST(", "TEST_CASE(", "SCENARIO(", "TEST_",
                  "START_TEST(", "QTEST_", "BOOST_AUTO_TEST_", "CU_ASSERT", "RUN_TEST", "assert(",
                  "g_test_", "BOOST_FIXTURE_TEST_", "void test_", "int test", "ck_assert",
                  "REQUIRE(", "TEMPLATE_TEST_CASE", "cr_assert", "EXPECT_", "ASSERT_", "test(\"",
                  "METHOD_AS_TEST_CASE(", "TYPED_TEST_", "CHECK(");
  static constexpr auto kJvm = fixed_words(
      "@Test", "@ParameterizedTest", "extends TestCase", "@Property", "FunSuite", "FunSpec",
      "StringSpec", "should", "TestSuite", "@RunWith", "@RepeatedTest", "public void test");
  static constexpr auto kRuby =
      fixed_words("describe", "it ", "def test_", "test \"", "test '", "specify", "should ",
                  "context ", "scenario", "class Test", "Test::Unit", "Minitest::Test");
  static constexpr auto kOthers = fixed_words(
      "[Fact", "[Theory", "[Test", "[TestMethod", "[TestCase", "function test", "@test", "#[Test",
      "func test", "@Test", "it(", "test(", "XCTest", "extends TestCase", "--TEST--");
  static constexpr auto kShell = fixed_words("@test", "test_", "it \"", "Describe ");
  switch (family) {
    case Family::python: return marks(text, kPython);
    case Family::go: return marks(text, kGo);
    case Family::rust: return marks(text, kRust) + test_macros(text);
    case Family::node: return marks(text, kNode);
    case Family::native: return marks(text, kNative);
    case Family::jvm: return marks(text, kJvm);
    case Family::ruby: return marks(text, kRuby);
    case Family::shell: {
      const std::size_t found = marks(text, kShell);
      return found > 0 || trim(text).empty() ? found : 1;  // a script judged by its exit status
    }
    case Family::php:
    case Family::dotnet:
    case Family::swift: {
      const std::size_t found = marks(text, kOthers);
      return found > 0 ? found : contains(text, "Test") ? 1 : 0;
    }
  }
  return 0;
}

bool holds_tests(Family family, std::string_view text) { return count_tests(family, text) > 0; }

bool holds_inner_tests(Family family, std::string_view text) {
  static constexpr auto kNativeInside =
      fixed_words("TEST_CASE(\"", "TEST_SUITE(\"", "TEST(", "TEST_F(");
  if (family == Family::rust) return holds_tests(family, text);
  return family == Family::native && marks(text, kNativeInside) > 0;
}

bool is_document(const RepoPath& path) {
  static constexpr auto kEndingsOfDocuments =
      fixed_words(".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt", ".tex", ".ipynb", ".html",
                  ".po", ".pot");
  return among(kEndingsOfDocuments, path.extension());
}

bool is_fixture(const RepoPath& path) { return family_place(path).fixture; }
bool is_test_data(const RepoPath& path) { return family_place(path).data; }

bool is_sample_place(const RepoPath& path) {
  const FamilyPlace place = family_place(path);
  if (place.fixture || place.test || place.sample) return true;
  const std::string_view name = path.name();
  for (const std::string_view word :
       {"test", "tests", "spec", "example", "sample", "mock", "fixture", "template", "dist"}) {
    if (has_word(name, word)) return true;
  }
  return false;
}

}  // namespace pawl::repo
