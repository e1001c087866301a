#include "guards/paths/litter.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/paths/litter_names.hpp"
#include "guards/paths/run_outputs.hpp"
#include "guards/paths/trials.hpp"
#include "guards/paths/work_reports.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kHeadBytes = 2000;
constexpr std::size_t kMinifiedLine = 5000;

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

constexpr auto kProgramEndings =
    fixed_words(".py", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".go", ".rs", ".c", ".cpp",
                ".cc", ".java", ".php", ".pl", ".txt", ".bash", ".tsx", ".jsx", ".kt", ".cs",
                ".csx", ".swift", ".lua", ".exs", ".sql", ".toml", ".jl", ".r", ".scala", ".dart");
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

// The repository keeps what has that name on purpose.
bool keeps(const LitterName& named, const RepoPath& path, const repo::RepoView* base) {
  if (base == nullptr) return false;
  if (!named.folder.empty()) return base->has_folder(named.folder);
  const auto files = base->files();
  return std::any_of(files.begin(), files.end(),
                     [&](const repo::Entry& entry) { return entry.path.name() == path.name(); });
}

bool lies_in_sample(const std::string& folder) {
  const auto path = RepoPath::parse(folder);
  return path && repo::is_sample_place(*path);
}

// What keeps an empty folder in git.
bool keeps_folder(const RepoPath& path) {
  return among({".gitignore", ".gitkeep", ".keep"}, path.name());
}

// `try.c` that begins with `#include "try.h"`: a part of a program.
bool includes_its_header(const git::FileChange& file) {
  const std::string_view name = file.path.name();
  const std::string header = "#include \"" + std::string(name.substr(0, name.rfind('.'))) + ".h";
  return contains(*file.after, header);
}

Litter named_litter(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  const auto named = litter_name(path);
  if (!named || repo::is_fixture(path) || keeps_folder(path)) return {};
  const bool sample = repo::is_sample_place(path);
  switch (named->place) {
    case LitterPlace::always:
      return keeps(*named, path, base) ? Litter() : Litter{LitterKind::leftover, named->what};
    case LitterPlace::place:
      if (sample && !lies_beside_its_own(path, base)) return {};
      return {LitterKind::leftover, named->what};
    case LitterPlace::beside:
      if (!lies_beside_its_own(path, base)) return {};
      return {LitterKind::leftover, named->what};
    case LitterPlace::person: return sample ? Litter() : Litter{LitterKind::personal, named->what};
    case LitterPlace::trial:
      if (!among(kProgramEndings, path.extension()) || keeps_such_files(path, base) ||
          includes_its_header(file)) {
        return {};
      }
      return {LitterKind::scratch, named->what};
    case LitterPlace::made:
      // `surefire-reports/TEST-a.xml` is no test.
      if ((named->folder.empty() ? sample : lies_in_sample(named->folder)) ||
          keeps(*named, path, base))
        return {};
      return {LitterKind::installed, named->what};
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
  const std::string_view name = path.name();
  const bool shouted = name.size() > 4 && is_upper(name.front()) && is_upper(name[1]);
  const bool report = shouted ? matches_any(kReports, name) : among(kLowerReports, name);
  if ((report && !keeps_such_files(path, base)) || reports_work(file)) {
    return "a report on somebody's work";
  }
  if (holds_output(file, base)) return "the output of a run";
  const bool program = among(kProgramEndings, path.extension()) && path.extension() != ".txt";
  if (program && !repo::is_fixture(path) && tries_out(file)) {
    return "a program somebody tried something with";
  }
  return {};
}

// What compilers and linkers for the usual systems write begins so.
bool is_compiled(std::string_view text) {
  for (const std::string_view start :
       {std::string_view("\x7f"
                         "ELF"),
        std::string_view("MZ\x90\0", 4), std::string_view("!<arch>\n"),
        std::string_view("\xcf\xfa\xed\xfe"), std::string_view("\xca\xfe\xba\xbe")}) {
    if (text.starts_with(start)) return true;
  }
  return false;
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
    if (Litter named = named_litter(file, base); named.kind != LitterKind::none) return named;
    if (!repo::is_sample_place(path) && is_compiled(*file.after)) {
      return {LitterKind::installed, "a compiled program or library"};
    }
    if (const std::string_view what = scratch(file, base); !what.empty()) {
      return {LitterKind::scratch, std::string(what)};
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
