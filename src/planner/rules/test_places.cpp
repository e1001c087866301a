#include "planner/rules/test_places.hpp"

#include <algorithm>
#include <cctype>

#include "base/text/text.hpp"
#include "planner/rules/failing_tests.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kOfEachFile = 2;
constexpr std::size_t kPlacesMax = 3;

std::optional<repo::Family> family_of_code(const std::string& path) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  return parsed ? repo::family_of(*parsed) : std::nullopt;
}

std::string in_folder(std::string_view folder, const std::string& name) {
  return folder.empty() ? name : std::string(folder) + "/" + name;
}

// How many folders two paths begin with alike.
std::size_t common_folders(std::string_view a, std::string_view b) {
  const auto left = split(folder_of(a), '/');
  const auto right = split(folder_of(b), '/');
  std::size_t common = 0;
  while (common < std::min(left.size(), right.size()) && left[common] == right[common]) ++common;
  return common;
}

// The tests of the code's language, the nearest first.
std::vector<std::string> tests_near(const std::string& code, const repo::RepoView& view) {
  std::vector<std::string> out;
  const auto family = family_of_code(code);
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (entry.symlink || !is_test_file(path) || family_of_code(path) != family) continue;
    if (repo::is_vendored(entry.path) || repo::is_generated(entry.path)) continue;
    out.push_back(path);
  }
  std::stable_sort(out.begin(), out.end(), [&](const std::string& a, const std::string& b) {
    return common_folders(a, code) > common_folders(b, code);
  });
  return out;
}

// `test_box.py` for `src/box.py`, after the manner of `test_lid.py`; empty when its name does not
// show what it tests.
std::string named_like(const std::string& test, const std::string& code) {
  const std::string name(index::name_of(test));
  const std::string subject = subject_of(test);
  const auto at = lower(name).find(subject);
  if (subject.empty() || at == std::string::npos) return {};
  std::string stem(index::stem_of(code));
  const bool capital = std::isupper(static_cast<unsigned char>(name[at])) != 0;
  if (capital && !stem.empty()) {
    stem[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(stem[0])));
  }
  const std::string ending = name.substr(at + subject.size());
  return name.substr(0, at) + stem + ending;
}

// What the test is named after lies beside it.
bool lies_beside_code(const std::string& test, const repo::RepoView& view) {
  const std::string subject = subject_of(test);
  return std::any_of(view.files().begin(), view.files().end(), [&](const repo::Entry& entry) {
    const std::string& path = entry.path.text();
    return folder_of(path) == folder_of(test) && is_product_file(path) &&
           lower(index::stem_of(path)) == subject;
  });
}

// A new file for tests of the code, as the given test has its place.
std::string new_place(const std::string& test, const std::string& code,
                      const repo::RepoView& view) {
  const std::string name = named_like(test, code);
  if (name.empty()) return {};
  const std::string_view folder = folder_of(code);
  const auto family = family_of_code(code);
  std::string place = in_folder(folder_of(test), name);
  if (family == repo::Family::jvm) {
    const std::string mirrored = replace_all("/" + std::string(folder) + "/", "/main/", "/test/");
    place = in_folder(mirrored.substr(1, std::max<std::size_t>(mirrored.size(), 2) - 2), name);
  } else if (family == repo::Family::go || lies_beside_code(test, view)) {
    place = in_folder(folder, name);
  }
  return is_test_file(place) && !view.has_folder(place) ? place : std::string();
}

}  // namespace

std::vector<std::string> test_places(const IssueWork& issue, const repo::RepoView& view,
                                     const index::Graph* graph) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& path) {
    if (!path.empty() && !among(out, path) && out.size() < kPlacesMax) out.push_back(path);
  };
  for (const CitedFile& file : issue.files) {
    if (is_test_file(file.path) && view.has(file.path)) add(file.path);
  }
  for (const CitedFile& file : issue.files) {
    if (!is_product_file(file.path)) continue;
    IssueWork alone;
    alone.files = {file};
    const std::vector<std::string> near = tests_near(file.path, view);
    std::size_t found = 0;
    for (const std::string& test : near) {
      if (found == kOfEachFile) break;
      if (!tests_cited(alone, test, graph)) continue;
      add(test);
      ++found;
    }
    if (found > 0 || near.empty()) continue;
    const std::string made = new_place(near.front(), file.path, view);
    add(made.empty() ? near.front() : made);
  }
  return out;
}

}  // namespace pawl::planner
