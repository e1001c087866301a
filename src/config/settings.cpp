#include <algorithm>
#include <array>

#include "base/text/fixed_columns.hpp"
#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/role_settings.hpp"

namespace pawl::config {
namespace {

consteval auto written_settings() {
  return std::to_array<Setting>({
      {"model.spec", &Config::model, "recipes:", "PAWL_MODEL", "LM_STUDIO_MODEL", "",
       "The model that plans and works, as provider:model."},
      {"model.base_url", &Config::model_base_url, "http://localhost:1234/v1", "PAWL_MODEL_BASE_URL",
       "LM_STUDIO_BASE_URL", "url",
       "Where models of openai: answer: any OpenAI-compatible server."},
      {"model.api_key", &Config::model_api_key, "", "PAWL_MODEL_API_KEY", "LM_STUDIO_API_KEY", "",
       "The key sent there."},
      {"openai.api_key", &Config::openai_api_key, "", "PAWL_OPENAI_API_KEY", "OPENAI_API_KEY", "",
       "The key of OpenAI, sent to https://api.openai.com and nowhere else."},
      {"model.temperature", &Config::temperature, "0.3", "PAWL_MODEL_TEMPERATURE",
       "LM_STUDIO_TEMPERATURE", "0..2", "How freely the model samples."},
      {"model.max_tokens", &Config::max_tokens, "4096", "PAWL_MODEL_MAX_TOKENS",
       "LM_STUDIO_MAX_TOKENS", "1..1000000", "The longest answer asked for, in tokens."},
      {"model.timeout", &Config::model_timeout_s, "120", "PAWL_MODEL_TIMEOUT", "LM_STUDIO_TIMEOUT",
       "10..600s", "How long to wait for the first byte of an answer, and between bytes."},
      {"model.retries", &Config::model_retries, "4", "PAWL_MODEL_RETRIES", "", "0..10",
       "How often a request that failed in passing is sent again."},
      {"model.stream", &Config::model_stream, "true", "PAWL_MODEL_STREAM", "", "",
       "Take answers piece by piece, so that slow ones are not cut off."},
      {"model.allow_plain_http", &Config::allow_plain_http, "false", "PAWL_MODEL_ALLOW_PLAIN_HTTP",
       "", "", "Send a key also over http:// to another machine, where the network may read it."},
      {"model.disable_thinking", &Config::disable_thinking, "false", "PAWL_MODEL_DISABLE_THINKING",
       "LM_STUDIO_DISABLE_THINKING", "", "Append /no_think to the last user message (Qwen3)."},
      {"model.disable_thinking_template", &Config::disable_thinking_template, "false",
       "PAWL_MODEL_DISABLE_THINKING_TEMPLATE", "LM_STUDIO_DISABLE_THINKING_TEMPLATE_KWARG", "",
       "Send chat_template_kwargs {enable_thinking: false} (GLM, Gemma, vLLM)."},
      {"model.disable_thinking_top_level", &Config::disable_thinking_top_level, "false",
       "PAWL_MODEL_DISABLE_THINKING_TOP_LEVEL", "LM_STUDIO_DISABLE_THINKING_TOPLEVEL", "",
       "Send enable_thinking: false at the top of the request."},
      {"model.reasoning_effort", &Config::reasoning_effort, "", "PAWL_MODEL_REASONING_EFFORT", "",
       "none|minimal|low|medium|high",
       "How long the model may think before it answers (openai:); empty: not told."},
      {"model.context", &Config::context, "0", "PAWL_MODEL_CONTEXT", "", "0..100000000",
       "The context of the model in tokens, where its server does not tell it or is wrong; 0: "
       "ask."},
      {"model.fallback", &Config::fallback, "", "PAWL_MODEL_FALLBACK", "", "",
       "Models to ask, in this order, when the model cannot be reached: SPEC, SPEC@URL."},
      {"model.circuit_failures", &Config::circuit_failures, "3", "PAWL_MODEL_CIRCUIT_FAILURES", "",
       "0..100", "Failures in a row after which a model is left alone for a while; 0: never."},
      {"model.circuit_cooldown", &Config::circuit_cooldown_s, "60", "PAWL_MODEL_CIRCUIT_COOLDOWN",
       "", "1..86400s", "How long it is left alone before one call tries it again."},
      {"budget.call_cost", LimitField<double>{&Config::call_budget, &Limits::cost}, "0",
       "PAWL_BUDGET_CALL_COST", "", "0..1000000",
       "US dollars that models may cost, of one call to a model; 0: no limit."},
      {"budget.call_tokens", LimitField<std::int64_t>{&Config::call_budget, &Limits::tokens}, "0",
       "PAWL_BUDGET_CALL_TOKENS", "", "0..1000000000000",
       "Tokens, in and out, of one call to a model; 0: no limit."},
      {"budget.call_time", LimitField<std::int64_t>{&Config::call_budget, &Limits::time_s}, "0",
       "PAWL_BUDGET_CALL_TIME", "", "0..31536000s",
       "How long one call to a model may take, retries included; 0: no limit."},
      {"budget.stage_cost", LimitField<double>{&Config::stage_budget, &Limits::cost}, "0",
       "PAWL_BUDGET_STAGE_COST", "", "0..1000000",
       "US dollars that models may cost, of one stage; 0: no limit."},
      {"budget.stage_tokens", LimitField<std::int64_t>{&Config::stage_budget, &Limits::tokens}, "0",
       "PAWL_BUDGET_STAGE_TOKENS", "", "0..1000000000000",
       "Tokens, in and out, of one stage; 0: no limit."},
      {"budget.stage_time", LimitField<std::int64_t>{&Config::stage_budget, &Limits::time_s}, "0",
       "PAWL_BUDGET_STAGE_TIME", "", "0..31536000s",
       "After how long a stage starts no more calls; 0: no limit."},
      {"budget.run_cost", LimitField<double>{&Config::run_budget, &Limits::cost}, "5",
       "PAWL_BUDGET_RUN_COST", "", "0..1000000",
       "US dollars that models may cost, of the whole run; 0: no limit. The default binds models "
       "whose "
       "price is known."},
      {"budget.run_tokens", LimitField<std::int64_t>{&Config::run_budget, &Limits::tokens}, "0",
       "PAWL_BUDGET_RUN_TOKENS", "", "0..1000000000000",
       "Tokens, in and out, of the whole run; 0: no limit."},
      {"budget.run_time", LimitField<std::int64_t>{&Config::run_budget, &Limits::time_s}, "0",
       "PAWL_BUDGET_RUN_TIME", "", "0..31536000s",
       "After how long a run starts no more calls; 0: no limit."},
      {"budget.day_cost", LimitField<double>{&Config::day_budget, &Limits::cost}, "0",
       "PAWL_BUDGET_DAY_COST", "", "0..1000000",
       "US dollars that models may cost, of all runs of a day (UTC); 0: no limit."},
      {"budget.day_tokens", LimitField<std::int64_t>{&Config::day_budget, &Limits::tokens}, "0",
       "PAWL_BUDGET_DAY_TOKENS", "", "0..1000000000000",
       "Tokens, in and out, of all runs of a day (UTC); 0: no limit."},
      {"budget.day_time", LimitField<std::int64_t>{&Config::day_budget, &Limits::time_s}, "0",
       "PAWL_BUDGET_DAY_TIME", "", "0..31536000s",
       "How long models may work for all runs of a day (UTC); 0: no limit."},
      {"budget.wrap_up", &Config::budget_wrap_up, "0.1", "PAWL_BUDGET_WRAP_UP", "", "0..0.9",
       "The share of the run's limits that is kept for committing, measuring and the pull "
       "request."},
      {"prices.file", &Config::prices_file, "", "PAWL_PRICES_FILE", "", "",
       "A file of prices that go before those Pawl knows, see `pawl help run`; empty: none."},
      {"anthropic.base_url", &Config::anthropic_base_url, "https://api.anthropic.com",
       "PAWL_ANTHROPIC_BASE_URL", "ANTHROPIC_BASE_URL", "url",
       "Where models of anthropic: answer (the Messages API)."},
      {"anthropic.api_key", &Config::anthropic_api_key, "", "PAWL_ANTHROPIC_API_KEY",
       "ANTHROPIC_API_KEY", "", "The key sent there, and nowhere else."},
      {"gemini.base_url", &Config::gemini_base_url, "https://generativelanguage.googleapis.com",
       "PAWL_GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "url",
       "Where models of Gemini answer to agents (generateContent)."},
      {"gemini.api_key", &Config::gemini_api_key, "", "PAWL_GEMINI_API_KEY",
       "GEMINI_API_KEY GOOGLE_API_KEY", "", "The key sent there, and nowhere else."},
      {"agents.programs", &Config::agent_programs, "", "PAWL_AGENTS_PROGRAMS", "", "",
       "Where the programs of coding agents lie, if not in PATH: claude=/path; codex=/path."},
      {"work.attempts", &Config::attempts_max, "2", "PAWL_WORK_ATTEMPTS",
       "GITOMA_WORKER_BUILD_RETRIES", "1..10",
       "How often a subtask is tried before it has failed."},
      {"prompt.tokens_max", &Config::prompt_tokens_max, "16000", "PAWL_PROMPT_TOKENS_MAX", "",
       "1000..1000000",
       "The most a model is asked at once, in tokens; less where its context is smaller."},
      {"memory.gateway", &Config::memory_gateway, "", "PAWL_MEMORY_GATEWAY", "OCCAM_URL", "url",
       "A gateway where observations are shared (Occam Observer); empty: none."},
      {"memory.threshold", &Config::memory_threshold, "2", "PAWL_MEMORY_THRESHOLD",
       "GITOMA_OCCAM_FILTER_THRESHOLD", "0..1000",
       "How often a file fails before plans leave it out for a while; 0: never."},
      {"checks.run", &Config::run_checks, "true", "PAWL_CHECKS_RUN", "", "",
       "Run the target's own build and tests as metrics and as a gate."},
      {"checks.build_timeout", &Config::build_timeout_s, "300", "PAWL_CHECKS_BUILD_TIMEOUT", "",
       "1..7200s", "How long a build may take."},
      {"checks.test_timeout", &Config::test_timeout_s, "300", "PAWL_CHECKS_TEST_TIMEOUT", "",
       "1..7200s", "How long a test run may take."},
      {"checks.prepare", &Config::prepare_checks, "true", "PAWL_CHECKS_PREPARE", "", "",
       "Fetch what a target depends on before its checks, from package registries alone."},
      {"checks.prepare_timeout", &Config::prepare_timeout_s, "900", "PAWL_CHECKS_PREPARE_TIMEOUT",
       "", "1..7200s", "How long that may take, and a setup command."},
      {"checks.mirrors", &Config::check_mirrors, "", "PAWL_CHECKS_MIRRORS", "", "",
       "Registries to ask in place of the public ones: npm=URL; pip=URL; cargo=URL; go=URL; "
       "bundler=URL; composer=URL."},
      {"checks.setup", &Config::check_setup, "", "PAWL_CHECKS_SETUP", "", "",
       "Commands run in each copy before its checks: NAME: COMMAND;; NAME: COMMAND; * is any."},
      {"checks.lend", &Config::check_lend, "", "PAWL_CHECKS_LEND", "", "",
       "What checks may read of yours: checkout (node_modules, .venv), maven (~/.m2/repository)."},
      {"tests.mutants_max", &Config::mutants_max, "12", "PAWL_TESTS_MUTANTS_MAX", "", "1..500",
       "On how many wrong versions of the code new tests are tried."},
      {"tests.mutants_time", &Config::mutants_time_s, "600", "PAWL_TESTS_MUTANTS_TIME", "",
       "10..7200s", "How long that may take."},
      {"tests.mutants_killed", &Config::mutants_killed, "0.5", "PAWL_TESTS_MUTANTS_KILLED", "",
       "0..1", "The share of them that the new tests of a file must notice; each must notice one."},
      {"guards.enable", &Config::guards_enable, "", "PAWL_GUARDS_ENABLE", "", "",
       "Guards to switch on besides those that are on, by id or code, separated by commas."},
      {"guards.disable", &Config::guards_disable, "", "PAWL_GUARDS_DISABLE", "", "",
       "Guards to switch off."},
      {"guards.build", &Config::guard_build, "true", "PAWL_GUARDS_BUILD", "", "",
       "Refuse changes that break the build."},
      {"guards.tests", &Config::guard_tests, "true", "PAWL_GUARDS_TESTS",
       "GITOMA_TEST_REGRESSION_GATE", "", "Refuse changes that break a test."},
      {"guards.semgrep", &Config::guard_semgrep, "false", "PAWL_GUARDS_SEMGREP",
       "GITOMA_G21_SEMGREP", "", "Refuse what Semgrep finds in the change and not in its base."},
      {"guards.semgrep_severity", &Config::semgrep_severity, "error",
       "PAWL_GUARDS_SEMGREP_SEVERITY", "GITOMA_G21_SEVERITY", "error|warning|info",
       "The least severity of it that refuses."},
      {"semgrep.program", &Config::semgrep_program, "semgrep", "PAWL_SEMGREP_PROGRAM",
       "SEMGREP_BIN", "", "The program, by name or path."},
      {"semgrep.config", &Config::semgrep_config, "p/default", "PAWL_SEMGREP_CONFIG",
       "SEMGREP_CONFIG", "",
       "Its rules: a file of the repository (the base's counts), a pack, or auto."},
      {"semgrep.timeout", &Config::semgrep_timeout_s, "60", "PAWL_SEMGREP_TIMEOUT",
       "SEMGREP_TIMEOUT_S", "5..3600s", "How long one scan may take."},
      {"guards.trivy", &Config::guard_trivy, "false", "PAWL_GUARDS_TRIVY", "GITOMA_G22_TRIVY", "",
       "Refuse what Trivy finds in the change and not in its base."},
      {"guards.trivy_severity", &Config::trivy_severity, "error", "PAWL_GUARDS_TRIVY_SEVERITY",
       "GITOMA_G22_SEVERITY", "error|warning|info", "The least severity of it that refuses."},
      {"guards.trivy_touched_only", &Config::trivy_touched_only, "false",
       "PAWL_GUARDS_TRIVY_TOUCHED_ONLY", "GITOMA_G22_TOUCHED_ONLY", "",
       "Only findings in files the change touches."},
      {"trivy.program", &Config::trivy_program, "trivy", "PAWL_TRIVY_PROGRAM", "TRIVY_BIN", "",
       "The program, by name or path."},
      {"trivy.timeout", &Config::trivy_timeout_s, "90", "PAWL_TRIVY_TIMEOUT", "TRIVY_TIMEOUT_S",
       "10..3600s", "How long one scan may take."},
      {"guards.scanners", &Config::scanners, "", "PAWL_GUARDS_SCANNERS", "", "",
       "Further scanners that print SARIF: name=command, separated by semicolons."},
      {"guards.scanners_severity", &Config::scanners_severity, "error",
       "PAWL_GUARDS_SCANNERS_SEVERITY", "", "error|warning|info",
       "The least severity of theirs that refuses."},
      {"guards.scanners_timeout", &Config::scanners_timeout_s, "120",
       "PAWL_GUARDS_SCANNERS_TIMEOUT", "", "5..3600s", "How long one of their scans may take."},
      {"guards.psi_lite", &Config::guard_psi_lite, "false", "PAWL_GUARDS_PSI_LITE",
       "GITOMA_PSI_LITE", "", "Refuse changes whose lite score is too low."},
      {"guards.psi_full", &Config::guard_psi_full, "false", "PAWL_GUARDS_PSI_FULL",
       "GITOMA_PSI_FULL", "", "Refuse changes whose full score is too low."},
      {"psi.alpha", &Config::psi_alpha, "1", "PAWL_PSI_ALPHA", "GITOMA_PSI_ALPHA", "0..10",
       "The weight of grounding."},
      {"psi.beta", &Config::psi_beta, "0.5", "PAWL_PSI_BETA", "GITOMA_PSI_BETA", "0..10",
       "The weight of a small blast radius."},
      {"psi.gamma", &Config::psi_gamma, "0.3", "PAWL_PSI_GAMMA", "GITOMA_PSI_GAMMA", "0..10",
       "The weight of kept structure."},
      {"psi.lambda", &Config::psi_lambda, "1", "PAWL_PSI_LAMBDA", "GITOMA_PSI_LAMBDA", "0..10",
       "The weight of careless text."},
      {"psi.lite_threshold", &Config::psi_lite_threshold, "0.5", "PAWL_PSI_LITE_THRESHOLD",
       "GITOMA_PSI_LITE_THRESHOLD", "0..1", "The lite score below which a change is refused."},
      {"psi.full_threshold", &Config::psi_full_threshold, "1", "PAWL_PSI_FULL_THRESHOLD",
       "GITOMA_PSI_FULL_THRESHOLD", "0..5", "The full score below which a change is refused."},
      {"psi.phi_hard_min", &Config::psi_phi_hard_min, "0.2", "PAWL_PSI_PHI_HARD_MIN",
       "GITOMA_PSI_PHI_HARD_MIN", "0..1",
       "The blast radius score below which a change is refused."},
      {"psi.delete_allowed", &Config::psi_delete_allowed, "false", "PAWL_PSI_DELETE_ALLOWED",
       "GITOMA_PSI_DELETE_ALLOWED", "", "Whether a removed file costs no structure."},
      {"guards.dead_code", &Config::guard_dead_code, "false", "PAWL_GUARDS_DEAD_CODE",
       "GITOMA_G16_DEAD_CODE", "", "Refuse new public symbols that nobody uses."},
      {"guards.abandoned_helper", &Config::guard_abandoned, "false", "PAWL_GUARDS_ABANDONED_HELPER",
       "GITOMA_G18_ABANDONED", "", "Refuse changes that leave a helper without its last user."},
      {"guards.echo_chamber", &Config::guard_echo_chamber, "false", "PAWL_GUARDS_ECHO_CHAMBER",
       "GITOMA_G19_ECHO_CHAMBER", "", "Refuse new code that only other new code uses."},
      {"guards.config_keys", &Config::guard_config_keys, "true", "PAWL_GUARDS_CONFIG_KEYS",
       "GITOMA_G23_CONFIG_KEYS", "", "Refuse configuration keys their tool does not know."},
      {"guards.config_shape", &Config::guard_config_shape, "true", "PAWL_GUARDS_CONFIG_SHAPE",
       "GITOMA_G24_CONFIG_STRUCTURE", "", "Refuse configuration values of the wrong shape."},
      {"guards.doc_shrink_floor", &Config::doc_shrink_floor, "0.3", "PAWL_GUARDS_DOC_SHRINK_FLOOR",
       "GITOMA_G13_DOC_SHRINK_FLOOR", "0..1", "The share of a document's text that must survive."},
      {"guards.doc_bulk_shrink", &Config::doc_bulk_shrink, "true", "PAWL_GUARDS_DOC_BULK_SHRINK",
       "GITOMA_G13_BULK_SHRINK", "", "Whether to look at that share at all."},
      {"sandbox.mode", &Config::sandbox, "auto", "PAWL_SANDBOX", "", "auto|require|off",
       "Confine the target's commands where possible and run none elsewhere (auto), end the run "
       "there "
       "(require), or run them with your rights (off)."},
      {"sandbox.memory_mib", &Config::sandbox_memory_mib, "0", "PAWL_SANDBOX_MEMORY_MIB", "",
       "0..16777216", "Memory of all processes of a command; 0: three quarters of the machine's."},
      {"sandbox.disk_mib", &Config::sandbox_disk_mib, "16384", "PAWL_SANDBOX_DISK_MIB", "",
       "1..16777216", "Disk space a command may fill, and never more than half of what is free."},
      {"sandbox.processes", &Config::sandbox_processes, "1024", "PAWL_SANDBOX_PROCESSES", "",
       "32..65536", "Processes and threads of a command at a time."},
      {"guards.url_offline", &Config::url_offline, "false", "PAWL_GUARDS_URL_OFFLINE",
       "GITOMA_URL_GROUNDING_OFFLINE", "",
       "Ask no server whether the URLs of documents lead anywhere."},
      {"plan.scope", &Config::scope, "", "PAWL_SCOPE", "GITOMA_SCOPE", "",
       "The one kind of work runs are narrowed to: docs, quality or tests; empty: all."},
      {"plan.rules_off", &Config::plan_rules_off, "", "PAWL_PLAN_RULES_OFF", "", "",
       "Plan rules that are not applied, by id, as in real-bug,readme-only."},
      {"schemas.mirror", &Config::schemas_mirror, "", "PAWL_SCHEMAS_MIRROR", "", "url",
       "A server to fetch public schemas from, as MIRROR/package.json; empty: their publishers."},
      {"analyze.threads", &Config::analyzer_threads, "0", "PAWL_ANALYZE_THREADS", "", "0..256",
       "Analyzers at a time; 0: one a core."},
      {"forge.kind", &Config::forge, "auto", "PAWL_FORGE", "", "auto|local|github",
       "Where pull requests are opened: on GitHub for targets there, else on this machine (auto), "
       "or "
       "always in one place."},
      {"forge.open_max", &Config::open_pulls_max, "3", "PAWL_FORGE_OPEN_MAX", "", "0..1000",
       "How many pull requests of Pawl's may be open in a repository: a run that would open one "
       "more "
       "does not begin; 0: no limit."},
      {"self_review.run", &Config::self_review, "true", "PAWL_SELF_REVIEW_RUN", "", "",
       "Let the reviewer read the pull request that a run opened, and comment on it."},
      {"self_review.tokens_max", &Config::self_review_tokens_max, "60000",
       "PAWL_SELF_REVIEW_TOKENS_MAX", "", "1000..100000000",
       "The most it is asked in all, in tokens; how much of the change that was is said."},
      {"review.trust", &Config::review_trust, "collaborator", "PAWL_REVIEW_TRUST", "",
       "owner|member|collaborator|contributor|none",
       "Who is listened to in reviews of Pawl's pull requests: authors who are at least this to "
       "the "
       "repository."},
      {"critics.mode", &Config::critics_mode, "off", "PAWL_CRITICS_MODE", "CRITIC_PANEL_MODE",
       "off|advisory|blocking",
       "Let a panel read the branch before it is offered; blocking: nothing is offered that has a "
       "blocker, or that nobody could judge."},
      {"critics.personas", &Config::critics_personas, "dev,arch,contributor",
       "PAWL_CRITICS_PERSONAS", "CRITIC_PANEL_PERSONAS", "",
       "Who sits in the panel, separated by commas: dev, arch, contributor."},
      {"critics.devil", &Config::critics_devil, "false", "PAWL_CRITICS_DEVIL", "CRITIC_PANEL_DEVIL",
       "", "Let an adversary read the branch, too, where the change is risky."},
      {"critics.devil_risk", &Config::critics_devil_risk, "0.3", "PAWL_CRITICS_DEVIL_RISK", "",
       "0..1", "The risk of a change from which on it is asked; 0: always."},
      {"critics.refine", &Config::critics_refine, "true", "PAWL_CRITICS_REFINE", "", "",
       "Let the worker mend once what the adversary finds grave, behind all guards."},
      {"critics.qa", &Config::critics_qa, "false", "PAWL_CRITICS_QA", "CRITIC_QA_ENABLED", "",
       "Let one model ask three questions about the branch, and another answer them with lines."},
      {"critics.qa_apply", &Config::critics_qa_apply, "false", "PAWL_CRITICS_QA_APPLY",
       "CRITIC_QA_APPLY", "",
       "Let the worker mend once what those answers leave open, behind all guards."},
      {"critics.tokens_max", &Config::critics_tokens_max, "60000", "PAWL_CRITICS_TOKENS_MAX", "",
       "1000..100000000", "The most that each of them is asked in all, in tokens."},
      {"ci.watch", &Config::ci_watch, "true", "PAWL_CI_WATCH", "", "",
       "Watch the checks of a pull request after it was opened."},
      {"ci.fix", &Config::ci_fix, "true", "PAWL_CI_FIX", "", "",
       "Repair what the run broke, once, when they fail."},
      {"ci.poll", &Config::ci_poll_s, "30", "PAWL_CI_POLL", "", "1..3600s",
       "How long to wait between two looks at the checks."},
      {"ci.grace", &Config::ci_grace_s, "120", "PAWL_CI_GRACE", "", "0..3600s",
       "How long to wait for the first check of a commit to appear."},
      {"ci.timeout", &Config::ci_timeout_s, "1200", "PAWL_CI_TIMEOUT", "", "1..86400s",
       "For how long checks are watched; also how long the command of ci.command may take."},
      {"ci.rounds", &Config::ci_rounds, "3", "PAWL_CI_ROUNDS", "", "1..10",
       "How often a repair may be proposed before CI is left to a person."},
      {"ci.command", &Config::ci_command, "", "PAWL_CI_COMMAND", "", "",
       "The CI of repositories on this machine, run in the sandbox: NAME: COMMAND;; NAME: COMMAND; "
       "* "
       "is any."},
      {"forge.open_per_hour", &Config::opened_hour_max, "2", "PAWL_FORGE_OPEN_PER_HOUR", "",
       "0..1000",
       "How many pull requests of Pawl's may be opened in a repository on GitHub within an hour: a "
       "run "
       "that would open one more does not begin; 0: no limit."},
      {"forge.draft", &Config::forge_draft, "auto", "PAWL_FORGE_DRAFT", "", "auto|always|never",
       "Whether a pull request is opened as a draft: when builds and tests could not be run on it "
       "(auto), always or never."},
      {"forge.fork", &Config::forge_fork, "true", "PAWL_FORGE_FORK", "", "",
       "Whether a branch goes to a fork of the token's user where it may not be pushed to the "
       "repository."},
      {"forge.ai_policy", &Config::forge_ai_policy, "follow", "PAWL_FORGE_AI_POLICY", "",
       "follow|ignore",
       "What the documents of a repository say of contributions by programs: a run does not begin "
       "where they are not wanted, and says what it is where that is asked for; ignore is for "
       "repositories of your own."},
      {"commits.sign_off", &Config::sign_off, "auto", "PAWL_COMMITS_SIGN_OFF", "",
       "auto|always|never",
       "Whether commits end with Signed-off-by, by bot.name and bot.email: where the repository "
       "asks "
       "for it (auto), always or never."},
      {"commits.sign", &Config::sign, "off", "PAWL_COMMITS_SIGN", "", "off|gpg|ssh",
       "Whether commits are signed, by gpg or by a key of ssh; a run does not begin where that "
       "fails."},
      {"commits.sign_key", &Config::sign_key, "", "PAWL_COMMITS_SIGN_KEY_ID", "", "",
       "What they are signed with: a key id of gpg, or the file of a key of ssh."},
      {"github.token", &Config::github_token, "", "PAWL_GITHUB_TOKEN", "GITHUB_TOKEN GH_TOKEN", "",
       "The token for repositories on github.com, or on the server that github.api_url names, and "
       "nowhere else."},
      {"github.app_id", &Config::github_app_id, "", "PAWL_GITHUB_APP_ID", "", "",
       "The GitHub App that Pawl works as, by its number or client id; empty: the token is used."},
      {"github.app_key", &Config::github_app_key, "", "PAWL_GITHUB_APP_KEY_FILE", "", "",
       "The file with the private key of that App (PEM), which you alone may read."},
      {"github.app_installation", &Config::github_installation, "0", "PAWL_GITHUB_APP_INSTALLATION",
       "", "0..9007199254740991",
       "The number of the App's installation; 0: GitHub is asked for that of the repository."},
      {"github.gh_login", &Config::github_gh_login, "true", "PAWL_GITHUB_GH_LOGIN", "", "",
       "Whether the login of GitHub's program gh is used where no token is set."},
      {"github.api_url", &Config::github_api_url, "", "PAWL_GITHUB_API_URL", "GITHUB_API_URL",
       "url",
       "Where GitHub's REST answers, as https://HOST/api/v3 of GitHub Enterprise Server; empty: "
       "https://api.github.com."},
      {"github.reserve", &Config::github_reserve, "0.4", "PAWL_GITHUB_RESERVE", "", "0..0.95",
       "The share of an hour's requests that Pawl leaves to people who use the same token."},
      {"github.write_gap_ms", &Config::github_write_gap_ms, "1000", "PAWL_GITHUB_WRITE_GAP_MS", "",
       "0..60000", "Milliseconds between two writes to GitHub, which asks for a second."},
      {"github.base_guard", &Config::github_base_guard, "any", "PAWL_GITHUB_BASE_GUARD", "",
       "any|require",
       "With require, a run begins only where the token cannot change the base branch but by a "
       "pull "
       "request."},
      {"bot.name", &Config::bot_name, "Pawl", "PAWL_BOT_NAME", "BOT_NAME", "",
       "The author of Pawl's commits."},
      {"bot.email", &Config::bot_email, "pawl@localhost", "PAWL_BOT_EMAIL", "BOT_EMAIL", "",
       "The author's address."},
      {"run.branch_prefix", &Config::branch_prefix, "pawl/improve", "PAWL_RUN_BRANCH_PREFIX", "",
       "", "How the branches of runs begin."},
      {"recipes.license", &Config::default_license, "", "PAWL_RECIPES_LICENSE", "", "",
       "The SPDX id used where no manifest names a licence; empty: no licence is written then."},
      {"recipes.author", &Config::default_author, "", "PAWL_RECIPES_AUTHOR", "", "",
       "The copyright holder used where no manifest names one."},
      {"recipes.enabled", &Config::recipes_enabled, "", "PAWL_RECIPES_ENABLED", "", "",
       "The only recipes that recipes: follows, by name, separated by commas; empty: those that "
       "mend "
       "what the repository proves broken or missing."},
      {"recipes.security_contact", &Config::security_contact, "", "PAWL_RECIPES_SECURITY_CONTACT",
       "", "",
       "The address or page for reports of vulnerabilities; empty: no security policy is written."},
  });
}

constexpr auto kTexts =
    fixed_columns<&Setting::key, &Setting::default_text, &Setting::env, &Setting::older_names,
                  &Setting::range, &Setting::help>([] { return written_settings(); });

constexpr auto kFields = [] {
  std::array<Field, kTexts.size()> fields;
  const auto rows = written_settings();
  std::transform(rows.begin(), rows.end(), fields.begin(),
                 [](const Setting& row) { return row.field; });
  return fields;
}();

}  // namespace

std::span<const Setting> settings() {
  static const std::vector<Setting> all = [] {
    const std::span<const Setting> of_roles = role_settings();
    std::vector<Setting> rows;
    rows.reserve(kTexts.size() + of_roles.size());
    for (std::size_t n = 0; n < kTexts.size(); ++n) {
      rows.push_back({.key = {}, .field = kFields[n]});
      kTexts.put(n, rows.back());
    }
    rows.insert(rows.end(), of_roles.begin(), of_roles.end());
    return rows;
  }();
  return all;
}

const Setting* find_setting(std::string_view key_or_variable) {
  for (const Setting& setting : settings()) {
    if (setting.key == key_or_variable || setting.env == key_or_variable) return &setting;
    for (const std::string_view older : split_words(setting.older_names)) {
      if (older == key_or_variable) return &setting;
    }
  }
  return nullptr;
}

std::optional<std::string> nearest_key(std::string_view key) {
  std::vector<std::string> keys;
  for (const Setting& setting : settings()) keys.emplace_back(setting.key);
  return nearest(key, keys);
}

bool is_secret(const Setting& setting) {
  return std::holds_alternative<Secret Config::*>(setting.field) ||
         std::holds_alternative<RoleField<Secret>>(setting.field);
}

}  // namespace pawl::config
