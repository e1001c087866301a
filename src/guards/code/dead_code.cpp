// G16: a new public definition has a user. Silent whenever something outside of the code may be
// one.
#include <map>

#include "base/text/text.hpp"
#include "guards/code/outside_use.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

// More is no edit, but a repository poured into another.
constexpr std::size_t kAddedMax = 600;

bool is_suspect(const index::Graph& graph, OutsideUse& outside, const Defined& defined) {
  if (!defined.symbol->definition.is_public) return false;
  if (is_used_in_own_file(defined, [](const syntax::Symbol&) { return true; })) return false;
  if (outside.reaches(defined.path, *defined.outline, *defined.symbol)) return false;
  return users_of(graph, defined).empty() && !may_be_composed(graph, defined);
}

// A type nobody uses is told once, without its members.
void report_unused(const std::vector<Defined>& suspects, const std::set<std::string>& known,
                   Verdict& verdict) {
  std::map<std::string, std::size_t> reported;
  for (const Defined& defined : suspects) {
    if (known.contains(defined.name()) || is_inside_another(defined, suspects)) continue;
    if (++reported[defined.path] > kFindingsPerFileMax) continue;
    const std::string what = defined.symbol->definition.kind + " " + defined.qualified();
    verdict.refuse(
        {.rule = "dead-code/unused",
         .kind = RuleKind::scope,
         .path = defined.path,
         .line = defined.line(),
         .message = "nothing in the repository uses the new " + what,
         .feedback = "Take " + defined.qualified() + " out of " + defined.path +
                     ", or use it where the subtask needs it. If it is there for others, "
                     "export or document it."});
  }
}

}  // namespace

Verdict dead_code(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (file.after && is_code(file) && !is_open_path(file.path.text())) verdict.applies();
  }
  if (verdict.ruling == Ruling::not_applicable) return verdict;
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  const index::Graph& head = context.index->head();
  // Of a first commit nothing can be said: whoever will use it comes later.
  if (context.index->base().tree().count_below("", 1) == 0) return verdict;
  const std::vector<Defined> added = new_definitions(change, *context.index);
  if (added.size() > kAddedMax) {
    verdict.cannot("the change brings " + counted(added.size(), "definition"));
    return verdict;
  }
  OutsideUse outside(head);
  std::vector<Defined> suspects;
  std::set<std::string> names;
  for (const Defined& defined : added) {
    if (!is_suspect(head, outside, defined)) continue;
    suspects.push_back(defined);
    names.insert(defined.name());
  }
  const std::set<std::string> known = mentioned(context.head, names);
  if (std::string trouble = context.index->trouble(); !trouble.empty()) {
    verdict.cannot(std::move(trouble));
    return verdict;
  }
  report_unused(suspects, known, verdict);
  return verdict;
}

}  // namespace pawl::guards
