// Guards: pure functions from a change and its context to findings. A guard does not care who
// made the change. To add one: a file, a row in registry.cpp, a page, a folder of cases
// (docs/howto/add-a-guard.md).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/repo_path.hpp"
#include "base/result.hpp"
#include "git/change.hpp"

namespace pawl::guards {

// By cost. All guards of a tier run and their findings go back together; a tier that refuses
// stops the ones after it.
enum class Tier : std::uint8_t { gate, text, syntax };
std::string_view to_string(Tier tier);

// A defect is broken for anyone. Scope is fine for a human, but not what this subtask was for.
enum class RuleKind : std::uint8_t { defect, scope };
std::string_view to_string(RuleKind kind);

enum class Ruling : std::uint8_t { pass, refuse, not_applicable };
std::string_view to_string(Ruling ruling);

struct Finding {
  std::string rule;  // `write-gate/denied-path`: the guard's id, a slash, what it found
  RuleKind kind = RuleKind::defect;
  std::string path;  // as it was given, also when it is no valid path
  int line = 0;      // in the new text; 0 when it concerns the whole file
  std::string message;
  std::string feedback;  // what the next attempt should do instead

  // Equal for the same fault of the same file, however often it comes back: numbers in the
  // message do not count.
  std::string fingerprint() const;
};
Json to_json(const Finding& finding);

struct Verdict {
  Ruling ruling = Ruling::not_applicable;
  std::vector<Finding> findings;

  void applies() {
    if (ruling == Ruling::not_applicable) ruling = Ruling::pass;
  }
  void refuse(Finding finding) {
    ruling = Ruling::refuse;
    findings.push_back(std::move(finding));
  }
};

// What a guard may know besides the change.
struct Context {
  // The only paths this subtask may touch; empty means that there is no fence (pawl guard).
  std::vector<RepoPath> hints;
  bool fenced = true;
  // The plan says that these paths are to be deleted.
  std::vector<RepoPath> sanctioned_deletions;
  // The build of the base is broken: manifests are off limits even when they are hinted.
  bool compile_fix = false;
  // Why a path cannot be reached safely in the worktree (a symlink on the way, a folder in its
  // place); empty when it can. The caller looks, the guard decides.
  std::function<std::string(const RepoPath&)> obstacle;
};

struct Guard {
  std::string_view id;    // byte-stable
  std::string_view code;  // the number it goes by in the older program: G1, G2 …
  std::string_view title;
  std::string_view event;  // what its refusals are called in the journal
  Tier tier;
  Verdict (*check)(const git::Change& change, const Context& context);
};

std::span<const Guard> all();
const Guard* find(std::string_view id);

}  // namespace pawl::guards
