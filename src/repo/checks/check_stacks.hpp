// The stacks Pawl can check: one row each, one file each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repo/checks/workbench.hpp"

namespace pawl::repo {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct Stack {
  std::string_view name;
  // The folders it is to be checked in, root first; empty when the repository has none of it.
  std::vector<std::string> (*folders)(const Facts& facts, const RepoView& view);
  // What to run; nothing where the stack has no such step. They fill command, outcome, reason,
  // diagnostics and failing tests; the rest is the caller's.
  void (*build)(Workbench& bench, CheckRun& run);
  void (*test)(Workbench& bench, CheckRun& run);
  bool tests_what_was_built = false;    // the tests are run on what the build made
  PreparationOf preparation = nullptr;  // its dependencies, where they can be fetched
  Environment (*environment)(const Workbench& bench) = nullptr;  // its tests need; nullptr: none
};

std::span<const Stack> stacks();

// The folders of manifests of a kind that lie below no other of that kind.
std::vector<std::string> topmost_folders(const Facts& facts, ManifestKind kind);
// Files whose text is not meant to be right: fixtures, templates, samples of broken code.
bool is_sample(const RepoPath& path);
// The repository's own source files with one of these endings, not in fixtures, not generated.
std::vector<std::string> own_sources(const RepoView& view, std::string_view folder,
                                     std::initializer_list<std::string_view> endings);

std::vector<std::string> go_folders(const Facts& facts, const RepoView& view);
void build_go(Workbench& bench, CheckRun& run);
void test_go(Workbench& bench, CheckRun& run);

std::vector<std::string> rust_folders(const Facts& facts, const RepoView& view);
void build_rust(Workbench& bench, CheckRun& run);
void test_rust(Workbench& bench, CheckRun& run);

std::vector<std::string> typescript_folders(const Facts& facts, const RepoView& view);
void build_typescript(Workbench& bench, CheckRun& run);

std::vector<std::string> npm_folders(const Facts& facts, const RepoView& view);
void test_npm(Workbench& bench, CheckRun& run);

// The package.json beside; null when there is none.
const Json& package_json(const Workbench& bench);
// By which npm, and managers that scripts call, stay with what is there.
Environment node_environment(const Workbench& bench);
// Why what its manifest names cannot be used here; empty when all of it is there.
std::string missing_here(const Workbench& bench);

// Sites of documents, by a script of a package.json or by MkDocs.
std::vector<std::string> site_folders(const Facts& facts, const RepoView& view);
void build_site(Workbench& bench, CheckRun& run);

std::vector<std::string> python_folders(const Facts& facts, const RepoView& view);
Environment python_environment(const Workbench& bench);
void build_python(Workbench& bench, CheckRun& run);
void test_python(Workbench& bench, CheckRun& run);

std::vector<std::string> cmake_folders(const Facts& facts, const RepoView& view);
void build_cmake(Workbench& bench, CheckRun& run);
void test_cmake(Workbench& bench, CheckRun& run);

std::vector<std::string> make_folders(const Facts& facts, const RepoView& view);
void build_make(Workbench& bench, CheckRun& run);
void test_make(Workbench& bench, CheckRun& run);

// Tests of languages that no other stack knows, by a makefile at the root.
std::vector<std::string> makefile_folders(const Facts& facts, const RepoView& view);
void test_makefile(Workbench& bench, CheckRun& run);

inline constexpr std::string_view kMavenKept = "maven";  // a local repository, of what was fetched
std::vector<std::string> maven_folders(const Facts& facts, const RepoView& view);
void build_maven(Workbench& bench, CheckRun& run);
void test_maven(Workbench& bench, CheckRun& run);

std::vector<std::string> gradle_folders(const Facts& facts, const RepoView& view);
void build_gradle(Workbench& bench, CheckRun& run);
void test_gradle(Workbench& bench, CheckRun& run);

std::vector<std::string> ruby_folders(const Facts& facts, const RepoView& view);
// By which Bundler stays with what is there: what was fetched for it, and the machine's own.
Environment ruby_environment(const Workbench& bench);
// The path of the file that names its gems; empty when it has none.
std::string gemfile_of(const RepoView& view, std::string_view folder);
// Of what is fetched for Ruby, the folder that is its GEM_HOME.
inline constexpr const char* kGemFolder = "gems";
void build_ruby(Workbench& bench, CheckRun& run);
void test_ruby(Workbench& bench, CheckRun& run);

std::vector<std::string> php_folders(const Facts& facts, const RepoView& view);
void test_php(Workbench& bench, CheckRun& run);

std::vector<std::string> bats_folders(const Facts& facts, const RepoView& view);
void test_bats(Workbench& bench, CheckRun& run);

// Charts of Helm with tests beside them.
std::vector<std::string> helm_folders(const Facts& facts, const RepoView& view);
void test_helm(Workbench& bench, CheckRun& run);

}  // namespace pawl::repo
