#include "stages/working/failure_modes.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/guard.hpp"

namespace pawl::stages {
namespace {

// The first eleven are those of the older program; two of them nothing here produces, but other
// programs at the gateway do. The rows of guards say which mode each belongs to.
constexpr auto kModes = std::to_array<std::string_view>({
    kNoJson,          "ast_diff",       "test_regression", "syntax_invalid",
    "denylist",       "manifest_block", kEditRefused,      "build_retry_exhausted",
    kGitRefused,      "json_parse_bad", kUnknownFailure,   kContextTooSmall,
    "test_tampering", "config_invalid", "content_lost",    "ungrounded",
    "secret",         "hygiene",        "solved_state",    "caller_contract",
    "unused_code",    "low_score",      "weak_tests",      "scanner",
    "excess",
});

std::string_view mode_of(std::string_view rule) {
  const std::string_view source = split(rule, '/').front();
  if (source == "edit") return kEditRefused;
  const guards::Guard* guard = guards::find(source);
  return guard == nullptr ? std::string_view() : guard->failure_mode;
}

}  // namespace

std::span<const std::string_view> failure_modes() { return kModes; }

std::vector<std::string> failure_modes_of(std::span<const std::string> rules) {
  std::vector<std::string> out;
  for (const std::string_view mode : kModes) {
    const bool named = std::any_of(rules.begin(), rules.end(),
                                   [&](const std::string& rule) { return mode_of(rule) == mode; });
    if (named) out.emplace_back(mode);
  }
  if (out.empty()) out.emplace_back(kUnknownFailure);
  return out;
}

}  // namespace pawl::stages
