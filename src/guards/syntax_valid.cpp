// G2: a touched file still parses. What did not parse before is no reason to refuse, unless the
// change adds a fault of another kind.
#include <algorithm>

#include "base/text.hpp"
#include "guards/guards.hpp"
#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kFindingsPerFileMax = 5;

std::vector<syntax::Diagnostic> faults(const RepoPath& path, const std::string& text) {
  return syntax::check(syntax::kind_of(path, text), text);
}

// Diagnostics of the new text that the old one did not have; lines may have moved.
std::vector<syntax::Diagnostic> added(const std::vector<syntax::Diagnostic>& before,
                                      const std::vector<syntax::Diagnostic>& after) {
  std::vector<std::string> known;
  for (const syntax::Diagnostic& old : before) known.push_back(old.message);
  std::vector<syntax::Diagnostic> fresh;
  for (const syntax::Diagnostic& now : after) {
    const auto same = std::find(known.begin(), known.end(), now.message);
    if (same == known.end()) {
      fresh.push_back(now);
    } else {
      known.erase(same);
    }
  }
  return fresh;
}

}  // namespace

Verdict syntax_valid(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || looks_binary(*file.after)) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
    if (kind.format == syntax::Format::other || kind.format == syntax::Format::markdown) continue;
    verdict.applies();
    const auto now = syntax::check(kind, *file.after);
    if (now.empty()) continue;
    const auto before =
        file.before ? faults(file.path, *file.before) : std::vector<syntax::Diagnostic>();
    std::size_t told = 0;
    for (const syntax::Diagnostic& fault : added(before, now)) {
      if (++told > kFindingsPerFileMax) break;
      const std::string place = std::to_string(fault.line) + ":" + std::to_string(fault.column);
      verdict.refuse({.rule = "syntax/parse-error",
                      .kind = RuleKind::defect,
                      .path = file.path.text(),
                      .line = fault.line,
                      .message = "does not parse at " + place + ": " + fault.message,
                      .feedback = "Give a text of " + file.path.text() +
                                  " that parses; look at line " + std::to_string(fault.line) +
                                  "."});
    }
  }
  return verdict;
}

}  // namespace pawl::guards
