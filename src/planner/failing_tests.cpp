#include "planner/failing_tests.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "repo/family.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTestFilesMax = 3;
constexpr std::size_t kSearchBytesMax = 512'000;
constexpr std::string_view kPathEnds = " \t\n\r\"'`()[]{}<>,;=|";

// Paths as the repository has them, found by their ends: runners print them from any folder.
class Paths {
 public:
  explicit Paths(const repo::RepoView& view) {
    for (const repo::Entry& entry : view.files()) {
      if (entry.symlink || repo::is_vendored(entry.path)) continue;
      by_name_.emplace(entry.path.name(), entry.path.text());
    }
  }

  // The only file, or the one nearest to `folder`, whose path ends like `spelled`, or the other
  // way round (an absolute path); empty when there is none, or nobody can tell which.
  std::string find(std::string_view spelled, std::string_view folder) const {
    while (spelled.starts_with("./")) spelled.remove_prefix(2);
    const std::string_view name = spelled.substr(spelled.rfind('/') + 1);
    if (name.empty()) return {};
    std::vector<std::string_view> fitting;
    for (auto [at, end] = by_name_.equal_range(name); at != end; ++at) {
      if (ends_alike(at->second, spelled)) fitting.push_back(at->second);
    }
    const std::string near =
        folder.empty() ? std::string(spelled) : std::string(folder) + "/" + std::string(spelled);
    for (const std::string_view path : fitting) {
      if (path == near || path == spelled) return std::string(path);
    }
    if (!folder.empty()) {
      std::erase_if(fitting, [&](std::string_view path) {
        return !path.starts_with(std::string(folder) + "/");
      });
    }
    return fitting.size() == 1 ? std::string(fitting.front()) : std::string();
  }

 private:
  static bool ends_alike(std::string_view path, std::string_view spelled) {
    if (path.size() < spelled.size()) return is_end_of(path, spelled);
    return is_end_of(spelled, path);
  }
  static bool is_end_of(std::string_view end, std::string_view whole) {
    if (!whole.ends_with(end)) return false;
    return whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/';
  }

  std::multimap<std::string, std::string, std::less<>> by_name_;
};

void add_once(std::vector<std::string>& out, std::string path) {
  if (path.empty() || std::find(out.begin(), out.end(), path) != out.end()) return;
  out.push_back(std::move(path));
}

// `file.py`, `file.py:3`, `file.py:3:5`, `file.rs:1:`: the path of it.
std::string_view path_part(std::string_view word) {
  const auto dot = word.find('.');
  if (dot == std::string_view::npos) return {};
  const auto colon = word.find(':', dot);
  word = word.substr(0, colon);
  while (word.ends_with('.')) word.remove_suffix(1);
  return word;
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
  if (!parsed) return false;
  const auto family = repo::family_of(*parsed);
  return family && repo::purpose_of(*parsed, *family) == repo::Purpose::test;
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
  const Paths paths(view);
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
  if (!failure.file.empty()) add_once(out, Paths(view).find(failure.file, failure.folder));
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
