// G24: configuration of the wrong shape: a list where the tool wants a table, a word it does not
// know, a table where nobody looks for it.
#include "guards/config/config_faults.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

const char* shape_rule(ConfigFaultKind kind) {
  switch (kind) {
    case ConfigFaultKind::wrong_type: return "config-shape/type";
    case ConfigFaultKind::wrong_value: return "config-shape/value";
    case ConfigFaultKind::misplaced: return "config-shape/misplaced";
    case ConfigFaultKind::unknown_key:
    case ConfigFaultKind::unknown_table: return nullptr;  // config-keys tells of those
  }
  return nullptr;
}

Finding shape_finding(const RepoPath& path, const ConfigFault& fault) {
  return {.rule = shape_rule(fault.kind),
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
    std::size_t reported = 0;
    for (const ConfigFault& fault : faults.old) {
      if (shape_rule(fault.kind) != nullptr && ++reported <= kFindingsPerFileMax) {
        verdict.note(shape_finding(file.path, fault));
      }
    }
    reported = 0;
    for (const ConfigFault& fault : faults.fresh) {
      if (shape_rule(fault.kind) != nullptr && ++reported <= kFindingsPerFileMax) {
        verdict.refuse(shape_finding(file.path, fault));
      }
    }
  }
  return verdict;
}

}  // namespace pawl::guards
