// G23: keys of configuration files that the tool does not know, and so ignores or dies of.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/config/config_faults.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

bool is_about_names(const ConfigFault& fault) {
  return fault.kind == ConfigFaultKind::unknown_key || fault.kind == ConfigFaultKind::unknown_table;
}

Finding unknown_key_finding(const RepoPath& path, const ConfigFault& fault) {
  return {.rule = fault.kind == ConfigFaultKind::unknown_table ? "config-keys/unknown-table"
                                                               : "config-keys/unknown-key",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = fault.message,
          .feedback = fault.advice};
}

// mkdocs hands its settings to the templates of a theme: a key that one of the repository's reads
// as `config.key` is no fault.
void drop_keys_of_themes(const git::FileChange& file, const Context& context,
                         std::vector<ConfigFault>& faults) {
  if (!lower(file.path.name()).starts_with("mkdocs.") || context.head == nullptr) return;
  const bool unknown = std::any_of(faults.begin(), faults.end(), is_about_names);
  if (!unknown) return;
  for (const repo::Entry& entry : context.head->files()) {
    const std::string ending = entry.path.extension();
    if (entry.symlink || (ending != ".html" && ending != ".jinja" && ending != ".j2")) continue;
    const auto text = context.head->text(entry.path.text());
    if (!text || !contains(*text, "config")) continue;
    std::erase_if(faults, [&](const ConfigFault& fault) {
      if (!is_about_names(fault) || fault.path.size() != 1) return false;
      const std::string& key = fault.path.front();
      return (contains(*text, "config." + key) || contains(*text, "config['" + key + "']") ||
              contains(*text, "config[\"" + key + "\"]"));
    });
  }
}

}  // namespace

Verdict config_keys(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    ConfigFaults faults = config_faults(file);
    drop_keys_of_themes(file, context, faults.fresh);
    if (!faults.applies) continue;
    verdict.applies();
    std::size_t reported = 0;
    for (const ConfigFault& fault : faults.old) {
      if (is_about_names(fault) && ++reported <= kFindingsPerFileMax) {
        verdict.note(unknown_key_finding(file.path, fault));
      }
    }
    reported = 0;
    for (const ConfigFault& fault : faults.fresh) {
      if (is_about_names(fault) && ++reported <= kFindingsPerFileMax) {
        verdict.refuse(unknown_key_finding(file.path, fault));
      }
    }
  }
  return verdict;
}

}  // namespace pawl::guards
