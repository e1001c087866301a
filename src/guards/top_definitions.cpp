// G7: definitions at the top level of a source file survive the edit. A definition that turns up
// in another file of the same change has moved, and is not lost.
#include <set>

#include "base/text.hpp"
#include "guards/guards.hpp"
#include "syntax/check.hpp"
#include "syntax/definitions.hpp"

namespace pawl::guards {
namespace {

using Names = std::set<std::string>;

Names top_level(const RepoPath& path, const std::string& text) {
  Names names;
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (!kind.language) return names;
  for (const syntax::Definition& definition : syntax::definitions(*kind.language, text)) {
    if (definition.top_level && !definition.name.empty()) names.insert(definition.name);
  }
  return names;
}

bool newly_broken(const git::FileChange& file) {
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  return !syntax::check(kind, *file.after).empty();
}

bool sanctioned(const git::FileChange& file, const Context& context) {
  for (const RepoPath& path : context.sanctioned_deletions) {
    if (path == file.path) return file.action == git::Action::remove;
  }
  return false;
}

Names all_after(const git::Change& change) {
  Names names;
  for (const git::FileChange& file : change.files) {
    if (!file.after) continue;
    names.merge(top_level(file.path, *file.after));
  }
  return names;
}

std::string listed(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return printable(out, 400);
}

}  // namespace

Verdict top_definitions(const git::Change& change, const Context& context) {
  Verdict verdict;
  const Names everywhere = all_after(change);
  for (const git::FileChange& file : change.files) {
    if (!file.before || !syntax::kind_of(file.path, *file.before).language) continue;
    // A text that does not parse has lost its definitions to the parser, not to the edit; the
    // syntax guard has better advice.
    if (file.after && newly_broken(file)) continue;
    verdict.applies();
    if (sanctioned(file, context)) continue;
    Names missing;
    for (const std::string& name : top_level(file.path, *file.before)) {
      if (!everywhere.contains(name)) missing.insert(name);
    }
    if (missing.empty()) continue;
    verdict.refuse({.rule = "top-definitions/removed",
                    .kind = RuleKind::scope,
                    .path = file.path.text(),
                    .line = 0,
                    .message = "these definitions are gone: " + listed(missing),
                    .feedback = "Keep " + listed(missing) + " in " + file.path.text() +
                                " as they were and change only what the subtask asks for."});
  }
  return verdict;
}

}  // namespace pawl::guards
