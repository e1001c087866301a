#include "guards/guard.hpp"

#include "base/text/text.hpp"

namespace pawl::guards {

std::string_view to_string(Tier tier) {
  switch (tier) {
    case Tier::gate: return "gate";
    case Tier::text: return "text";
    case Tier::syntax: return "syntax";
    case Tier::index: return "index";
    case Tier::tool: return "tool";
  }
  return "unknown";
}

std::string_view to_string(RuleKind kind) { return kind == RuleKind::defect ? "defect" : "scope"; }

std::string_view to_string(Ruling ruling) {
  switch (ruling) {
    case Ruling::pass: return "pass";
    case Ruling::refuse: return "refuse";
    case Ruling::not_applicable: return "not_applicable";
    case Ruling::unknown: return "unknown";
  }
  return "unknown";
}

std::string_view to_string(Standing standing) {
  switch (standing) {
    case Standing::refuses: return "refuses";
    case Standing::warns: return "warns";
    case Standing::sanctioned: return "sanctioned";
    case Standing::suppressed: return "suppressed";
    case Standing::pre_existing: return "pre_existing";
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
  Json json = Json::object({{"rule", finding.rule},
                            {"kind", to_string(finding.kind)},
                            {"path", printable(finding.path, 300)},
                            {"line", finding.line},
                            {"message", finding.message},
                            {"feedback", finding.feedback},
                            {"standing", to_string(finding.standing)},
                            {"fingerprint", finding.fingerprint()}});
  if (!finding.why.empty()) json.set("why", finding.why);
  return json;
}

}  // namespace pawl::guards
