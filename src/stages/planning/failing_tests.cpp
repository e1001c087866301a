#include "stages/planning/failing_tests.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "evidence/flaky_memory.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

bool is_digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

// A longer name that ends the same is another file.
bool may_precede(char c) {
  return std::string_view(" \t\n\r\"'`(<[=/").find(c) != std::string_view::npos;
}

bool is_place(std::string_view after) {
  constexpr std::string_view kPythonLine = "\", line ";
  if (after.starts_with(':')) return is_digit_at(after, 1);
  return after.starts_with(kPythonLine) && is_digit_at(after, kPythonLine.size());
}

// `test_adds` of `tests.test_sum.Sums::test_adds`.
std::string bare_name(const std::string& id) {
  const std::size_t at = id.find_last_of(".:/> ");
  return at == std::string::npos ? id : id.substr(at + 1);
}

bool same_go_package(const std::string& a, const std::string& b) {
  return a.ends_with(".go") && b.ends_with(".go") && os::parent_path(a) == os::parent_path(b);
}

void add_once(std::vector<std::string>& all, const std::string& path) {
  if (std::find(all.begin(), all.end(), path) == all.end()) all.push_back(path);
}

// The files a tool may have meant: it names them from the root, from its own folder, or bare.
void add_meant(const index::Tree& tree, const repo::CheckRun& run, const std::string& file,
               std::vector<std::string>& all) {
  if (file.empty()) return;
  const std::string inside = run.folder.empty() ? file : run.folder + "/" + file;
  if (tree.has(inside)) return add_once(all, inside);
  if (tree.has(file)) return add_once(all, file);
  for (const std::string& path : tree.named(os::file_name(file))) {
    if (path == file || path.ends_with("/" + file)) add_once(all, path);
  }
}

}  // namespace

bool has_frame_of(std::string_view text, std::string_view path) {
  for (std::size_t at = text.find(path); at != std::string_view::npos;
       at = text.find(path, at + 1)) {
    const bool whole = at == 0 || may_precede(text[at - 1]);
    if (whole && is_place(text.substr(at + path.size()))) return true;
  }
  return false;
}

Result<FailingTests> FailingTests::of(const Scope& scope, const Checkout& checkout,
                                      const index::CodeIndex* index) {
  FailingTests tests(index);
  TRY_ASSIGN(const std::string tree, head_tree(checkout));
  auto kept = check_cache(scope).find(tree);
  if (!kept) return tests;
  evidence::FlakyMemory::load(scope.ports.files, flaky_file(scope, checkout),
                              scope.ports.clock.now())
      .settle(kept->results.tests);
  for (repo::CheckRun& check : kept->results.tests) {
    if (!check.failing.empty()) tests.runs_.push_back(std::move(check));
  }
  return tests;
}

bool FailingTests::name(const std::string& path) {
  for (const repo::CheckRun& check : runs_) {
    const bool below = !check.folder.empty() && path.starts_with(check.folder + "/");
    const std::string_view local =
        below ? std::string_view(path).substr(check.folder.size() + 1) : std::string_view(path);
    if (has_frame_of(check.output, path) || has_frame_of(check.output, local)) return true;
    for (const repo::FailingTest& test : check.failing) {
      if (has_frame_of(test.message, path) || has_frame_of(test.message, local)) return true;
    }
  }
  const std::vector<std::string>& files = test_files();
  return std::find(files.begin(), files.end(), path) != files.end() || is_imported(path);
}

const std::vector<std::string>& FailingTests::test_files() {
  if (test_files_) return *test_files_;
  std::vector<std::string> files;
  const index::Graph* known = runs_.empty() ? nullptr : graph();
  for (const repo::CheckRun& check : runs_) {
    if (known == nullptr) break;
    for (const repo::FailingTest& test : check.failing) {
      add_meant(known->tree(), check, test.file, files);
      if (!test.file.empty()) continue;
      for (const index::Place& place : known->definers_of(bare_name(test.id))) {
        add_once(files, place.path);
      }
    }
  }
  test_files_ = std::move(files);
  return *test_files_;
}

bool FailingTests::is_imported(const std::string& path) {
  const std::vector<std::string>& files = test_files();
  if (files.empty()) return false;
  const auto is_test = [&](const std::string& from) {
    return std::find(files.begin(), files.end(), from) != files.end();
  };
  if (std::any_of(files.begin(), files.end(),
                  [&](const std::string& file) { return same_go_package(file, path); })) {
    return true;
  }
  const std::vector<index::Site> sites = graph()->importers_of(path);
  return std::any_of(sites.begin(), sites.end(),
                     [&](const index::Site& site) { return is_test(site.path); });
}

}  // namespace pawl::stages
