#include "guards/config/configured.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "config/value.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

Result<std::vector<std::string>> listed_guards(std::string_view text, std::string_view setting) {
  std::vector<std::string> ids;
  for (const std::string_view item : split(text, ',')) {
    if (!trim(item).empty()) ids.emplace_back(trim(item));
  }
  const Status known = check_ids(ids);
  if (known) return ids;
  return fail(Errc::invalid, std::string(setting) + ": " + known.error().message);
}

Severity severity_setting(std::string_view word) {
  return word == "info" ? Severity::info : word == "warning" ? Severity::warning : Severity::error;
}

// Commands and files of this machine.
constexpr auto kOfMachine =
    fixed_words("guards.scanners", "semgrep.config", "semgrep.program", "trivy.program");
constexpr std::string_view kSet = "set";

bool is_of_machine(const config::Setting& setting) {
  return std::find(kOfMachine.begin(), kOfMachine.end(), setting.key) != kOfMachine.end();
}

// How long something may take changes no ruling but to unknown.
bool is_judging(const config::Setting& setting) {
  const std::string_view key = setting.key;
  const bool guards = key.starts_with("guards.") || key.starts_with("tests.mutants") ||
                      key.starts_with("psi.") || is_of_machine(setting);
  const bool time = key.ends_with("_timeout") || key.ends_with("_time");
  return guards && !time && !config::is_secret(setting);
}

}  // namespace

Result<Policy> configured_policy(const config::Config& config) {
  Policy policy;
  TRY_ASSIGN(policy.enable, listed_guards(config.guards_enable, "guards.enable"));
  TRY_ASSIGN(policy.skip, listed_guards(config.guards_disable, "guards.disable"));
  const auto row = [&](std::string_view id, bool on) {
    const Guard* guard = find(id);
    if (guard == nullptr || guard->on == on) return;
    (on ? policy.enable : policy.skip).emplace_back(id);
  };
  row("build", config.guard_build);
  row("tests", config.guard_tests);
  row("semgrep", config.guard_semgrep);
  row("trivy", config.guard_trivy);
  row("scanners", !trim(config.scanners).empty());
  // The full score holds all of the lite one.
  row("psi-lite", config.guard_psi_lite && !config.guard_psi_full);
  row("psi-full", config.guard_psi_full);
  row("dead-code", config.guard_dead_code);
  row("abandoned-helper", config.guard_abandoned);
  row("echo-chamber", config.guard_echo_chamber);
  row("config-keys", config.guard_config_keys);
  row("config-shape", config.guard_config_shape);
  return policy;
}

Result<std::vector<Suppression>> suppressions_of(const repo::RepoView& base) {
  const std::optional<std::string> text = base.text(kSuppressionsPath);
  if (!text) return std::vector<Suppression>();
  return parse_suppressions(*text);
}

Settings configured_settings(const config::Config& config) {
  Settings settings;
  settings.doc_shrink_floor = config.doc_shrink_floor;
  settings.doc_bulk_shrink = config.doc_bulk_shrink;
  settings.semgrep_floor = severity_setting(config.semgrep_severity);
  settings.trivy_floor = severity_setting(config.trivy_severity);
  settings.scan_floor = severity_setting(config.scanners_severity);
  settings.trivy_touched_only = config.trivy_touched_only;
  settings.mutants_killed = config.mutants_killed;
  settings.psi_alpha = config.psi_alpha;
  settings.psi_beta = config.psi_beta;
  settings.psi_gamma = config.psi_gamma;
  settings.psi_lambda = config.psi_lambda;
  settings.psi_lite_threshold = config.psi_lite_threshold;
  settings.psi_full_threshold = config.psi_full_threshold;
  settings.psi_phi_hard_min = config.psi_phi_hard_min;
  settings.psi_delete_allowed = config.psi_delete_allowed;
  return settings;
}

Json judging_settings(const config::Config& config) {
  Json json = Json::object();
  for (const config::Setting& setting : config::settings()) {
    if (!is_judging(setting)) continue;
    const std::string text = config::shown(config, setting);
    if (text == setting.default_text) continue;
    json.set(setting.key, is_of_machine(setting) ? std::string(kSet) : text);
  }
  return json;
}

Result<config::Config> with_judging_settings(config::Config config, const Json& settings) {
  for (const auto& [key, value] : settings.members()) {
    const config::Setting* known = config::find_setting(key);
    if (known == nullptr || !is_judging(*known) || !value.is_string()) {
      return fail(Errc::invalid, "no setting of guards: \"" + printable(key, 60) + "\"");
    }
    // Nobody else names a command or a file of this machine.
    if (is_of_machine(*known) && value.text() != kSet) {
      return fail(Errc::invalid, "a setting of another machine: " + std::string(known->key));
    }
  }
  for (const config::Setting& setting : config::settings()) {
    if (!is_judging(setting)) continue;
    const Json& given = settings[setting.key];
    if (is_of_machine(setting) && given.text() == kSet) continue;
    const std::string text = given.string_or(setting.default_text);
    TRY_ASSIGN([[maybe_unused]] const auto remark,
               config::assign(config, setting, text, config::OutOfRange::refuse)
                   .during("setting " + std::string(setting.key)));
  }
  return config;
}

}  // namespace pawl::guards
