// G24: configuration of the wrong shape: a list where the tool wants a table, a word it does not
// know, a table where nobody looks for it.
#include "guards/config_faults.hpp"
#include "guards/guards.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kFindingsPerFileMax = 8;

const char* rule_of(ConfigFaultKind kind) {
  switch (kind) {
    case ConfigFaultKind::wrong_type: return "config-shape/type";
    case ConfigFaultKind::wrong_value: return "config-shape/value";
    case ConfigFaultKind::misplaced: return "config-shape/misplaced";
    case ConfigFaultKind::unknown_key:
    case ConfigFaultKind::unknown_table: return nullptr;  // config-keys tells of those
  }
  return nullptr;
}

Finding finding_of(const RepoPath& path, const ConfigFault& fault) {
  return {.rule = rule_of(fault.kind),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = fault.message,
          .feedback = fault.advice};
}

}  // namespace

Verdict config_shape(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    const ConfigFaults faults = config_faults(file);
    if (!faults.applies) continue;
    verdict.applies();
    std::size_t told = 0;
    for (const ConfigFault& fault : faults.old) {
      if (rule_of(fault.kind) != nullptr && ++told <= kFindingsPerFileMax) {
        verdict.note(finding_of(file.path, fault));
      }
    }
    told = 0;
    for (const ConfigFault& fault : faults.fresh) {
      if (rule_of(fault.kind) != nullptr && ++told <= kFindingsPerFileMax) {
        verdict.refuse(finding_of(file.path, fault));
      }
    }
  }
  return verdict;
}

}  // namespace pawl::guards
