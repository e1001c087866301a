// G26: what a change takes away from manifests and configuration. A human may want that; a subtask
// that was about something else may not.
#include <algorithm>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_units.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

// Tools whose configuration has several possible files.
constexpr auto kTools =
    fixed_words("eslint", "prettier", "babel", "jest", "stylelint", "postcss", "tailwind",
                "commitlint", "renovate", "golangci", "compose", "mocha", "markdownlint",
                "tsconfig", "ruff", "pytest", "mypy", "tox", "coverage", "flake8", "turbo");

struct Before {
  const git::FileChange* file;
  ConfigUnits units;
};

// What the change adds, by name and by value: a part that comes again elsewhere was moved.
class Added {
 public:
  void file(const ConfigUnits& before, const ConfigUnits& after) {
    for (const auto& [path, unit] : after) {
      if (before.contains(path)) continue;
      names_.insert(signature(path));
      if (tells(unit)) values_.insert(unit.value);
    }
  }
  void created(const RepoPath& path) { files_.push_back(lower(path.name())); }

  bool has(const UnitPath& path, const ConfigUnit& unit) const {
    return names_.contains(signature(path)) || (tells(unit) && values_.contains(unit.value));
  }
  // A file of the same tool is new.
  bool has_file_for(std::string_view name) const {
    return std::any_of(kTools.begin(), kTools.end(), [&](std::string_view tool) {
      if (!contains_folded(name, tool)) return false;
      return std::any_of(files_.begin(), files_.end(),
                         [&](const std::string& file) { return contains(file, tool); });
    });
  }

 private:
  // `true` or `[]` stands everywhere.
  static bool tells(const ConfigUnit& unit) { return unit.value.size() > 8; }

  std::set<std::string> names_;
  std::set<std::string> values_;
  std::vector<std::string> files_;
};

bool starts_with(const UnitPath& path, const UnitPath& prefix) {
  return path.size() > prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

// A section moved when most of what stood in it comes again elsewhere.
bool moved(const UnitPath& path, const ConfigUnit& unit, const ConfigUnits& before,
           const Added& added) {
  std::size_t inside = 0;
  std::size_t found = 0;
  for (auto it = before.upper_bound(path); it != before.end() && starts_with(it->first, path);
       ++it) {
    if (it->second.kind == UnitKind::section) continue;
    ++inside;
    if (added.has(it->first, it->second)) ++found;
  }
  return inside == 0 ? added.has(path, unit) : 2 * found > inside;
}

Finding removed_unit(const git::FileChange& file, const UnitPath& path, const ConfigUnit& unit) {
  const std::string name = "\"" + printable(shown(path), 120) + "\"";
  const bool dependency = unit.kind == UnitKind::dependency;
  const bool section = unit.kind == UnitKind::section;
  const std::string what = dependency ? "dependency" : section ? "section" : "key";
  return {.rule = "removed-config/" + what,
          .kind = RuleKind::scope,
          .path = file.path.text(),
          .message = "the " + what + " " + name + " is gone",
          .feedback = "Put " + name + " back into " + file.path.text() +
                      "; the subtask does not ask to remove it."};
}

Finding removed_file(const git::FileChange& file) {
  return {.rule = "removed-config/file",
          .kind = RuleKind::scope,
          .path = file.path.text(),
          .message = "the configuration file is gone, and nothing in the change takes its place",
          .feedback = "Keep " + file.path.text() + "; the subtask does not ask to remove it."};
}

bool is_sanctioned(const RepoPath& path, const Context& context) {
  const auto& paths = context.sanctioned_deletions;
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

void check_removed(const Before& before, const Added& added, const Context& context,
                   Verdict& verdict) {
  const git::FileChange& file = *before.file;
  if (is_sanctioned(file.path, context) || added.has_file_for(file.path.name())) return;
  const bool all_moved =
      !before.units.empty() &&
      std::all_of(before.units.begin(), before.units.end(), [&](const auto& item) {
        return item.first.size() > 1 || moved(item.first, item.second, before.units, added);
      });
  if (!all_moved) verdict.refuse(removed_file(file));
}

void check_modified(const Before& before, const ConfigUnits& after, const Added& added,
                    Verdict& verdict) {
  if (after.empty()) return;  // it does not parse, or nothing is left: other guards tell of that
  std::size_t reported = 0;
  const UnitPath* last = nullptr;
  for (const auto& [path, unit] : before.units) {
    if (after.contains(path)) continue;
    if (last != nullptr && starts_with(path, *last)) continue;  // a part of what is gone
    last = &path;
    if (moved(path, unit, before.units, added)) continue;
    if (++reported <= kFindingsPerFileMax) verdict.refuse(removed_unit(*before.file, path, unit));
  }
}

}  // namespace

Verdict removed_config(const git::Change& change, const Context& context) {
  Verdict verdict;
  Added added;
  std::vector<Before> befores;
  std::vector<ConfigUnits> afters;
  for (const git::FileChange& file : change.files) {
    if (!file.before) added.created(file.path);
    const auto form = form_of_config(file.path);
    if (!form || file.before == file.after || is_specimen(file.path)) continue;
    if (file.before) verdict.applies();
    Before before{&file, file.before ? units_of(file.path, *form, *file.before) : ConfigUnits()};
    ConfigUnits after = file.after ? units_of(file.path, *form, *file.after) : ConfigUnits();
    added.file(before.units, after);
    befores.push_back(std::move(before));
    afters.push_back(std::move(after));
  }
  for (std::size_t i = 0; i < befores.size(); ++i) {
    const git::FileChange& file = *befores[i].file;
    if (!file.before) continue;
    if (!file.after) {
      check_removed(befores[i], added, context, verdict);
    } else {
      check_modified(befores[i], afters[i], added, verdict);
    }
  }
  return verdict;
}

}  // namespace pawl::guards
