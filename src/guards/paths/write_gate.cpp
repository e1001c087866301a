// The write gate: which paths a change may touch at all, and how large a file may be.
#include <algorithm>

#include "base/text/path_alias.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/paths/path_policy.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kWrittenBytesMax = 2U << 20U;

Finding gate_finding(std::string_view rule, RuleKind kind, const RepoPath& path,
                     std::string message, std::string feedback) {
  return {.rule = "write-gate/" + std::string(rule),
          .kind = kind,
          .path = path.text(),
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

// .gitattributes may set how files are stored and shown; it may not name programs to run.
int line_with_driver(std::string_view text) {
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (trim(line).starts_with('#')) continue;
    for (const std::string_view word : split_words(line)) {
      if (word.starts_with("filter=") || word.starts_with("diff=") || word.starts_with("merge=")) {
        return number;
      }
    }
  }
  return 0;
}

void check_path(const git::FileChange& file, const Context& context, Verdict& verdict) {
  if (names_git_folder(file.path)) {
    const auto components = file.path.components();
    const bool plain = std::any_of(components.begin(), components.end(), [](const auto& component) {
      return equal_folded(component, ".git");
    });
    if (!plain) {
      verdict.refuse(
          gate_finding("git-alias", RuleKind::defect, file.path,
                       "macOS or Windows takes a part of this path for .git",
                       "Leave " + printable(file.path.text(), 200) + " out of the change."));
    }
  }
  if (const std::string reason = denial_of(file.path); !reason.empty()) {
    verdict.refuse(gate_finding("denied-path", RuleKind::scope, file.path,
                                "this file may not be changed: " + reason,
                                "Leave " + file.path.text() + " out of the change."));
  }
  const std::string obstacle = context.obstacle ? context.obstacle(file.path) : std::string();
  if (!obstacle.empty()) {
    verdict.refuse(gate_finding("unreachable-path", RuleKind::defect, file.path, obstacle,
                                "Name a regular file that is not behind a symbolic link."));
  }
  const bool hinted =
      std::find(context.hints.begin(), context.hints.end(), file.path) != context.hints.end();
  if (context.fenced && !hinted) {
    std::vector<std::string> allowed;
    for (const RepoPath& hint : context.hints) allowed.push_back(hint.text());
    verdict.refuse(gate_finding("outside-hints", RuleKind::scope, file.path,
                                "this file is not part of the subtask",
                                "Change only: " + join(allowed, ", ") + "."));
  }
}

// Git reads these by name, and refuses them as links in a clone: what they point at is not theirs.
void check_link(const git::FileChange& file, Verdict& verdict) {
  const bool was_link = file.before && file.mode_before == git::kSymlinkMode;
  if (!file.after || file.mode_after != git::kSymlinkMode || was_link) return;
  if (!is_dot_git_file(file.path.name())) return;
  verdict.refuse(gate_finding("git-file-link", RuleKind::defect, file.path,
                              "a file that git reads may not be a symbolic link",
                              "Write " + printable(file.path.text(), 200) + " as a regular file."));
}

void check_content(const git::FileChange& file, Verdict& verdict) {
  if (!file.after) return;
  if (file.after->size() > kWrittenBytesMax) {
    verdict.refuse(gate_finding("too-large", RuleKind::scope, file.path,
                                "the new text has " + std::to_string(file.after->size()) +
                                    " bytes; a file may have 2097152",
                                "Write a smaller file."));
  }
  if (alias_folded(file.path.name()) == ".gitattributes") {
    if (const int line = line_with_driver(*file.after); line > 0) {
      Finding driver = gate_finding("gitattributes-driver", RuleKind::scope, file.path,
                                    "the attribute makes git run a filter, diff or merge program",
                                    "Set only text, eol, binary, export and linguist attributes.");
      driver.line = line;
      verdict.refuse(std::move(driver));
    }
  }
}

}  // namespace

Verdict write_gate(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    verdict.applies();
    check_path(file, context, verdict);
    check_link(file, verdict);
    check_content(file, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
