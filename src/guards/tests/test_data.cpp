// Data of tests: recorded results, golden files, fixtures.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

// How a file says that it holds what a test compares with.
bool is_recording(const RepoPath& path) {
  const std::string name = lower(path.name());
  for (const std::string_view end :
       {".snap", ".golden", ".approved.txt", ".approved.json", ".expected", ".ambr", ".stdout",
        ".stderr", ".baseline", ".verified.txt", ".snapshot"}) {
    if (name.ends_with(end)) return true;
  }
  const auto parts = path.components();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (among({"__snapshots__", "__image_snapshots__", "cassettes", "goldens", "golden", "expected",
               "snapshots", "vcr_cassettes", "__recordings__", "testdata", "test-data", "test_data",
               "baselines"},
              lower(parts[i]))) {
      return true;
    }
  }
  return false;
}

bool is_about_the_project(const RepoPath& path) {
  const std::string name = lower(path.name());
  return name.starts_with("readme") || name.starts_with("makefile") || name.starts_with("cmake") ||
         name.starts_with(".git") || name.starts_with("license") ||
         among({"package.json", "tsconfig.json", "meson.build", "cargo.toml", "pom.xml",
                "requirements.txt", "tox.ini", "build.gradle", ".eslintrc", ".eslintrc.json",
                ".rubocop.yml", "gemfile", "go.mod", "go.sum"},
               name);
}

bool is_read_by_tests(const RepoPath& path) {
  if (is_recording(path)) return true;
  if (is_about_the_project(path)) return false;
  if (repo::is_fixture(path)) return true;
  return repo::lies_among_tests(path) && !repo::family_of(path);
}

bool holds_nothing(std::string_view text) {
  const std::string_view plain = trim(text);
  return plain.empty() || among({"{}", "[]", "null", "---", "()", "<root/>"}, plain);
}

// A file that came with this very text: it was moved.
bool was_moved(const git::Change& change, const git::FileChange& file) {
  for (const git::FileChange& each : change.files) {
    if (!each.before && each.after && each.after == file.before) return true;
  }
  return false;
}

}  // namespace

void check_test_data(const git::Change& change, const git::FileChange& file, const Context& context,
                     Verdict& verdict) {
  if (!file.before || holds_nothing(*file.before) || !is_read_by_tests(file.path)) return;
  if (file.after && syntax::kind_of(file.path, *file.after).language &&
      !repo::is_fixture(file.path) && !is_recording(file.path)) {
    return;
  }
  std::string what;
  if (!file.after) {
    if (was_moved(change, file)) return;
    what = "data that tests read are gone";
  } else if (holds_nothing(*file.after)) {
    what = "data that tests read are empty now";
  } else {
    // A subtask that names the file is about what is in it.
    const auto& hints = context.hints;
    if (std::find(hints.begin(), hints.end(), file.path) != hints.end()) return verdict.applies();
    what = "what tests read or compare with is something else now";
  }
  verdict.applies();
  verdict.refuse(tampering_finding("changed-data", file, 0, what,
                                   "Keep the data of the tests, unless the subtask changes what "
                                   "is to come out."));
}

}  // namespace pawl::guards
