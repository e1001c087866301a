#include "config/role_settings.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <type_traits>

#include "base/text/text.hpp"

namespace pawl::config {
namespace {

using Column =
    std::variant<std::string RoleSettings::*, Secret RoleSettings::*,
                 std::optional<std::int64_t> RoleSettings::*, std::optional<double> RoleSettings::*,
                 std::optional<bool> RoleSettings::*>;

struct ColumnRow {
  std::string_view name;  // behind the role
  Column column;
  std::string_view range;
  std::string_view help;  // behind `The planner's `
};

constexpr auto kColumns = std::to_array<ColumnRow>({
    {"model", &RoleSettings::model, "", "model, as provider:model; empty: that of model.spec."},
    {"base_url", &RoleSettings::base_url, "url", "server; empty: that of its provider."},
    {"api_key", &RoleSettings::api_key, "", "key for that server; empty: that of its provider."},
    {"fallback", &RoleSettings::fallback, "", "other models; empty: those of model.fallback."},
    {"timeout", &RoleSettings::timeout_s, "10..600s", "timeout; empty: model.timeout."},
    {"max_tokens", &RoleSettings::max_tokens, "0..1000000",
     "longest answer, in tokens; empty or 0: model.max_tokens."},
    {"context", &RoleSettings::context, "0..100000000",
     "context in tokens; empty: model.context if it has the same model."},
    {"temperature", &RoleSettings::temperature, "0..2", "temperature; empty: model.temperature."},
    {"reasoning_effort", &RoleSettings::reasoning_effort, "none|minimal|low|medium|high",
     "reasoning effort; empty: model.reasoning_effort."},
    {"disable_thinking", &RoleSettings::disable_thinking, "",
     "switch for /no_think; empty: model.disable_thinking."},
    {"disable_thinking_template", &RoleSettings::disable_thinking_template, "",
     "switch for the template; empty: model.disable_thinking_template."},
    {"disable_thinking_top_level", &RoleSettings::disable_thinking_top_level, "",
     "switch at the top; empty: model.disable_thinking_top_level."},
});

struct OlderRow {
  std::string_view key;
  std::string_view names;  // blank-separated
};

constexpr auto kOlder = std::to_array<OlderRow>({
    {"worker.model", "LM_STUDIO_WORKER_MODEL"},
    {"worker.base_url", "LM_STUDIO_WORKER_BASE_URL"},
    {"worker.max_tokens", "LM_STUDIO_WORKER_MAX_TOKENS"},
    {"worker.disable_thinking", "LM_STUDIO_WORKER_DISABLE_THINKING"},
    {"worker.disable_thinking_template", "LM_STUDIO_WORKER_DISABLE_THINKING_TEMPLATE_KWARG"},
    {"worker.disable_thinking_top_level", "LM_STUDIO_WORKER_DISABLE_THINKING_TOPLEVEL"},
    {"reviewer.model", "LM_STUDIO_REVIEW_MODEL"},
    {"reviewer.base_url", "LM_STUDIO_REVIEW_BASE_URL"},
    {"reviewer.max_tokens", "LM_STUDIO_SELFREVIEW_MAX_TOKENS"},
    {"reviewer.disable_thinking", "LM_STUDIO_REVIEW_DISABLE_THINKING"},
    {"reviewer.disable_thinking_template", "LM_STUDIO_REVIEW_DISABLE_THINKING_TEMPLATE_KWARG"},
    {"reviewer.disable_thinking_top_level", "LM_STUDIO_REVIEW_DISABLE_THINKING_TOPLEVEL"},
    {"critic.model", "CRITIC_PANEL_MODEL CRITIC_MODEL"},
    {"critic.temperature", "CRITIC_PANEL_TEMPERATURE"},
    {"devil.model", "CRITIC_PANEL_DEVIL_MODEL"},
    {"devil.base_url", "CRITIC_PANEL_DEVIL_BASE_URL"},
    {"devil.temperature", "CRITIC_PANEL_DEVIL_TEMPERATURE"},
    {"questioner.model", "CRITIC_QA_QUESTIONER_MODEL"},
    {"questioner.base_url", "CRITIC_QA_QUESTIONER_BASE_URL"},
    {"defender.model", "CRITIC_QA_DEFENDER_MODEL"},
    {"defender.base_url", "CRITIC_QA_DEFENDER_BASE_URL"},
});

std::string_view older_names(std::string_view key) {
  const auto row = std::find_if(kOlder.begin(), kOlder.end(),
                                [&](const OlderRow& each) { return each.key == key; });
  return row == kOlder.end() ? std::string_view() : row->names;
}

Field field_of(Role role, const Column& column) {
  return std::visit(
      [role](auto member) -> Field {
        using Value = std::decay_t<decltype(std::declval<RoleSettings>().*member)>;
        return RoleField<Value>{role, member};
      },
      column);
}

// Rows, and the texts their views point into.
struct Table {
  std::deque<std::string> texts;
  std::vector<Setting> rows;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
};

void add_row(Table& table, Role role, const ColumnRow& column) {
  const std::string name(to_string(role));
  const std::string_view key = table.keep(name + "." + std::string(column.name));
  const std::string_view env = table.keep("PAWL_" + upper(name) + "_" + upper(column.name));
  const std::string_view help = table.keep("The " + name + "'s " + std::string(column.help));
  table.rows.push_back({.key = key,
                        .field = field_of(role, column.column),
                        .default_text = "",
                        .env = env,
                        .older_names = older_names(key),
                        .range = column.range,
                        .help = help});
}

Table make_table() {
  Table table;
  table.rows.reserve(kRoles * kColumns.size());
  for (std::size_t role = 0; role < kRoles; ++role) {
    for (const ColumnRow& column : kColumns) add_row(table, static_cast<Role>(role), column);
  }
  return table;
}

}  // namespace

std::string_view to_string(Role role) {
  switch (role) {
    case Role::planner: return "planner";
    case Role::worker: return "worker";
    case Role::reviewer: return "reviewer";
    case Role::critic: return "critic";
    case Role::fixer: return "fixer";
    case Role::devil: return "devil";
    case Role::questioner: return "questioner";
    case Role::defender: return "defender";
  }
  return "planner";
}

std::span<const Setting> role_settings() {
  static const Table table = make_table();
  return table.rows;
}

}  // namespace pawl::config
