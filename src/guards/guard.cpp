#include "guards/guard.hpp"

#include "base/text.hpp"

namespace pawl::guards {

std::string_view to_string(Tier tier) {
  switch (tier) {
    case Tier::gate: return "gate";
    case Tier::text: return "text";
    case Tier::syntax: return "syntax";
  }
  return "unknown";
}

std::string_view to_string(RuleKind kind) { return kind == RuleKind::defect ? "defect" : "scope"; }

std::string_view to_string(Ruling ruling) {
  switch (ruling) {
    case Ruling::pass: return "pass";
    case Ruling::refuse: return "refuse";
    case Ruling::not_applicable: return "not_applicable";
  }
  return "unknown";
}

std::string Finding::fingerprint() const {
  std::string key = rule + '\n' + path + '\n';
  for (const char c : message) {
    if (c < '0' || c > '9') key += c;
  }
  return hash_hex(key);
}

Json to_json(const Finding& finding) {
  return Json::object({{"rule", finding.rule},
                       {"kind", to_string(finding.kind)},
                       {"path", finding.path},
                       {"line", finding.line},
                       {"message", finding.message},
                       {"fingerprint", finding.fingerprint()}});
}

}  // namespace pawl::guards
