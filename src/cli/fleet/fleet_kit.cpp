#include "cli/fleet/fleet_kit.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/runs.hpp"
#include "llm/spending/prices.hpp"
#include "run/run_index.hpp"

namespace pawl::cli {
namespace {

using run::RunStatus;

constexpr std::size_t kAboutMax = 60;

Milliseconds age_of(const std::string& at, Timestamp now) {
  const auto parsed = parse_iso8601(at);
  return parsed ? now - *parsed : Milliseconds(0);
}

std::string dash_if_empty(std::string text) { return text.empty() ? "-" : text; }

// What became of it, as far as anybody knows.
std::string outcome_text(const fleet::RunLine& line) {
  if (!line.row.landed.empty()) return "landed";
  if (!line.row.decision.empty()) return line.row.decision;
  return fleet::is_landable(line) ? "landable" : "-";
}

}  // namespace

Result<FleetDesk> FleetDesk::open(Context& context) {
  TRY(context.ports.files.make_folders(context.layout.state_folder, 0700));
  TRY_ASSIGN(auto database, store::Database::open(context.layout.database()));
  return FleetDesk(context, std::move(database));
}

fleet::FleetPorts FleetDesk::ports() const {
  return {.world = context_->ports,
          .layout = context_->layout,
          .redactor = context_->config.redactor,
          .database = *database_};
}

Result<RunId> named_run(Context& context, const std::string& word) {
  return run::find_run(context.ports.files, context.layout, word);
}

std::optional<int> attempt_of(std::optional<std::int64_t> flag) {
  constexpr std::int64_t kMost = 1'000'000;
  if (!flag) return {};
  return static_cast<int>(std::clamp<std::int64_t>(*flag, 0, kMost));
}

Result<std::vector<RunId>> named_runs(Context& context, const std::vector<std::string>& words) {
  std::vector<RunId> runs;
  for (const std::string& word : words) {
    TRY_ASSIGN(RunId run, named_run(context, word));
    if (std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(std::move(run));
  }
  return runs;
}

std::string cost_text(const run::RunRow& row) {
  if (row.micros == 0 && row.unpriced == 0) return "-";
  if (row.micros == 0) return "?";
  return llm::usd(row.micros) + (row.unpriced > 0 ? "+?" : "");
}

std::string liveness_text(const fleet::RunLine& line, Timestamp now) {
  std::string text(run::to_string(line.status));
  if (line.status == RunStatus::stalled) {
    text += " " + fleet::age_text(age_of(line.row.last_at, now));
  }
  if (line.status == RunStatus::failed) text += ", exit " + std::to_string(line.row.exit);
  if (line.row.attempt > 1) text += " (attempt " + std::to_string(line.row.attempt) + ")";
  if (line.row.closed) text += " [closed]";
  return text;
}

Json json_of_line(const fleet::RunLine& line, Timestamp now) {
  const run::RunRow& row = line.row;
  const auto known = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  const bool priced = row.micros > 0 || row.unpriced == 0;
  constexpr double kMicrosPerUsd = 1e6;
  return Json::object(
      {{"run", row.run},
       {"pipeline", row.pipeline},
       {"stage", known(row.stage)},
       {"status", run::to_string(line.status)},
       {"live", fleet::is_live(line.status)},
       {"exit", row.finished() ? Json(row.exit) : Json()},
       {"attempt", row.attempt},
       {"begun_at", row.begun_at},
       {"last_at", row.last_at},
       {"age_seconds", age_of(row.begun_at, now).count() / 1000},
       {"usd", priced ? Json(static_cast<double>(row.micros) / kMicrosPerUsd) : Json()},
       {"unpriced_calls", row.unpriced},
       {"tokens", row.tokens},
       {"client", known(row.client)},
       {"bail_class", known(row.bail_class)},
       {"closed", row.closed},
       {"decision", known(row.decision)},
       {"landable", fleet::is_landable(line)},
       {"landed", known(row.landed)},
       {"commits", row.commits},
       {"branch", known(row.branch)},
       {"pr", row.pr == 0 ? Json() : Json(row.pr)},
       {"parent", known(row.parent)},
       {"branch_path", known(row.branch_path)},
       {"description", known(row.description)},
       {"target", row.target}});
}

std::string fleet_table(const Context& context, const std::vector<fleet::RunLine>& lines) {
  const Timestamp now = context.ports.clock.now();
  std::vector<std::vector<std::string>> rows;
  rows.reserve(lines.size());
  for (const fleet::RunLine& line : lines) {
    const run::RunRow& row = line.row;
    const std::string about = row.description.empty() ? row.target : row.description;
    const std::string below(2 * static_cast<std::size_t>(line.depth), ' ');
    rows.push_back({dash_if_empty(printable(row.pipeline, 20)), below + row.run,
                    dash_if_empty(printable(row.stage, 30)),
                    painted(context, paint_of(line.status), liveness_text(line, now)),
                    fleet::age_text(age_of(row.begun_at, now)), cost_text(row),
                    dash_if_empty(printable(row.client, 30)),
                    dash_if_empty(printable(row.bail_class, 30)), outcome_text(line),
                    printable(about, kAboutMax)});
  }
  return table(
      {"PIPELINE", "RUN", "STAGE", "LIVENESS", "AGE", "COST", "CLIENT", "BAIL", "OUTCOME", "ABOUT"},
      rows);
}

}  // namespace pawl::cli
