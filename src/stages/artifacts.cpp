#include "stages/artifacts.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/text/glob.hpp"
#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "stages/planning/plan_artifact.hpp"

namespace pawl::stages {

namespace {

using Patterns = std::set<std::string, std::less<>>;

// By its last component: the folders above it are those of parallel children.
bool fits(const Patterns& patterns, std::string_view name) {
  if (patterns.contains(name)) return true;
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return contains(pattern, "*") && glob_match(pattern, os::file_name(name));
  });
}

// A name may come from a pipeline that anybody wrote; beside the artifacts lie a person's files.
Status check_is_below(std::string_view name) {
  TRY(RepoPath::from_git(name));
  return Done{};
}

std::string_view plain_name(std::string_view name) {
  if (name.ends_with('?')) name.remove_suffix(1);
  return name;
}

constexpr int kFoldersDeepMax = 6;

}  // namespace

std::string Artifacts::path(std::string_view name) const { return os::join_path(folder_, name); }

void Artifacts::limit_to(std::string_view reads, std::string_view writes) {
  limited_ = true;
  readable_ = {std::string(kPlanFileCopy)};
  writable_.clear();
  for (const std::string_view name : split_words(reads)) readable_.emplace(plain_name(name));
  for (const std::string_view name : split_words(writes)) {
    readable_.emplace(name);
    writable_.emplace(name);
  }
}

Status Artifacts::write(std::string_view name, std::string_view text) {
  PAWL_CHECK(!limited_ || fits(writable_, name),
             "the row of the stage does not write " + std::string(name));
  TRY(check_is_below(name));
  TRY(files_.make_folders(os::parent_path(path(name)), 0700));
  return files_.write_atomic(path(name), redactor_.apply(text), 0600);
}

Result<std::optional<std::string>> Artifacts::read(std::string_view name) {
  PAWL_CHECK(!limited_ || fits(readable_, name),
             "the row of the stage does not read " + std::string(name));
  TRY(check_is_below(name));
  Result<std::string> text = files_.read(path(name));
  if (text) return std::optional<std::string>(*std::move(text));
  if (text.error().code == Errc::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

Result<Json> Artifacts::read_json(std::string_view name) {
  TRY_ASSIGN(const std::optional<std::string> text, read(name));
  if (!text) return fail(Errc::not_found, "there is no " + path(name));
  return Json::parse(*text).during("reading " + path(name));
}

namespace {

Status add_matching(os::Files& files, const std::string& folder, const std::string& below,
                    std::string_view pattern, int depth, std::vector<std::string>& found) {
  TRY_ASSIGN(const std::vector<std::string> names, files.list(folder));
  for (const std::string& name : names) {
    const std::string path = os::join_path(folder, name);
    TRY_ASSIGN(const auto stat, files.stat(path));
    if (!stat) continue;
    if (stat->type == os::FileType::folder && depth < kFoldersDeepMax) {
      TRY(add_matching(files, path, below + name + "/", pattern, depth + 1, found));
    } else if (stat->type == os::FileType::file && glob_match(pattern, name)) {
      found.push_back(below + name);
    }
  }
  return Done{};
}

}  // namespace

Result<std::vector<std::string>> Artifacts::matching(std::string_view pattern) {
  std::vector<std::string> found;
  TRY_ASSIGN(const auto there, files_.stat(folder_));
  if (!there) return found;
  TRY(add_matching(files_, folder_, "", pattern, 0, found));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace pawl::stages
