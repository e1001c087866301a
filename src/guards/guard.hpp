// Guards: pure functions from a change and its context to findings. A guard does not care who
// made the change. To add one: a file, a row in guard_rows.inc, a page, a folder of cases
// (docs/howto/add-a-guard.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "git/change.hpp"
#include "guards/settings.hpp"

namespace pawl::syntax {
enum class Language : std::uint8_t;
}
namespace pawl::repo {
class RepoView;
}
namespace pawl::index {
class CodeIndex;
}

namespace pawl::guards {

struct Evidence;

// By cost. All guards of a tier run and their findings go back together; a tier that refuses
// stops the ones after it.
//   gate    the paths alone
//   text    the bytes of the changed files, and of a few files beside them
//   syntax  their syntax trees
//   index   the code index: the rest of the repository
//   tool    evidence somebody gathered: builds, tests, scanners, the network
enum class Tier : std::uint8_t { gate, text, syntax, index, tool };
std::string_view to_string(Tier tier);

// A defect is broken for anyone. Scope is fine for a human, but not what this subtask was for: it
// refuses in a run unless the plan sanctions it, and warns in `pawl guard` unless --strict.
enum class RuleKind : std::uint8_t { defect, scope };
std::string_view to_string(RuleKind kind);

enum class Ruling : std::uint8_t {
  pass,
  refuse,
  not_applicable,
  unknown,  // it applies, but could not be checked; never the same as pass
};
std::string_view to_string(Ruling ruling);

// Whether a finding refuses, and what keeps it from refusing.
enum class Standing : std::uint8_t {
  refuses,
  warns,         // a scope finding where scope does not refuse
  sanctioned,    // the plan, or --sanction, allows it
  suppressed,    // .pawl/guards.yaml of the base allows it
  pre_existing,  // it was there before the change
};
std::string_view to_string(Standing standing);

struct Finding {
  std::string rule;  // `write-gate/denied-path`: the guard's id, a slash, what it found
  RuleKind kind = RuleKind::defect;
  std::string path;  // as it was given, also when it is no valid path
  int line = 0;      // in the new text; 0 when it concerns the whole file
  std::string message;
  std::string feedback;  // what the next attempt should do instead
  Standing standing = Standing::refuses;
  std::string why = {};  // of a standing other than refuses

  // Equal for the same fault of the same file, however often it comes back: numbers in the
  // message do not count.
  std::string fingerprint() const;
};
Json to_json(const Finding& finding);

// Of a guard that weighs a change as a whole.
struct Score {
  double value = 0;
  std::string weakest_file;  // what it is lowest for; empty when no file is at fault
};

struct Verdict {
  Ruling ruling = Ruling::not_applicable;
  std::vector<Finding> findings;
  std::string reason = {};  // of unknown: why it could not be checked, one line
  std::optional<Score> score = {};

  // There is a file this guard looks at.
  void applies() {
    if (ruling == Ruling::not_applicable) ruling = Ruling::pass;
  }
  void refuse(Finding finding) {
    ruling = Ruling::refuse;
    findings.push_back(std::move(finding));
  }
  // A fault that was there before the change: reported, never refused.
  void note(Finding finding) {
    applies();
    finding.standing = Standing::pre_existing;
    findings.push_back(std::move(finding));
  }
  // Something could not be checked. What was found otherwise still counts.
  void cannot(std::string why) {
    if (ruling != Ruling::refuse) ruling = Ruling::unknown;
    if (reason.empty()) reason = std::move(why);
  }
};

// A symbol that earlier subtasks of the run brought to where its acceptance tests pass.
struct LockedSymbol {
  RepoPath path;
  std::string qualified;  // `Class.method`
  std::string by;         // the subtask
};

// A test that shows what somebody reported: it failed before there was a fix, and comes with it.
struct Reproduction {
  struct File {
    RepoPath path;
    std::string text;  // as it was when the test failed
  };
  std::vector<File> files;
  std::vector<std::string> ids;  // of the runner: several when the test has parameters or parts
  std::string stack;             // whose runner runs it, and where
  std::string folder;
};

inline constexpr std::string_view kObstacleLink = "it is a symbolic link";

// What a change was asked for.
struct Order {
  // The only paths this subtask may touch; without a fence (pawl guard) any path.
  std::vector<RepoPath> hints;
  bool fenced = true;
  // Of the hints, those that a person named: a plan file or the command line, no model, no issue.
  std::vector<RepoPath> named;
  // The symbols the subtask is about (`Class.method`, `function`); empty: no fence on symbols.
  std::vector<std::string> targets;
  // The plan says that these paths are to be deleted.
  std::vector<RepoPath> sanctioned_deletions;
  std::vector<LockedSymbol> locked;
  // Ids of failing tests the subtask is there to mend; empty: it is there for something else.
  std::vector<std::string> to_mend;
  // The change is to add one test that fails for what is reported. It is tried, never committed.
  bool reproduces = false;
  // A test the change brings along: it has to be in it as it was tried, and to pass. Empty: none.
  Reproduction reproduction;
  // It is about how texts are laid out: formatting, the order of imports, a text written anew.
  bool layout = false;
  // The build of the base is broken: manifests are off limits even when they are hinted.
  bool compile_fix = false;
  // Why a path cannot be reached safely in the worktree (a symlink on the way, a folder in its
  // place; kObstacleLink: it is a symlink itself); empty when it can. The caller looks, the guard
  // decides.
  std::function<std::string(const RepoPath&)> obstacle;
};

// What a guard may know besides the change: what it was asked for, and what is known of the commit.
// Pointers are borrowed and may be null: a guard that needs what is not there says `cannot`.
struct Context : Order {
  // What a language's own parser says: does the text parse? Nothing when it is not installed, or
  // cannot be sure. Asked only about a text in which the grammar found a new fault.
  std::function<std::optional<bool>(syntax::Language, const RepoPath&, const std::string&)>
      own_parser;
  // The whole tree before and after the change. Reading one file is cheap; files() lists the tree
  // at its first call, which costs on a large repository: ask only when a changed file makes you.
  const repo::RepoView* base = nullptr;
  const repo::RepoView* head = nullptr;
  const index::CodeIndex* index = nullptr;
  const Evidence* evidence = nullptr;
  // Gathers evidence, where there is none yet: called at most once, before the first guard of the
  // tool tier looks, and not at all when a cheaper tier refused. What it answers is borrowed, null
  // when there is none.
  std::function<const Evidence*()> gather;
  // The text of a public schema that somebody fetched (guards/config/public_schemas.hpp).
  std::function<std::optional<std::string>(std::string_view file)> fetched_schema;
  Settings settings;
};

struct Guard {
  std::string_view id;    // byte-stable
  std::string_view code;  // the number it goes by in the older program: G1, G2 …
  std::string_view title;
  std::string_view event;  // what its refusals are called in the journal
  std::string_view
      failure_mode;  // what its refusals are remembered as (stages/working/failure_modes.hpp)
  Tier tier;
  bool on;  // unless configuration says otherwise
  Verdict (*check)(const git::Change& change, const Context& context);
};

std::span<const Guard> all();
// By id or code (`syntax`, `G2`), any letter case; nullptr when there is none.
const Guard* find(std::string_view id);

}  // namespace pawl::guards
