#include "stages/failure_modes.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace pawl::stages {
namespace {

// The first eleven are those of the older program; two of them nothing here produces, but other
// programs at the gateway do.
constexpr auto kModes = std::to_array<FailureMode>({
    {kNoJson, ""},
    {"ast_diff", "top-definitions"},
    {"test_regression", "tests"},
    {"syntax_invalid", "syntax schema config-syntax"},
    {"denylist", "write-gate agent-files"},
    {"manifest_block", "build-manifest"},
    {"patcher_reject", "edit"},
    {"build_retry_exhausted", "build"},
    {kGitRefused, ""},
    {"json_parse_bad", ""},
    {kUnknownFailure, ""},
    {kContextTooSmall, ""},
    {"test_tampering", "test-tampering"},
    {"config_invalid", "config-keys config-shape config-paths config-grounding sibling-config"},
    {"content_lost", "doc-preservation removed-config"},
    {"ungrounded", "content-grounding link-grounding url-grounding imports"},
    {"secret", "secrets"},
    {"hygiene", "hygiene"},
    {"solved_state", "solved-state"},
    {"caller_contract", "caller-contract"},
    {"unused_code", "dead-code abandoned-helper echo-chamber"},
    {"low_score", "psi-lite psi-full"},
    {"weak_tests", "new-tests"},
    {"scanner", "semgrep trivy scanners"},
});

bool stands_for(const FailureMode& mode, std::string_view guard) {
  const std::vector<std::string_view> ids = split_words(mode.guards);
  return std::find(ids.begin(), ids.end(), guard) != ids.end();
}

}  // namespace

std::span<const FailureMode> failure_modes() { return kModes; }

std::vector<std::string> failure_modes_of(std::span<const std::string> rules) {
  std::vector<std::string> out;
  for (const FailureMode& mode : kModes) {
    const bool named = std::any_of(rules.begin(), rules.end(), [&](const std::string& rule) {
      return stands_for(mode, split(rule, '/').front());
    });
    if (named) out.emplace_back(mode.name);
  }
  if (out.empty()) out.emplace_back(kUnknownFailure);
  return out;
}

}  // namespace pawl::stages
