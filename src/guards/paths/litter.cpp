#include "guards/paths/litter.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/paths/run_outputs.hpp"
#include "guards/paths/work_reports.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kHeadBytes = 2000;
constexpr std::size_t kMinifiedLine = 5000;

// How sure a name says it.
enum class Sure : std::uint8_t {
  alone,   // whatever is beside it, but in folders of samples
  beside,  // when the file it is a copy of is there
};

struct Leftover {
  std::string_view pattern;  // of the name, lower case
  std::string_view what;
  Sure sure = Sure::alone;
};

constexpr auto kLeftovers = std::to_array<Leftover>({
    {"*.orig", "what a merge keeps of the old text"},
    {"*.rej", "what a patch could not apply"},
    {"*.backup.*", "a copy git mergetool makes"},
    {"*_backup_[0-9]*", "a copy git mergetool makes"},
    {"*_base_[0-9]*", "a copy git mergetool makes"},
    {"*_local_[0-9]*", "a copy git mergetool makes"},
    {"*_remote_[0-9]*", "a copy git mergetool makes"},
    {".*.sw[nopx]", "an editor's swap file"},
    {"*.swp", "an editor's swap file"},
    {"*.swo", "an editor's swap file"},
    {"*.un~", "an editor's history"},
    {"*~", "an editor's backup"},
    {"*.bak", "a backup"},
    {"*.bak[0-9]", "a backup"},
    {"*.bak.*", "a backup"},
    {"*.backup", "a backup"},
    {"*.kate-swp", "an editor's swap file"},
    {"#*#", "an editor's copy"},
    {".#*", "an editor's lock"},
    {".~lock.*", "an editor's lock"},
    {"~$*", "an editor's lock"},
    {"___jb_tmp___*", "an editor's copy"},
    {"*___jb_old___", "an editor's copy"},
    {"*.save", "a backup", Sure::beside},
    {"*.old", "a backup", Sure::beside},
    {"*.tmp", "a copy", Sure::beside},
    {"*.temp", "a copy", Sure::beside},
    {"*.new", "a copy", Sure::beside},
    {"*.copy", "a copy", Sure::beside},
    {"*.original", "a backup", Sure::beside},
    {"*.patched", "a copy", Sure::beside},
    {"* copy", "a copy a file manager makes", Sure::beside},
    {"* copy.*", "a copy a file manager makes"},
    {"copy of *", "a copy a file manager makes"},
    {"* - copy.*", "a copy a file manager makes"},
    {".ds_store", "a file manager's notes"},
    {"thumbs.db", "a file manager's notes"},
    {"ehthumbs.db", "a file manager's notes"},
    {"desktop.ini", "a file manager's notes"},
    {".directory", "a file manager's notes"},
    {"npm-debug.log*", "the log of a run"},
    {"yarn-error.log", "the log of a run"},
    {"yarn-debug.log*", "the log of a run"},
    {"hs_err_pid*.log", "the log of a crash"},
    {"nohup.out", "the log of a run"},
    {"*.stackdump", "the log of a crash"},
    {".coverage", "what a run of tests measured"},
    {".coverage.*", "what a run of tests measured"},
    {"*.gcda", "what a run of tests measured"},
    {"*.gcno", "what a compiler notes for measurements"},
    {"*.profraw", "what a run of tests measured"},
    {".python_history", "what somebody typed"},
    {".bash_history", "what somebody typed"},
    {".node_repl_history", "what somebody typed"},
    {".aider.*", "what a coding agent noted"},
    {".aider.chat.history.md", "what a coding agent noted"},
});

// Names of settings people have who keep them in no repository but their own.
constexpr auto kPersonal =
    fixed_words("*.iml", "*.suo", "*.csproj.user", "*.vcxproj.user", "*.sublime-workspace",
                ".project", ".classpath", "*.xcuserstate", ".*.un~", "tags", ".tags", "*.ncb");

// What coding agents write about their work, in the root or a folder of documents.
constexpr auto kReports = fixed_words(
    "*_SUMMARY.md", "*_SUMMARY.txt", "SUMMARY_OF_*", "CHANGES_MADE*", "CHANGE_SUMMARY*", "FIX_*.md",
    "*_FIX.md", "*_FIXES.md", "*_FIX_*.md", "BUGFIX*.md", "BUG_FIX*.md", "IMPLEMENTATION_*.md",
    "*_IMPLEMENTATION.md", "*_COMPLETE.md", "*_COMPLETED.md", "*_COMPLETION*.md", "TASK_*.md",
    "FINAL_*.md", "VERIFICATION*.md", "*_VERIFICATION.md", "*_REPORT.md", "*_ANALYSIS.md",
    "SOLUTION*.md", "REFACTORING_*.md", "REFACTOR_*.md", "SCRATCHPAD*", "PR_DESCRIPTION*",
    "*_RESULTS.md", "*_STATUS.md", "WORK_LOG*", "TODO_LIST.md", "*_NOTES.txt", "DEBUG_*.md",
    "*_PROGRESS.md", "NEXT_STEPS.md", "COMMIT_MESSAGE*");
constexpr auto kLowerReports = fixed_words(
    "fix_summary.md", "summary_of_changes.md", "changes_summary.md", "implementation_summary.md",
    "bugfix_summary.md", "fix-summary.md", "changes_made.md", "implementation_notes.md",
    "commit_message.txt", "commit_msg.txt", "pr_description.md", "scratchpad.md",
    "implementation-summary.md", "fix_notes.md", "work_log.md");

// Programs somebody wrote to look at a fault, in the root of a repository.
constexpr auto kTrials = fixed_words(
    "debug_*", "debug-*", "debug.*", "repro.*", "repro_*", "repro-*", "reproduce*", "scratch.*",
    "scratch_*", "tmp_*", "tmp.*", "temp_*", "temp.*", "test_fix*", "verify_fix*", "verify_*",
    "check_fix*", "quick_test*", "quicktest*", "simple_test*", "manual_test*", "test_manual*",
    "final_test*", "fix_*", "apply_fix*", "apply_patch*", "patch_*", "try_*", "playground.*",
    "minimal_repro*", "test_debug*", "debugtest*", "test_repro*", "test_temp*", "temp_test*",
    "demo_fix*", "validate_fix*", "test_simple.*", "test_quick.*", "test_verify*", "reproducer*",
    "poc.*");
constexpr auto kProgramEndings =
    fixed_words(".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".go", ".rs", ".c", ".cpp",
                ".cc", ".java", ".php", ".pl", ".txt", ".bash");
constexpr auto kProseEndings = fixed_words(
    ".md", ".markdown", ".mdown", ".mdx", ".rst", ".adoc", ".txt", ".tex", ".org", ".ipynb", ".csv",
    ".tsv", ".po", ".log", ".patch", ".diff", ".svg", ".snap", ".json", ".case");

constexpr auto kImages =
    fixed_words(".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp", ".avif", ".icns");

// The repository has files like it: another one of the same beginning in the same folder.
bool keeps_such_files(const RepoPath& path, const repo::RepoView* base) {
  if (base == nullptr) return false;
  const std::string text = path.text();
  const std::size_t folder = path.folder().empty() ? 0 : path.folder().size() + 1;
  const std::size_t stem = text.find_first_of("_-.", folder);
  const std::string start = text.substr(0, stem == std::string::npos ? text.size() : stem + 1);
  const auto files = base->files();
  const auto first = std::lower_bound(files.begin(), files.end(), start,
                                      [](const repo::Entry& entry, const std::string& wanted) {
                                        return entry.path.text() < wanted;
                                      });
  return first != files.end() && first->path.text().starts_with(start);
}

// `a.py.orig` and `a.py~` are copies of `a.py`.
bool lies_beside_its_own(const RepoPath& path, const repo::RepoView* base) {
  if (base == nullptr) return false;
  std::string name(path.name());
  const std::size_t end = name.find_last_of(".~ _");
  if (end == std::string::npos || end == 0) return false;
  name.resize(end);
  const std::string folder(path.folder());
  const std::string own = folder.empty() ? name : folder + "/" + name;
  return base->has(own) || (name.starts_with('.') && base->has(own.substr(0, own.size())));
}

std::string_view leftover(const RepoPath& path, const repo::RepoView* base) {
  const std::string name = lower(path.name());
  for (const Leftover& row : kLeftovers) {
    if (!glob_match(row.pattern, name)) continue;
    const bool sample = repo::is_sample_place(path);
    if ((row.sure == Sure::beside || sample) && !lies_beside_its_own(path, base)) return {};
    return repo::is_fixture(path) ? std::string_view() : row.what;
  }
  return {};
}

bool matches_any(WordsView patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](std::string_view pattern) { return glob_match(pattern, name); });
}

// A change that brings along what somebody noted or tried. In the root, where such files come to
// lie; elsewhere the like of them may be part of the project.
std::string_view scratch(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  const bool root = path.folder().empty();
  const std::string_view name = path.name();
  const bool shouted = name.size() > 4 && is_upper(name.front()) && is_upper(name[1]);
  const bool report = shouted ? matches_any(kReports, name) : among(kLowerReports, name);
  if ((report && !keeps_such_files(path, base)) || reports_work(file)) {
    return "a report on somebody's work";
  }
  if (holds_output(file, base)) return "the output of a run";
  if (!root) return {};
  if (among(kProgramEndings, path.extension()) && matches_any(kTrials, lower(name)) &&
      !keeps_such_files(path, base)) {
    return "a program somebody tried something with";
  }
  return {};
}

std::string_view installed(const RepoPath& path) {
  const auto parts = path.components();
  for (const std::string& part : parts.first(parts.size() - 1)) {
    if (part == "node_modules") return "a package that the package manager installs";
    if (part == "__pycache__") return "what Python compiles by itself";
    if (part == ".pytest_cache" || part == ".mypy_cache" || part == ".ruff_cache") {
      return "a tool's cache";
    }
  }
  const std::string ending = path.extension();
  if (ending == ".pyc" || ending == ".pyo") return "what Python compiles by itself";
  if (ending == ".class" || ending == ".o" || ending == ".obj") return "what a compiler makes";
  return {};
}

// Package managers write these; they have a guard of their own.
bool is_lock(std::string_view name) {
  return name.ends_with(".lock") || name.ends_with("-lock.json") || name.ends_with("-lock.yaml") ||
         name.ends_with(".lockb") || name.ends_with(".sum") || name == "npm-shrinkwrap.json" ||
         name == "package.resolved" || name == "packages.lock.json" || name == "gradle.lockfile";
}

bool is_minified(const RepoPath& path, std::string_view text) {
  const std::string ending = path.extension();
  if (ending != ".js" && ending != ".css" && ending != ".mjs" && ending != ".cjs") return false;
  if (text.size() < kMinifiedLine) return false;
  const std::size_t lines = line_count(text) + 1;
  return text.size() / lines > kMinifiedLine / 2;
}

// The mark by which generators keep people away from what they write.
bool says_generated(std::string_view text) {
  for (const std::string_view line : split_lines(text.substr(0, kHeadBytes))) {
    const std::string_view plain = trim(line);
    const bool comment = plain.starts_with("//") || plain.starts_with('#') ||
                         plain.starts_with("/*") || plain.starts_with('*') ||
                         plain.starts_with("<!--") || plain.starts_with("--") ||
                         plain.starts_with(';');
    if (!comment) continue;
    if (contains(plain, "@generated")) return true;
    if (contains_folded(plain, "generated") && contains_folded(plain, "do not edit")) return true;
  }
  return false;
}

bool kept_on_purpose(const RepoPath& path, const repo::RepoView* base) {
  return base != nullptr && !path.folder().empty() && base->has_folder(path.folder());
}

Litter generated(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  if (file.before && says_generated(*file.before) && *file.before != *file.after) {
    return {LitterKind::generated, "its first lines say that a tool writes it"};
  }
  const std::string name = lower(path.name());
  if (file.before || is_lock(name) || looks_binary(*file.after) || name.ends_with(".snap")) {
    return {};
  }
  std::string what;
  if (repo::is_vendored(path)) {
    what = "code of somebody else is copied in";
  } else if (repo::is_generated(path)) {
    what = "what a tool writes is added";
  } else if (is_minified(path, *file.after)) {
    what = "a minified file is added";
  }
  if (what.empty() || kept_on_purpose(path, base)) return {};
  return {LitterKind::generated, what};
}

}  // namespace

Litter litter_of(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  if (!file.before) {
    const bool sample = repo::is_sample_place(path);
    if (const std::string_view what = installed(path); !sample && !what.empty()) {
      return {LitterKind::installed, std::string(what)};
    }
    if (const std::string_view what = leftover(path, base); !what.empty()) {
      return {LitterKind::leftover, std::string(what)};
    }
    if (const std::string_view what = scratch(file, base); !what.empty()) {
      return {LitterKind::scratch, std::string(what)};
    }
    if (!sample && matches_any(kPersonal, lower(path.name()))) {
      return {LitterKind::personal, "settings of one person's tools"};
    }
  }
  if (repo::is_sample_place(path)) return {};
  return generated(file, base);
}

bool is_image(const RepoPath& path) { return among(kImages, path.extension()); }

bool holds_code(const RepoPath& path) {
  return !among(kProseEndings, path.extension()) && !path.extension().empty();
}

}  // namespace pawl::guards
