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

// Tells apart what the old text also had; lines may have moved.
class Known {
 public:
  explicit Known(const std::vector<syntax::Diagnostic>& before) {
    for (const syntax::Diagnostic& old : before) messages_.push_back(old.message);
  }
  // Each old fault excuses one new fault.
  bool take(const syntax::Diagnostic& now) {
    const auto same = std::find(messages_.begin(), messages_.end(), now.message);
    if (same == messages_.end()) return false;
    messages_.erase(same);
    return true;
  }

 private:
  std::vector<std::string> messages_;
};

Finding finding_of(const RepoPath& path, const syntax::Diagnostic& fault) {
  const std::string place = std::to_string(fault.line) + ":" + std::to_string(fault.column);
  return {.rule = "syntax/parse-error",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = "does not parse at " + place + ": " + fault.message,
          .feedback = "Give a text of " + path.text() + " that parses; look at line " +
                      std::to_string(fault.line) + "."};
}

}  // namespace

Verdict syntax_valid(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || looks_binary(*file.after)) continue;
    const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
    if (kind.format == syntax::Format::other || kind.format == syntax::Format::markdown) continue;
    if (kind.format == syntax::Format::ini) continue;  // config-syntax knows who reads which how
    verdict.applies();
    const auto now = syntax::check(kind, *file.after);
    if (now.empty()) continue;
    const auto before =
        file.before ? faults(file.path, *file.before) : std::vector<syntax::Diagnostic>();
    Known known(before);
    std::size_t told = 0;
    for (const syntax::Diagnostic& fault : now) {
      if (known.take(fault)) {
        verdict.note(finding_of(file.path, fault));
      } else if (++told <= kFindingsPerFileMax) {
        verdict.refuse(finding_of(file.path, fault));
      }
    }
  }
  return verdict;
}

}  // namespace pawl::guards
