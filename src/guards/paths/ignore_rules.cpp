#include "guards/paths/ignore_rules.hpp"

#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

bool rule_matches(const IgnoreRule& rule, std::string_view path, bool folder) {
  if (rule.folders_only && !folder) return false;
  const bool bound = rule.pattern.find('/') != std::string::npos;
  if (!bound) return glob_match(rule.pattern, path.substr(path.rfind('/') + 1));
  std::string_view pattern = rule.pattern;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  // Bound to the folder: a pattern of one part must not match further down.
  if (pattern.find('/') == std::string_view::npos && path.find('/') != std::string_view::npos) {
    return false;
  }
  return glob_match(pattern, path);
}

const IgnoreRule* last_match(const std::vector<IgnoreRule>& rules, std::string_view path,
                             bool folder) {
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
    if (rule_matches(*rule, path, folder)) return &*rule;
  }
  return nullptr;
}

}  // namespace

std::vector<IgnoreRule> parse_ignore(std::string_view text) {
  std::vector<IgnoreRule> rules;
  int row = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    std::string_view content = trim_end(line);
    if (content.empty() || content.front() == '#') continue;
    IgnoreRule rule;
    rule.line = row;
    rule.written = std::string(content);
    if (content.front() == '!') {
      rule.negated = true;
      content.remove_prefix(1);
    }
    if (content.ends_with('/')) {
      rule.folders_only = true;
      content.remove_suffix(1);
    }
    if (content.empty()) continue;
    rule.pattern = std::string(content);
    rules.push_back(std::move(rule));
  }
  return rules;
}

const IgnoreRule* hiding_rule(const std::vector<IgnoreRule>& rules, std::string_view path) {
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    const IgnoreRule* rule = last_match(rules, path.substr(0, at), true);
    if (rule != nullptr && !rule->negated) return rule;
  }
  const IgnoreRule* rule = last_match(rules, path, false);
  return rule != nullptr && !rule->negated ? rule : nullptr;
}

}  // namespace pawl::guards
