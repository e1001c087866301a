// G23: keys of configuration files that the tool does not know, and so ignores or dies of.
#include "guards/config/config_faults.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

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

}  // namespace

Verdict config_keys(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    const ConfigFaults faults = config_faults(file);
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
