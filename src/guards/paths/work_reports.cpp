#include "guards/paths/work_reports.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Headings of such reports, in lower case.
constexpr auto kReportHeadings = std::to_array<std::string_view>({"changes made",
                                                                  "what was done",
                                                                  "what was changed",
                                                                  "what i did",
                                                                  "what i changed",
                                                                  "what changed",
                                                                  "files changed",
                                                                  "files modified",
                                                                  "modified files",
                                                                  "changed files",
                                                                  "files touched",
                                                                  "root cause",
                                                                  "fix applied",
                                                                  "the fix",
                                                                  "solution implemented",
                                                                  "testing performed",
                                                                  "tests run",
                                                                  "test results",
                                                                  "summary of changes",
                                                                  "implementation summary",
                                                                  "summary of the change",
                                                                  "summary of work",
                                                                  "completed tasks",
                                                                  "work completed",
                                                                  "work done",
                                                                  "verification",
                                                                  "verification steps",
                                                                  "how it was tested",
                                                                  "how i tested",
                                                                  "how it was verified",
                                                                  "remaining work",
                                                                  "overview of changes",
                                                                  "changes summary",
                                                                  "fix summary",
                                                                  "task summary",
                                                                  "bug fix summary",
                                                                  "implementation details",
                                                                  "key changes",
                                                                  "files created",
                                                                  "files added",
                                                                  "status: complete",
                                                                  "next steps"});
// Headings they have, as others do.
constexpr auto kUsualHeadings = std::to_array<std::string_view>(
    {"status",  "testing",        "summary",     "changes", "solution", "problem", "result",
     "results", "notes",          "conclusion",  "impact",  "overview", "plan",    "steps taken",
     "fix",     "what was wrong", "the problem", "the bug", "before",   "after",   "follow-ups",
     "done"});

// What sentences of such reports say, in lower case.
constexpr auto kReportSayings = std::to_array<std::string_view>({"all tests pass",
                                                                 "tests pass",
                                                                 "tests are passing",
                                                                 "tests are green",
                                                                 "all tests are",
                                                                 "i have ",
                                                                 "i've ",
                                                                 "i fixed",
                                                                 "i added",
                                                                 "i updated",
                                                                 "i removed",
                                                                 "i changed",
                                                                 "i implemented",
                                                                 "i refactored",
                                                                 "has been fixed",
                                                                 "have been fixed",
                                                                 "has been updated",
                                                                 "have been updated",
                                                                 "has been added",
                                                                 "have been added",
                                                                 "has been implemented",
                                                                 "has been refactored",
                                                                 "successfully implemented",
                                                                 "was fixed by",
                                                                 "the bug was",
                                                                 "the issue was",
                                                                 "the problem was",
                                                                 "the fix was",
                                                                 "task is complete",
                                                                 "implementation complete",
                                                                 "implementation is complete",
                                                                 "now works",
                                                                 "no further changes",
                                                                 "changes were made",
                                                                 "no breaking changes",
                                                                 "fully tested",
                                                                 "was updated to",
                                                                 "were updated to",
                                                                 "as requested",
                                                                 "ready for review",
                                                                 "production ready",
                                                                 "production-ready",
                                                                 "the following changes",
                                                                 "this change ",
                                                                 "were run",
                                                                 "was run",
                                                                 "was changed",
                                                                 "were changed"});

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
  std::size_t certain = 0;
  std::size_t others = 0;
  for (const std::string_view line : split_lines(*file.after)) {
    const std::string heading = heading_in(trim(line));
    if (among(kReportHeadings, heading)) ++certain;
    if (among(kUsualHeadings, heading)) ++others;
    const std::string said = lower(line);
    const bool tells = std::any_of(kReportSayings.begin(), kReportSayings.end(),
                                   [&](std::string_view saying) { return contains(said, saying); });
    if (tells || contains(line, "\u2705")) ++certain;
  }
  return certain >= 2 || (certain == 1 && others >= 1);
}

}  // namespace pawl::guards
