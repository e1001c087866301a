#include "guards/policy.hpp"

#include <algorithm>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::guards {
namespace {

bool names_guard(const Guard& guard, std::string_view id) {
  return equal_folded(guard.id, id) || (!guard.code.empty() && equal_folded(guard.code, id));
}

bool lists_guard(const std::vector<std::string>& ids, const Guard& guard) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& id) { return names_guard(guard, id); });
}

// A rule, the id or code of its guard, or the part of a rule after the slash.
bool covers(std::string_view pattern, const Guard& guard, std::string_view rule) {
  if (names_guard(guard, pattern) || equal_folded(pattern, rule)) return true;
  const auto slash = rule.find('/');
  return slash != std::string_view::npos && equal_folded(pattern, rule.substr(slash + 1));
}

bool on_path(std::string_view glob, std::string_view path) {
  return glob.empty() || glob_match(glob, path);
}

// What is off limits stays so: neither a plan nor a flag opens it.
bool sanctionable(const Finding& finding) {
  return finding.kind == RuleKind::scope && finding.rule != "write-gate/denied-path";
}

void settle_finding(const Guard& guard, const Policy& policy, Finding& finding) {
  if (finding.standing != Standing::refuses) return;
  for (const Suppression& suppression : policy.suppressions) {
    if (!covers(suppression.rule, guard, finding.rule)) continue;
    if (!on_path(suppression.path, finding.path)) continue;
    finding.standing = Standing::suppressed;
    finding.why = suppression.reason;
    return;
  }
  if (sanctionable(finding)) {
    for (const Sanction& sanction : policy.sanctions) {
      if (!covers(sanction.rule, guard, finding.rule)) continue;
      if (!on_path(sanction.path, finding.path)) continue;
      finding.standing = Standing::sanctioned;
      finding.why = sanction.why;
      return;
    }
  }
  if (finding.kind == RuleKind::scope && !policy.scope_refuses) {
    finding.standing = Standing::warns;
    finding.why = "scope warns here";
  }
}

Error bad_entry(std::size_t number, std::string_view what) {
  return fail(Errc::invalid, std::string(kSuppressionsPath) + ": entry " + std::to_string(number) +
                                 " of `suppress` " + std::string(what));
}

Result<Suppression> parse_suppression(const Json& entry, std::size_t number) {
  if (!entry.is_object()) {
    return bad_entry(number, "is no mapping; write `rule:`, `path:` and `reason:`");
  }
  Suppression suppression;
  for (const auto& [key, value] : entry.members()) {
    std::string* field = key == "rule"     ? &suppression.rule
                         : key == "path"   ? &suppression.path
                         : key == "reason" ? &suppression.reason
                                           : nullptr;
    if (field == nullptr) {
      return bad_entry(number, "has the unknown key `" + printable(key, 60) +
                                   "`; there are rule, path and reason");
    }
    *field = std::string(trim(value.string_or("")));
  }
  if (suppression.rule.empty()) return bad_entry(number, "names no `rule`");
  if (suppression.path.empty()) return bad_entry(number, "names no `path`");
  if (suppression.reason.empty()) {
    return bad_entry(number, "gives no `reason`; say why the finding is wrong or accepted");
  }
  return suppression;
}

}  // namespace

Result<Sanction> parse_sanction(std::string_view text, std::string why) {
  const auto colon = text.find(':');
  Sanction sanction{.rule = std::string(trim(text.substr(0, colon))),
                    .path = colon == std::string_view::npos
                                ? std::string()
                                : std::string(trim(text.substr(colon + 1))),
                    .why = std::move(why)};
  if (sanction.rule.empty()) {
    return fail(Errc::invalid,
                "a sanction names a rule: RULE or RULE:GLOB, got \"" + printable(text, 100) + "\"");
  }
  // A rule's ending cannot be checked without its guard; a guard's id can.
  const std::string_view id = std::string_view(sanction.rule).substr(0, sanction.rule.find('/'));
  if (sanction.rule.find('/') != std::string::npos) TRY(check_ids({std::string(id)}));
  return sanction;
}

Result<std::vector<Suppression>> parse_suppressions(std::string_view yaml) {
  TRY_ASSIGN(const std::vector<Json> documents, syntax::parse_yaml(yaml));
  std::vector<Suppression> suppressions;
  if (documents.empty() || documents.front().is_null()) return suppressions;
  if (documents.size() > 1 || !documents.front().is_object()) {
    return fail(Errc::invalid,
                std::string(kSuppressionsPath) + " must be one mapping with the key `suppress`");
  }
  for (const auto& [key, value] : documents.front().members()) {
    if (key != "suppress" || !value.is_array()) {
      return fail(Errc::invalid, std::string(kSuppressionsPath) + ": `" + printable(key, 60) +
                                     "` is not known here; the only key is `suppress`, a list");
    }
    std::size_t number = 0;
    for (const Json& entry : value.items()) {
      TRY_ASSIGN(Suppression suppression, parse_suppression(entry, ++number));
      suppressions.push_back(std::move(suppression));
    }
  }
  return suppressions;
}

bool Policy::wants(const Guard& guard) const {
  if (guard.tier > last || lists_guard(skip, guard)) return false;
  if (!only.empty()) return lists_guard(only, guard);
  return guard.on || lists_guard(enable, guard) || lists_guard(require, guard);
}

Status check_ids(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    if (find(id) != nullptr) continue;
    std::vector<std::string> names;
    for (const Guard& guard : all()) names.emplace_back(guard.id);
    const auto near = nearest(id, names);
    return fail(Errc::invalid, "there is no guard \"" + printable(id, 60) + "\"" +
                                   (near ? ", did you mean " + *near + "?" : "") +
                                   " See `pawl guard list`");
  }
  return Done{};
}

void settle(const Guard& guard, const Policy& policy, Verdict& verdict) {
  bool refuses = false;
  for (Finding& finding : verdict.findings) {
    settle_finding(guard, policy, finding);
    refuses = refuses || finding.standing == Standing::refuses;
  }
  if (verdict.ruling == Ruling::refuse && !refuses) {
    verdict.ruling = verdict.reason.empty() ? Ruling::pass : Ruling::unknown;
  }
  if (verdict.ruling == Ruling::unknown && lists_guard(policy.require, guard)) {
    verdict.refuse({.rule = std::string(guard.id) + "/not-checked",
                    .kind = RuleKind::defect,
                    .path = "",
                    .line = 0,
                    .message = "could not be checked: " + verdict.reason,
                    .feedback = "Make the check possible, or do not require it."});
  }
}

}  // namespace pawl::guards
