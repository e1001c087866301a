// G31: what an earlier subtask of the run brought to where its acceptance tests pass stays as it
// is. Comments, docstrings and layout may change.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "syntax/check.hpp"
#include "syntax/essence.hpp"

namespace pawl::guards {
namespace {

struct Code {
  std::vector<std::string> texts;  // several of overloads, setters, `#if`
  int line = 0;                    // of the first
};
using CodeByName = std::map<std::string, Code>;

CodeByName code_of(const RepoPath& path, const std::string& text) {
  CodeByName out;
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (!kind.language) return out;
  for (syntax::Essence& each : syntax::essences(*kind.language, text)) {
    Code& code = out[each.definition.qualified];
    if (code.texts.empty()) code.line = each.definition.line;
    code.texts.push_back(std::move(each.code));
  }
  return out;
}

// One more overload takes nothing from the ones that were there. Elsewhere the last definition of
// a name is the one that counts.
bool has_overloads(const RepoPath& path, const std::string& text) {
  const auto language = syntax::kind_of(path, text).language;
  return language == syntax::Language::cpp || language == syntax::Language::java;
}

bool keeps(const Code& before, const Code& after, bool overloads) {
  if (!overloads) return before.texts == after.texts;
  return std::all_of(before.texts.begin(), before.texts.end(), [&](const std::string& text) {
    return std::find(after.texts.begin(), after.texts.end(), text) != after.texts.end();
  });
}

// A text that does not parse any more has lost its definitions to the parser; the syntax guard has
// better advice.
bool stops_parsing(const git::FileChange& file) {
  if (!file.after) return false;
  return !syntax::check(syntax::kind_of(file.path, *file.after), *file.after).empty() &&
         syntax::check(syntax::kind_of(file.path, *file.before), *file.before).empty();
}

// Another file of the change that now has a definition of that name.
std::string new_home(const git::Change& change, const git::FileChange& from,
                     const std::string& qualified) {
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.path == from.path) continue;
    if (!code_of(file.path, *file.after).contains(qualified)) continue;
    if (file.before && code_of(file.path, *file.before).contains(qualified)) continue;
    return file.path.text();
  }
  return {};
}

Finding changed_symbol(const git::FileChange& file, const LockedSymbol& lock, int line) {
  return {.rule = "solved-state/changed",
          .kind = RuleKind::scope,
          .path = file.path.text(),
          .line = line,
          .message = lock.qualified + " changes, but subtask " + lock.by +
                     " brought it to where its tests pass",
          .feedback = "Leave " + lock.qualified + " in " + file.path.text() +
                      " exactly as it is and solve this subtask elsewhere; if it cannot be solved "
                      "without that, answer with no edits and the reason."};
}

Finding removed_symbol(const git::Change& change, const git::FileChange& file,
                       const LockedSymbol& lock) {
  const std::string home = new_home(change, file, lock.qualified);
  const std::string fate = home.empty() ? "is gone" : "moves to " + home;
  return {.rule = "solved-state/removed",
          .kind = RuleKind::scope,
          .path = file.path.text(),
          .line = 0,
          .message = lock.qualified + " " + fate + ", but subtask " + lock.by +
                     " brought it to where its tests pass",
          .feedback = "Keep " + lock.qualified + " in " + file.path.text() +
                      " under this name and exactly as it is."};
}

void check_locks(const git::Change& change, const git::FileChange& file,
                 const std::vector<const LockedSymbol*>& locks, Verdict& verdict) {
  const CodeByName before = code_of(file.path, *file.before);
  const CodeByName after = file.after ? code_of(file.path, *file.after) : CodeByName();
  const bool overloads = has_overloads(file.path, file.after ? *file.after : *file.before);
  std::size_t reported = 0;
  for (const LockedSymbol* lock : locks) {
    const auto was = before.find(lock->qualified);
    if (was == before.end()) continue;
    const auto is = after.find(lock->qualified);
    const bool gone = is == after.end();
    if (!gone && keeps(was->second, is->second, overloads)) continue;
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse(gone ? removed_symbol(change, file, *lock)
                        : changed_symbol(file, *lock, is->second.line));
  }
}

}  // namespace

Verdict solved_state(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    std::vector<const LockedSymbol*> locks;
    for (const LockedSymbol& lock : context.locked) {
      if (lock.path == file.path) locks.push_back(&lock);
    }
    if (locks.empty() || !file.before || stops_parsing(file)) continue;
    verdict.applies();
    check_locks(change, file, locks, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
