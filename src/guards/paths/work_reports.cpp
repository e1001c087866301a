#include "guards/paths/work_reports.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Headings of such reports, in lower case.
constexpr auto kReportHeadings = fixed_words(
    "changes made", "what was done", "what was changed", "what i did", "what i changed",
    "files changed", "files modified", "modified files", "changed files", "files touched",
    "fix applied", "solution implemented", "testing performed", "summary of changes",
    "implementation summary", "summary of the change", "summary of work", "work completed",
    "work done", "how it was tested", "how i tested", "how it was verified", "changes summary",
    "fix summary", "task summary", "bug fix summary", "status: complete");
// Headings they have, as others do.
constexpr auto kUsualHeadings = fixed_words(
    "status", "testing", "summary", "changes", "solution", "problem", "result", "results", "notes",
    "conclusion", "impact", "overview", "plan", "steps taken", "fix", "what was wrong",
    "the problem", "the bug", "before", "after", "follow-ups", "done", "what changed", "root cause",
    "test results", "verification", "verification steps", "remaining work", "overview of changes",
    "implementation details", "key changes", "next steps", "the fix", "files added",
    "files created", "tests run", "completed tasks");

// What sentences of such reports say, in lower case.
constexpr auto kReportSayings = fixed_words(
    "all tests pass", "tests are passing", "tests are green", "all tests are", "i fixed", "i added",
    "i updated", "i removed", "i changed", "i implemented", "i refactored", "has been fixed",
    "have been fixed", "has been implemented", "has been refactored", "successfully implemented",
    "was fixed by", "the bug was", "the fix was", "task is complete", "implementation complete",
    "implementation is complete", "no further changes");

// The words of a heading, without marks; empty for another line.
std::string heading_in(std::string_view line) {
  const bool bold = line.starts_with("**") && (line.ends_with("**") || line.ends_with("**:"));
  if (!line.starts_with('#') && !bold) return {};
  std::string out;
  for (const char c : lower(line)) {
    const bool plain = is_word(c) || c == ' ' || c == '-' || (c == ':' && !out.empty());
    if (plain && (c != ' ' || !out.empty())) out.push_back(c);
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ':')) out.pop_back();
  return out;
}

bool is_for_contributors(const RepoPath& path) {
  const std::string text = lower(path.text());
  for (const std::string_view word :
       {".github/", ".gitlab/", "template", "changelog", "changes", "history", "news", "release",
        "contributing", "readme", "upgrad", "migrat", "blog", "posts/", "security", "adr", "rfc",
        "changeset", "announc"}) {
    if (contains(text, word)) return true;
  }
  return false;
}

}  // namespace

bool reports_work(const git::FileChange& file) {
  if (file.before || !file.after || repo::is_fixture(file.path)) return false;
  if (!among({".md", ".markdown", ".txt", ".rst", ".mdx", ".adoc"}, file.path.extension()))
    return false;
  if (looks_binary(*file.after) || is_for_contributors(file.path)) return false;
  constexpr std::size_t kReadMax = 16UL * 1024;
  if (file.after->size() > kReadMax) return false;
  std::size_t headings = 0;
  std::size_t usual = 0;
  std::size_t said = 0;
  for (const std::string_view line : split_lines(*file.after)) {
    const std::string heading = heading_in(trim(line));
    if (among(kReportHeadings, heading)) ++headings;
    if (among(kUsualHeadings, heading)) ++usual;
    const std::string saying = lower(line);
    const bool tells = std::any_of(kReportSayings.begin(), kReportSayings.end(),
                                   [&](std::string_view each) { return contains(saying, each); });
    if (tells) ++said;
  }
  // Pages have next steps, too, and a design says what it will do: one sign alone is none.
  if (headings == 0) return said >= 2 && usual >= 1;
  return headings >= 2 || said >= 1 || usual >= 2;
}

}  // namespace pawl::guards
