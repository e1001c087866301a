// G18: whoever takes the last use of a definition away takes the definition, too. Users and
// definition may stand in different files.
#include <algorithm>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "guards/code/outside_use.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kNamesMax = 1'000;

using Counts = std::map<std::string, int, std::less<>>;

Counts names_used(const index::OutlinePtr& outline) {
  Counts counts;
  if (outline == nullptr) return counts;
  for (const syntax::Reference& reference : outline->references) ++counts[reference.name];
  for (const syntax::Import& import : outline->imports) {
    for (const syntax::ImportedName& name : import.names) ++counts[name.name];
  }
  return counts;
}

// Names that the changed files use less often than before.
std::set<std::string> names_lost(const git::Change& change, const index::CodeIndex& index) {
  std::set<std::string> lost;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !is_code(file)) continue;
    const std::string path = file.path.text();
    const Counts after = names_used(index.head().outline(path));
    for (const auto& [name, count] : names_used(index.base().outline(path))) {
      const auto left = after.find(name);
      if (left == after.end() || left->second < count) lost.insert(name);
    }
  }
  return lost;
}

std::optional<Defined> defined_at(const index::Graph& graph, const index::Place& place) {
  const index::OutlinePtr outline = graph.outline(place.path);
  if (outline == nullptr || outline->has_errors || outline->open_names) return std::nullopt;
  for (const syntax::Symbol& symbol : outline->symbols) {
    if (symbol.definition.qualified != place.qualified) continue;
    return Defined{.path = place.path, .outline = outline, .symbol = &symbol};
  }
  return std::nullopt;
}

// A use that keeps a definition alive: no import on its own, no test.
bool is_real(const index::Site& site) {
  return !site.imports && site.confidence != index::Confidence::possible &&
         !is_test_path(site.path);
}

class Search {
 public:
  Search(const git::Change& change, const index::CodeIndex& index)
      : change_(change), index_(index), outside_(index.head()) {}

  struct Abandoned {
    Defined defined;
    index::Site last;  // the first of its users that are gone
  };

  std::vector<Abandoned> run(const std::set<std::string>& names) {
    std::vector<Abandoned> out;
    for (const std::string& name : names) {
      for (const index::Place& place : index_.head().definers_of(name)) {
        if (auto found = look_at(place)) out.push_back(*std::move(found));
      }
    }
    return out;
  }

 private:
  std::optional<Abandoned> look_at(const index::Place& place) {
    const auto now = defined_at(index_.head(), place);
    if (!now || !is_accountable(*now->symbol)) return std::nullopt;
    if (is_used_in_own_file(*now, [](const syntax::Symbol&) { return true; })) return std::nullopt;
    const auto before = defined_at(index_.base(), place);
    if (!before) return std::nullopt;
    if (outside_.reaches(now->path, *now->outline, *now->symbol)) return std::nullopt;
    const std::vector<index::Site> were = users_of(index_.base(), *before);
    const auto last = std::find_if(were.begin(), were.end(), is_real);
    if (last == were.end()) return std::nullopt;
    for (const index::Site& site : users_of(index_.head(), *now)) {
      if (!is_left_over(site, were)) return std::nullopt;
    }
    if (may_be_composed(index_.head(), *now)) return std::nullopt;
    return Abandoned{.defined = *now, .last = *last};
  }

  // An import that stayed when the use it was for went.
  bool is_left_over(const index::Site& site, const std::vector<index::Site>& were) const {
    if (!site.imports || index::name_of(site.path).starts_with("__init__.")) return false;
    const Result<RepoPath> path = RepoPath::from_git(site.path);
    if (!path || change_.find(*path) == nullptr) return false;
    const index::OutlinePtr outline = index_.head().outline(site.path);
    for (const syntax::Import& import : outline->imports) {
      if (import.line == site.line && import.reexport) return false;
    }
    return std::any_of(were.begin(), were.end(), [&](const index::Site& was) {
      return was.path == site.path && is_real(was);
    });
  }

  const git::Change& change_;
  const index::CodeIndex& index_;
  OutsideUse outside_;
};

void report_abandoned(const std::vector<Search::Abandoned>& all, const std::set<std::string>& known,
                      Verdict& verdict) {
  std::size_t reported = 0;
  for (const auto& [defined, last] : all) {
    if (known.contains(defined.name()) || ++reported > kFindingsMax) continue;
    const std::string user = last.path + ":" + std::to_string(last.line) +
                             (last.enclosing.empty() ? "" : " in " + last.enclosing);
    verdict.refuse({.rule = "abandoned-helper/unused",
                    .kind = RuleKind::scope,
                    .path = defined.path,
                    .line = defined.line(),
                    .message = "the change takes away the last use of " + defined.qualified() +
                               " (it was " + user + "), and leaves it behind",
                    .feedback = "Keep the use of " + defined.qualified() + " in " + last.path +
                                ", or take " + defined.qualified() + " out of " + defined.path +
                                " as well."});
  }
}

}  // namespace

Verdict abandoned_helper(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (file.before && is_code(file)) verdict.applies();
  }
  if (verdict.ruling == Ruling::not_applicable) return verdict;
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  const std::set<std::string> lost = names_lost(change, *context.index);
  if (lost.size() > kNamesMax) {
    verdict.cannot("the change takes " + counted(lost.size(), "name") + " away");
    return verdict;
  }
  const std::vector<Search::Abandoned> found = Search(change, *context.index).run(lost);
  std::set<std::string> names;
  for (const Search::Abandoned& each : found) names.insert(each.defined.name());
  const std::set<std::string> known = mentioned(context.head, names);
  if (std::string trouble = context.index->trouble(); !trouble.empty()) {
    verdict.cannot(std::move(trouble));
    return verdict;
  }
  report_abandoned(found, known, verdict);
  return verdict;
}

}  // namespace pawl::guards
