// The write gate: which paths a change may touch at all, and how large a file may be.
#include <algorithm>

#include "base/text/path_alias.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/paths/gate_finding.hpp"
#include "guards/paths/links.hpp"
#include "guards/paths/new_names.hpp"
#include "guards/paths/path_policy.hpp"
#include "guards/paths/submodules.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kWrittenBytesMax = 2U << 20U;

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

// Whatever has a `.git` in it is lost or obeyed by whoever clones it.
void check_git_folder(const RepoPath& path, Verdict& verdict) {
  if (!names_git_folder(path)) return;
  const auto components = path.components();
  const bool plain = std::any_of(components.begin(), components.end(), [](const auto& component) {
    return equal_folded(component, ".git");
  });
  verdict.refuse(gate_finding(plain ? "git-folder" : "git-alias", RuleKind::defect, path.text(),
                              plain ? "a part of this path is the folder of git"
                                    : "macOS or Windows takes a part of this path for .git",
                              leave_out(path.text())));
}

void check_path(const git::FileChange& file, const Context& context, Verdict& verdict) {
  if (!file.before || file.after) check_git_folder(file.path, verdict);
  if (const std::string reason = denial_of(file.path); !reason.empty()) {
    verdict.refuse(gate_finding("denied-path", RuleKind::scope, file.path.text(),
                                "this file may not be changed: " + reason,
                                "Leave " + file.path.text() + " out of the change."));
  }
  std::string obstacle = context.obstacle ? context.obstacle(file.path) : std::string();
  // The link that the change is about is none.
  const bool was_link = file.before && file.mode_before == git::kSymlinkMode;
  if (was_link && obstacle == kObstacleLink) obstacle.clear();
  if (!obstacle.empty()) {
    verdict.refuse(gate_finding("unreachable-path", RuleKind::defect, file.path.text(), obstacle,
                                "Name a regular file that is not behind a symbolic link."));
  }
  // Without a fence there may be as many hints as files.
  const auto hinted = [&] {
    return std::find(context.hints.begin(), context.hints.end(), file.path) != context.hints.end();
  };
  if (context.fenced && !hinted()) {
    std::vector<std::string> allowed;
    for (const RepoPath& hint : context.hints) allowed.push_back(hint.text());
    verdict.refuse(gate_finding("outside-hints", RuleKind::scope, file.path.text(),
                                "this file is not part of the subtask",
                                "Change only: " + join(allowed, ", ") + "."));
  }
}

void check_content(const git::FileChange& file, Verdict& verdict) {
  if (!file.after) return;
  if (file.after->size() > kWrittenBytesMax) {
    verdict.refuse(gate_finding("too-large", RuleKind::scope, file.path.text(),
                                "the new text has " + std::to_string(file.after->size()) +
                                    " bytes; a file may have 2097152",
                                "Write a smaller file."));
  }
  if (alias_folded(file.path.name()) == ".gitattributes") {
    if (const int line = line_with_driver(*file.after); line > 0) {
      Finding driver = gate_finding("gitattributes-driver", RuleKind::scope, file.path.text(),
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
    check_content(file, verdict);
  }
  for (const git::SubmoduleChange& submodule : change.submodules) {
    if (submodule.after) check_git_folder(submodule.path, verdict);
  }
  check_new_names(change, context, verdict);
  check_collisions(change, context, verdict);
  check_links(change, context, verdict);
  check_submodules(change, context, verdict);
  return verdict;
}

}  // namespace pawl::guards
