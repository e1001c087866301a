#include "guards/code/call_findings.hpp"

namespace pawl::guards {

Finding unknown_call_finding(const std::string& path, int line, const std::string& name) {
  return {.rule = "caller-contract/unknown",
          .kind = RuleKind::defect,
          .path = path,
          .line = line,
          .message = "calls " + name + ", which is defined nowhere",
          .feedback = "Define or import " + name + ", or call what is there."};
}

}  // namespace pawl::guards
