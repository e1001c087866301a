#include "planner/rules/failing_tests.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "index/tree.hpp"
#include "planner/prompts/spelled_paths.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTestFilesMax = 3;
constexpr std::size_t kSearchBytesMax = 512'000;
constexpr std::string_view kPathEnds = " \t\n\r\"'`()[]{}<>,;=|";

void add_once(std::vector<std::string>& out, std::string path) {
  if (path.empty() || std::find(out.begin(), out.end(), path) != out.end()) return;
  out.push_back(std::move(path));
}

// The words of an id: `pkg.tests.test_box.TestBox.test_open[1]`, `box > opens`, `a::b`, `x/y.go`.
std::vector<std::string> id_words(const std::string& id) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : id.substr(0, id.find('['))) {
    const bool joins = c == '.' || c == '/' || c == ':' || c == '#' || c == '>' || c == '$';
    if (!joins) {
      word += c;
      continue;
    }
    if (const auto clean = trim(word); !clean.empty()) words.emplace_back(clean);
    word.clear();
  }
  if (const auto clean = trim(word); !clean.empty()) words.emplace_back(clean);
  return words;
}

// A module or class of the id that is a file: `tests.test_box` → tests/test_box.py, `a.BoxTest` →
// …/a/BoxTest.java.
void add_by_id(const std::vector<std::string>& words, const repo::RepoView& view,
               std::vector<std::string>& out) {
  for (std::size_t end = words.size(); end > 0; --end) {
    std::string spelled;
    for (std::size_t i = 0; i < end; ++i) spelled += (i == 0 ? "" : "/") + words[i];
    for (const repo::Entry& entry : view.files()) {
      const std::string& path = entry.path.text();
      if (!is_test_file(path)) continue;
      const std::string stem = path.substr(0, path.rfind('.'));
      const bool fits = stem == spelled || stem.ends_with("/" + spelled);
      if (fits) add_once(out, path);
    }
    if (!out.empty()) return;
  }
}

// Test files below the folder that hold the test's own name.
void add_by_text(const TestFailure& failure, const std::vector<std::string>& words,
                 const repo::RepoView& view, std::vector<std::string>& out) {
  if (words.empty() || words.back().size() < 3) return;
  std::size_t bytes = 0;
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    const bool inside = failure.folder.empty() || path.starts_with(failure.folder + "/");
    if (!inside || !is_test_file(path) || entry.symlink) continue;
    const std::optional<std::string> text = view.text(path);
    if (!text || !contains(*text, words.back())) continue;
    add_once(out, path);
    bytes += text->size();
    if (out.size() >= kTestFilesMax || bytes > kSearchBytesMax) return;
  }
}

}  // namespace

bool is_test_file(const std::string& path) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  return parsed && repo::is_test_file(*parsed);
}

bool is_product_file(const std::string& path) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  return parsed && repo::is_product_file(*parsed);
}

std::string subject_of(std::string_view path) {
  std::string stem = lower(index::stem_of(path));
  for (const std::string_view affix : {"test_", "test-", "tests_"}) {
    if (stem.starts_with(affix)) stem = stem.substr(affix.size());
  }
  for (const std::string_view affix :
       {"_tests", "_test", "-test", "_spec", "-spec", "tests", "test", "spec"}) {
    if (stem.size() > affix.size() && stem.ends_with(affix)) {
      stem.resize(stem.size() - affix.size());
      break;
    }
  }
  return stem;
}

std::vector<TestFailure> failures_of(const repo::CheckResults& checks) {
  std::vector<TestFailure> out;
  for (const repo::CheckRun& run : checks.tests) {
    if (run.outcome != repo::CheckOutcome::failed) continue;
    for (const repo::FailingTest& test : run.failing) {
      out.push_back({test.id, test.file, test.message, run.folder});
    }
  }
  return out;
}

std::vector<std::string> files_named(const TestFailure& failure, const repo::RepoView& view) {
  const SpelledPaths paths(view);
  std::vector<std::string> out;
  std::size_t at = 0;
  const std::string_view text = failure.message;
  while (at < text.size()) {
    const auto end = std::min(text.find_first_of(kPathEnds, at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (const auto scheme = word.find("file://"); scheme != std::string_view::npos) {
      word.remove_prefix(scheme + 7);
    }
    const std::string_view path = path_part(word);
    if (!path.empty()) add_once(out, paths.find(path, failure.folder));
  }
  return out;
}

std::vector<std::string> files_of(const TestFailure& failure, const repo::RepoView& view) {
  std::vector<std::string> out;
  if (!failure.file.empty()) add_once(out, SpelledPaths(view).find(failure.file, failure.folder));
  for (std::string& path : files_named(failure, view)) {
    if (is_test_file(path)) add_once(out, std::move(path));
  }
  const std::vector<std::string> words = id_words(failure.id);
  if (out.empty()) add_by_id(words, view, out);
  if (out.empty()) add_by_text(failure, words, view, out);
  if (out.size() > kTestFilesMax) out.resize(kTestFilesMax);
  return out;
}

}  // namespace pawl::planner
