// All settings, resolved once: flag, environment, config.toml, default.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/secrets/secret.hpp"
#include "os/files/files.hpp"

namespace pawl::config {

// Who asks a model. Planner and worker are asked by stages; the others have their settings all the
// same, so that whoever asks in their name finds them.
enum class Role : std::uint8_t {
  planner,
  worker,
  reviewer,
  critic,
  fixer,
  devil,
  questioner,
  defender
};
inline constexpr std::size_t kRoles = 8;
std::string_view to_string(Role role);

// What a role has of its own; what is empty is that of `model.*`.
struct RoleSettings {
  std::string model;  // provider:model
  std::string base_url;
  Secret api_key;
  std::string fallback;  // model specs, separated by commas
  std::optional<std::int64_t> timeout_s;
  std::optional<std::int64_t> max_tokens;
  std::optional<std::int64_t> context;
  std::optional<double> temperature;
  std::string reasoning_effort;
  std::optional<bool> disable_thinking;
  std::optional<bool> disable_thinking_template;
  std::optional<bool> disable_thinking_top_level;
};

// Limits of a budget; 0 is none.
struct Limits {
  double cost = 0;  // US dollars
  std::int64_t tokens = 0;
  std::int64_t time_s = 0;
};

// What opens a repository on GitHub for now.
struct GithubLogin {
  Secret token;
  bool writes = false;  // to its contents and pull requests, as whoever gave it says
};
// For a repository (`owner/repo`). `refused` is one that GitHub does not take any more; empty:
// none.
using GithubLogins =
    std::function<Result<GithubLogin>(const std::string& repository, const Secret& refused)>;

struct Config {
  std::string model;  // provider:model; `recipes:` by default
  std::array<RoleSettings, kRoles> roles;
  const RoleSettings& role(Role role) const { return roles[static_cast<std::size_t>(role)]; }
  Limits call_budget;
  Limits stage_budget;
  Limits run_budget;
  Limits day_budget;
  bool run_cost_by_default = false;  // nobody set what a run may cost
  double budget_wrap_up = 0;         // share of the run's
  std::string prices_file;
  std::string model_base_url;
  Secret model_api_key;
  Secret openai_api_key;              // of api.openai.com
  std::string fallback;               // model specs, separated by commas
  std::int64_t context = 0;           // 0: as the server reports
  std::string reasoning_effort;       // empty: not sent
  std::int64_t circuit_failures = 0;  // in a row, that open a circuit; 0: never
  std::int64_t circuit_cooldown_s = 0;
  std::string anthropic_base_url;
  Secret anthropic_api_key;
  std::string gemini_base_url;  // for agents
  Secret gemini_api_key;
  std::string agent_programs;  // `claude=/path; codex=/path`
  double temperature = 0;
  std::int64_t max_tokens = 0;
  std::int64_t model_timeout_s = 0;
  std::int64_t model_retries = 0;
  bool model_stream = true;
  bool allow_plain_http = false;  // a key may go to another machine over http
  bool disable_thinking = false;
  bool disable_thinking_template = false;
  bool disable_thinking_top_level = false;
  std::string bot_name;
  std::string bot_email;
  Secret github_token;
  std::string github_app_id;             // number or client id of a GitHub App; empty: none
  std::string github_app_key;            // the file of its private key
  std::int64_t github_installation = 0;  // of the App; 0: GitHub is asked for it
  GithubLogins github_app;               // that App's; set by whoever starts Pawl, with an id alone
  bool github_gh_login = true;           // where no token is set
  std::string github_api_url;            // REST; empty: that of github.com
  double github_reserve = 0;             // share of an hour's requests that is left to people
  std::int64_t github_write_gap_ms = 0;  // between two writes
  std::string github_base_guard;         // any, require
  std::string forge;                     // auto, local, github
  std::int64_t open_pulls_max = 0;       // of Pawl's, in a repository; 0: no limit
  std::int64_t opened_hour_max = 0;      // likewise, opened within an hour
  std::string forge_draft;               // auto, always, never
  bool forge_fork = true;                // where pushing is not allowed
  std::string forge_ai_policy;           // follow, ignore
  std::string sign_off;                  // auto, always, never
  std::string sign;                      // off, gpg, ssh
  std::string sign_key;
  bool ci_watch = true;
  bool ci_fix = true;
  std::int64_t ci_poll_s = 0;
  std::int64_t ci_grace_s = 0;
  std::int64_t ci_timeout_s = 0;
  std::int64_t ci_rounds = 0;
  std::string ci_command;                   // `NAME: COMMAND`, lines or parts between `;;`
  bool self_review = true;                  // a model reads the pull request of a run
  std::int64_t self_review_tokens_max = 0;  // of all its questions
  std::string review_trust;                 // the least association that is listened to
  std::string critics_mode;                 // off, advisory, blocking
  std::string critics_personas;             // separated by commas
  bool critics_devil = false;
  double critics_devil_risk = 0;  // of a change that is worth it
  bool critics_refine = true;     // what it finds grave is mended once
  bool critics_qa = false;        // questions are asked about the branch, and answered
  bool critics_qa_apply = false;  // what no answer carries is mended once
  std::int64_t critics_tokens_max = 0;
  std::int64_t attempts_max = 0;  // of a subtask
  bool run_checks = true;         // build and test metrics
  std::int64_t build_timeout_s = 0;
  std::int64_t test_timeout_s = 0;
  bool prepare_checks = true;  // dependencies are fetched first
  std::int64_t prepare_timeout_s = 0;
  std::string check_mirrors;  // `npm=URL; pip=URL`
  std::string check_setup;    // `NAME: COMMAND`, lines or parts between `;;`
  std::string check_lend;     // checkout, maven
  std::int64_t mutants_max = 0;
  std::int64_t mutants_time_s = 0;
  double mutants_killed = 0;   // the share new tests have to notice
  std::string guards_enable;   // ids, separated by commas
  std::string guards_disable;  // likewise
  bool guard_dead_code = false;
  bool guard_abandoned = false;
  bool guard_echo_chamber = false;
  bool guard_config_keys = true;
  bool guard_config_shape = true;
  double doc_shrink_floor = 0;
  bool doc_bulk_shrink = true;
  std::string sandbox;                  // auto, require, off
  std::int64_t sandbox_memory_mib = 0;  // 0: three quarters of the machine's
  std::int64_t sandbox_disk_mib = 16384;
  std::int64_t sandbox_processes = 1024;
  bool guard_build = true;
  bool guard_tests = true;
  bool guard_semgrep = false;
  std::string semgrep_severity;  // the least that refuses: error, warning, info
  std::string semgrep_program;
  std::string semgrep_config;
  std::int64_t semgrep_timeout_s = 0;
  bool guard_trivy = false;
  std::string trivy_severity;
  std::string trivy_program;
  std::int64_t trivy_timeout_s = 0;
  bool trivy_touched_only = false;
  std::string scanners;  // `name=command; name=command`
  std::string scanners_severity;
  std::int64_t scanners_timeout_s = 0;
  bool guard_psi_lite = false;
  bool guard_psi_full = false;
  double psi_alpha = 0;
  double psi_beta = 0;
  double psi_gamma = 0;
  double psi_lambda = 0;
  double psi_lite_threshold = 0;
  double psi_full_threshold = 0;
  double psi_phi_hard_min = 0;
  bool psi_delete_allowed = false;
  bool url_offline = false;            // URLs of documents are not asked for
  std::string scope;                   // the vertical runs are narrowed to; empty: none
  std::string plan_rules_off;          // ids of plan rules that are not applied
  std::string schemas_mirror;          // where public schemas are fetched; empty: their publishers
  std::string memory_gateway;          // URL; empty: none
  std::int64_t memory_threshold = 0;   // failures that speak against a file; 0: never
  std::int64_t prompt_tokens_max = 0;  // budget of one prompt
  std::string default_license;  // SPDX id; empty: the licence recipe refuses without a manifest
  std::string default_author;
  std::string recipes_enabled;        // names, separated by commas; empty: as the repository needs
  std::string security_contact;       // empty: the security policy recipe refuses
  std::string branch_prefix;          // pawl/improve
  std::int64_t analyzer_threads = 0;  // 0: one a core
};

// A field of the settings of one role.
template <class T>
struct RoleField {
  Role role = Role::planner;
  T RoleSettings::*field = nullptr;
};

// A limit of one budget.
template <class T>
struct LimitField {
  Limits Config::*budget = nullptr;
  T Limits::*field = nullptr;
};

using Field =
    std::variant<std::string Config::*, std::int64_t Config::*, double Config::*, bool Config::*,
                 Secret Config::*, RoleField<std::string>, RoleField<Secret>,
                 RoleField<std::optional<std::int64_t>>, RoleField<std::optional<double>>,
                 RoleField<std::optional<bool>>, LimitField<double>, LimitField<std::int64_t>>;

// The value a field stands for: value_at(config, field).
template <class C, class T>
auto& value_at(C& config, T Config::*field) {
  return config.*field;
}
template <class C, class T>
auto& value_at(C& config, const RoleField<T>& field) {
  return config.roles[static_cast<std::size_t>(field.role)].*field.field;
}
template <class C, class T>
auto& value_at(C& config, const LimitField<T>& field) {
  return config.*field.budget.*field.field;
}

struct Setting {
  std::string_view key;  // `model.base_url`, also its place in config.toml
  Field field;
  std::string_view default_text;
  std::string_view env;          // PAWL_…
  std::string_view older_names;  // blank-separated older variables it also answers to, first wins
  // `10..600` for numbers, `10..600s` for times, `a|b|c` for words, `url`, "" for any.
  std::string_view range;
  std::string_view help;  // one line
};

std::span<const Setting> settings();
// By key or by any of its variables; nullptr when there is none.
const Setting* find_setting(std::string_view key_or_variable);
// The key nearest to a misspelt one, if near enough.
std::optional<std::string> nearest_key(std::string_view key);
bool is_secret(const Setting& setting);
// What values are allowed, for people: `a whole number from 10 to 600`, `a time from 10s to 10m …`.
std::string allowed_values(const Setting& setting);

struct Resolved {
  Config config;
  // key → where its value comes from: `flag`, `environment (LM_STUDIO_MODEL)`, `config.toml` or
  // `default`.
  std::map<std::string, std::string, std::less<>> sources;
  std::vector<std::string> warnings;  // clamped values, unknown variables …
  Redactor redactor;  // knows every secret of the configuration and of the environment
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// Errors name key, value, source and what is allowed. An empty variable counts as unset. A number
// outside its range is an error in a flag; from anywhere else it is clamped, with a warning. A
// config.toml others may read, that holds a secret, is a warning. An unknown key in the file is an
// error with the nearest name. Times are `90`, `90s`, `30m`, `2h`, `1h30m`. Booleans: 1/0
// true/false yes/no on/off, any case, trimmed. Through an older variable that names a bare model
// (LM_STUDIO_MODEL) a value is an openai: model; GITOMA_WORKER_BUILD_RETRIES counts retries, which
// is one less than attempts.
Result<Resolved> load(os::Files& files, const std::string& config_file,
                      const Environment& environment,
                      const std::map<std::string, std::string>& flags);

// Checks and writes one value into config.toml (0600, atomic); other lines and comments stay as
// they are. Secrets are taken too: the value comes on standard input, never in argv. `key` may
// also be a variable. invalid when the file is broken or writes the key in a form (inline table,
// text of many lines) that cannot be edited line by line: the file is then left alone.
Status set(os::Files& files, const std::string& config_file, std::string_view key,
           std::string_view value);

// The value as people may see it: secrets as `set` / `not set`.
std::string shown(const Config& config, const Setting& setting);
// What flags set, by key, as texts that set the same again; no secrets.
std::map<std::string, std::string> set_by_flags(const Resolved& resolved);

struct Folders {
  std::string config;
  std::string state;
};
// PAWL_HOME (then `config` and `state` below it), else `pawl` below XDG_CONFIG_HOME and
// XDG_STATE_HOME (relative ones are ignored), else ~/.config/pawl and ~/.local/state/pawl.
// invalid when HOME is not set to a folder either, and when PAWL_HOME is not absolute.
Result<Folders> folders(const Environment& environment);

}  // namespace pawl::config
